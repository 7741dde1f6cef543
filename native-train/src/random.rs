//! Random choices that are the same in every version of every library.
//!
//! A resumed run must see what it would have seen, also after an upgrade. The
//! generator is fixed by its name; what is made of its numbers is fixed here.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of choices that its seed determines.
#[derive(Debug, Clone)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from zero to below `count`; zero if there is none.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    /// Puts items in a random order, as Fisher and Yates do.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last + 1);
            items.swap(last, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed from the definitions of SplitMix64, which makes the state of a
    /// seed, and of xoshiro256++.
    #[test]
    fn the_order_of_a_seed_never_changes() {
        let mut items: Vec<u32> = (0..12).collect();
        Random::new(7).shuffle(&mut items);
        assert_eq!(items, [5, 2, 11, 6, 10, 4, 8, 9, 3, 7, 1, 0]);
        let mut random = Random::new(7);
        assert_eq!([10, 1000, 1].map(|count| random.below(count)), [0, 172, 0]);
    }
}
