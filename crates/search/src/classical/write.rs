//! Writing what was solved for in the language.

use ansatz_expr::{Error, Expr, Int, Op, sort};

use super::field::gcd;
use crate::description_bits;

/// A summand: a coefficient, and what it multiplies (nothing for a number).
pub(crate) type Summand = (i128, Option<Expr>);

/// The sum of the summands, those with coefficient 0 left out. Subtracts
/// where coefficients are negative, and begins with a positive one if there is.
pub(crate) fn sum(mut summands: Vec<Summand>) -> Result<Expr, Error> {
    summands.retain(|(coefficient, _)| *coefficient != 0);
    if let Some(first) = summands.iter().position(|(coefficient, _)| *coefficient > 0) {
        summands[..=first].rotate_right(1);
    }
    let mut total: Option<Expr> = None;
    for (coefficient, factor) in summands {
        total = Some(match total {
            None => scaled(coefficient, factor)?,
            Some(before) => {
                let op = if coefficient < 0 { Op::Sub } else { Op::Add };
                let size = coefficient.checked_abs().unwrap_or(i128::MAX);
                Expr::binary(op, &before, &scaled(size, factor)?)?
            }
        });
    }
    Ok(total.unwrap_or_else(|| Expr::int(0i64)))
}

fn scaled(coefficient: i128, factor: Option<Expr>) -> Result<Expr, Error> {
    match factor {
        None => Ok(Expr::int(Int::from(coefficient))),
        Some(factor) if coefficient == 1 => Ok(factor),
        Some(factor) => Expr::binary(Op::Mul, &Expr::int(Int::from(coefficient)), &factor),
    }
}

/// `dividend // divisor`, or the dividend alone over 1.
pub(crate) fn quotient(dividend: &Expr, divisor: &Expr) -> Result<Expr, Error> {
    if *divisor == Expr::int(1i64) {
        return Ok(dividend.clone());
    }
    Expr::binary(Op::Idiv, dividend, divisor)
}

/// A polynomial as an integer factor and the expression of what is left of
/// it (nothing for 1), whichever writing of that is shorter: expanded, by
/// Horner's rule, or in linear factors.
pub(crate) fn polynomial(coefficients: &[i128]) -> Result<Summand, Error> {
    let mut content = coefficients.iter().fold(0, |sofar, &c| gcd(sofar, c));
    let leading = coefficients.iter().rev().find(|&&c| c != 0);
    let Some(leading) = leading else { return Ok((0, None)) };
    if *leading < 0 {
        content = -content;
    }
    let degree = coefficients.iter().rposition(|&c| c != 0).unwrap_or(0);
    if degree == 0 {
        return Ok((content, None));
    }
    let primitive: Vec<i128> = coefficients[..=degree].iter().map(|c| c / content).collect();
    let writings = [expanded(&primitive)?, horner(&primitive)?, factored(&primitive)?];
    let shortest = writings
        .into_iter()
        .min_by(|a, b| description_bits(a).total_cmp(&description_bits(b)))
        .unwrap_or_else(Expr::n);
    Ok((content, Some(shortest)))
}

/// `n^exponent`, for exponents above 0, by squaring where it can.
fn power_of_n(exponent: usize) -> Result<Expr, Error> {
    power(&Expr::n(), exponent)
}

fn power(base: &Expr, exponent: usize) -> Result<Expr, Error> {
    match exponent {
        0 => Ok(Expr::int(1i64)),
        1 => Ok(base.clone()),
        even if even % 2 == 0 => Expr::unary(Op::Sqr, &power(base, even / 2)?),
        odd => Expr::binary(Op::Mul, base, &power(base, odd - 1)?),
    }
}

fn expanded(coefficients: &[i128]) -> Result<Expr, Error> {
    let mut summands = Vec::new();
    for (exponent, &coefficient) in coefficients.iter().enumerate().rev() {
        let factor = if exponent == 0 { None } else { Some(power_of_n(exponent)?) };
        summands.push((coefficient, factor));
    }
    sum(summands)
}

fn horner(coefficients: &[i128]) -> Result<Expr, Error> {
    let mut total: Option<Expr> = None;
    for &coefficient in coefficients.iter().rev() {
        total = Some(match total {
            None => Expr::int(Int::from(coefficient)),
            Some(inner) => {
                let product = if inner == Expr::int(1i64) {
                    Expr::n()
                } else {
                    Expr::binary(Op::Mul, &Expr::n(), &inner)?
                };
                sum(vec![(1, Some(product)), (coefficient, None)])?
            }
        });
    }
    Ok(total.unwrap_or_else(|| Expr::int(0i64)))
}

/// Linear factors with small integers, and the rest expanded.
fn factored(coefficients: &[i128]) -> Result<Expr, Error> {
    let mut rest = coefficients.to_vec();
    let mut factors: Vec<((i128, i128), usize)> = Vec::new();
    for slope in 1..=4 {
        for shift in -24..=24i128 {
            let mut times = 0;
            while let Some(divided) = divided_by(&rest, slope, shift) {
                rest = divided;
                times += 1;
            }
            if times > 0 {
                factors.push(((slope, shift), times));
            }
        }
    }
    let mut product: Option<Expr> = None;
    let mut include = |factor: Expr| -> Result<(), Error> {
        product = Some(match product.take() {
            None => factor,
            Some(before) => Expr::binary(Op::Mul, &before, &factor)?,
        });
        Ok(())
    };
    // n itself first, then the factors next to it.
    sort::by_key(&mut factors, |((slope, shift), _)| (*slope, shift.abs(), *shift < 0));
    for ((slope, shift), times) in factors {
        let factor = sum(vec![(slope, Some(Expr::n())), (shift, None)])?;
        include(power(&factor, times)?)?;
    }
    if rest != [1] {
        include(expanded(&rest)?)?;
    }
    Ok(product.unwrap_or_else(|| Expr::int(1i64)))
}

/// The quotient by `slope·n + shift`, if that divides without remainder.
fn divided_by(coefficients: &[i128], slope: i128, shift: i128) -> Option<Vec<i128>> {
    if coefficients.len() < 2 || gcd(slope, shift) != 1 {
        return None;
    }
    let mut quotient = vec![0i128; coefficients.len() - 1];
    let mut carry = 0i128;
    for (index, &coefficient) in coefficients.iter().enumerate().rev() {
        let value = coefficient.checked_sub(carry)?;
        if index == 0 {
            return (value == 0).then_some(quotient);
        }
        if value % slope != 0 {
            return None;
        }
        quotient[index - 1] = value / slope;
        carry = (value / slope).checked_mul(shift)?;
    }
    None
}

/// `polynomial(n) · factor` as a summand.
pub(super) fn multiple(coefficients: &[i128], factor: Option<Expr>) -> Result<Summand, Error> {
    let (content, primitive) = polynomial(coefficients)?;
    let product = match (primitive, factor) {
        (Some(primitive), Some(factor)) => Some(Expr::binary(Op::Mul, &primitive, &factor)?),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => None,
    };
    Ok((content, product))
}

/// A summand as an expression of its own.
pub(super) fn single(summand: Summand) -> Result<Expr, Error> {
    sum(vec![summand])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(coefficients: &[i128]) -> String {
        format!("{:?}", single(polynomial(coefficients).unwrap()).unwrap())
    }

    #[test]
    fn sums_subtract_what_is_negative() {
        let u = |k| Some(Expr::prev(k).unwrap());
        let expr = sum(vec![(-2, u(1)), (1, u(2)), (0, u(3)), (-5, None)]).unwrap();
        assert_eq!(format!("{expr:?}"), "sub(sub(u2, mul(2, u1)), 5)");
        assert_eq!(format!("{:?}", sum(vec![(-1, u(1))]).unwrap()), "mul(-1, u1)");
        assert_eq!(format!("{:?}", sum(vec![]).unwrap()), "0");
    }

    #[test]
    fn polynomials_take_their_shortest_form() {
        assert_eq!(written(&[0, 1, 1]), "add(sqr(n), n)");
        assert_eq!(written(&[0, 6, 11, 6, 1]), "mul(mul(mul(n, add(n, 1)), add(n, 2)), add(n, 3))");
        assert_eq!(written(&[1, 0, 1]), "add(sqr(n), 1)");
        assert_eq!(written(&[-2, 4]), "mul(2, sub(mul(2, n), 1))");
        assert_eq!(written(&[1, 2, 1]), "sqr(add(n, 1))");
        assert_eq!(written(&[0, 0, 0, 0, -3]), "mul(-3, sqr(sqr(n)))");
        assert_eq!(written(&[7]), "7");
        assert_eq!(written(&[]), "0");
    }
}
