//! Sums over divisors, undone by Dirichlet quotients.

use ansatz_expr::{Error, Expr, Op};

use super::left::{LeftLaw, describe, substitute};
use super::shifted;
use crate::families::functions::{FunctionDraft, gcd};

/// Functions w with w(1) = 1 in sums over d | n of v(d)·w(n/d): n is the
/// argument. The first is left out in writing.
const WEIGHTS: [&str; 9] = [
    "1",
    "mobius n",
    "n",
    "mul n mobius n",
    "abs mobius n",
    "pow -1 bigomega n",
    "phi n",
    "numdiv n",
    "sigma n 1",
];

/// Whether u(n-1) is added to the sum.
const WAYS: [(usize, bool); 4] = [(0, false), (1, false), (0, true), (1, true)];

/// Laws that are sums over the divisors of n, or of n - 1 where the first term
/// stands for 0.
pub(super) fn propose(terms: &[i128], drafts: &mut Vec<FunctionDraft>) {
    for (shift, adds_previous) in WAYS {
        let Some(target) = target(terms, shift, adds_previous) else { continue };
        for (place, words) in WEIGHTS.iter().enumerate() {
            let Some((weight, weights)) = tabulated(words, target.len()) else { continue };
            let Some(left) = quotient(&target, &weights) else { continue };
            for known in describe(&left) {
                let weight = (place > 0).then_some(&weight);
                let expr = write(&known, weight, shift, adds_previous);
                let skip = shift.max(usize::from(adds_previous));
                let fitted = known.fitted;
                drafts.extend(expr.ok().map(|expr| FunctionDraft { expr, skip, fitted }));
            }
        }
    }
    unitary(terms, drafts);
    recursive(terms, drafts);
}

/// Sums over the divisors d that have no factor in common with n/d.
fn unitary(terms: &[i128], drafts: &mut Vec<FunctionDraft>) {
    let Some(left) = unitary_quotient(terms) else { return };
    for known in describe(&left) {
        let expr = || -> Result<Expr, Error> {
            let divisor = Expr::bound(0);
            let other = Expr::binary(Op::Idiv, &Expr::n(), &divisor)?;
            let common = Expr::binary(Op::Gcd, &divisor, &other)?;
            let is_unitary = Expr::binary(Op::Eq, &common, &Expr::int(1i64))?;
            let value = substitute(&known.law, &divisor)?;
            let body = match value == Expr::int(1i64) {
                true => is_unitary,
                false => Expr::binary(Op::Mul, &value, &is_unitary)?,
            };
            Expr::call(Op::SumDiv, &[&Expr::n(), &body])
        };
        drafts.extend(expr().ok().map(|expr| FunctionDraft {
            expr,
            skip: 0,
            fitted: known.fitted,
        }));
    }
}

fn unitary_quotient(terms: &[i128]) -> Option<Vec<i128>> {
    let mut left = terms.to_vec();
    for d in 1..=left.len() {
        let value = *left.get(d - 1)?;
        for (factor, multiple) in (2u64..).zip((2 * d..=left.len()).step_by(d)) {
            if gcd(factor, d as u64) == 1 {
                let slot = left.get_mut(multiple - 1)?;
                *slot = slot.checked_sub(value)?;
            }
        }
    }
    Some(left)
}

/// The values for 1, 2, 3, … of what the sum over divisors must give.
fn target(terms: &[i128], shift: usize, adds_previous: bool) -> Option<Vec<i128>> {
    if !adds_previous {
        return Some(terms.get(shift..)?.to_vec());
    }
    let steps = terms.windows(2).map(|pair| match pair {
        [before, term] => term.checked_sub(*before),
        _ => None,
    });
    // Where the terms are partial sums from 1 on, the first is its own step.
    let first = (shift == 0).then(|| terms.first().copied());
    first.into_iter().chain(steps).collect()
}

fn tabulated(words: &str, count: usize) -> Option<(Expr, Vec<i128>)> {
    let law = Expr::from_words(words.split_whitespace()).ok()?;
    let history = vec![0i64; count];
    let value = |n: usize| Some(law.eval_word(history.get(..n)?).ok()??.into());
    let values = (0..count).map(value).collect::<Option<_>>()?;
    Some((law, values))
}

/// v with u(n) = Σ v(d)·w(n/d) over d | n, for w(1) = 1.
fn quotient(target: &[i128], weights: &[i128]) -> Option<Vec<i128>> {
    let mut left = target.to_vec();
    for d in 1..=left.len() {
        let value = *left.get(d - 1)?;
        for (multiple, weight) in (2 * d..=left.len()).step_by(d).zip(weights.iter().skip(1)) {
            let slot = left.get_mut(multiple - 1)?;
            *slot = slot.checked_sub(value.checked_mul(*weight)?)?;
        }
    }
    Some(left)
}

fn write(
    known: &LeftLaw,
    weight: Option<&Expr>,
    shift: usize,
    adds_previous: bool,
) -> Result<Expr, Error> {
    let n = shifted(shift)?;
    let divisor = Expr::bound(0);
    let value = substitute(&known.law, &divisor)?;
    let body = match weight {
        None => value,
        Some(weight) => {
            let weight = substitute(weight, &Expr::binary(Op::Idiv, &n, &divisor)?)?;
            match value == Expr::int(1i64) {
                true => weight,
                false => Expr::binary(Op::Mul, &value, &weight)?,
            }
        }
    };
    let sum = Expr::call(Op::SumDiv, &[&n, &body])?;
    if adds_previous { Expr::binary(Op::Add, &Expr::prev(1)?, &sum) } else { Ok(sum) }
}

/// u(n) = Σ u(d)·v(n/d) over the divisors d < n, with u(1) given.
fn recursive(terms: &[i128], drafts: &mut Vec<FunctionDraft>) {
    let Some(left) = recursive_quotient(terms) else { return };
    let Some(proper) = left.get(1..) else { return };
    // v(1) does not matter: whatever continues the others downwards will do.
    for first in [proper.first().copied().unwrap_or(0), 1, 0] {
        let values: Vec<i128> = std::iter::once(first).chain(proper.iter().copied()).collect();
        for known in describe(&values) {
            let expr = write_recursive(&known);
            let fitted = known.fitted;
            drafts.extend(expr.ok().map(|expr| FunctionDraft { expr, skip: 1, fitted }));
        }
    }
}

fn recursive_quotient(terms: &[i128]) -> Option<Vec<i128>> {
    if terms.first() != Some(&1) {
        return None;
    }
    let mut left = terms.to_vec();
    for k in 2..=terms.len() {
        let value = *left.get(k - 1)?;
        for (multiple, term) in (2 * k..=terms.len()).step_by(k).zip(terms.iter().skip(1)) {
            let slot = left.get_mut(multiple - 1)?;
            *slot = slot.checked_sub(value.checked_mul(*term)?)?;
        }
    }
    Some(left)
}

fn write_recursive(known: &LeftLaw) -> Result<Expr, Error> {
    let divisor = Expr::bound(0);
    let value = substitute(&known.law, &Expr::binary(Op::Idiv, &Expr::n(), &divisor)?)?;
    let mut body = Expr::unary(Op::At, &divisor)?;
    if value != Expr::int(1i64) {
        body = Expr::binary(Op::Mul, &value, &body)?;
    }
    let below = Expr::binary(Op::Lt, &divisor, &Expr::n())?;
    let body = Expr::call(Op::If, &[&below, &body, &Expr::int(0i64)])?;
    Expr::call(Op::SumDiv, &[&Expr::n(), &body])
}
