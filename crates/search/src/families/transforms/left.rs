//! What a transform left, as a function of its index.

use ansatz_expr::{Error, Expr, Int, Node, Op, sort};

use crate::classical::write;
use crate::description_bits;
use crate::families::functions::{FunctionDraft, known_laws};
use crate::families::sets;
use crate::families::system::{self, Solution};
use crate::information::integer_bits;

/// The longest period.
const MOST_PERIOD: usize = 12;

/// How often a period must have come round.
const LEAST_ROUNDS: usize = 2;

/// How many coefficients a polynomial has.
const MOST_COEFFICIENTS: usize = 5;

/// How many values must be left over.
const LEAST_SPARE: usize = 3;

/// How many values of two kinds are looked at.
const MOST_PLACES: usize = 120;

/// By how many bits a law must be shorter than what the transform left. What
/// grows tells much, but where little is left many functions explain that.
const MARGIN: f64 = 5.0;

/// A law of what a transform left.
pub(in crate::families) struct LeftLaw {
    /// The index is n.
    pub law: Expr,
    /// How many numbers were chosen.
    pub fitted: usize,
}

/// What the values for 1, 2, 3, … are as a function of the index: a number, a
/// power, something that the bank has or the index times that, a polynomial, a
/// linear recurrence of order 2, periodic, or one of two as the index has a
/// property.
pub(in crate::families) fn describe(values: &[i128]) -> Vec<LeftLaw> {
    describe_within(values, -MARGIN)
}

/// The same for values that are a part of what is explained: no law is so many bits longer
/// than what it tells.
pub(super) fn describe_within(values: &[i128], excess: f64) -> Vec<LeftLaw> {
    let words: Option<Vec<i64>> = values.iter().map(|&value| value.try_into().ok()).collect();
    let Some(words) = words else { return Vec::new() };
    let mut known = simple(&words);
    let over_index = |(index, word): (i64, &i64)| (word % index == 0).then_some(word / index);
    let quotients: Option<Vec<i64>> = (1..).zip(&words).map(over_index).collect();
    for LeftLaw { law, fitted } in quotients.as_deref().map(simple).unwrap_or_default() {
        let law = Expr::binary(Op::Mul, &Expr::n(), &law).ok();
        known.extend(law.map(|law| LeftLaw { law, fitted }));
    }
    if let Some(law) = power_of_index(values) {
        known.push(LeftLaw { law, fitted: 1 });
    }
    if known.is_empty() {
        known.extend(polynomial(values));
    }
    if known.is_empty() {
        known.extend(recurrent(values));
    }
    let numbers: Vec<Int> = words.iter().copied().map(Int::from).collect();
    let told: f64 = integer_bits(&numbers).iter().sum();
    known.retain(|known| description_bits(&known.law) - excess <= told);
    // A period is stated by its first round, however long its writing is.
    if known.is_empty() {
        known.extend(periodic(&words));
    }
    if known.is_empty() {
        known = indicator(&words);
    }
    known
}

fn simple(words: &[i64]) -> Vec<LeftLaw> {
    if let [first, rest @ ..] = words
        && rest.iter().all(|value| value == first)
    {
        return vec![LeftLaw { law: Expr::int(*first), fitted: 1 }];
    }
    let known = known_laws(words).into_iter();
    known.map(|FunctionDraft { expr, fitted, .. }| LeftLaw { law: expr, fitted }).collect()
}

/// n^k, if that is what the values are.
fn power_of_index(values: &[i128]) -> Option<Expr> {
    let exponent = values.get(1).filter(|value| **value > 1)?.trailing_zeros();
    let is_power = |(index, &value): (i128, &i128)| index.checked_pow(exponent) == Some(value);
    let holds = (1..).zip(values).all(is_power);
    holds.then(|| Expr::binary(Op::Pow, &Expr::n(), &Expr::int(i64::from(exponent))).ok()).flatten()
}

/// A period, as the digits of a number: `c // b^(n % p) % b`, with the least
/// value added.
fn periodic(words: &[i64]) -> Option<LeftLaw> {
    let repeats = |period: &usize| {
        words.iter().zip(words.iter().skip(*period)).all(|(earlier, later)| earlier == later)
    };
    let most = MOST_PERIOD.min(words.len() / LEAST_ROUNDS);
    let period = (2..=most).find(repeats)?;
    let least = *words.iter().min()?;
    let base = words.iter().max()?.checked_sub(least)?.checked_add(1)?;
    // The last of the period has the index 0 modulo the period.
    let digits = (0..period).map(|index| words.get((index + period - 1) % period).copied());
    let mut digits: Vec<i64> = digits.collect::<Option<_>>()?;
    digits.reverse();
    let number = digits.iter().try_fold(0i64, |so_far, digit| {
        so_far.checked_mul(base)?.checked_add(digit.checked_sub(least)?)
    })?;
    let write = || -> Result<Expr, Error> {
        let place = Expr::binary(Op::Mod, &Expr::n(), &Expr::int(period as i64))?;
        let power = Expr::binary(Op::Pow, &Expr::int(base), &place)?;
        let shifted = Expr::binary(Op::Idiv, &Expr::int(number), &power)?;
        let digit = Expr::binary(Op::Mod, &shifted, &Expr::int(base))?;
        match least {
            0 => Ok(digit),
            1.. => Expr::binary(Op::Add, &digit, &Expr::int(least)),
            _ => Expr::binary(Op::Sub, &digit, &Expr::int(least.saturating_neg())),
        }
    };
    Some(LeftLaw { law: write().ok()?, fitted: period })
}

/// A polynomial of low degree, if more values than its coefficients agree.
fn polynomial(values: &[i128]) -> Option<LeftLaw> {
    let count = coefficients(values)?;
    let row = |(index, &value): (i128, &i128)| {
        let powers = (0..count as u32).map(|power| index.checked_pow(power));
        powers.chain([Some(value)]).collect::<Option<Vec<i128>>>()
    };
    let rows: Vec<Vec<i128>> = (1..).zip(values).map(row).collect::<Option<_>>()?;
    let Solution { numerators, denominator } = system::solve(&rows)?;
    let dividend = write::sum(vec![write::polynomial(&numerators).ok()?]).ok()?;
    let law = write::quotient(&dividend, &Expr::int(Int::from(denominator))).ok()?;
    Some(LeftLaw { law, fitted: count })
}

/// v(k) = p·v(k-1) + q·v(k-2), in closed form, because a law has no second
/// sequence to look back to: G(k) = Σ binomial(k-1-j, j)·p^(k-1-2j)·q^j begins
/// with 0, 1 from k = 0, and v(k) = v(1)·G(k) + (v(2) - p·v(1))·G(k-1).
fn recurrent(values: &[i128]) -> Option<LeftLaw> {
    let row = |three: &[i128]| match three {
        [far, near, value] => vec![*near, *far, *value],
        _ => Vec::new(),
    };
    let rows: Vec<Vec<i128>> = values.windows(3).map(row).collect();
    if rows.len() < 2 + LEAST_SPARE {
        return None;
    }
    let Solution { numerators, denominator: 1 } = system::solve(&rows)? else { return None };
    let [p, q] = numerators.try_into().ok()?;
    let [first, second, ..] = values else { return None };
    let other = second.checked_sub(first.checked_mul(p)?)?;
    if p == 0 || q == 0 {
        return None;
    }
    let index = |shift: i64| match shift {
        0 => Ok(Expr::n()),
        shift => Expr::binary(Op::Sub, &Expr::n(), &Expr::int(shift)),
    };
    let closed = |shift: i64| -> Result<Expr, Error> {
        let (place, j) = (index(shift)?, Expr::bound(0));
        let choices = Expr::binary(Op::Binomial, &Expr::binary(Op::Sub, &place, &j)?, &j)?;
        let twice = Expr::binary(Op::Mul, &Expr::int(2i64), &j)?;
        let left = Expr::binary(Op::Sub, &place, &twice)?;
        let mut body = choices;
        for (base, exponent) in [(p, &left), (q, &j)] {
            if base != 1 {
                let power = Expr::binary(Op::Pow, &Expr::int(Int::from(base)), exponent)?;
                body = Expr::binary(Op::Mul, &body, &power)?;
            }
        }
        let most = Expr::binary(Op::Idiv, &place, &Expr::int(2i64))?;
        Expr::call(Op::Sum, &[&Expr::int(0i64), &most, &body])
    };
    let parts = [(*first, 1), (other, 2)].into_iter().filter(|(factor, _)| *factor != 0);
    let summands = parts.map(|(factor, shift)| Ok((factor, Some(closed(shift)?))));
    let law = write::sum(summands.collect::<Result<_, Error>>().ok()?).ok()?;
    Some(LeftLaw { law, fitted: 4 })
}

/// How many coefficients a polynomial with these values has: so many differences
/// are 0. It is rarely one, and this is quickly seen.
fn coefficients(values: &[i128]) -> Option<usize> {
    let end = values.get(values.len().checked_sub(MOST_COEFFICIENTS + LEAST_SPARE)?..)?;
    let mut row = end.to_vec();
    let count = (1..=MOST_COEFFICIENTS).find(|_| {
        let step = |pair: &[i128]| match pair {
            [before, value] => value.checked_sub(*before),
            _ => None,
        };
        row = row.windows(2).map_while(step).collect();
        !row.is_empty() && row.iter().all(|value| *value == 0)
    });
    count.filter(|count| *count > 1)
}

/// One of two values as the index has a property or not.
fn indicator(words: &[i64]) -> Vec<LeftLaw> {
    let shown = words.get(..words.len().min(MOST_PLACES)).unwrap_or_default();
    let is_two_valued = {
        let mut values = shown.to_vec();
        sort::by(&mut values, Ord::cmp);
        values.dedup();
        values.len() == 2
    };
    if !is_two_valued {
        return Vec::new();
    }
    let laws = sets::find(shown).into_iter().filter(|law| law.margin() > MARGIN).take(2);
    laws.filter_map(|law| Some(LeftLaw { law: law.to_string().parse().ok()?, fitted: 1 })).collect()
}

/// The law with something else for n, which has no binders of its own: the
/// variables in it are those around the law.
pub(in crate::families) fn substitute(law: &Expr, index: &Expr) -> Result<Expr, Error> {
    let mut stack: Vec<Expr> = Vec::new();
    for (node, depth) in law.nodes().iter().zip(depths(law)).rev() {
        let tree = match node {
            Node::N => within(index, depth)?,
            Node::Bound(binder) => Expr::bound(*binder),
            Node::Op(op) => {
                let rest = stack.len().saturating_sub(op.arity());
                let operands = stack.split_off(rest);
                Expr::call(*op, &operands.iter().rev().collect::<Vec<_>>())?
            }
            leaf => Expr::from_prefix(vec![*leaf])?,
        };
        stack.push(tree);
    }
    stack.pop().map_or_else(|| Ok(law.clone()), Ok)
}

/// How many binders there are around each node.
fn depths(law: &Expr) -> Vec<u8> {
    // For each subtree still to come.
    let mut pending = vec![0u8];
    let depth = |node: &Node| {
        let depth = pending.pop().unwrap_or(0);
        if let Node::Op(op) = node {
            for place in (0..op.arity()).rev() {
                let is_body = op.is_binder() && place + 1 == op.arity();
                pending.push(depth.saturating_add(is_body.into()));
            }
        }
        depth
    };
    law.nodes().iter().map(depth).collect()
}

/// The expression with so many binders more between its variables and theirs.
fn within(index: &Expr, depth: u8) -> Result<Expr, Error> {
    if depth == 0 {
        return Ok(index.clone());
    }
    let mut stack: Vec<Expr> = Vec::new();
    for node in index.nodes().iter().rev() {
        let tree = match node {
            Node::Bound(binder) => Expr::bound(binder.saturating_add(depth)),
            Node::Op(op) => {
                let rest = stack.len().saturating_sub(op.arity());
                let operands = stack.split_off(rest);
                Expr::call(*op, &operands.iter().rev().collect::<Vec<_>>())?
            }
            leaf => Expr::from_prefix(vec![*leaf])?,
        };
        stack.push(tree);
    }
    stack.pop().map_or_else(|| Ok(index.clone()), Ok)
}
