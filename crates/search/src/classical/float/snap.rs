//! From a measured coefficient to the number that was meant.

use ansatz_expr::{Error, Expr, Int, NamedConst, Op};

use crate::description_bits;

/// Largest denominator of a fraction, and largest factor of a constant.
const MAX_DENOMINATOR: i64 = 12;
const MAX_FACTOR: i64 = 4;
const LARGEST_INTEGER: f64 = 1e9;

/// A coefficient as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::classical) enum Coefficient {
    /// numerator / denominator.
    Fraction(i64, i64),
    /// constant · numerator / denominator.
    Multiple(NamedConst, i64, i64),
    /// numerator / (constant · denominator).
    Inverse(NamedConst, i64, i64),
    /// As measured.
    Real(f64),
}

impl Coefficient {
    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Coefficient::Fraction(0, _))
    }

    /// How long it is to write before something.
    fn bits(self) -> f64 {
        multiple(&Expr::n(), self).map_or(f64::INFINITY, |expr| description_bits(&expr))
    }
}

/// The shortest number within a window (relative, absolute near 0).
pub(super) fn nearest(value: f64, window: f64) -> Coefficient {
    if window <= 0.0 {
        return Coefficient::Real(value);
    }
    if value.abs() <= window {
        return Coefficient::Fraction(0, 1);
    }
    if value.abs() >= LARGEST_INTEGER {
        return Coefficient::Real(value);
    }
    let mut best = (f64::INFINITY, Coefficient::Real(value));
    let mut consider = |coefficient: Coefficient, exactly: f64| {
        if (exactly - value).abs() <= window * value.abs() {
            let length = coefficient.bits();
            if length < best.0 {
                best = (length, coefficient);
            }
        }
    };
    for denominator in 1..=MAX_DENOMINATOR {
        let numerator = (value * denominator as f64).round();
        consider(
            Coefficient::Fraction(numerator as i64, denominator),
            numerator / denominator as f64,
        );
    }
    for constant in NamedConst::ALL {
        for denominator in 1..=MAX_FACTOR {
            let scale = denominator as f64;
            let numerator = (value * scale / constant.value()).round();
            if numerator.abs() <= 10.0 {
                consider(
                    Coefficient::Multiple(constant, numerator as i64, denominator),
                    numerator * constant.value() / scale,
                );
            }
            let numerator = (value * scale * constant.value()).round();
            if numerator.abs() <= 10.0 {
                consider(
                    Coefficient::Inverse(constant, numerator as i64, denominator),
                    numerator / (scale * constant.value()),
                );
            }
        }
    }
    best.1
}

/// A number with so many digits.
pub(super) fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits.max(1) - 1).parse().unwrap_or(value)
}

/// Σ coefficient · expression.
pub(in crate::classical) fn combination<'a>(
    parts: impl Iterator<Item = (&'a Expr, Coefficient)>,
) -> Result<Expr, Error> {
    let mut parts: Vec<(&Expr, Coefficient)> = parts.filter(|(_, c)| !c.is_zero()).collect();
    if let Some(first) = parts.iter().position(|(_, c)| !is_negative(c)) {
        parts[..=first].rotate_right(1);
    }
    let mut total: Option<Expr> = None;
    for (expr, coefficient) in parts {
        total = Some(match total {
            None => multiple(expr, coefficient)?,
            Some(before) if is_negative(&coefficient) => {
                Expr::binary(Op::Sub, &before, &multiple(expr, negated(coefficient))?)?
            }
            Some(before) => Expr::binary(Op::Add, &before, &multiple(expr, coefficient)?)?,
        });
    }
    Ok(total.unwrap_or_else(|| Expr::int(0i64)))
}

fn is_negative(coefficient: &Coefficient) -> bool {
    match coefficient {
        Coefficient::Fraction(n, _)
        | Coefficient::Multiple(_, n, _)
        | Coefficient::Inverse(_, n, _) => *n < 0,
        Coefficient::Real(value) => *value < 0.0,
    }
}

fn negated(coefficient: Coefficient) -> Coefficient {
    match coefficient {
        Coefficient::Fraction(n, d) => Coefficient::Fraction(-n, d),
        Coefficient::Multiple(c, n, d) => Coefficient::Multiple(c, -n, d),
        Coefficient::Inverse(c, n, d) => Coefficient::Inverse(c, -n, d),
        Coefficient::Real(value) => Coefficient::Real(-value),
    }
}

/// `a · b`, without factors 1.
fn product(a: Expr, b: Expr) -> Result<Expr, Error> {
    let one = Expr::int(1i64);
    if a == one {
        Ok(b)
    } else if b == one {
        Ok(a)
    } else {
        Expr::binary(Op::Mul, &a, &b)
    }
}

fn over(dividend: Expr, divisor: Expr) -> Result<Expr, Error> {
    if divisor == Expr::int(1i64) {
        Ok(dividend)
    } else {
        Expr::binary(Op::Div, &dividend, &divisor)
    }
}

fn multiple(expr: &Expr, coefficient: Coefficient) -> Result<Expr, Error> {
    let int = |value: i64| Expr::int(Int::from(value));
    match coefficient {
        Coefficient::Fraction(n, d) => over(product(int(n), expr.clone())?, int(d)),
        Coefficient::Multiple(c, n, d) => {
            let scaled = product(Expr::constant(c), expr.clone())?;
            over(product(int(n), scaled)?, int(d))
        }
        Coefficient::Inverse(c, n, d) => {
            let below = product(int(d), Expr::constant(c))?;
            over(product(int(n), expr.clone())?, below)
        }
        Coefficient::Real(value) => product(Expr::real(value)?, expr.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_number_near_enough() {
        assert_eq!(nearest(0.333_333_333_4, 1e-8), Coefficient::Fraction(1, 3));
        assert_eq!(nearest(-7.0 + 1e-10, 1e-8), Coefficient::Fraction(-7, 1));
        let pi = std::f64::consts::PI;
        assert_eq!(nearest(pi / 2.0, 1e-9), Coefficient::Multiple(NamedConst::Pi, 1, 2));
        assert_eq!(nearest(-3.0 / pi, 1e-9), Coefficient::Inverse(NamedConst::Pi, -3, 1));
        assert_eq!(nearest(1.234_567_8, 1e-9), Coefficient::Real(1.234_567_8));
        assert_eq!(nearest(1e-12, 1e-9), Coefficient::Fraction(0, 1));
    }

    #[test]
    fn combinations_read_as_one_writes_them() {
        let (u, n, one) = (Expr::prev(1).unwrap(), Expr::n(), Expr::int(1i64));
        let parts = [
            (&u, Coefficient::Fraction(-1, 2)),
            (&n, Coefficient::Multiple(NamedConst::E, 1, 1)),
            (&one, Coefficient::Fraction(3, 1)),
        ];
        let expr = combination(parts.into_iter()).unwrap();
        assert_eq!(format!("{expr:?}"), "add(sub(mul(e, n), div(u1, 2)), 3)");
    }
}
