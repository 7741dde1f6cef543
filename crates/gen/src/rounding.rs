//! Terms with the digits that a model sees of them.

use rand::RngExt;

use crate::Terms;
use crate::seeding::rng_for;

/// Digits of the paper's floats.
const PAPER: usize = 4;
/// Digits that people write.
const USUAL: std::ops::RangeInclusive<usize> = 3..=7;
/// Keeps the draws here apart from those that made an example or its noise.
const STREAM: u64 = 0x0d16_1750_f0a7_e42b;

/// For training: of all sequences this share has its floats rounded, half of
/// these to four digits as the paper's, the others to three to seven as people
/// write them. Determined by (seed, index).
///
/// A model that has only seen floats in full takes rounded ones for something
/// they are not.
pub fn rounded_at_random(terms: &Terms, share: f64, seed: u64, index: u64) -> Terms {
    let mut rng = rng_for(seed ^ STREAM, index);
    if rng.random::<f64>() >= share {
        return terms.clone();
    }
    let digits = if rng.random() { PAPER } else { rng.random_range(USUAL) };
    rounded(terms, digits)
}

/// Floats rounded to so many significant digits, at least one; integers are
/// shown in full.
pub fn rounded(terms: &Terms, digits: usize) -> Terms {
    match terms {
        Terms::Integers(_) => terms.clone(),
        Terms::Floats(floats) => {
            let digits = digits.max(1);
            // Formatting rounds correctly, which arithmetic on doubles does not.
            let round = |term: &f64| format!("{term:.*e}", digits - 1).parse().unwrap_or(*term);
            Terms::Floats(floats.iter().map(round).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_are_kept() {
        let terms = Terms::Floats(vec![-1.0 / 3.0, 12345.6, 0.0, 9.99961e-80, 1e100]);
        let four = Terms::Floats(vec![-0.3333, 12350.0, 0.0, 1e-79, 1e100]);
        assert_eq!(rounded(&terms, 4), four);
        assert_eq!(rounded(&terms, 17), terms);
        let wide = Terms::Integers(vec![123_456_789_i128.into()]);
        assert_eq!(rounded(&wide, 4), wide);
    }

    #[test]
    fn a_share_is_rounded_half_of_it_to_four_digits() {
        let terms = Terms::Floats(vec![1.0 / 3.0]);
        let mut counts = std::collections::BTreeMap::new();
        for index in 0..4000 {
            let Terms::Floats(shown) = rounded_at_random(&terms, 0.75, 1, index) else {
                panic!("floats became integers");
            };
            *counts.entry(shown[0].to_string().len() - 2).or_insert(0) += 1;
        }
        // 16 digits are all; one standard deviation is at most 32.
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [3, 4, 5, 6, 7, 16]);
        assert!((850..1150).contains(&counts[&16]), "{counts:?}");
        assert!((1650..1950).contains(&counts[&4]), "{counts:?}");
        assert_eq!(rounded_at_random(&terms, 0.0, 1, 2), terms);
    }
}
