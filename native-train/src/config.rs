//! Everything that determines a run. Written to its folder before the first step.

use std::path::Path;

use ansatz_gen::GenConfig;
use ansatz_model::ModelConfig;
use ansatz_model::weights::TrainingRecord;
use serde::{Deserialize, Serialize};

use crate::device::DeviceName;
use crate::error::{AtPath, Result};
use crate::files;
use crate::optimizer::OptimizerName;
use crate::schedule::Schedule;

/// The configuration of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunConfig {
    /// The network.
    pub model: ModelConfig,
    /// What it is trained on.
    pub generator: GenConfig,
    /// The learning rate.
    pub schedule: Schedule,
    /// Where it is trained.
    pub device: DeviceName,
    /// How many devices share the work.
    pub devices: usize,
    /// Examples of a batch, on each device.
    pub batch: usize,
    /// Batches of an optimizer step.
    pub accumulate: usize,
    /// How gradients become steps.
    #[serde(default)]
    pub optimizer: OptimizerName,
    /// The largest norm of a gradient.
    pub clip: f64,
    /// Decay of the first moment.
    pub beta_1: f32,
    /// Decay of the second moment.
    pub beta_2: f32,
    /// Decay of the weights.
    pub weight_decay: f32,
    /// Share of probability spread over all words.
    pub smoothing: f64,
    /// Largest noise of a training sequence; 0 for none.
    pub noise: f64,
    /// Share of float sequences that are shown with few digits.
    #[serde(default)]
    pub rounded: f64,
    /// Whether formulas are simplified before they become targets.
    pub simplify: bool,
    /// Over so many examples the most operators of a formula grow from one to
    /// the generator's; 0 for all of them from the start.
    #[serde(default)]
    pub easier_first: u64,
    /// Seed of the weights and of the data.
    pub seed: u64,
    /// The network that it began with, if not with a random one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// Threads that generate.
    pub workers: usize,
    /// Minutes between checkpoints.
    pub checkpoint_minutes: f64,
    /// Minutes between validations.
    pub validation_minutes: f64,
    /// Examples of a validation.
    pub validation_examples: usize,
}

/// The weights file that a run began with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// SHA-256 of the file.
    pub sha256: String,
    /// How it had been trained.
    pub training: TrainingRecord,
}

impl RunConfig {
    /// Optimizer steps see so many examples.
    pub fn examples_per_step(&self) -> u64 {
        (self.batch * self.accumulate * self.devices) as u64
    }

    /// What the example of an index is drawn from.
    pub fn generator_at(&self, index: u64) -> GenConfig {
        let mut generator = self.generator.clone();
        if index < self.easier_first {
            let (least, most) = (generator.min_ops as u64, generator.max_ops as u64);
            let grown = least + (most - least.min(most)) * index / self.easier_first;
            generator.max_ops = grown as usize;
        }
        generator
    }

    /// Reads the configuration of a run's folder.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(files::CONFIG);
        let text = std::fs::read_to_string(&path).at(&path)?;
        serde_json::from_str(&text).at(&path)
    }

    /// Writes it, all or nothing.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(files::CONFIG);
        let text = serde_json::to_vec_pretty(self).at(&path)?;
        files::write_atomically(&path, &text)
    }
}
