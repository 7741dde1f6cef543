//! Bounds on the value of a form, wherever it is defined.
//!
//! They decide the piecewise functions: `abs(x % 7)` is `x % 7`. Bounds are
//! integers that doubles hold exactly; anything larger counts as unbounded.

use super::ratio::Ratio;
use super::term::{Atom, Factor, Product, Sum};
use crate::Op;

/// Every value lies in `lo..=hi`; either end may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Range {
    pub lo: f64,
    pub hi: f64,
}

/// Integers up to here are exact in doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Range {
    const ALL: Range = Range { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// Rounds outwards to integers that are exact, or to infinity.
    fn new(lo: f64, hi: f64) -> Range {
        let (lo, hi) = (lo.floor(), hi.ceil());
        Range {
            lo: if lo > -EXACT { lo.min(EXACT) } else { f64::NEG_INFINITY },
            hi: if hi < EXACT { hi.max(-EXACT) } else { f64::INFINITY },
        }
    }

    fn exactly(value: f64) -> Range {
        Range::new(value, value)
    }

    /// At least `lo`.
    fn from(lo: f64) -> Range {
        Range { lo, hi: f64::INFINITY }
    }

    pub fn is_nonnegative(self) -> bool {
        self.lo >= 0.0
    }

    pub fn is_nonpositive(self) -> bool {
        self.hi <= 0.0
    }

    /// Bounded away from 0, which rounding cannot undo.
    pub fn is_positive(self) -> bool {
        self.lo >= 1.0
    }

    pub fn is_negative(self) -> bool {
        self.hi <= -1.0
    }

    fn add(self, other: Range) -> Range {
        Range::new(self.lo + other.lo, self.hi + other.hi)
    }

    fn mul(self, other: Range) -> Range {
        // 0 * infinity is 0: the factor is finite, however large.
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let corners = [
            product(self.lo, other.lo),
            product(self.lo, other.hi),
            product(self.hi, other.lo),
            product(self.hi, other.hi),
        ];
        Range::new(
            corners.into_iter().fold(f64::INFINITY, f64::min),
            corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
        )
    }

    fn abs(self) -> Range {
        if self.is_nonnegative() {
            self
        } else {
            Range { lo: (-self.hi).max(0.0), hi: self.hi.max(-self.lo) }
        }
    }

    fn pow(self, power: i32) -> Range {
        let base = if power % 2 == 0 { self.abs() } else { self };
        if power < 0 {
            return if base.is_nonnegative() {
                Range { lo: 0.0, hi: if base.is_positive() { 1.0 } else { f64::INFINITY } }
            } else if base.is_nonpositive() {
                Range { lo: f64::NEG_INFINITY, hi: 0.0 }
            } else {
                Range::ALL
            };
        }
        // Monotone: odd powers everywhere, even ones from 0 on.
        Range::new(base.lo.powi(power), base.hi.powi(power))
    }
}

pub(super) fn of_sum(sum: &Sum) -> Range {
    let mut total = of_ratio(sum.constant);
    for entry in &sum.entries {
        if total == Range::ALL {
            break;
        }
        total = total.add(of_ratio(entry.coef).mul(of_product(&entry.product)));
    }
    total
}

fn of_ratio(value: Ratio) -> Range {
    Range::exactly(value.to_f64())
}

fn of_product(product: &Product) -> Range {
    product.iter().fold(Range::exactly(1.0), |total, factor| total.mul(of_factor(factor)))
}

fn of_factor(factor: &Factor) -> Range {
    of_atom(&factor.atom).pow(factor.power)
}

pub(super) fn of_atom(atom: &Atom) -> Range {
    match atom {
        Atom::Prev(_) => Range::ALL,
        Atom::N => Range::from(1.0),
        Atom::Const(constant) => Range::exactly(constant.value()),
        Atom::Real(bits) => Range::exactly(f64::from_bits(*bits)),
        Atom::Wide(value) if value.is_negative() => Range { lo: f64::NEG_INFINITY, hi: -EXACT },
        Atom::Wide(_) => Range::from(EXACT),
        Atom::Call(op, argument) => of_call(*op, argument),
        Atom::Call2(op, operands) => of_division(*op, &operands.0, &operands.1),
        Atom::Group(sum) => of_sum(sum),
    }
}

fn of_call(op: Op, argument: &Sum) -> Range {
    match op {
        Op::Abs => of_sum(argument).abs(),
        Op::Relu => {
            let inner = of_sum(argument);
            Range { lo: inner.lo.max(0.0), hi: inner.hi.max(0.0) }
        }
        // exp may round to 0.
        Op::Sqrt | Op::Exp => Range::from(0.0),
        Op::Sign | Op::Sin | Op::Cos => Range { lo: -1.0, hi: 1.0 },
        Op::Arcsin | Op::Arctan => Range { lo: -2.0, hi: 2.0 },
        Op::Arccos => Range { lo: 0.0, hi: 4.0 },
        _ => Range::ALL,
    }
}

fn of_division(op: Op, dividend: &Sum, divisor: &Sum) -> Range {
    let divisor = of_sum(divisor);
    match op {
        // The remainder has the divisor's sign and a smaller magnitude.
        Op::Mod if divisor.is_nonnegative() => Range { lo: 0.0, hi: (divisor.hi - 1.0).max(0.0) },
        Op::Mod if divisor.is_nonpositive() => Range { lo: (divisor.lo + 1.0).min(0.0), hi: 0.0 },
        Op::Idiv if divisor.is_nonnegative() => {
            let dividend = of_sum(dividend);
            if dividend.is_nonnegative() {
                dividend_bounds(dividend, divisor)
            } else if dividend.is_nonpositive() {
                Range { lo: dividend.lo, hi: 0.0 }
            } else {
                dividend
            }
        }
        _ => Range::ALL,
    }
}

/// Of a floored quotient of something not negative by something positive.
fn dividend_bounds(dividend: Range, divisor: Range) -> Range {
    let least = divisor.lo.max(1.0);
    let lo = if divisor.hi.is_finite() { (dividend.lo / divisor.hi.max(1.0)).floor() } else { 0.0 };
    Range {
        lo,
        hi: if dividend.hi.is_finite() { (dividend.hi / least).floor() } else { f64::INFINITY },
    }
}
