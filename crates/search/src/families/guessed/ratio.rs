//! A fast growing factor times a quotient of polynomials.

use ansatz_expr::{Error, Expr, Op, math};

use super::{GuessSearch, PROFILE};
use crate::Proposal;
use crate::classical::sum;
use crate::families::system::solve;

/// How far the quotient may be from 1, in bits: most terms grow otherwise than the
/// factor, and need no system.
const MOST_BITS: f64 = 24.0;

/// How many first terms are left out, the degrees of the polynomials above and
/// below, and what it takes to say which factor it is, in bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct QuotientShape {
    pub(super) skip: usize,
    pub(super) above: u32,
    pub(super) below: u32,
    pub(super) factor_bits: f64,
}

/// Solves p(n)·factor = q(n)·u for the polynomials, and passes factor·p(n)/q(n) on.
/// The factors are those of the first terms, as many as there are.
pub(super) fn attempt(
    search: &mut GuessSearch<'_>,
    terms: &[i128],
    factors: &[i128],
    factor: impl Fn() -> Result<Expr, Error>,
    form: QuotientShape,
) -> Option<bool> {
    let size = |value: i128| math::log2(value.unsigned_abs() as f64 + 1.0);
    let (term, last) = terms.iter().zip(factors).next_back()?;
    if (size(*term) - size(*last)).abs() > MOST_BITS {
        return None;
    }
    // One of the coefficients below is not zero.
    let (above, below) = (0..=form.below).find_map(|own| solved(terms, factors, form, own))?;
    let law = || -> Result<Expr, Error> {
        let product = match above.as_slice() {
            [1, rest @ ..] if rest.iter().all(|other| *other == 0) => factor()?,
            above => Expr::binary(Op::Mul, &written(above)?, &factor()?)?,
        };
        match below.as_slice() {
            [1, rest @ ..] if rest.iter().all(|other| *other == 0) => Ok(product),
            below => Expr::binary(Op::Idiv, &product, &written(below)?),
        }
    };
    let mut proposal = Proposal::new(law().ok()?, &PROFILE);
    let price: f64 = above.iter().chain(&below).map(|value| 1.0 + 2.0 * size(*value)).sum();
    proposal.skip = form.skip;
    proposal.fitted = above.len() + below.len() - 1;
    proposal.solved = true;
    proposal.stated_bits = Some(form.factor_bits + price);
    Some(search.offer(proposal))
}

/// The coefficients above and below, from the constant ones on, where that of
/// n^own below is not zero.
fn solved(
    terms: &[i128],
    factors: &[i128],
    form: QuotientShape,
    own: u32,
) -> Option<(Vec<i128>, Vec<i128>)> {
    let row = |(n, (&term, &factor)): (i128, (&i128, &i128))| -> Option<Vec<i128>> {
        let above = (0..=form.above).map(|power| n.checked_pow(power)?.checked_mul(factor));
        let others = (0..=form.below).filter(|power| *power != own);
        let below = others.chain([own]).map(|power| n.checked_pow(power)?.checked_mul(term));
        above.chain(below).collect()
    };
    let rows: Vec<Vec<i128>> =
        (1i128..).zip(terms.iter().zip(factors)).skip(form.skip).map_while(row).collect();
    let solution = solve(&rows)?;
    let split = usize::try_from(form.above).ok()? + 1;
    let (above, others) = solution.numerators.split_at_checked(split)?;
    let mut below: Vec<i128> = others.iter().map(|other| -other).collect();
    below.insert(usize::try_from(own).ok()?, solution.denominator);
    Some((above.to_vec(), below))
}

/// A polynomial in n, by its coefficients from the constant one on.
fn written(coefficients: &[i128]) -> Result<Expr, Error> {
    let mut summands = Vec::new();
    for (power, coefficient) in coefficients.iter().enumerate().rev() {
        let factor = match power {
            0 => None,
            1 => Some(Expr::n()),
            2 => Some(Expr::unary(Op::Sqr, &Expr::n())?),
            power => {
                let power = i64::try_from(power).unwrap_or(i64::MAX);
                Some(Expr::binary(Op::Pow, &Expr::n(), &Expr::int(power))?)
            }
        };
        summands.push((*coefficient, factor));
    }
    sum(summands)
}
