//! How an integer follows from those before it.
//!
//! A small network does not learn to subtract or to divide numbers of many
//! digits. The laws are made of little else, so it is done for it.

use ansatz_expr::{Int, math};

use super::integer_terms::{self, sign};
use super::layout::{Features, Writer, small_choices};

/// A term is compared with so many before it: as far as the paper's laws look back.
const BACK: usize = 6;
/// Sums and differences of at most this magnitude have an embedding of their own.
const SMALL: i128 = 30;
/// Quotients likewise.
const QUOTIENT: i128 = 20;
/// Remainders modulo n likewise.
const REMAINDERS: usize = 64;
/// Lengths in bits: one by one, then all that are longer.
const BITS: usize = 24;

/// Length of what [`write_number`] writes.
const NUMBER: usize = 3 + BITS + small_choices(SMALL);
/// Length of what [`write_ratio`] writes.
const RATIO: usize = small_choices(QUOTIENT) + 2 + 3;

/// Length of the vector: the blocks that [`features`] writes, in their order.
pub(crate) const FEATURES: usize = integer_terms::FEATURES
    + BACK * (2 * NUMBER + RATIO)
    + NUMBER
    + small_choices(SMALL)
    + REMAINDERS;

/// The features of the last of some terms.
pub(crate) fn features(terms: &[Int]) -> Features {
    let mut writer = Writer::new();
    let (value, earlier) = match terms {
        [earlier @ .., last] => (*last, earlier),
        [] => (Int::ZERO, terms),
    };
    integer_terms::write(value, &mut writer);

    let before = |back: usize| earlier.len().checked_sub(back).map(|place| earlier[place]);
    for back in 1..=BACK {
        write_number(before(back).and_then(|term| value.checked_sub(term)), &mut writer);
        write_number(before(back).and_then(|term| value.checked_add(term)), &mut writer);
        write_ratio(value, before(back), &mut writer);
    }
    // The second difference.
    let second = || {
        let [one, two] = [before(1)?, before(2)?];
        value.checked_sub(one)?.checked_sub(one)?.checked_add(two)
    };
    write_number(second(), &mut writer);

    // What it is to n, which is never zero.
    let n = Int::from(terms.len().max(1) as i128);
    writer.small(value.div_floor(n).and_then(Int::to_i128), SMALL);
    let remainder = value.rem_floor(n).and_then(Int::to_i128).unwrap_or(0);
    writer.choice(usize::try_from(remainder).unwrap_or(usize::MAX), REMAINDERS);
    writer.finish(FEATURES)
}

/// Sign, magnitude, and the number itself if it is small.
fn write_number(value: Option<Int>, writer: &mut Writer) {
    let Some(value) = value else {
        return writer.skip(NUMBER);
    };
    writer.choice(sign(value), 3);
    writer.choice(value.bit_len() as usize, BITS);
    writer.small(value.to_i128(), SMALL);
}

/// The floored quotient, whether it is exact, and about how large it is.
fn write_ratio(value: Int, divisor: Option<Int>, writer: &mut Writer) {
    let Some(divisor) = divisor.filter(|divisor| !divisor.is_zero()) else {
        return writer.skip(RATIO);
    };
    writer.small(value.div_floor(divisor).and_then(Int::to_i128), QUOTIENT);
    let exact = value.rem_floor(divisor).is_some_and(Int::is_zero);
    writer.choice(usize::from(exact), 2);
    let (value, divisor) = (value.to_f64(), divisor.to_f64());
    let ratio = value / divisor;
    writer.real(ratio.asinh() / 5.0);
    writer.real(math::tanh(ratio / 3.0));
    // Powers of the term before: the quotient of the logarithms.
    writer.real((value.asinh() / divisor.asinh()).clamp(-4.0, 4.0) / 2.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(terms: &[i64]) -> Features {
        features(&terms.iter().map(|&term| Int::from(term)).collect::<Vec<Int>>())
    }

    #[test]
    fn vectors_are_in_range_whatever_the_terms() {
        let googol: Int = format!("-1{}", "0".repeat(100)).parse().unwrap();
        let long = vec![7; 80];
        let mut wide = vec![googol, googol.negated(), googol, Int::ZERO, googol];
        let mut all = vec![of(&[]), of(&[0]), of(&[0, 0]), of(&[0, -5]), of(&long)];
        while !wide.is_empty() {
            all.push(features(&wide));
            wide.pop();
        }
        for features in all {
            assert!(features.entries.iter().all(|(i, _)| usize::from(*i) < FEATURES));
            assert!(features.entries.iter().all(|(_, v)| v.is_finite()));
        }
    }

    #[test]
    fn a_vector_says_what_the_term_is_and_how_it_follows() {
        let own = integer_terms::features(Int::from(16i64)).entries;
        let squares = of(&[1, 4, 9, 16]);
        assert_eq!(squares.entries[..own.len()], own);
        // The same term after others.
        assert_ne!(squares, of(&[2, 4, 8, 16]));
        // Seven terms before it is too far to be seen, but for n.
        assert_eq!(of(&[5, 1, 4, 9, 2, 3, 7, 16]), of(&[6, 1, 4, 9, 2, 3, 7, 16]));
        assert_ne!(of(&[5, 4, 9, 2, 3, 7, 16]), of(&[6, 4, 9, 2, 3, 7, 16]));
        assert_ne!(of(&[1, 4, 9, 2, 3, 7, 16]), of(&[6, 1, 4, 9, 2, 3, 7, 16]));
    }
}
