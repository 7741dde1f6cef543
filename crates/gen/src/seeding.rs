//! From (seed, index) to a random number generator.

use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The generator of one example. Its state begins with one-to-one images of
/// seed and index, so that no two examples of any seeds share a state.
pub(crate) fn rng_for(seed: u64, index: u64) -> Xoshiro256PlusPlus {
    let a = mix(seed);
    let b = mix(index ^ 0xa5a5_a5a5_a5a5_a5a5);
    let c = mix(a ^ b.rotate_left(32));
    let d = mix(c ^ a);
    let mut state = [0; 32];
    for (bytes, word) in state.chunks_exact_mut(8).zip([a, b, c, d]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(state)
}

/// SplitMix64's output function: a permutation of the 64-bit words.
fn mix(word: u64) -> u64 {
    SplitMix64::from_seed(word.to_le_bytes()).next_u64()
}
