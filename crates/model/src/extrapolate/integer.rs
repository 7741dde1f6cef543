//! Rules for integers: what they are computed from, and how what they missed
//! before is put right.

use ansatz_expr::Int;

use crate::term::Base;

/// What rules begin with. The order is part of the weights files: new ones go to the end.
pub(crate) const BASES: &[(&str, Base<Int>)] = &[
    ("0", |_| Some(Int::ZERO)),
    ("u1", |h| back(h, 1)),
    ("u2", |h| back(h, 2)),
    ("u3", |h| back(h, 3)),
    ("u4", |h| back(h, 4)),
    ("u5", |h| back(h, 5)),
    ("u6", |h| back(h, 6)),
    ("u7", |h| back(h, 7)),
    ("u8", |h| back(h, 8)),
    ("n", |h| Some(n(h))),
    ("n*n", |h| n(h).checked_mul(n(h))),
    ("n*n*n", |h| n(h).checked_mul(n(h))?.checked_mul(n(h))),
    ("u1+u2", |h| plus(h, 1, 2)),
    ("u1-u2", |h| minus(h, 1, 2)),
    ("u1+u3", |h| plus(h, 1, 3)),
    ("u1-u3", |h| minus(h, 1, 3)),
    ("u2+u3", |h| plus(h, 2, 3)),
    ("u2-u3", |h| minus(h, 2, 3)),
    ("u1+u4", |h| plus(h, 1, 4)),
    ("u1-u4", |h| minus(h, 1, 4)),
    ("u2+u4", |h| plus(h, 2, 4)),
    ("u2-u4", |h| minus(h, 2, 4)),
    ("u1+u5", |h| plus(h, 1, 5)),
    ("u1+u6", |h| plus(h, 1, 6)),
    ("u1+u2+u3", |h| plus(h, 1, 2)?.checked_add(back(h, 3)?)),
    ("u1+u2-u3", |h| plus(h, 1, 2)?.checked_sub(back(h, 3)?)),
    // Extrapolations by polynomials: of degree 2; of every second, every third term.
    ("3u1-3u2+u3", |h| int(3).checked_mul(minus(h, 1, 2)?)?.checked_add(back(h, 3)?)),
    ("2u2-u4", |h| back(h, 2)?.checked_add(minus(h, 2, 4)?)),
    ("2u3-u6", |h| back(h, 3)?.checked_add(minus(h, 3, 6)?)),
    ("n*u1", |h| n(h).checked_mul(back(h, 1)?)),
    ("n*u2", |h| n(h).checked_mul(back(h, 2)?)),
    ("n*u3", |h| n(h).checked_mul(back(h, 3)?)),
    ("n*n*u1", |h| n(h).checked_mul(n(h))?.checked_mul(back(h, 1)?)),
    ("u1*u1", |h| times(h, 1, 1)),
    ("u1*u2", |h| times(h, 1, 2)),
    ("u1*u3", |h| times(h, 1, 3)),
    ("u2*u2", |h| times(h, 2, 2)),
    ("u2*u3", |h| times(h, 2, 3)),
    ("u1//2", |h| back(h, 1)?.div_floor(int(2))),
    ("u1//3", |h| back(h, 1)?.div_floor(int(3))),
    ("u2//2", |h| back(h, 2)?.div_floor(int(2))),
    ("u1//n", |h| back(h, 1)?.div_floor(n(h))),
    ("u2//n", |h| back(h, 2)?.div_floor(n(h))),
    ("n//2", |h| n(h).div_floor(int(2))),
    ("n//3", |h| n(h).div_floor(int(3))),
    ("u1//u2", |h| back(h, 1)?.div_floor(back(h, 2)?)),
    ("u2//u1", |h| back(h, 2)?.div_floor(back(h, 1)?)),
    ("u1%n", |h| back(h, 1)?.rem_floor(n(h))),
    ("u2%n", |h| back(h, 2)?.rem_floor(n(h))),
    ("u3%n", |h| back(h, 3)?.rem_floor(n(h))),
    ("|u1|", |h| Some(back(h, 1)?.abs())),
    ("|u2|", |h| Some(back(h, 2)?.abs())),
    ("|u3|", |h| Some(back(h, 3)?.abs())),
    ("relu(u1)", |h| Some(back(h, 1)?.max(Int::ZERO))),
    ("relu(u2)", |h| Some(back(h, 2)?.max(Int::ZERO))),
    ("relu(u3)", |h| Some(back(h, 3)?.max(Int::ZERO))),
    // As if the terms were the rows of a triangle.
    ("above + above left", |h| {
        let (row, place) = in_triangle(h.len());
        entry(h, row, place).checked_add(entry(h, row, place.wrapping_sub(1)))
    }),
    ("above", |h| {
        let (row, place) = in_triangle(h.len());
        Some(entry(h, row, place))
    }),
    ("above left", |h| {
        let (row, place) = in_triangle(h.len());
        Some(entry(h, row, place.wrapping_sub(1)))
    }),
    ("mirrored", |h| {
        let (row, place) = in_triangle(h.len());
        (place > row - place).then(|| h[h.len() - (2 * place - row)])
    }),
    // The term at half the index, counted from 0 and from 1.
    ("u(n/2), from 0", |h| h.get(h.len() / 2).copied().filter(|_| h.len() > 1)),
    ("u(n/2), from 1", |h| h.get(h.len().div_ceil(2).checked_sub(1)?).copied()),
];

/// How a rule goes on from its base f: r1, r2, … are by how much f missed the
/// terms before, q1, q2, … the quotients of those and f.
pub(crate) const TRANSFORMS: &[&str] = &[
    "f",
    "-f",
    "f+r1",
    "f+2r1-r2",
    "f+r2",
    "f+r3",
    "f+3r1-3r2+r3",
    "f*q1",
    "f*(2q1-q2)",
    "f*q2",
    "a*f+b",
    "a*n+b-f",
    "f+r1*r1/r2",
];

/// What every transform makes of a base: see [`NetworkTerm::transformed`].
///
/// [`NetworkTerm::transformed`]: crate::NetworkTerm::transformed
pub(crate) fn transformed(f: [Option<Int>; 4], terms: &[Int], out: &mut Vec<Option<Int>>) {
    let Some(now) = f[0] else {
        out.resize(out.len() + TRANSFORMS.len(), None);
        return;
    };
    let missed = |k: usize| back(terms, k)?.checked_sub(f[k]?);
    let [r1, r2, r3] = [missed(1), missed(2), missed(3)];
    let ratio = |k: usize| exact(now.checked_mul(back(terms, k)?)?, f[k]?);
    let quotient = |k: usize| exact(back(terms, k)?, f[k]?);
    let line = || r1?.checked_add(r1?)?.checked_sub(r2?);
    let on = |by: Option<Int>| now.checked_add(by?);
    let all = [
        Some(now),
        Some(now.negated()),
        on(r1),
        on(line()),
        on(r2),
        on(r3),
        on((|| int(3).checked_mul(r1?.checked_sub(r2?)?)?.checked_add(r3?))()),
        ratio(1),
        (|| {
            let (one, two) = (quotient(1)?, quotient(2)?);
            now.checked_mul(one.checked_add(one)?.checked_sub(two)?)
        })(),
        ratio(2),
        (|| {
            let rise = back(terms, 1)?.checked_sub(back(terms, 2)?)?;
            let run = f[1]?.checked_sub(f[2]?)?;
            let on = exact(now.checked_sub(f[1]?)?.checked_mul(rise)?, run)?;
            back(terms, 1)?.checked_add(on)
        })(),
        (|| {
            let sum = |k: usize| back(terms, k)?.checked_add(f[k]?);
            let one = sum(1)?;
            one.checked_add(one)?.checked_sub(sum(2)?)?.checked_sub(now)
        })(),
        on((|| exact(r1?.checked_mul(r1?)?, r2?))()),
    ];
    out.extend(all.map(|value| value.filter(|value| value.in_range())));
}

fn int(value: i64) -> Int {
    Int::from(value)
}

/// The index of the term that is computed.
fn n(terms: &[Int]) -> Int {
    Int::from(terms.len() as i128 + 1)
}

/// The term so many places back.
fn back(terms: &[Int], by: usize) -> Option<Int> {
    terms.get(terms.len().checked_sub(by)?).copied()
}

fn plus(terms: &[Int], one: usize, other: usize) -> Option<Int> {
    back(terms, one)?.checked_add(back(terms, other)?)
}

fn minus(terms: &[Int], one: usize, other: usize) -> Option<Int> {
    back(terms, one)?.checked_sub(back(terms, other)?)
}

fn times(terms: &[Int], one: usize, other: usize) -> Option<Int> {
    back(terms, one)?.checked_mul(back(terms, other)?)
}

/// The quotient, if nothing remains.
fn exact(value: Int, divisor: Int) -> Option<Int> {
    if divisor.is_zero() {
        return None;
    }
    // Most are told apart by their lowest bits, which is far cheaper.
    if divisor.residue(2) == Some(0) && value.residue(2) != Some(0) {
        return None;
    }
    value.rem_floor(divisor)?.is_zero().then(|| value.div_floor(divisor))?
}

/// Row and place of an index, both from 0, where rows have 1, 2, 3, … entries.
fn in_triangle(index: usize) -> (usize, usize) {
    let mut row = 0;
    let mut rest = index;
    while rest > row {
        row += 1;
        rest -= row;
    }
    (row, rest)
}

/// The entry above: of the row before, zero beyond its ends.
fn entry(terms: &[Int], row: usize, place: usize) -> Int {
    if place >= row {
        return Int::ZERO;
    }
    terms.get(row * (row - 1) / 2 + place).copied().unwrap_or(Int::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extrapolate::extrapolations;

    fn best(terms: &[i64]) -> String {
        let terms: Vec<Int> = terms.iter().map(|&term| Int::from(term)).collect();
        extrapolations(&terms)[0].value.to_string()
    }

    #[test]
    fn places_in_triangles() {
        let places: Vec<_> = (0..7).map(in_triangle).collect();
        assert_eq!(places, [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0)]);
    }

    #[test]
    fn rules_that_were_right_come_first() {
        assert_eq!(best(&[1, 1, 2, 3, 5, 8, 13]), "21");
        assert_eq!(best(&[1, 2, 6, 24, 120, 720]), "5040");
        assert_eq!(best(&[1, 8, 27, 64, 125, 216, 343]), "512");
        assert_eq!(best(&[5, -3, 2, 5, -3, 2, 5, -3]), "2");
        // Pascal's triangle.
        assert_eq!(best(&[1, 1, 1, 1, 2, 1, 1, 3, 3, 1, 1, 4]), "6");
        // u(n) = 3*u(n-1) - 7*n.
        assert_eq!(best(&[11, 19, 36, 80, 205, 573, 1670]), "4954");
    }

    #[test]
    fn googols_do_no_harm() {
        let googol: Int = format!("1{}", "0".repeat(100)).parse().unwrap();
        for terms in [vec![googol; 6], vec![googol, googol.negated(), Int::ZERO, googol, Int::ONE]]
        {
            assert!(extrapolations(&terms).iter().all(|found| found.value.in_range()));
        }
        assert!(!extrapolations(&[Int::ONE]).is_empty());
        assert!(!extrapolations::<Int>(&[]).is_empty());
    }
}
