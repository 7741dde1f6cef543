//! A network that has learned nothing: what tests of the rest need.

use super::{TensorEntry, TrainingRecord, WeightPrecision, write};
use crate::config::ModelConfig;
use crate::error::Result;

/// The weights file of an untrained network: the same one for the same arguments.
pub fn untrained(config: &ModelConfig, seed: u64) -> Result<Vec<u8>> {
    let mut random = Random(seed);
    write(config, &TrainingRecord::default(), WeightPrecision::F16, |entry| {
        numbers(entry, &mut random)
    })
}

/// Norms change nothing; matrices keep the size of what they multiply.
fn numbers(entry: &TensorEntry, random: &mut Random) -> Vec<f32> {
    match entry.shape[..] {
        [rows, columns] => {
            let bound = (6.0 / (rows + columns) as f32).sqrt();
            (0..rows * columns).map(|_| bound * (2.0 * random.unit() - 1.0)).collect()
        }
        _ => vec![if entry.name.ends_with("gamma") { 1.0 } else { 0.0 }; entry.elements()],
    }
}

/// SplitMix64: the same on every machine.
struct Random(u64);

impl Random {
    /// From zero to one.
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }
}
