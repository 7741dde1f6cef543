//! Elementary functions of binary fractions: whole numbers that stand for
//! multiples of 2^-precision. Each is computed with guard bits and is off by at
//! most a few units.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use super::div_floor;
use super::interval::{Interval, around};
use crate::NamedConst;

/// Bits computed beyond those asked for.
const GUARD: u64 = 64;

pub(super) fn constant(constant: NamedConst, precision: u64) -> Interval {
    let value = match constant {
        NamedConst::E => exp(&(BigInt::from(1) << precision), precision),
        NamedConst::Pi => pi(precision),
        NamedConst::EulerGamma => euler_gamma(precision),
    };
    around(value, 4)
}

/// By Machin's formula, 16 arctan(1/5) - 4 arctan(1/239).
pub(super) fn pi(precision: u64) -> BigInt {
    let work = precision + GUARD;
    let arctan_inverse = |n: u32| {
        let mut power = (BigInt::from(1) << work) / n;
        let mut total = BigInt::zero();
        let mut k = 1u32;
        while !power.is_zero() {
            let part = &power / k;
            total = if k % 4 == 1 { total + part } else { total - part };
            power /= n * n;
            k += 2;
        }
        total
    };
    (arctan_inverse(5) * 16 - arctan_inverse(239) * 4) >> GUARD
}

/// ln 2 = 2 artanh(1/3).
fn ln2(work: u64) -> BigInt {
    artanh(&((BigInt::from(1) << work) / 3), work) * 2
}

/// x + x³/3 + x⁵/5 + …, for x well below 1.
fn artanh(x: &BigInt, work: u64) -> BigInt {
    let square = (x * x) >> work;
    let mut power = x.clone();
    let mut total = BigInt::zero();
    let mut k = 1u32;
    while power.bits() > 1 {
        total += &power / k;
        power = (power * &square) >> work;
        k += 2;
    }
    total
}

/// By halving the argument down to its Taylor series, and squaring back.
pub(super) fn exp(x: &BigInt, precision: u64) -> BigInt {
    const HALVINGS: u64 = 16;
    // The squarings double the error, and the power of two scales it.
    let whole = (x >> precision).to_i64().unwrap_or(0).unsigned_abs();
    let work = precision + GUARD + 2 * whole + HALVINGS;
    let x = x << (work - precision);
    let ln2 = ln2(work);
    let twos = div_floor(&x, &ln2);
    let rest: BigInt = (x - &twos * ln2) >> HALVINGS;
    let mut term = BigInt::from(1) << work;
    let mut total = BigInt::zero();
    let mut k = 1u32;
    while !term.is_zero() {
        total += &term;
        term = ((term * &rest) >> work) / k;
        k += 1;
    }
    for _ in 0..HALVINGS {
        total = (&total * &total) >> work;
    }
    let twos = twos.to_i64().unwrap_or(0);
    let scaled =
        if twos >= 0 { total << twos.unsigned_abs() } else { total >> twos.unsigned_abs() };
    scaled >> (work - precision)
}

/// Of a positive number: of its power of two, and of the rest near 1.
pub(super) fn ln(x: &BigInt, precision: u64) -> BigInt {
    let work = precision + GUARD;
    let twos = x.bits() as i64 - precision as i64;
    // Between 1/2 and 1.
    let shift = work as i64 - x.bits() as i64;
    let rest = if shift >= 0 { x << shift.unsigned_abs() } else { x >> shift.unsigned_abs() };
    let one = BigInt::from(1) << work;
    let ratio = div_floor(&((&rest - &one) << work), &(rest + one));
    (artanh(&ratio, work) * 2 + ln2(work) * twos) >> GUARD
}

/// By halving the angle until its series is short.
pub(super) fn arctan(x: &BigInt, precision: u64) -> BigInt {
    const HALVINGS: u32 = 8;
    let work = precision + GUARD;
    let one = BigInt::from(1) << (2 * work);
    let mut x = x << GUARD;
    // arctan(x) = 2 arctan(x / (1 + sqrt(1 + x²))).
    for _ in 0..HALVINGS {
        let root = (&one + &x * &x).sqrt() + (BigInt::from(1) << work);
        x = div_floor(&(x << work), &root);
    }
    let square = (&x * &x) >> work;
    let mut power = x;
    let mut total = BigInt::zero();
    let mut k = 1u32;
    while power.bits() > 1 {
        let part = &power / k;
        total = if k % 4 == 1 { total + part } else { total - part };
        power = (power * &square) >> work;
        k += 2;
    }
    (total << HALVINGS) >> GUARD
}

/// arctan(x / sqrt(1 - x²)), for |x| < 1.
pub(super) fn arcsin(x: &BigInt, precision: u64) -> BigInt {
    // Near 1 the quotient needs more bits than the result.
    let work = 2 * precision + GUARD;
    let x = x << (work - precision);
    let one = BigInt::from(1) << (2 * work);
    let root = (one - &x * &x).sqrt();
    if root.is_zero() {
        return (pi(precision) * x.signum()) >> 1u32;
    }
    arctan(&div_floor(&(x << work), &root), work) >> (work - precision)
}

/// Both at once, by the angle's rest modulo a right angle.
pub(super) fn sin_cos(x: &BigInt, precision: u64) -> (BigInt, BigInt) {
    let work = precision + GUARD + x.bits().saturating_sub(precision);
    let x = x << (work - precision);
    let right: BigInt = pi(work) >> 1u32;
    let turns = div_floor(&x, &right);
    let rest = x - &turns * &right;
    let square = (&rest * &rest) >> work;
    let series = |mut term: BigInt, mut k: u32| {
        let mut total = BigInt::zero();
        while !term.is_zero() {
            total += &term;
            // Rounded towards 0, so that it gets there.
            term = -(((term * &square) / (k * (k + 1))) / (BigInt::from(1) << work));
            k += 2;
        }
        total
    };
    let sin = series(rest, 2);
    let cos = series(BigInt::from(1) << work, 1);
    let (sin, cos) = match (turns % 4u32).to_i32().unwrap_or(0).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    };
    (sin >> (work - precision), cos >> (work - precision))
}

/// By Brent and McMillan: the sums of (N^k/k!)² with and without the k-th
/// harmonic number, whose quotient is ln N + γ up to e^(-4N).
fn euler_gamma(precision: u64) -> BigInt {
    let work = precision + GUARD;
    let n = work / 5 + 2;
    let (mut below, mut above) = (BigInt::zero(), BigInt::zero());
    let mut term = BigInt::from(1) << work;
    let mut harmonic = BigInt::zero();
    let mut k = 0u64;
    while !term.is_zero() {
        below += &term;
        above += (&term * &harmonic) >> work;
        k += 1;
        term = term * (n * n) / (k * k);
        harmonic += (BigInt::from(1) << work) / k;
    }
    let quotient = div_floor(&(above << work), &below);
    (quotient - ln(&(BigInt::from(n) << work), work)) >> GUARD
}
