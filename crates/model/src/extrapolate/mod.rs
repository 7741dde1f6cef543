//! Simple continuations of a sequence, ranked by how often their rules were
//! right on the last terms.
//!
//! A small network does not learn to multiply numbers of thirty digits. It
//! need not: the next term is often one that some simple rule gives, such as
//! the sum of the two before, or the term six back plus what it missed last
//! time. The rules are computed here; to choose among what they say, or to
//! write another number, is left to the network.

pub(crate) mod float;
pub(crate) mod integer;

use std::cmp::Reverse;

use ansatz_expr::sort;

use crate::NetworkTerm;

/// The most continuations that are offered.
pub const SLOTS: usize = 12;
/// Rules are judged by so many of the last terms.
pub const RECORD: usize = 12;

/// One continuation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extrapolation<T> {
    /// The next term.
    pub value: T,
    /// The best of the rules that give it: the index of its base.
    pub base: usize,
    /// The index of its transform.
    pub transform: usize,
    /// Whether that rule was right on the last term (bit 0), the one before (bit 1), ….
    pub record: u16,
    /// How many rules give it.
    pub support: usize,
}

/// The continuations of some terms, best first, at most [`SLOTS`]. There is
/// always one.
pub fn extrapolations<T: NetworkTerm>(terms: &[T]) -> Vec<Extrapolation<T>> {
    let end = terms.len();
    let first = end.saturating_sub(RECORD);
    let slacks: Vec<f64> = (first..end).map(|place| T::slack(&terms[..=place])).collect();
    let count = T::TRANSFORMS.len();
    let mut found: Vec<Extrapolation<T>> = Vec::with_capacity(T::BASES.len() * count);
    let mut values = Vec::with_capacity(count);
    for (base, (_, compute)) in T::BASES.iter().enumerate() {
        // The base at every place that is looked at, from three before the first.
        let start = first.saturating_sub(3);
        let bases: Vec<Option<T>> =
            (start..=end).map(|place| T::base(*compute, &terms[..place])).collect();
        let at = |place: usize| {
            [0, 1, 2, 3].map(|back| {
                let place = place.checked_sub(back + start)?;
                bases.get(place).copied().flatten()
            })
        };
        let mut records = vec![0u16; count];
        for place in first..end {
            values.clear();
            T::transformed(at(place), &terms[..place], &mut values);
            for (record, value) in records.iter_mut().zip(&values) {
                let slack = slacks[place - first];
                let hit = value.is_some_and(|value| value.is_hit(terms[place], slack));
                *record |= u16::from(hit) << (end - 1 - place);
            }
        }
        values.clear();
        T::transformed(at(end), terms, &mut values);
        let rules = values.iter().zip(records).enumerate();
        found.extend(rules.filter_map(|(transform, (value, record))| {
            Some(Extrapolation { value: (*value)?, base, transform, record, support: 1 })
        }));
    }
    // Stable, so that among equals the simpler bases come first.
    sort::by_key(&mut found, |rule| (Reverse(rule.record.count_ones()), rule.transform));
    merge(&found)
}

/// One entry a value.
fn merge<T: NetworkTerm>(found: &[Extrapolation<T>]) -> Vec<Extrapolation<T>> {
    let mut slots: Vec<Extrapolation<T>> = Vec::with_capacity(SLOTS);
    for rule in found {
        match slots.iter().position(|slot| slot.value.is_same(rule.value)) {
            Some(known) => slots[known].support += 1,
            None if slots.len() < SLOTS => slots.push(*rule),
            None => {}
        }
    }
    slots
}
