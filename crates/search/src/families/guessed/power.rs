//! (a + b·n)^(n-s) times a polynomial: trees, functions and the like.

use ansatz_expr::{Error, Expr, Int, Op, math};

use super::ratio::{self, QuotientShape};
use super::{GuessSearch, PROFILE};
use crate::Proposal;
use crate::classical::{polynomial, sum};

const SLOPES: std::ops::RangeInclusive<i64> = 1..=4;
const CONSTANTS: std::ops::RangeInclusive<i64> = -3..=5;
const SHIFTS: std::ops::RangeInclusive<i64> = -2..=4;
/// What the polynomial may be divided by, besides 2.
const DIVISORS: [i64; 3] = [1, 3, 12];
/// What it takes to say which power it is, in bits.
const POWER_PRICE: f64 = 8.0;

/// What the exponents of polynomials of a higher degree lack to n. No quotients are
/// asked for: what a divisor of the base makes, a lower exponent says.
const HIGHER_SHIFTS: [u32; 2] = [3, 4];
const HIGHER_DEGREE: u32 = 4;

pub(super) fn propose(search: &mut GuessSearch<'_>) {
    for slope in SLOPES {
        for constant in CONSTANTS.filter(|constant| slope + constant > 0) {
            for shift in SHIFTS {
                for divisor in DIVISORS {
                    if attempt(search, slope, constant, shift, divisor) == Some(true) {
                        return;
                    }
                }
            }
        }
    }
    higher(search);
}

/// The same times a polynomial of a higher degree, which is solved for.
fn higher(search: &mut GuessSearch<'_>) {
    let terms: Vec<i128> = search.problem.terms().iter().map_while(|term| term.to_i128()).collect();
    for slope in SLOPES {
        for constant in CONSTANTS.filter(|constant| slope + constant > 0) {
            for shift in HIGHER_SHIFTS {
                let power = |n: u32| {
                    let base = i128::from(slope) * i128::from(n) + i128::from(constant);
                    base.checked_pow(n.saturating_sub(shift))
                };
                // As many as fit; the law is verified on all terms.
                let powers: Vec<i128> = (1..).map_while(power).take(terms.len()).collect();
                let factor = || {
                    let base = vec![(slope.into(), Some(Expr::n())), (constant.into(), None)];
                    let exponent = sum(vec![(1, Some(Expr::n())), (-i128::from(shift), None)])?;
                    Expr::binary(Op::Pow, &sum(base)?, &exponent)
                };
                let skip = usize::try_from(shift - 1).unwrap_or(0);
                let form = QuotientShape {
                    skip,
                    above: HIGHER_DEGREE,
                    below: 0,
                    factor_bits: POWER_PRICE,
                };
                if ratio::attempt(search, &terms, &powers, factor, form) == Some(true) {
                    return;
                }
            }
        }
    }
}

fn attempt(
    search: &mut GuessSearch<'_>,
    slope: i64,
    constant: i64,
    shift: i64,
    divisor: i64,
) -> Option<bool> {
    let skip = usize::try_from(shift - 1).unwrap_or(0);
    let terms = search.problem.terms();
    let mut quotients: Vec<i128> = Vec::new();
    for (index, term) in terms.iter().enumerate().skip(skip) {
        let n = i64::try_from(index).ok()? + 1;
        let base = Int::from(slope * n + constant);
        let mut power = Int::from(1i64);
        for _ in 0..n - shift {
            power = power.checked_mul(base)?;
        }
        let scaled = term.checked_mul(Int::from(divisor * 2))?;
        if !scaled.rem_floor(power)?.is_zero() {
            return None;
        }
        quotients.push(scaled.div_floor(power)?.to_i128()?);
        // The usual case: no polynomial in sight.
        if let [.., a, b, c, d] = quotients.as_slice()
            && d.checked_sub(c.checked_mul(3)?)?.checked_add(b.checked_mul(3)?)?.checked_sub(*a)?
                != 0
        {
            return None;
        }
    }
    let [first, second, third, _, _, ..] = quotients.as_slice() else { return None };
    // Twice the polynomial has integer coefficients.
    let n = i128::try_from(skip).ok()? + 1;
    let bend = third.checked_sub(second.checked_mul(2)?)?.checked_add(*first)?;
    let slope_there = second.checked_sub(*first)?.checked_mul(2)?;
    let linear = slope_there.checked_sub(bend.checked_mul(2 * n + 1)?)?;
    let rest = first
        .checked_mul(2)?
        .checked_sub(bend.checked_mul(n * n)?)?
        .checked_sub(linear.checked_mul(n)?)?;
    let under = i128::from(divisor) * 4;
    let common = [rest, linear, bend].into_iter().fold(under, gcd);
    let coefficients = [rest / common, linear / common, bend / common];
    let law = || -> Result<Expr, Error> {
        let base = sum(vec![(i128::from(slope), Some(Expr::n())), (i128::from(constant), None)])?;
        let exponent = sum(vec![(1, Some(Expr::n())), (-i128::from(shift), None)])?;
        let power = Expr::binary(Op::Pow, &base, &exponent)?;
        let (content, primitive) = polynomial(&coefficients)?;
        let product = match primitive {
            None => power,
            Some(primitive) => Expr::binary(Op::Mul, &primitive, &power)?,
        };
        let above = sum(vec![(content, Some(product))])?;
        match under / common {
            1 => Ok(above),
            under => Expr::binary(Op::Idiv, &above, &Expr::int(Int::from(under))),
        }
    };
    let mut proposal = Proposal::new(law().ok()?, &PROFILE);
    let size = |value: i128| 1.0 + 2.0 * math::log2(value.unsigned_abs() as f64 + 1.0);
    let price: f64 = coefficients.into_iter().chain([under / common]).map(size).sum();
    (proposal.skip, proposal.fitted, proposal.solved) = (skip, 3, true);
    proposal.stated_bits = Some(POWER_PRICE + price);
    Some(search.offer(proposal))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{continuation, ints};

    #[test]
    fn powers_of_what_grows() {
        let check = |law: fn(i128) -> i128| {
            let terms: Vec<i128> = (1..=18).map(law).collect();
            let (next, found) = continuation(&terms[..12], 6);
            assert_eq!(next, ints(&terms[12..]), "{found}");
        };
        check(|n| n.pow(n as u32));
        check(|n| (n + 1).pow(n as u32 - 1));
        check(|n| n * (n - 1) * (n + 2).pow(n as u32) / 2);
        check(|n| (3 * n + 1) * (2 * n + 1).pow(n as u32 - 1));
    }

    #[test]
    fn powers_with_a_polynomial_of_a_higher_degree() {
        let law = |n: i128| match n {
            1 | 2 => 0,
            n => (n - 1) * (n - 2) * (n - 3) * (n + 2) * (n + 1).pow(n as u32 - 3) / 6,
        };
        let terms: Vec<i128> = (1..=22).map(law).collect();
        let (next, found) = continuation(&terms[..16], 6);
        assert_eq!(next, ints(&terms[16..]), "{found}");
    }

    #[test]
    fn factorials_have_none() {
        let mut terms = vec![1i128];
        (2..15).for_each(|n| terms.push(terms[terms.len() - 1] * n));
        assert!(!continuation(&terms, 3).1.contains("^n"));
    }
}
