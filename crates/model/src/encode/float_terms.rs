//! What to look at in a float: sign, exponent, and eight digits in two tokens
//! of four.
//!
//! A token of four digits has ten thousand values, too many to learn an
//! embedding each on a small budget: it is the sum of the embeddings of its two
//! pairs of digits and of its four digits.

use ansatz_expr::math;

use super::layout::{Features, Writer};
use crate::numbers::significant_digits;

/// Decimal exponents that have an embedding of their own.
const EXPONENTS: std::ops::RangeInclusive<i32> = -105..=105;
const EXPONENT_CHOICES: usize = (*EXPONENTS.end() - *EXPONENTS.start() + 1) as usize;
/// Two pairs and four digits.
const TOKEN: usize = 2 * 100 + 4 * 10;
/// Integers of at most this magnitude are common in formulas.
const SMALL: i32 = 20;

/// Length of the vector: the blocks that [`features`] writes, in their order.
pub(super) const FEATURES: usize = 3 + EXPONENT_CHOICES + 2 * TOKEN + (2 * SMALL as usize + 3) + 4;

/// The features of one finite term.
pub(super) fn features(value: f64) -> Features {
    let mut writer = Writer::new();
    write(value, &mut writer);
    writer.finish(FEATURES)
}

/// Which of three signs a number has.
pub(super) fn sign(value: f64) -> usize {
    match value.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Less) => 0,
        Some(std::cmp::Ordering::Greater) => 2,
        _ => 1,
    }
}

/// Writes the features of one finite term.
pub(super) fn write(value: f64, writer: &mut Writer) {
    let (mantissa, exponent) = significant_digits(value, 8);

    writer.choice(sign(value), 3);
    let clamped = exponent.clamp(*EXPONENTS.start(), *EXPONENTS.end());
    writer.choice((clamped - EXPONENTS.start()) as usize, EXPONENT_CHOICES);

    for token in [mantissa / 10_000, mantissa % 10_000] {
        let token = token as usize;
        writer.choice(token / 100, 100);
        writer.choice(token % 100, 100);
        for place in [1000, 100, 10, 1] {
            writer.choice(token / place % 10, 10);
        }
    }

    // Small integers exactly, other integers together, everything else together.
    let whole = if value.fract() != 0.0 {
        2 * SMALL as usize + 2
    } else if value.abs() <= f64::from(SMALL) {
        (value as i32 + SMALL) as usize
    } else {
        2 * SMALL as usize + 1
    };
    writer.choice(whole, 2 * SMALL as usize + 3);

    // The largest doubles have no finite inverse hyperbolic sine.
    writer.real(value.signum() * math::ln_1p(value.abs()) / 10.0);
    writer.real(math::tanh(value));
    writer.real(math::tanh(value / 10.0));
    let in_decade = math::log10(mantissa.max(10_000_000) as f64 / 1e7);
    writer.real(in_decade);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_filled_exactly_and_in_range() {
        for value in [0.0, -0.0, 1.0, -2.5, 1e-300, -1e103, f64::MAX, std::f64::consts::PI] {
            let features = features(value);
            assert!(features.entries.iter().all(|(i, _)| usize::from(*i) < FEATURES));
            assert!(features.entries.iter().all(|(_, v)| v.is_finite()));
            assert_eq!(features.entries.len(), 19, "{value}");
        }
    }

    #[test]
    fn eight_digits_are_seen() {
        assert_ne!(features(1.234_567_8), features(1.234_567_9));
        assert_eq!(features(1.234_567_8).entries[..14], features(1.234_567_800_001).entries[..14]);
    }
}
