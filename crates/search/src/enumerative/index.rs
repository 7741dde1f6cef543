//! Hash tables for vectors of values.
//!
//! Keys are 64-bit fingerprints and are trusted: a collision can lose an
//! expression, but never lets a wrong law through, since hits are confirmed.

/// Multiplier of the fingerprint (2^64 / golden ratio, odd).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// One more value in a fingerprint.
#[inline(always)]
pub(super) fn mix(print: u64, value: u64) -> u64 {
    (print.rotate_left(5) ^ value).wrapping_mul(SPREAD)
}

/// The key of a fingerprint taken over a window, so that windows do not meet.
#[inline(always)]
pub(super) fn key(window: usize, print: u64) -> u64 {
    mix(print, window as u64 + 1).max(1)
}

/// From keys to the first number stored under them.
#[derive(Debug)]
pub(super) struct Index {
    /// 0 marks a free slot; `key` never gives 0.
    keys: Vec<u64>,
    ids: Vec<u32>,
    len: usize,
}

impl Index {
    /// Bytes a slot takes.
    const SLOT: usize = size_of::<u64>() + size_of::<u32>();

    pub(super) fn new() -> Index {
        Index { keys: vec![0; 1 << 10], ids: vec![0; 1 << 10], len: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.keys.len() * Index::SLOT
    }

    /// The most bytes that a table of `entries` ever takes, while growing too:
    /// slots are up to four times the entries, and the old table is half the new.
    pub(super) fn peak_bytes(entries: usize) -> usize {
        let slots = (entries.saturating_mul(2)).next_power_of_two().max(1 << 10);
        (slots + slots / 2) * Index::SLOT
    }

    fn slot(keys: &[u64], key: u64) -> usize {
        let mask = keys.len() - 1;
        let mut slot = (key >> 20) as usize & mask;
        // At most half the slots are taken, so a free one comes.
        while let Some(&held) = keys.get(slot)
            && held != 0
            && held != key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let slot = Index::slot(&self.keys, key);
        match self.keys.get(slot) {
            Some(&held) if held == key => self.ids.get(slot).copied(),
            _ => None,
        }
    }

    /// Keeps what is there already.
    pub(super) fn insert(&mut self, key: u64, id: u32) {
        if (self.len + 1) * 2 > self.keys.len() {
            self.grow();
        }
        let slot = Index::slot(&self.keys, key);
        if let (Some(held), Some(kept)) = (self.keys.get_mut(slot), self.ids.get_mut(slot))
            && *held == 0
        {
            *held = key;
            *kept = id;
            self.len += 1;
        }
    }

    fn grow(&mut self) {
        let slots = self.keys.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![0; slots]);
        let ids = std::mem::replace(&mut self.ids, vec![0; slots]);
        for (key, id) in keys.into_iter().zip(ids) {
            if key != 0 {
                let slot = Index::slot(&self.keys, key);
                if let (Some(held), Some(kept)) = (self.keys.get_mut(slot), self.ids.get_mut(slot))
                {
                    *held = key;
                    *kept = id;
                }
            }
        }
    }
}

/// A set that may say yes by mistake, never no: small enough to stay in the
/// cache, where the index does not.
#[derive(Debug)]
pub(super) struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    pub(super) fn new(log2_bits: u32) -> Filter {
        let log2_bits = log2_bits.clamp(6, 30);
        Filter { bits: vec![0; 1 << (log2_bits - 6)], shift: 64 - log2_bits }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.len() * size_of::<u64>()
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, print: u64) {
        let bit = print >> self.shift;
        if let Some(word) = self.bits.get_mut((bit >> 6) as usize) {
            *word |= 1 << (bit & 63);
        }
    }

    #[inline(always)]
    pub(super) fn may_contain(&self, print: u64) -> bool {
        let bit = print >> self.shift;
        self.bits.get((bit >> 6) as usize).is_some_and(|word| word >> (bit & 63) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_entry_of_a_key_stays_through_growth() {
        let mut index = Index::new();
        for number in 0..10_000u32 {
            index.insert(key(0, mix(1, number.into())), number);
            index.insert(key(0, mix(1, number.into())), 77);
        }
        for number in 0..10_000u32 {
            assert_eq!(index.get(key(0, mix(1, number.into()))), Some(number));
            assert_eq!(index.get(key(1, mix(1, number.into()))), None);
        }
        assert!(index.bytes() <= Index::peak_bytes(10_000));
    }

    #[test]
    fn a_filter_forgets_nothing() {
        let mut filter = Filter::new(16);
        for number in 0..1000u64 {
            filter.insert(mix(3, number));
        }
        assert!((0..1000u64).all(|number| filter.may_contain(mix(3, number))));
        let wrong = (1000..11_000u64).filter(|&number| filter.may_contain(mix(3, number))).count();
        assert!(wrong < 400, "{wrong}");
    }
}
