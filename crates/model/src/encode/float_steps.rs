//! How a float follows from those before it.
//!
//! The laws of floats are functions of integers and earlier terms. From four
//! digits a small network will not learn logarithms; so every function of the
//! language is undone here, and it is seen whether a small integer comes out, by
//! itself or beside the term before.

use ansatz_expr::math;

use super::float_terms;
use super::layout::{Features, Writer, small_choices};
use crate::numbers::significant_digits;

/// A term is compared with so many before it: as far as the paper's laws look back.
const BACK: usize = 6;
/// Integers of at most this magnitude are told apart where a term is one by itself.
const SMALL: i128 = 20;
/// Where it is one beside another term: the constants of the paper's laws.
const CONSTANT: i128 = 10;
/// Decimal exponents of the first of two digits that are told apart.
const EXPONENTS: std::ops::RangeInclusive<i32> = -12..=12;
const EXPONENT_CHOICES: usize = (*EXPONENTS.end() - *EXPONENTS.start() + 1) as usize;
/// Where so little is known of a number, it is not asked whether it is an integer.
const MOST_SLACK: f64 = 0.2;

/// Length of what [`write_number`] writes.
const NUMBER: usize = 3 + EXPONENT_CHOICES + 100 + 2;
/// Length of what [`write_beside`] writes.
const BESIDE: usize = 3 * small_choices(CONSTANT);
/// Length of what is written of a function's value.
const VIEW: usize = small_choices(SMALL) + BESIDE + 1;

/// Length of the vector: the blocks that [`features`] writes, in their order.
pub(crate) const FEATURES: usize = float_terms::FEATURES
    + 2 * NUMBER
    + small_choices(SMALL)
    + (BACK - 1) * BESIDE
    + VIEWS.len() * VIEW;

/// Functions that undo one of the language, with their derivatives.
const VIEWS: [fn(f64) -> (f64, f64); 12] = [
    |u| (u, 1.0),
    |u| (u * u, 2.0 * u),
    |u| (u.abs().sqrt(), 0.5 * u.abs().sqrt().recip()),
    |u| (u.recip(), -(u * u).recip()),
    |u| (math::exp(u), math::exp(u)),
    |u| (math::ln(u.abs()), u.recip()),
    |u| (math::sin(u), math::cos(u)),
    |u| (math::cos(u), -math::sin(u)),
    |u| (math::tan(u), 1.0 + math::tan(u) * math::tan(u)),
    |u| (math::asin(u), (1.0 - u * u).sqrt().recip()),
    |u| (math::acos(u), -(1.0 - u * u).sqrt().recip()),
    |u| (math::atan(u), (1.0 + u * u).recip()),
];

/// A number and by how much it may be wrong.
#[derive(Debug, Clone, Copy)]
struct Known {
    value: f64,
    slack: f64,
}

impl Known {
    /// A term as it is shown: four digits, or so many that it is as good as exact.
    fn term(value: f64) -> Known {
        let (mantissa, exponent) = significant_digits(value, 8);
        let unit = if mantissa % 10_000 == 0 { 10_000.0 } else { 1.0 };
        Known { value, slack: 0.5 * unit * 10f64.powi(exponent - 7) }
    }

    fn plus(self, other: Known, sign: f64) -> Known {
        Known { value: self.value + sign * other.value, slack: self.slack + other.slack }
    }

    fn over(self, other: Known) -> Known {
        let value = self.value / other.value;
        let slack = (self.slack + value.abs() * other.slack) / other.value.abs();
        Known { value, slack }
    }
}

/// The features of the last of some finite terms.
pub(crate) fn features(terms: &[f64]) -> Features {
    let mut writer = Writer::new();
    let (value, earlier) = match terms {
        [earlier @ .., last] => (*last, earlier),
        [] => (0.0, terms),
    };
    float_terms::write(value, &mut writer);
    let before = |back: usize| earlier.len().checked_sub(back).map(|place| earlier[place]);
    write_number(before(1).map(|term| value - term), &mut writer);
    write_number(before(1).map(|term| value / term), &mut writer);
    let term = Known::term(value);
    let n = Known { value: terms.len().max(1) as f64, slack: 0.0 };
    write_near(Some(term.over(n)), SMALL, &mut writer);
    for back in 2..=BACK {
        write_beside(term, before(back).map(Known::term), &mut writer);
    }
    let last = before(1).map(Known::term);
    for view in VIEWS {
        let (value, derivative) = view(term.value);
        let slack = (derivative * term.slack).abs() + 1e-9 * value.abs();
        let known = Known { value, slack };
        write_near(Some(known), SMALL, &mut writer);
        write_beside(known, last, &mut writer);
        writer.real(if value.is_nan() { 0.0 } else { math::tanh(value / 5.0) });
    }
    writer.finish(FEATURES)
}

/// Which small integers a number's difference, sum and quotient with an earlier
/// term may be.
fn write_beside(known: Known, before: Option<Known>, writer: &mut Writer) {
    write_near(before.map(|before| known.plus(before, -1.0)), CONSTANT, writer);
    write_near(before.map(|before| known.plus(before, 1.0)), CONSTANT, writer);
    write_near(before.map(|before| known.over(before)), CONSTANT, writer);
}

/// The small integer that a number may be, if its digits can tell.
fn write_near(known: Option<Known>, most: i128, writer: &mut Writer) {
    match known {
        // Comparisons with NaN are false.
        Some(Known { value, slack }) if value.is_finite() && slack <= MOST_SLACK => {
            let near = value.round();
            let is_near = near.abs() <= most as f64 && (value - near).abs() <= slack;
            writer.small(is_near.then_some(near as i128), most);
        }
        _ => writer.skip(small_choices(most)),
    }
}

/// Sign, exponent, two digits, and about how large it is.
fn write_number(value: Option<f64>, writer: &mut Writer) {
    let Some(value) = value.filter(|value| value.is_finite()) else {
        return writer.skip(NUMBER);
    };
    let (mantissa, exponent) = significant_digits(value, 2);
    writer.choice(float_terms::sign(value), 3);
    let exponent = exponent.clamp(*EXPONENTS.start(), *EXPONENTS.end());
    writer.choice((exponent - EXPONENTS.start()) as usize, EXPONENT_CHOICES);
    writer.choice(mantissa as usize, 100);
    writer.real(value.signum() * math::ln_1p(value.abs()) / 10.0);
    writer.real(math::tanh(value / 3.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_in_range_whatever_the_terms() {
        let values = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, -1e300, f64::MAX, 7.25, 1e103];
        for first in values {
            for second in values {
                for features in [features(&[first]), features(&[first, second, first])] {
                    assert!(features.entries.iter().all(|(i, _)| usize::from(*i) < FEATURES));
                    assert!(features.entries.iter().all(|(_, v)| v.is_finite()));
                }
            }
        }
    }

    /// The integer that a block of the vector names.
    fn named(terms: &[f64], start: usize, most: i128) -> Option<i128> {
        let found = features(terms);
        let mut indices = found.entries.iter().map(|(index, _)| usize::from(*index));
        let index = indices.find(|index| (start..start + small_choices(most)).contains(index))?;
        Some((index - start) as i128 - most)
    }

    /// Where the blocks of a function begin.
    fn view(index: usize) -> usize {
        FEATURES - (VIEWS.len() - index) * VIEW
    }

    #[test]
    fn functions_are_undone_within_the_digits_shown() {
        // sqrt(7), log(3), exp(2), sin(1), four digits each.
        for (term, index, integer) in [(2.646, 1, 7), (1.099, 4, 3), (7.389, 5, 2), (0.8415, 9, 1)]
        {
            assert_eq!(named(&[term], view(index), SMALL), Some(integer), "{term}");
        }
        // 2.647 is no root of an integer: the choice for all others.
        assert_eq!(named(&[2.647], view(1), SMALL), Some(SMALL + 1));
        // Of 10^6 in four digits the last integers are not known.
        assert_eq!(named(&[1.234e6], view(0), SMALL), None);
    }

    #[test]
    fn a_term_is_seen_beside_those_before_it() {
        let [difference, sum, quotient] = [0, 1, 2].map(|block| block * small_choices(CONSTANT));
        let beside = |index| view(index) + small_choices(SMALL);
        // log(u(n-1) + 2), 3 * u(n-1), 5 - u(n-1).
        assert_eq!(named(&[1.5, 1.253], beside(4) + difference, CONSTANT), Some(2));
        assert_eq!(named(&[1.234, 3.702], beside(0) + quotient, CONSTANT), Some(3));
        assert_eq!(named(&[1.234, 3.766], beside(0) + sum, CONSTANT), Some(5));
        // 4 * n, u(n-6) + 1.
        let n = float_terms::FEATURES + 2 * NUMBER;
        assert_eq!(named(&[1.5, 8.0], n, SMALL), Some(4));
        let last = n + small_choices(SMALL) + (BACK - 2) * BESIDE;
        let terms = [0.25, 3.1, 4.2, 5.3, 6.4, 7.5, 1.25];
        assert_eq!(named(&terms, last + difference, CONSTANT), Some(1));
    }
}
