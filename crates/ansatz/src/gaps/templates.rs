//! What may stand in a gap, by linear algebra: kinds of laws whose constants follow
//! from terms without a gap between them, and then the missing terms from those.

use ansatz_expr::{Int, Rational, math, sort};

/// A kind of law: `p0(n) u(n) + … + pk(n) u(n-k) = q(n)`.
#[derive(Debug, Clone, Copy)]
struct Kind {
    /// How far it looks back.
    back: usize,
    /// The degree of the factors.
    factors: usize,
    /// The degree of what is added, if anything is.
    added: Option<usize>,
}

/// Polynomials beyond this degree say little of a few terms.
const HIGHEST_DEGREE: usize = 8;

/// Kinds with fewer constants first: back, factors, added.
const RECURRENCES: [(usize, usize, Option<usize>); 14] = [
    (1, 0, None),
    (1, 0, Some(0)),
    (2, 0, None),
    (1, 0, Some(1)),
    (1, 1, None),
    (2, 0, Some(0)),
    (1, 0, Some(2)),
    (3, 0, None),
    (1, 1, Some(0)),
    (2, 0, Some(1)),
    (2, 1, None),
    (1, 2, None),
    (3, 0, Some(0)),
    (4, 0, None),
];

/// Of these the simple ones are tried on every second and every third term.
const SIMPLE_RECURRENCES: usize = 3;
const SIMPLE_DEGREE: usize = 3;

/// Periods up to this are looked for.
const LONGEST_PERIOD: usize = 8;

/// So many more equations than constants are solved; whether all hold is checked later.
const SPARE_EQUATIONS: usize = 4;

/// What the gaps hold by every kind of law that the terms agree with, simple kinds
/// first; one value for each gap, in order.
pub(super) fn fillings(slots: &[Option<Rational>]) -> Vec<Vec<Rational>> {
    let known = slots.iter().flatten().count();
    let polynomial = |degree| Kind { back: 0, factors: 0, added: Some(degree) };
    let recurrence = |&(back, factors, added)| Kind { back, factors, added };
    let polynomials = (0..=HIGHEST_DEGREE.min(known.saturating_sub(2))).map(polynomial);
    let mut found: Vec<Vec<Rational>> = Vec::new();
    found.extend(polynomials.filter_map(|kind| solve(slots, kind)).take(1));
    found.extend(geometric(slots));
    found.extend(RECURRENCES.iter().map(recurrence).filter_map(|kind| solve(slots, kind)));
    let simple: Vec<Kind> = (0..=SIMPLE_DEGREE)
        .map(polynomial)
        .chain(RECURRENCES.iter().take(SIMPLE_RECURRENCES).map(recurrence))
        .collect();
    for step in 2..=LONGEST_PERIOD.min(known / 2) {
        let kinds = if step <= 3 { &simple[..] } else { &simple[..1] };
        found.extend(interleaved(slots, step, kinds));
    }
    found
}

/// Every `step`-th term by itself.
fn interleaved(slots: &[Option<Rational>], step: usize, kinds: &[Kind]) -> Option<Vec<Rational>> {
    let mut filled = slots.to_vec();
    for first in 0..step {
        let part: Vec<_> = slots.iter().skip(first).step_by(step).copied().collect();
        if part.iter().all(Option::is_some) {
            continue;
        }
        let values = kinds.iter().find_map(|&kind| solve(&part, kind))?;
        let places = filled.iter_mut().skip(first).step_by(step).filter(|slot| slot.is_none());
        for (place, value) in places.zip(values) {
            *place = Some(value);
        }
    }
    gaps(slots).map(|gap| filled.get(gap).copied().flatten()).collect()
}

/// The places of the gaps.
fn gaps(slots: &[Option<Rational>]) -> impl Iterator<Item = usize> + '_ {
    slots.iter().enumerate().filter(|(_, slot)| slot.is_none()).map(|(place, _)| place)
}

/// The missing terms by a kind of law, if its constants follow from the terms and
/// there is an equation more than unknowns.
fn solve(slots: &[Option<Rational>], kind: Kind) -> Option<Vec<Rational>> {
    let missing: Vec<usize> = gaps(slots).collect();
    let constants =
        (kind.back + 1) * (kind.factors + 1) + kind.added.map_or(0, |degree| degree + 1);
    let places = kind.back..slots.len();
    let has_gap =
        |place: &usize| missing.iter().any(|gap| (place - kind.back..=*place).contains(gap));
    let (mut clean, open): (Vec<usize>, Vec<usize>) = places.partition(|place| !has_gap(place));
    // Constants up to a factor, and the missing terms themselves.
    if clean.len() + 1 < constants || clean.len() + open.len() < constants + missing.len() {
        return None;
    }
    // What is near a gap counts: sequences may be long.
    sort::by_key(&mut clean, |&place| missing.iter().map(|&gap| gap.abs_diff(place)).min());
    clean.truncate(constants + SPARE_EQUATIONS);
    let rows = clean.iter().map(|&place| row(slots, kind, place)).collect::<Option<Vec<_>>>()?;
    let law = null_vector(rows, constants)?;
    let mut equations = Vec::new();
    for place in open {
        let n = power_base(place);
        let mut equation = vec![Rational::ZERO; missing.len() + 1];
        let mut constants = law.iter();
        for back in 0..=kind.back {
            let factor = polynomial(&mut constants, kind.factors, n)?;
            let at = place - back;
            let (column, term) = match slots.get(at).copied().flatten() {
                Some(term) => (missing.len(), factor.checked_mul(term)?.negated()),
                None => (missing.iter().position(|&gap| gap == at)?, factor),
            };
            equation[column] = equation[column].checked_add(term)?;
        }
        if let Some(degree) = kind.added {
            let added = polynomial(&mut constants, degree, n)?.negated();
            equation[missing.len()] = equation[missing.len()].checked_add(added)?;
        }
        equations.push(equation);
    }
    let pivots = reduce(&mut equations)?;
    // Every missing term has a value, and no equation contradicts another.
    if pivots.len() != missing.len() || pivots.last() == Some(&missing.len()) {
        return None;
    }
    equations.iter().take(missing.len()).map(|equation| equation.last().copied()).collect()
}

fn power_base(place: usize) -> Rational {
    Rational::integer(place as i64 + 1)
}

/// A polynomial at n, with the next of the constants as its coefficients.
fn polynomial<'a>(
    constants: &mut impl Iterator<Item = &'a Rational>,
    degree: usize,
    n: Rational,
) -> Option<Rational> {
    let (mut sum, mut power) = (Rational::ZERO, Rational::integer(1i64));
    for constant in constants.take(degree + 1) {
        sum = sum.checked_add(constant.checked_mul(power)?)?;
        power = power.checked_mul(n)?;
    }
    Some(sum)
}

/// What the constants of a law are multiplied by at a place.
fn row(slots: &[Option<Rational>], kind: Kind, place: usize) -> Option<Vec<Rational>> {
    let n = power_base(place);
    let mut row = Vec::new();
    let mut push = |mut value: Rational, degree: usize| {
        for _ in 0..=degree {
            row.push(value);
            value = value.checked_mul(n)?;
        }
        Some(())
    };
    for back in 0..=kind.back {
        push(slots.get(place - back).copied().flatten()?, kind.factors)?;
    }
    if let Some(degree) = kind.added {
        push(Rational::integer(1i64), degree)?;
    }
    Some(row)
}

/// The one vector, up to a factor, that all rows are orthogonal to.
fn null_vector(mut rows: Vec<Vec<Rational>>, columns: usize) -> Option<Vec<Rational>> {
    let pivots = reduce(&mut rows)?;
    if pivots.len() + 1 != columns {
        return None;
    }
    let free = (0..columns).find(|column| !pivots.contains(column))?;
    let mut vector = vec![Rational::ZERO; columns];
    vector[free] = Rational::integer(1i64);
    for (row, &pivot) in rows.iter().zip(&pivots) {
        vector[pivot] = row[free].negated();
    }
    Some(vector)
}

/// Gauss and Jordan; the columns with a leading one. `None` where numbers get too large.
fn reduce(rows: &mut [Vec<Rational>]) -> Option<Vec<usize>> {
    let columns = rows.first().map_or(0, Vec::len);
    let mut pivots = Vec::new();
    for column in 0..columns {
        let done = pivots.len();
        let Some(at) = (done..rows.len()).find(|&at| !rows[at][column].is_zero()) else { continue };
        rows.swap(done, at);
        let lead = rows[done][column];
        for value in &mut rows[done] {
            *value = value.checked_div(lead)?;
        }
        let pivot = rows[done].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != done) {
            let factor = row[column];
            if factor.is_zero() {
                continue;
            }
            for (value, part) in row.iter_mut().zip(&pivot) {
                *value = value.checked_sub(factor.checked_mul(*part)?)?;
            }
        }
        pivots.push(column);
    }
    Some(pivots)
}

/// Every term a multiple of the one before, also where no two neighbours are known.
fn geometric(slots: &[Option<Rational>]) -> Vec<Vec<Rational>> {
    /// Roots of higher degree are not looked for.
    const MOST_STEPS: usize = 5;
    let known: Vec<(usize, Rational)> =
        slots.iter().enumerate().filter_map(|(at, slot)| Some((at, (*slot)?))).collect();
    let Some(pair) = known.windows(2).min_by_key(|pair| pair[1].0 - pair[0].0) else {
        return Vec::new();
    };
    let steps = pair[1].0 - pair[0].0;
    let Some(ratio) = pair[1].1.checked_div(pair[0].1).filter(|_| steps <= MOST_STEPS) else {
        return Vec::new();
    };
    let Some(root) = rational_root(ratio, steps) else { return Vec::new() };
    let signs = if steps.is_multiple_of(2) { vec![root, root.negated()] } else { vec![root] };
    let (start, first) = pair[0];
    let through = |ratio: Rational| {
        let mut filled = vec![None; slots.len()];
        let mut value = first;
        for slot in filled.iter_mut().skip(start) {
            *slot = Some(value);
            value = value.checked_mul(ratio)?;
        }
        value = first;
        for slot in filled.iter_mut().take(start).rev() {
            value = value.checked_div(ratio)?;
            *slot = Some(value);
        }
        let agrees = known.iter().all(|(at, term)| filled[*at] == Some(*term));
        let values = gaps(slots).map(|gap| filled[gap]).collect::<Option<Vec<_>>>()?;
        agrees.then_some(values)
    };
    signs.into_iter().filter_map(through).collect()
}

/// The root of a fraction, if it is a fraction.
fn rational_root(value: Rational, degree: usize) -> Option<Rational> {
    let root = |value: Int| {
        let near = math::powf(value.abs().to_f64(), 1.0 / degree as f64).round();
        let near = Int::from_f64(near)?;
        let near = if value.is_negative() { near.negated() } else { near };
        let power = (0..degree).try_fold(Int::ONE, |power, _| power.checked_mul(near))?;
        (power == value).then_some(near)
    };
    Rational::new(root(value.numerator())?, root(value.denominator())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `None` is a gap.
    fn filled(slots: &[Option<i64>]) -> Vec<String> {
        let slots: Vec<_> = slots.iter().map(|slot| slot.map(Rational::integer)).collect();
        let texts = |values: Vec<Rational>| {
            values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        fillings(&slots).into_iter().map(texts).collect()
    }

    #[test]
    fn kinds_of_laws_fill_their_gaps() {
        let some = Some;
        let cases: [(&[Option<i64>], &str); 8] = [
            (&[some(2), some(6), None, some(20), some(30)], "12"),
            (&[some(1), None, some(4), None, some(16), some(32)], "2 8"),
            (&[some(1), None, some(4), None, some(16), None, some(64)], "2 8 32"),
            (&[some(1), some(1), some(2), None, some(5), some(8), some(13)], "3"),
            (&[some(1), some(2), some(6), None, some(120), some(720), some(5040)], "24"),
            (&[None, some(4), some(9), some(16), some(25)], "1"),
            (&[some(1), some(10), some(2), some(20), None, some(30), some(4), some(40)], "3"),
            (&[some(7), some(3), some(9), some(7), None, some(9), some(7), some(3)], "3"),
        ];
        for (slots, wanted) in cases {
            let found = filled(slots);
            assert!(found.iter().any(|values| values == wanted), "{slots:?}: {found:?}");
        }
    }

    #[test]
    fn nothing_follows_from_nothing() {
        assert!(filled(&[]).is_empty());
        assert!(filled(&[None, None]).is_empty());
        assert!(filled(&[Some(3), None]).is_empty());
        assert!(filled(&[Some(0), None, Some(0)]).iter().all(|values| values == "0"));
        let large = i64::MAX;
        filled(&[Some(large), Some(-large), None, Some(large - 1), Some(3), Some(large / 7), None]);
    }
}
