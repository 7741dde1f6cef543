//! Sums over k of c(k)·u(n-k) with weights, undone term by term: the inverse
//! Euler transform, INVERT, the logarithm of an exponential generating function;
//! and binomial sums.

use ansatz_expr::{Error, Expr, Op};

use super::left::{LeftLaw, describe, substitute};
use super::shifted;
use crate::families::functions::FunctionDraft;

/// How u(m) follows from c(1), …, c(m) and the u before, with u(0) = 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// m·u(m) = Σ c(k)·u(m-k): products and partitions.
    Euler,
    /// u(m) = Σ c(k)·u(m-k): compositions.
    Invert,
    /// u(m) = Σ binomial(m-1, k-1)·c(k)·u(m-k): sets of labelled things.
    Labelled,
}

/// Laws of these kinds, where the first term is u(0), or u(1) with u(0) = 1
/// before it.
pub(super) fn propose(terms: &[i128], drafts: &mut Vec<FunctionDraft>) {
    for weight in [Weight::Euler, Weight::Invert, Weight::Labelled] {
        for shift in [1, 0] {
            let known = terms.get(shift..).filter(|_| shift == 0 || terms.first() == Some(&1));
            let Some(left) = known.and_then(|known| undo(known, weight)) else { continue };
            let by_parts = if weight == Weight::Euler { parts(&left) } else { None };
            let laws = describe(&left).into_iter();
            let laws = laws.map(|known| (known.fitted, substitute(&known.law, &Expr::bound(0))));
            let parts = by_parts.as_deref().map(describe).unwrap_or_default().into_iter();
            let parts = parts.map(|known| (known.fitted, over_divisors(&known)));
            for (fitted, coefficient) in laws.chain(parts) {
                let Ok(coefficient) = coefficient else { continue };
                let expr = write(&coefficient, weight, shift);
                drafts.extend(expr.ok().map(|expr| FunctionDraft { expr, skip: shift, fitted }));
            }
        }
    }
    binomial_sums(terms, drafts);
}

/// c(1), c(2), … from u(1), u(2), … with u(0) = 1.
fn undo(terms: &[i128], weight: Weight) -> Option<Vec<i128>> {
    let mut left: Vec<i128> = Vec::with_capacity(terms.len());
    for (m, &term) in (1i128..).zip(terms) {
        let mut rest = if weight == Weight::Euler { term.checked_mul(m)? } else { term };
        for (k, coefficient) in (1i128..m).zip(&left) {
            let index = usize::try_from(m - k - 1).ok()?;
            let mut product = coefficient.checked_mul(*terms.get(index)?)?;
            if weight == Weight::Labelled {
                product = product.checked_mul(Op::Binomial.apply_wide([m - 1, k - 1, 0])?)?;
            }
            rest = rest.checked_sub(product)?;
        }
        left.push(rest);
    }
    Some(left)
}

/// b with c(k) = Σ d·b(d) over d | k: how many kinds of parts of each size there
/// are.
fn parts(coefficients: &[i128]) -> Option<Vec<i128>> {
    let mut left = coefficients.to_vec();
    for d in 1..=left.len() {
        let value = *left.get(d - 1)?;
        for multiple in (2 * d..=left.len()).step_by(d) {
            let slot = left.get_mut(multiple - 1)?;
            *slot = slot.checked_sub(value)?;
        }
    }
    let part = |(d, value): (i128, i128)| (value % d == 0).then_some(value / d);
    (1..).zip(left).map(part).collect()
}

/// Σ d·b(d) over d | k, inside the sum over k.
fn over_divisors(known: &LeftLaw) -> Result<Expr, Error> {
    let divisor = Expr::bound(0);
    let value = substitute(&known.law, &divisor)?;
    let body = match value == Expr::int(1i64) {
        true => divisor,
        false => Expr::binary(Op::Mul, &divisor, &value)?,
    };
    Expr::call(Op::SumDiv, &[&Expr::bound(0), &body])
}

/// The sum over k, in which `coefficient` is c(k).
fn write(coefficient: &Expr, weight: Weight, shift: usize) -> Result<Expr, Error> {
    let (n, k, one) = (Expr::n(), Expr::bound(0), Expr::int(1i64));
    let m = shifted(shift)?;
    let before = Expr::binary(Op::Sub, &n, &k)?;
    let mut earlier = Expr::unary(Op::At, &before)?;
    if shift == 0 {
        // u(0) = 1 is not among the terms.
        let is_there = Expr::binary(Op::Lt, &k, &n)?;
        earlier = Expr::call(Op::If, &[&is_there, &earlier, &one])?;
    }
    let mut body = match *coefficient == one {
        true => earlier,
        false => Expr::binary(Op::Mul, coefficient, &earlier)?,
    };
    if weight == Weight::Labelled {
        let [top, bottom] = [Expr::binary(Op::Sub, &m, &one)?, Expr::binary(Op::Sub, &k, &one)?];
        body = Expr::binary(Op::Mul, &Expr::binary(Op::Binomial, &top, &bottom)?, &body)?;
    }
    let sum = Expr::call(Op::Sum, &[&one, &m, &body])?;
    if weight == Weight::Euler { Expr::binary(Op::Idiv, &sum, &m) } else { Ok(sum) }
}

/// u(n) = Σ binomial(n-1, k-1)·v(k), or with the sign of (-1)^(n-k).
fn binomial_sums(terms: &[i128], drafts: &mut Vec<FunctionDraft>) {
    for is_signed in [false, true] {
        let left = match is_signed {
            false => binomial_inverse(terms),
            true => alternating(terms).and_then(|terms| alternating(&binomial_inverse(&terms)?)),
        };
        for known in left.as_deref().map(describe).unwrap_or_default() {
            let expr = write_binomial(&known, is_signed);
            drafts.extend(expr.ok().map(|expr| FunctionDraft {
                expr,
                skip: 0,
                fitted: known.fitted,
            }));
        }
    }
}

fn write_binomial(known: &LeftLaw, is_signed: bool) -> Result<Expr, Error> {
    let (n, k, one) = (Expr::n(), Expr::bound(0), Expr::int(1i64));
    let top = Expr::binary(Op::Sub, &n, &one)?;
    let mut choices = Expr::binary(Op::Binomial, &top, &Expr::binary(Op::Sub, &k, &one)?)?;
    if is_signed {
        let exponent = Expr::binary(Op::Sub, &n, &k)?;
        let sign = Expr::binary(Op::Pow, &Expr::int(-1i64), &exponent)?;
        choices = Expr::binary(Op::Mul, &sign, &choices)?;
    }
    let body = Expr::binary(Op::Mul, &choices, &substitute(&known.law, &k)?)?;
    Expr::call(Op::Sum, &[&one, &n, &body])
}

/// Every other number negated, the second first.
fn alternating(terms: &[i128]) -> Option<Vec<i128>> {
    let signed = |(index, &term): (usize, &i128)| {
        if index % 2 == 0 { Some(term) } else { term.checked_neg() }
    };
    terms.iter().enumerate().map(signed).collect()
}

/// The first entries of the rows of differences.
fn binomial_inverse(terms: &[i128]) -> Option<Vec<i128>> {
    let mut row = terms.to_vec();
    let mut left = Vec::with_capacity(terms.len());
    while let Some(&first) = row.first() {
        left.push(first);
        row = row
            .windows(2)
            .map(|pair| pair.last()?.checked_sub(*pair.first()?))
            .collect::<Option<_>>()?;
    }
    Some(left)
}
