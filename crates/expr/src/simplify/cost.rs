//! What coefficients and signs add to the length of a sum.
//!
//! The choices made while writing (multiply out or bracket, which sign) depend
//! on these alone, so they need not try every way of writing what is inside.

use super::ratio::{Ratio, digits};
use super::term::{Atom, Product, Sum};

/// The length of `mul c` before something, 0 for a coefficient of 1.
pub(super) fn of_factor(value: i128) -> usize {
    if value == 1 { 0 } else { 1 + digits(value) }
}

/// The same for a fraction, whose sign is written by the sum around it.
fn of_magnitude(value: Ratio) -> usize {
    let numerator = if value.num.unsigned_abs() == 1 { 0 } else { 1 + digits(value.num) };
    numerator + of_factor(value.den)
}

/// The length of a coefficient with its sign.
pub(super) fn of_coefficient(value: Ratio) -> usize {
    let sign = if value == Ratio::MINUS_ONE { 2 } else { 0 };
    of_magnitude(value) + sign
}

/// The length of a constant.
fn of_constant(value: Ratio) -> usize {
    match (value.num, value.den) {
        (0, _) => 0,
        (num, 1) => digits(num),
        (1 | -1, den) => 1 + digits(den),
        (num, den) => 1 + digits(num) + digits(den),
    }
}

/// What coefficients, constant and signs of `by * sum` add to its length when
/// it is written part by part.
pub(super) fn of_sum(sum: &Sum, by: Ratio) -> Option<usize> {
    let constant = sum.constant.mul(by)?;
    let mut cost = of_constant(constant);
    let mut leader = !constant.is_zero();
    for entry in &sum.entries {
        let coef = entry.coef.mul(by)?;
        cost += of_magnitude(coef);
        // A positive part, or a number to carry the sign, can be written first.
        leader |= coef != Ratio::MINUS_ONE || takes_sign(&entry.product);
    }
    Some(if leader { cost } else { cost + 2 })
}

/// Whether a product can be negated without becoming longer: one of its
/// factors is a sum, or an odd function of one, that can.
pub(super) fn takes_sign(product: &Product) -> bool {
    product.iter().any(|factor| match &factor.atom {
        Atom::Group(sum) => factor.power.abs() == 1 && flips_freely(sum),
        Atom::Call(op, argument) => {
            factor.power.abs() == 1 && op.is_odd() && flips_freely(argument)
        }
        _ => false,
    })
}

/// Whether the negated sum has a part that can be written first.
fn flips_freely(sum: &Sum) -> bool {
    !sum.constant.is_zero() || sum.entries.iter().any(|entry| entry.coef != Ratio::ONE)
}
