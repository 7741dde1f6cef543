//! Intervals of binary fractions, rounded outwards.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Trouble, div_floor, fixed};
use crate::Op;
use crate::op::Fault;

/// Both ends are multiples of 2^-precision, given as whole numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Interval {
    pub lo: BigInt,
    pub hi: BigInt,
}

impl Interval {
    /// The floor, if all of it has the same.
    pub fn floor(&self, precision: u64) -> Option<BigInt> {
        // A shift to the right rounds down.
        let (lo, hi) = (&self.lo >> precision, &self.hi >> precision);
        (lo == hi).then_some(lo)
    }

    fn has_zero(&self) -> bool {
        !self.lo.is_positive() && !self.hi.is_negative()
    }

    fn of(values: [BigInt; 4]) -> Option<Interval> {
        let lo = values.iter().min()?.clone();
        let hi = values.into_iter().max()?;
        Some(Interval { lo, hi })
    }

    fn abs(&self) -> Interval {
        if !self.lo.is_negative() {
            self.clone()
        } else if !self.hi.is_positive() {
            Interval { lo: -&self.hi, hi: -&self.lo }
        } else {
            Interval { lo: BigInt::zero(), hi: (-&self.lo).max(self.hi.clone()) }
        }
    }

    /// From the floor of one to the ceiling of the other.
    fn rounded(self, precision: u64) -> Interval {
        Interval { lo: self.lo >> precision, hi: (self.hi >> precision) + 1 }
    }
}

/// A point with its error bound, as an interval.
pub(super) fn around(value: BigInt, error: u32) -> Interval {
    Interval { lo: &value - error, hi: value + error }
}

/// `None` where the precision does not tell whether there is a value.
pub(super) fn apply(
    op: Op,
    a: &Interval,
    b: &Interval,
    precision: u64,
) -> Result<Option<Interval>, Trouble> {
    // Of a function that rises, given at points with an error of a few units.
    let rising = |f: &dyn Fn(&BigInt) -> BigInt| {
        Some(Interval { lo: f(&a.lo) - ERROR, hi: f(&a.hi) + ERROR })
    };
    let outside = || Trouble::Fault(Fault::OutOfDomain, rounded(&a.lo, precision));
    let one = BigInt::from(1) << precision;
    Ok(match op {
        Op::Add => Some(Interval { lo: &a.lo + &b.lo, hi: &a.hi + &b.hi }),
        Op::Sub => Some(Interval { lo: &a.lo - &b.hi, hi: &a.hi - &b.lo }),
        Op::Mul => Interval::of([&a.lo * &b.lo, &a.lo * &b.hi, &a.hi * &b.lo, &a.hi * &b.hi])
            .map(|product| product.rounded(precision)),
        Op::Sqr => {
            let size = a.abs();
            let square = Interval { lo: &size.lo * &size.lo, hi: &size.hi * &size.hi };
            Some(square.rounded(precision))
        }
        Op::Abs => Some(a.abs()),
        Op::Div | Op::Inv => {
            let unit = Interval { lo: one.clone(), hi: one };
            let dividend = if op == Op::Inv { &unit } else { a };
            divide(dividend, b, precision)
        }
        Op::Sqrt => {
            if a.hi.is_negative() {
                return Err(outside());
            }
            if a.lo.is_negative() {
                return Ok(None);
            }
            let root = |value: &BigInt| (value << precision).sqrt();
            Some(Interval { lo: root(&a.lo), hi: root(&a.hi) + 1 })
        }
        Op::Exp => {
            // Beyond this the value has more than the largest number of bits.
            let limit = BigInt::from(3000) << precision;
            if a.hi > limit {
                return Err(Trouble::Fault(Fault::Overflow, rounded(&a.hi, precision)));
            }
            if a.lo < -limit {
                return Ok(None);
            }
            rising(&|x| fixed::exp(x, precision))
        }
        Op::Log => {
            if !a.hi.is_positive() {
                return Err(outside());
            }
            if !a.lo.is_positive() {
                return Ok(None);
            }
            rising(&|x| fixed::ln(x, precision))
        }
        Op::Arctan => rising(&|x| fixed::arctan(x, precision)),
        Op::Arcsin | Op::Arccos => {
            if a.lo > one || a.hi < -&one {
                return Err(outside());
            }
            if a.hi >= one || a.lo <= -&one {
                return Ok(None);
            }
            let arcsin = rising(&|x| fixed::arcsin(x, precision));
            if op == Op::Arcsin {
                return Ok(arcsin);
            }
            let right = fixed::pi(precision + 1) >> 2u32;
            arcsin.map(|arcsin| Interval {
                lo: &right - &arcsin.hi - ERROR,
                hi: &right - &arcsin.lo + ERROR,
            })
        }
        // Slopes of at most 1.
        Op::Sin | Op::Cos => {
            let reach = (&a.hi - &a.lo) + ERROR;
            let middle = fixed::sin_cos(&a.lo, precision);
            let value = if op == Op::Sin { middle.0 } else { middle.1 };
            Some(Interval { lo: &value - &reach, hi: value + reach })
        }
        Op::Tan => {
            let (Some(sin), Some(cos)) =
                (apply(Op::Sin, a, a, precision)?, apply(Op::Cos, a, a, precision)?)
            else {
                return Ok(None);
            };
            divide(&sin, &cos, precision)
        }
        _ => return Err(Trouble::Undecided),
    })
}

/// By how many units the functions of [`fixed`] may be off.
const ERROR: u32 = 8;

fn divide(a: &Interval, b: &Interval, precision: u64) -> Option<Interval> {
    if b.has_zero() {
        return None;
    }
    let quotient = |a: &BigInt, b: &BigInt| {
        let (a, b) = if b.is_negative() { (-a, -b) } else { (a.clone(), b.clone()) };
        div_floor(&(a << precision), &b)
    };
    let corners = Interval::of([
        quotient(&a.lo, &b.lo),
        quotient(&a.lo, &b.hi),
        quotient(&a.hi, &b.lo),
        quotient(&a.hi, &b.hi),
    ])?;
    Some(Interval { hi: corners.hi + 1, lo: corners.lo })
}

fn rounded(value: &BigInt, precision: u64) -> f64 {
    value.to_f64().unwrap_or(f64::MAX) / 2f64.powi(precision.min(1000) as i32)
}
