//! The last terms, and then what simple rules give for the next one: each as if
//! it followed, with what is known of its rule.

use super::layout::{Features, Writer};
use crate::NetworkTerm;
use crate::extrapolate::{Extrapolation, RECORD, SLOTS};

/// Terms that are shown at most, the last ones: all that training has and the ten
/// that may be appended.
const MOST_TERMS: usize = 46;
/// Choices of the number of rules that agree: powers of two.
const SUPPORTS: usize = 8;

/// Length of what is written of a rule, after the features of its value.
pub(super) const fn features<T: NetworkTerm>() -> usize {
    SLOTS + T::BASES.len() + T::TRANSFORMS.len() + RECORD + (RECORD + 1) + SUPPORTS
}

/// The features of every position.
pub(super) fn encode<T: NetworkTerm>(
    terms: &[T],
    continuations: &[Extrapolation<T>],
) -> Vec<Features> {
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
