//! Looking sequences up modulo offset and factor.

use std::sync::{Arc, Mutex, PoisonError};

use super::bank::{FunctionBank, Id, hash};

/// How many entries with one key are looked at, the shortest first.
const MOST_ALIKE: usize = 4;

/// How many indexes are kept.
const MOST_KEPT: usize = 12;

/// The number of terms, how many of the first are left out, and what is left
/// out of account: 1, offset and factor; 2, a multiple of n besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Invariance {
    pub skip: usize,
    pub to: usize,
    pub order: usize,
}

/// The entries of the bank by their keys.
#[derive(Debug)]
pub(crate) struct FunctionIndex {
    shape: Invariance,
    keys: Vec<(u64, Id)>,
    /// A bit for the end of each key: most of what is looked up is not there,
    /// and this fits the processor's cache.
    ends: Vec<u64>,
}

/// How many bits of a key tell that it is not there.
const END: u64 = (1 << 20) - 1;

impl FunctionIndex {
    /// The index for a shape; a few are kept.
    pub(crate) fn shared(bank: &FunctionBank, shape: Invariance) -> Arc<FunctionIndex> {
        static KEPT: Mutex<Vec<Arc<FunctionIndex>>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let index = match kept.iter().position(|index| index.shape == shape) {
            Some(place) => kept.remove(place),
            None => Arc::new(FunctionIndex::new(bank, shape)),
        };
        // The one used last is the first, the last one goes.
        kept.insert(0, Arc::clone(&index));
        kept.truncate(MOST_KEPT);
        index
    }

    fn new(bank: &FunctionBank, shape: Invariance) -> FunctionIndex {
        let key_of = |id| key(bank.window(id, shape.skip, shape.to)?, shape.order);
        let keys = bank.ids().filter_map(|id| Some((key_of(id)?, id)));
        let mut keys: Vec<(u64, Id)> = keys.collect();
        keys.sort_unstable_by_key(|&(key, id)| (key, bank.bits(id), id));
        let mut ends = vec![0u64; (END as usize + 1) / 64];
        for (key, _) in &keys {
            if let Some(word) = ends.get_mut((key & END) as usize / 64) {
                *word |= 1 << (key % 64);
            }
        }
        FunctionIndex { shape, keys, ends }
    }

    fn may_have(&self, key: u64) -> bool {
        self.ends.get((key & END) as usize / 64).is_some_and(|word| word >> (key % 64) & 1 == 1)
    }

    /// The entries that the values may be made of, the shortest first.
    pub(crate) fn find(&self, values: &[i64]) -> impl Iterator<Item = Id> {
        let key = key(values, self.shape.order).filter(|key| self.may_have(*key));
        let from = key.map_or(self.keys.len(), |key| self.keys.partition_point(|&(k, _)| k < key));
        let alike = self.keys.get(from..).unwrap_or_default().iter();
        alike.take_while(move |&&(k, _)| Some(k) == key).take(MOST_ALIKE).map(|&(_, id)| id)
    }
}

/// What sequences have in common that differ by an offset and a factor: their
/// differences over the greatest common divisor of these. `None` if they are
/// all 0, or too large.
pub(crate) fn key(values: &[i64], order: usize) -> Option<u64> {
    let mut buffer = [0i64; super::bank::LENGTH];
    let (mut length, mut divisor, mut sign) = (0, 0u64, 1);
    let mut note = |difference: i64, slot: &mut i64| {
        *slot = difference;
        if divisor == 0 && difference < 0 {
            sign = -1;
        }
        if divisor != 1 && difference != 0 {
            divisor = gcd(divisor, difference.unsigned_abs());
        }
    };
    for (index, slot) in buffer.iter_mut().enumerate() {
        let difference = match (order, values.get(index..)?) {
            (1, [a, b, ..]) => b.checked_sub(*a)?,
            (2, [a, b, c, ..]) => c.checked_sub(*b)?.checked_sub(b.checked_sub(*a)?)?,
            _ => break,
        };
        note(difference, slot);
        length = index + 1;
    }
    let differences = buffer.get(..length)?.iter();
    match i64::try_from(divisor).ok()? {
        0 => None,
        1 if sign == 1 => Some(hash(differences.copied())),
        divisor => {
            let divisor = divisor.checked_mul(sign)?;
            Some(hash(differences.map(|difference| difference.wrapping_div(divisor))))
        }
    }
}

/// The greatest common divisor.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
