//! The last terms, and then what simple rules give for the next one: each as if
//! it followed, with what is known of its rule.

use ansatz_expr::Int;

use super::layout::{Features, Writer};
use super::{float_steps, integer_steps};
use crate::extrapolate::{Extrapolation, RECORD, Rules, SLOTS};

/// Terms that are shown at most, the last ones: all that training has and the ten
/// that may be appended.
const MOST_TERMS: usize = 46;
/// Choices of the number of rules that agree: powers of two.
const SUPPORTS: usize = 8;

/// A term that is seen with those before it.
pub trait Stepped: Rules {
    /// Length of what is written of the term.
    #[doc(hidden)]
    const STEPS: usize;

    /// The features of the last of some terms: indices and values.
    #[doc(hidden)]
    fn steps(terms: &[Self]) -> Vec<(u16, f32)>;
}

impl Stepped for Int {
    const STEPS: usize = integer_steps::FEATURES;

    fn steps(terms: &[Int]) -> Vec<(u16, f32)> {
        integer_steps::features(terms).entries
    }
}

impl Stepped for f64 {
    const STEPS: usize = float_steps::FEATURES;

    fn steps(terms: &[f64]) -> Vec<(u16, f32)> {
        float_steps::features(terms).entries
    }
}

/// Length of what is written of a rule, after the features of its value.
pub(super) const fn features<T: Rules>() -> usize {
    SLOTS + T::BASES.len() + T::TRANSFORMS.len() + RECORD + (RECORD + 1) + SUPPORTS
}

/// The features of every position.
pub(super) fn encode<T: Stepped>(terms: &[T], continuations: &[Extrapolation<T>]) -> Vec<Features> {
    let first = terms.len().saturating_sub(MOST_TERMS);
    let mut positions: Vec<Features> =
        (first..terms.len()).map(|last| Features { entries: T::steps(&terms[..=last]) }).collect();
    let mut continued = terms.to_vec();
    for (slot, continuation) in continuations.iter().enumerate() {
        continued.push(continuation.value);
        let mut entries = T::steps(&continued);
        continued.pop();
        let mut writer = Writer::new();
        writer.choice(slot, SLOTS);
        writer.choice(continuation.base, T::BASES.len());
        writer.choice(continuation.transform, T::TRANSFORMS.len());
        for place in 0..RECORD {
            writer.real(f64::from(continuation.record >> place & 1));
        }
        writer.choice(continuation.record.count_ones() as usize, RECORD + 1);
        writer.choice(continuation.support.max(1).ilog2() as usize, SUPPORTS);
        let rule = writer.finish(self::features::<T>()).entries;
        entries.extend(rule.into_iter().map(|(i, value)| (i + T::STEPS as u16, value)));
        positions.push(Features { entries });
    }
    positions
}
