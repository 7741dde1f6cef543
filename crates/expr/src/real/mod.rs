//! Real expressions computed with as many digits as it takes to know their
//! floor.
//!
//! What is rational is computed exactly; everything else lies between two
//! binary fractions, and the precision is doubled until both have the same
//! floor. Where they never do (`floor(sqrt(2)*sqrt(2))`), that is an error.

mod fixed;
mod interval;

use num_bigint::{BigInt, Sign};
use num_traits::{Signed, ToPrimitive, Zero};

use crate::op::Fault;
use crate::{Int, NamedConst, Op};
use interval::Interval;

/// A node of a real expression, in prefix order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Item {
    Int(Int),
    Const(NamedConst),
    Op(Op),
}

/// Why there is no floor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Trouble {
    /// No precision within bounds decides it.
    Undecided,
    /// A function has no value there; the operand is rounded.
    Fault(Fault, f64),
}

/// Precisions that are tried, in bits after the point.
const PRECISIONS: [u64; 7] = [64, 128, 256, 512, 1024, 2048, 4096];

/// Values beyond 2 to this are too large.
const LARGEST: u64 = 4096;

/// A value: a fraction, or somewhere in an interval.
#[derive(Debug, Clone)]
enum Real {
    /// Numerator and positive denominator.
    Exact(BigInt, BigInt),
    Within(Interval),
}

/// The greatest integer that is not above the value.
pub(crate) fn floor(items: &[Item]) -> Result<Int, Trouble> {
    for precision in PRECISIONS {
        let floor = match value(items, precision)? {
            Some(Real::Exact(numerator, denominator)) => div_floor(&numerator, &denominator),
            Some(Real::Within(interval)) => match interval.floor(precision) {
                Some(floor) => floor,
                None => continue,
            },
            None => continue,
        };
        return to_int(&floor);
    }
    Err(Trouble::Undecided)
}

/// The partial quotient of a continued fraction at a place, from 1: the floor
/// first.
pub(crate) fn partial_quotient(items: &[Item], place: usize) -> Result<Int, Trouble> {
    if place == 0 {
        return Err(Trouble::Fault(Fault::OutOfDomain, 0.0));
    }
    'precisions: for precision in PRECISIONS {
        let mut rest = match value(items, precision)? {
            Some(rest) => rest,
            None => continue,
        };
        for _ in 1..place {
            let (whole, fraction) = match rest.split(precision) {
                Some(parts) => parts,
                None => continue 'precisions,
            };
            let _ = whole;
            rest = match fraction.divided(precision)? {
                Some(inverse) => inverse,
                None => continue 'precisions,
            };
        }
        if let Some((whole, _)) = rest.split(precision) {
            return to_int(&whole);
        }
    }
    Err(Trouble::Undecided)
}

fn to_int(value: &BigInt) -> Result<Int, Trouble> {
    // Decimal digits are the one language both kinds of integers speak.
    let int = if value.bits() <= 700 { value.to_string().parse().ok() } else { None };
    int.ok_or_else(|| Trouble::Fault(Fault::Overflow, value.to_f64().unwrap_or(f64::MAX)))
}

fn from_int(value: Int) -> BigInt {
    match value.to_i128() {
        Some(small) => BigInt::from(small),
        None => value.to_string().parse().unwrap_or_default(),
    }
}

/// Rounded down; the divisor is positive.
fn div_floor(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() {
        return BigInt::zero();
    }
    let quotient = a / b;
    if a.is_negative() && &quotient * b != *a { quotient - 1 } else { quotient }
}

/// The value at a precision; `None` where more is needed to tell whether there
/// is one.
fn value(items: &[Item], precision: u64) -> Result<Option<Real>, Trouble> {
    let mut stack: Vec<Real> = Vec::new();
    for item in items.iter().rev() {
        let value = match *item {
            Item::Int(value) => Real::Exact(from_int(value), BigInt::from(1)),
            Item::Const(constant) => Real::Within(fixed::constant(constant, precision)),
            Item::Op(op) => {
                let Some(a) = stack.pop() else { return Err(Trouble::Undecided) };
                let b = if op.arity() > 1 { stack.pop() } else { None };
                match apply(op, a, b, precision)? {
                    Some(value) => value,
                    None => return Ok(None),
                }
            }
        };
        if value.bits(precision) > LARGEST {
            return Err(Trouble::Fault(Fault::Overflow, f64::MAX));
        }
        stack.push(value);
    }
    Ok(stack.pop())
}

fn apply(op: Op, a: Real, b: Option<Real>, precision: u64) -> Result<Option<Real>, Trouble> {
    let b = b.unwrap_or_else(|| a.clone());
    if let (Real::Exact(p, q), Real::Exact(r, s)) = (&a, &b) {
        let exact = match op {
            Op::Add => Some((p * s + r * q, q * s)),
            Op::Sub => Some((p * s - r * q, q * s)),
            Op::Mul => Some((p * r, q * s)),
            Op::Sqr => Some((p * p, q * q)),
            Op::Abs => Some((p.abs(), q.clone())),
            Op::Div | Op::Inv => {
                let (p, q) = match op {
                    Op::Inv => (BigInt::from(1), BigInt::from(1)),
                    _ => (p.clone(), q.clone()),
                };
                if r.is_zero() {
                    let operand = p.to_f64().unwrap_or(0.0);
                    return Err(Trouble::Fault(Fault::DivisionByZero, operand));
                }
                let sign = if r.is_negative() { -1 } else { 1 };
                Some((p * s * sign, q * r.abs()))
            }
            Op::Sqrt if !p.is_negative() => {
                let (root, under) = (p.sqrt(), q.sqrt());
                (&root * &root == *p && &under * &under == *q).then_some((root, under))
            }
            _ => None,
        };
        if let Some((numerator, denominator)) = exact {
            return Ok(Some(Real::Exact(numerator, denominator)));
        }
    }
    let (a, b) = (a.interval(precision), b.interval(precision));
    Ok(interval::apply(op, &a, &b, precision)?.map(Real::Within))
}

impl Real {
    fn interval(self, precision: u64) -> Interval {
        match self {
            Real::Within(interval) => interval,
            Real::Exact(numerator, denominator) => {
                let scaled = numerator << precision;
                let lo = div_floor(&scaled, &denominator);
                let hi = if &lo * &denominator == scaled { lo.clone() } else { &lo + 1 };
                Interval { lo, hi }
            }
        }
    }

    /// How many bits it has before the point, and a fraction in all.
    fn bits(&self, precision: u64) -> u64 {
        match self {
            Real::Exact(numerator, denominator) => numerator.bits().max(denominator.bits()),
            Real::Within(interval) => {
                interval.lo.bits().max(interval.hi.bits()).saturating_sub(precision)
            }
        }
    }

    /// The floor and what is above it.
    fn split(&self, precision: u64) -> Option<(BigInt, Real)> {
        match self {
            Real::Exact(numerator, denominator) => {
                let whole = div_floor(numerator, denominator);
                let rest = numerator - &whole * denominator;
                Some((whole, Real::Exact(rest, denominator.clone())))
            }
            Real::Within(interval) => {
                let whole = interval.floor(precision)?;
                let shift = &whole << precision;
                let rest = Interval { lo: &interval.lo - &shift, hi: &interval.hi - &shift };
                Some((whole, Real::Within(rest)))
            }
        }
    }

    /// 1/x for a fraction that is not negative; there is none where the
    /// continued fraction has ended.
    fn divided(self, precision: u64) -> Result<Option<Real>, Trouble> {
        match self {
            Real::Exact(numerator, denominator) => match numerator.sign() {
                Sign::NoSign => Err(Trouble::Fault(Fault::OutOfDomain, 0.0)),
                _ => Ok(Some(Real::Exact(denominator, numerator))),
            },
            Real::Within(interval) => {
                Ok(interval::apply(Op::Inv, &interval, &interval, precision)?.map(Real::Within))
            }
        }
    }
}
