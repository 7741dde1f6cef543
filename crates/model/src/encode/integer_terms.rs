//! What a number theorist would look at in an integer.

use ansatz_expr::{Int, math};

use super::layout::{Features, Writer, small_choices};

/// Residues modulo each of these.
const MODULI: std::ops::RangeInclusive<u32> = 2..=16;
/// Integers of at most this magnitude have an embedding of their own.
const SMALL: i128 = 100;
/// Decimal lengths: 0 for zero, up to 101 digits.
const LENGTHS: usize = Int::MAX_DIGITS + 1;
/// Up to here every bit length has its own magnitude bucket, then every eighth.
const FINE_BITS: u32 = 40;
const MAGNITUDES: usize = FINE_BITS as usize + 39;

/// Length of the vector: the blocks that [`features`] writes, in their order.
pub(super) const FEATURES: usize = 3
    + LENGTHS
    + MAGNITUDES
    + small_choices(SMALL)
    + 100
    + 2 * 10
    + 100
    + 2 * 10
    + residue_choices()
    + 4;

const fn residue_choices() -> usize {
    let mut sum = 0;
    let mut modulus = *MODULI.start();
    while modulus <= *MODULI.end() {
        sum += modulus as usize;
        modulus += 1;
    }
    sum
}

/// The features of one term.
pub(super) fn features(value: Int) -> Features {
    let mut writer = Writer::new();
    write(value, &mut writer);
    writer.finish(FEATURES)
}

/// Writes the features of one term.
pub(super) fn write(value: Int, writer: &mut Writer) {
    let digits = value.digits_base_10000();
    let length = decimal_length(&digits);

    writer.choice(sign(value), 3);
    writer.choice(length, LENGTHS);
    writer.choice(magnitude_bucket(value.bit_len()), MAGNITUDES);
    writer.small(value.to_i128(), SMALL);

    // Lowest digits of the magnitude: two together, then hundreds, thousands.
    let lowest = usize::from(digits.last().copied().unwrap_or(0));
    writer.choice(lowest % 100, 100);
    writer.choice(lowest / 100 % 10, 10);
    writer.choice(lowest / 1000, 10);

    // Leading digits, as if there were always four: two together, then the rest.
    let leading = leading_four(&digits, length);
    writer.choice(leading / 100, 100);
    writer.choice(leading / 10 % 10, 10);
    writer.choice(leading % 10, 10);

    for modulus in MODULI {
        // No modulus is 0, so there always is a residue.
        let residue = value.residue(modulus).unwrap_or(0);
        writer.choice(residue as usize, modulus as usize);
    }

    let real = value.to_f64();
    writer.real(real.asinh() / 10.0);
    writer.real(math::tanh(real / 10.0));
    writer.real(math::tanh(real / 100.0));
    // Where the magnitude lies within its decade.
    let mantissa = math::log10(leading.max(1000) as f64 / 1000.0);
    writer.real(mantissa);
}

pub(super) fn sign(value: Int) -> usize {
    match (value.is_negative(), value.is_zero()) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

/// How many decimal digits the magnitude has; 0 for 0.
fn decimal_length(digits: &[u16]) -> usize {
    match digits {
        [0] | [] => 0,
        [first, rest @ ..] => 4 * rest.len() + first.ilog10() as usize + 1,
    }
}

/// The first four decimal digits, filled with zeros on the right; 0 for 0.
fn leading_four(digits: &[u16], length: usize) -> usize {
    let first = usize::from(digits.first().copied().unwrap_or(0));
    let second = usize::from(digits.get(1).copied().unwrap_or(0));
    match length {
        0 => 0,
        1..=4 => first * 10_usize.pow(4 - length as u32),
        _ => {
            let in_first = (length - 1) % 4 + 1;
            (first * 10_000 + second) / 10_usize.pow(in_first as u32)
        }
    }
}

fn magnitude_bucket(bits: u32) -> usize {
    if bits <= FINE_BITS {
        bits as usize
    } else {
        (FINE_BITS + (bits - FINE_BITS).div_ceil(8)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Int {
        text.parse().unwrap()
    }

    #[test]
    fn vectors_are_filled_exactly_and_in_range() {
        let googol = format!("-1{}", "0".repeat(100));
        let least = i128::MIN.to_string();
        for text in
            ["0", "1", "-1", "99", "-10000", "123456789012345678901234567890", &least, &googol]
        {
            let features = features(int(text));
            assert!(features.entries.iter().all(|(i, _)| usize::from(*i) < FEATURES));
            assert!(features.entries.iter().all(|(_, v)| v.is_finite()));
            assert_eq!(features.entries.len(), 29, "{text}");
        }
    }

    #[test]
    fn leading_digits_and_lengths_are_decimal() {
        for (text, length, leading) in [
            ("0", 0, 0),
            ("7", 1, 7000),
            ("-42", 2, 4200),
            ("9999", 4, 9999),
            ("10000", 5, 1000),
            ("123456", 6, 1234),
            ("1234567", 7, 1234),
            ("98765432", 8, 9876),
            ("987654321", 9, 9876),
        ] {
            let digits = int(text).digits_base_10000();
            assert_eq!(decimal_length(&digits), length, "{text}");
            assert_eq!(leading_four(&digits, length), leading, "{text}");
        }
    }

    #[test]
    fn different_small_integers_look_different() {
        let all: Vec<Features> = (-300_i64..300).map(|v| features(Int::from(v))).collect();
        for (i, left) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|right| left != right));
        }
    }
}
