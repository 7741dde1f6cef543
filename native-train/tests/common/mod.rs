//! What several tests need.
#![allow(dead_code)]

use ansatz_gen::GenConfig;
use ansatz_model::{InputEncoding, ModelConfig, Preset, Task};
use native_train::config::RunConfig;
use native_train::device::DeviceName;
use native_train::optimizer::OptimizerName;
use native_train::schedule::{Decay, Schedule};

/// A run of the tiny network on short formulas.
pub fn tiny_run(batch: usize) -> RunConfig {
    RunConfig {
        model: ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms),
        generator: GenConfig { max_ops: 3, ..GenConfig::integer() },
        schedule: Schedule {
            peak: 3e-3,
            start: 1e-5,
            warmup: 20,
            decay: Decay::Constant,
            steps: None,
            anneal: None,
        },
        device: DeviceName::Cpu,
        devices: 1,
        batch,
        accumulate: 1,
        optimizer: OptimizerName::Adamw,
        clip: 1.0,
        beta_1: 0.9,
        beta_2: 0.98,
        weight_decay: 0.0,
        smoothing: 0.0,
        noise: 0.0,
        rounded: 0.0,
        simplify: false,
        easier_first: 0,
        seed: 11,
        from: None,
        workers: 1,
        checkpoint_minutes: 60.0,
        validation_minutes: 60.0,
        validation_examples: 8,
    }
}
