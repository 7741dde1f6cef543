//! Rules for the floored quotient and remainder of integers.
//!
//! Both round towards minus infinity and take the divisor's sign, so
//! `-(x // y)` is not `(-x) // y`; what holds is said at each rule.

use super::Builder;
use super::cost;
use super::range::{self, Range};
use super::ratio::{Ratio, digits};
use super::term::{Atom, Entry, Factor, Product, Sum};
use crate::{Int, Op};

impl Builder {
    pub fn idiv(&self, dividend: Sum, divisor: Sum) -> Option<Sum> {
        match divisor.as_int() {
            Some(0) => return self.call2(Op::Idiv, dividend, divisor),
            Some(1) => return Some(dividend),
            Some(-1) => return self.negate(dividend),
            _ => {}
        }
        if dividend == divisor {
            return Some(Sum::int(1));
        }
        if let (Some(a), Some(b)) = (dividend.as_int(), divisor.as_int()) {
            return Some(Sum::int(Int::from(a).div_floor(b.into())?.to_i128()?));
        }
        // Multiples of the divisor come out: (k x + y) // k = x + y // k.
        // Not if that leaves a bare minus: (k - x) // k is shorter than (-x) // k + 1.
        let (mut quotient, rest) = self.split_multiples(dividend.clone(), &divisor)?;
        let leaves_minus = |sum: &Sum| sum.parts() == 1 && cost::of_sum(sum, Ratio::ONE) == Some(2);
        let dividend = if leaves_minus(&rest) && dividend.parts() > 1 {
            quotient = Sum::int(0);
            dividend
        } else {
            rest
        };
        if rounds_to_zero(&dividend, &divisor) {
            return Some(quotient);
        }
        let (dividend, divisor) = self.cancel_content(dividend, divisor)?;
        if divisor.as_int() == Some(1) {
            return self.add(quotient, dividend);
        }
        // (x // j) // k = x // (j k) for positive k.
        if let Some(outer @ 1..) = divisor.as_int()
            && let Some((Ratio::ONE, Atom::Call2(Op::Idiv, operands))) = dividend.as_scaled_atom()
            && let Some(inner) = operands.1.as_int()
            && inner != 0
        {
            let joined = self.idiv(operands.0.clone(), Sum::int(inner.checked_mul(outer)?))?;
            return self.add(quotient, joined);
        }
        let rest = self.call2(Op::Idiv, dividend, divisor)?;
        self.add(quotient, rest)
    }

    pub fn modulo(&self, dividend: Sum, divisor: Sum) -> Option<Sum> {
        match divisor.as_int() {
            Some(0) => return self.call2(Op::Mod, dividend, divisor),
            Some(1 | -1) => return Some(Sum::int(0)),
            _ => {}
        }
        if dividend == divisor {
            return Some(Sum::int(0));
        }
        if let (Some(a), Some(b)) = (dividend.as_int(), divisor.as_int()) {
            return Some(Sum::int(Int::from(a).rem_floor(b.into())?.to_i128()?));
        }
        if rounds_to_zero(&dividend, &divisor) {
            return Some(dividend);
        }
        let mut dividend = self.residue(dividend, &divisor)?;
        if rounds_to_zero(&dividend, &divisor) {
            return Some(dividend);
        }
        if dividend.leads_negative() && divisor.leads_negative() {
            // (-x) mod (-y) = -(x mod y).
            let divisor = self.negate(divisor)?;
            dividend = self.negate(dividend)?;
            let rest = self.modulo(dividend, divisor)?;
            return self.negate(rest);
        }
        self.call2(Op::Mod, dividend, divisor)
    }

    /// The quotient of what `divisor` divides, and the rest of the dividend.
    fn split_multiples(&self, dividend: Sum, divisor: &Sum) -> Option<(Sum, Sum)> {
        let (unit, shape) = self.monomial(divisor.clone())?;
        let unit = unit.as_int()?;
        // All of it: c (x + y) // (x + y).
        if shape.len() == 1 && dividend.parts() > 1 {
            let (coef, product) = self.monomial(dividend.clone())?;
            if product == shape && coef.as_int()?.checked_rem(unit)? == 0 {
                return Some((Sum::int(coef.as_int()?.checked_div(unit)?), Sum::int(0)));
            }
        }
        let mut quotient = Sum::int(0);
        let mut rest = Sum { entries: Vec::new(), constant: dividend.constant };
        if shape.is_empty() && dividend.constant.as_int()?.checked_rem(unit)? == 0 {
            quotient.constant = Ratio::int(dividend.constant.as_int()?.checked_div(unit)?);
            rest.constant = Ratio::ZERO;
        }
        for entry in dividend.entries {
            match divide_entry(&entry, unit, &shape) {
                Some((coef, product)) => {
                    let part = self.product(coef, product)?;
                    quotient = self.add(quotient, part)?;
                }
                None => rest.entries.push(entry),
            }
        }
        Some((quotient, rest))
    }

    /// (c x) // (c y) = x // y for every c but 0.
    fn cancel_content(&self, dividend: Sum, divisor: Sum) -> Option<(Sum, Sum)> {
        let mut shared = dividend.content()?.shared(divisor.content()?)?;
        if dividend.leads_negative() && divisor.leads_negative() {
            shared = shared.mul(Ratio::MINUS_ONE)?;
        }
        if shared.is_one() {
            return Some((dividend, divisor));
        }
        let by = shared.inverse()?;
        Some((self.scale(dividend, by)?, self.scale(divisor, by)?))
    }

    /// The simplest dividend with the same remainder.
    fn residue(&self, dividend: Sum, divisor: &Sum) -> Option<Sum> {
        // Multiples of the divisor leave none.
        let (_, dividend) = self.split_multiples(dividend, divisor)?;
        let modulus = divisor.as_int();
        let mut total = Sum::constant(match modulus {
            Some(modulus) => smallest_residue(dividend.constant, modulus)?,
            None => dividend.constant,
        });
        for mut entry in dividend.entries {
            if let Some(modulus) = modulus {
                // (c + k m) x = c x modulo m.
                entry.coef = shortest_residue(entry.coef, modulus)?;
            }
            let part = self.strip_inner_mods(entry, divisor)?;
            total = self.add(total, part)?;
        }
        Some(total)
    }

    /// Modulo m, `x % k` is x if m divides k.
    fn strip_inner_mods(&self, entry: Entry, divisor: &Sum) -> Option<Sum> {
        let is_inner = |factor: &Factor| match &factor.atom {
            Atom::Call2(Op::Mod, operands) if factor.power > 0 => {
                match (operands.1.as_int(), divisor.as_int()) {
                    (Some(inner), Some(outer)) => {
                        let scaled = inner.checked_mul(entry.coef.num).unwrap_or(inner);
                        inner % outer == 0
                            || (entry.product.len() == 1
                                && factor.power == 1
                                && scaled % outer == 0)
                    }
                    _ => operands.1 == *divisor,
                }
            }
            _ => false,
        };
        let (inner, outer): (Vec<Factor>, Vec<Factor>) =
            entry.product.iter().cloned().partition(is_inner);
        if inner.is_empty() {
            return Some(Sum::entry(entry.coef, entry.product));
        }
        let mut total = self.product(entry.coef, outer)?;
        for factor in inner {
            if let Atom::Call2(_, operands) = factor.atom {
                total = self.mul(total, self.pow(operands.0, factor.power)?)?;
            }
        }
        // What came out may contain multiples and further remainders.
        self.residue(total, divisor)
    }
}

/// Whether the quotient is always 0, so that the dividend is its own remainder.
fn rounds_to_zero(dividend: &Sum, divisor: &Sum) -> bool {
    let Range { lo, hi } = range::of_sum(dividend);
    if lo == 0.0 && hi == 0.0 {
        return true;
    }
    let divisor = range::of_sum(divisor);
    (lo >= 0.0 && divisor.lo > hi) || (hi <= 0.0 && divisor.hi < lo)
}

/// The entry divided by `unit * shape`, if that is exact whatever the values.
fn divide_entry(entry: &Entry, unit: i128, shape: &Product) -> Option<(Ratio, Product)> {
    let coef = entry.coef.as_int()?;
    if coef.checked_rem(unit)? != 0 {
        return None;
    }
    let mut product = entry.product.clone();
    for divisor in shape {
        let factor = product.iter_mut().find(|factor| factor.atom == divisor.atom)?;
        factor.power = factor.power.checked_sub(divisor.power).filter(|power| *power >= 0)?;
    }
    product.retain(|factor| factor.power != 0);
    Some((Ratio::int(coef.checked_div(unit)?), product))
}

/// The residue nearest to 0; the positive one of two.
fn smallest_residue(value: Ratio, modulus: i128) -> Option<Ratio> {
    let modulus = modulus.checked_abs()?;
    let residue = value.as_int()?.rem_euclid(modulus);
    let below = residue.checked_sub(modulus)?;
    Some(Ratio::int(if residue > -below { below } else { residue }))
}

/// The residue that is shortest as a coefficient; the positive one of two.
fn shortest_residue(value: Ratio, modulus: i128) -> Option<Ratio> {
    let modulus = modulus.checked_abs()?;
    let residue = value.as_int()?.rem_euclid(modulus);
    let below = residue.checked_sub(modulus)?;
    let length = |value: i128| if value.abs() == 1 { 0 } else { digits(value) };
    Some(Ratio::int(if length(below) < length(residue) { below } else { residue }))
}
