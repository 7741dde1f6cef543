//! Quotients that are linear in unknown numbers above and below the line.

use ansatz_expr::{Expr, Int, Op, Rational};

use super::solve;
use crate::classical::float::snap::{Coefficient, combination};

/// n^power · u(n-back)^times, or n^power alone if `back` is 0.
#[derive(Debug, Clone, Copy)]
struct PowerProduct {
    power: u32,
    back: u16,
    times: u32,
}

const fn n(power: u32) -> PowerProduct {
    PowerProduct { power, back: 0, times: 0 }
}

const fn u(back: u16) -> PowerProduct {
    PowerProduct { power: 0, back, times: 1 }
}

/// u(n-1)²
const SQUARE: PowerProduct = PowerProduct { power: 0, back: 1, times: 2 };

impl PowerProduct {
    /// Its value for the term after `history`, where the first term has the
    /// index `offset + 1`.
    fn value(self, history: &[Rational], offset: usize) -> Option<Rational> {
        let mut value = Rational::integer(1i64);
        for _ in 0..self.times {
            let term = *history.get(history.len().checked_sub(self.back.into())?)?;
            value = value.checked_mul(term)?;
        }
        for _ in 0..self.power {
            value = value.checked_mul(Rational::integer((history.len() + offset) as i128 + 1))?;
        }
        Some(value)
    }

    fn expr(self) -> Option<Expr> {
        let index = match self.power {
            0 => None,
            1 => Some(Expr::n()),
            power => {
                let mut expr = Expr::unary(Op::Sqr, &Expr::n()).ok()?;
                for _ in 2..power {
                    expr = Expr::binary(Op::Mul, &Expr::n(), &expr).ok()?;
                }
                Some(expr)
            }
        };
        let term = match self.times {
            0 => None,
            1 => Some(Expr::prev(self.back).ok()?),
            _ => Some(Expr::unary(Op::Sqr, &Expr::prev(self.back).ok()?).ok()?),
        };
        match (index, term) {
            (Some(index), Some(term)) => Expr::binary(Op::Mul, &index, &term).ok(),
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => Some(Expr::int(1i64)),
        }
    }
}

/// u(n) = (Σ c·factor) / (Σ d·factor).
pub(super) struct RationalTemplate {
    over: &'static [PowerProduct],
    under: &'static [PowerProduct],
}

/// In the order in which they are tried: fewer unknown numbers first.
pub(super) const SHAPES: [RationalTemplate; 28] = [
    RationalTemplate { over: &[n(0)], under: &[n(0)] },
    RationalTemplate { over: &[n(1)], under: &[n(0)] },
    RationalTemplate { over: &[u(1)], under: &[n(0)] },
    RationalTemplate { over: &[n(2)], under: &[n(0)] },
    RationalTemplate { over: &[n(0)], under: &[n(1)] },
    RationalTemplate { over: &[n(1), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[u(1), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[n(0)], under: &[n(1), n(0)] },
    RationalTemplate { over: &[u(1), u(2)], under: &[n(0)] },
    RationalTemplate { over: &[n(2), n(1), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[n(1), n(0)], under: &[n(1), n(0)] },
    RationalTemplate { over: &[u(1), n(1), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[n(0)], under: &[n(2), n(1), n(0)] },
    RationalTemplate { over: &[u(1), n(0)], under: &[u(1), n(0)] },
    RationalTemplate { over: &[u(1), u(2), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[n(3), n(2), n(1), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[n(1), n(0)], under: &[n(2), n(1), n(0)] },
    RationalTemplate { over: &[n(2), n(1), n(0)], under: &[n(1), n(0)] },
    RationalTemplate { over: &[u(1), u(2), u(3)], under: &[n(0)] },
    RationalTemplate { over: &[n(2), n(1), n(0)], under: &[n(2), n(1), n(0)] },
    RationalTemplate { over: &[n(4), n(3), n(2), n(1), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[n(0)], under: &[n(3), n(2), n(1), n(0)] },
    RationalTemplate { over: &[SQUARE], under: &[n(0)] },
    RationalTemplate { over: &[SQUARE, n(0)], under: &[u(1)] },
    RationalTemplate { over: &[SQUARE, u(1), n(0)], under: &[n(0)] },
    RationalTemplate { over: &[u(1), n(0)], under: &[u(2)] },
    RationalTemplate { over: &[SQUARE, u(1), n(0)], under: &[u(1), n(0)] },
    RationalTemplate { over: &[SQUARE, n(0)], under: &[SQUARE, u(1), n(0)] },
];

impl RationalTemplate {
    pub(super) fn unknowns(&self) -> usize {
        self.over.len() + self.under.len()
    }

    fn degree(&self) -> usize {
        self.over.iter().chain(self.under).map(|factor| factor.back.into()).max().unwrap_or(0)
    }

    /// Whether it is a function of n alone.
    pub(super) fn is_closed(&self) -> bool {
        self.degree() == 0
    }

    /// The law of this shape, if there is exactly one and a term is left to
    /// check it with.
    pub(super) fn solve(&self, terms: &[Rational], offset: usize) -> Option<Solved<'_>> {
        let (start, unknowns) = (self.degree(), self.unknowns());
        let equations = terms.len().checked_sub(start)?;
        if equations < unknowns {
            return None;
        }
        let row = |index: usize| -> Option<Vec<Rational>> {
            let (history, term) = (terms.get(..index)?, *terms.get(index)?);
            let over = self.over.iter().map(|factor| factor.value(history, offset));
            let under =
                self.under.iter().map(|factor| factor.value(history, offset)?.checked_mul(term));
            over.chain(under).collect()
        };
        // Most shapes fail on the first equations.
        let few: Option<Vec<_>> = (start..start + unknowns).map(row).collect();
        solve::kernel(few?, unknowns)?;
        let all: Option<Vec<_>> = (start..terms.len()).map(row).collect();
        let solution = solve::kernel(all?, unknowns)?;
        let (over, under) = solution.split_at(self.over.len());
        let is_nothing = |part: &[Rational]| part.iter().all(|number| number.is_zero());
        if is_nothing(under) || (is_nothing(over) && terms.iter().any(|term| !term.is_zero())) {
            return None;
        }
        Some(Solved { shape: self, over: over.to_vec(), under: under.to_vec() })
    }
}

/// A shape with its numbers.
pub(super) struct Solved<'a> {
    shape: &'a RationalTemplate,
    over: Vec<Rational>,
    under: Vec<Rational>,
}

impl Solved<'_> {
    /// The law with fractions, and with decimals where it has them.
    pub(super) fn writings(&self) -> Vec<Expr> {
        [self.written(fraction), self.written(decimal)].into_iter().flatten().collect()
    }

    fn written(&self, number: fn(Rational) -> Option<Coefficient>) -> Option<Expr> {
        let is_written = |found: &&Rational| !found.is_zero();
        // The last number below the line becomes 1.
        let unit = *self.under.iter().rev().find(is_written)?;
        let sum =
            |numbers: &[Rational], factors: &[PowerProduct], unit: Rational| -> Option<Expr> {
                let mut parts = Vec::new();
                for (found, factor) in numbers.iter().zip(factors) {
                    parts.push((factor.expr()?, number(found.checked_div(unit)?)?));
                }
                combination(parts.iter().map(|(expr, coefficient)| (expr, *coefficient))).ok()
            };
        if self.under.iter().filter(is_written).count() == 1 {
            let factor = self.under.iter().zip(self.shape.under).find(|(d, _)| is_written(d))?.1;
            let above = sum(&self.over, self.shape.over, unit.negated())?;
            return match (factor.power, factor.times) {
                (0, 0) => Some(above),
                _ => Expr::binary(Op::Div, &above, &factor.expr()?).ok(),
            };
        }
        // Integers above and below the line.
        let mut common = Int::ONE;
        for found in self.over.iter().chain(&self.under) {
            let scaled = found.checked_mul(Rational::integer(common))?;
            common = common.checked_mul(scaled.denominator())?;
        }
        let unit = Rational::integer(1i64).checked_div(Rational::integer(common))?;
        let sign = if self.under.iter().find(is_written)?.is_negative() { -1i64 } else { 1 };
        let unit = unit.checked_mul(Rational::integer(sign))?;
        let above = sum(&self.over, self.shape.over, unit.negated())?;
        Expr::binary(Op::Div, &above, &sum(&self.under, self.shape.under, unit)?).ok()
    }
}

fn fraction(value: Rational) -> Option<Coefficient> {
    let part = |part: Int| part.to_i128().and_then(|part| i64::try_from(part).ok());
    Some(Coefficient::Fraction(part(value.numerator())?, part(value.denominator())?))
}

/// A fraction that is a short decimal, and no integer.
fn decimal(value: Rational) -> Option<Coefficient> {
    let nearest = value.to_f64();
    match Rational::from_decimal(nearest) {
        Some(exactly) if exactly == value && !value.is_integer() => {
            Some(Coefficient::Real(nearest))
        }
        _ => fraction(value),
    }
}
