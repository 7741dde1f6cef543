//! Training speed on batches of a given shape, and where the time goes.

use std::time::{Duration, Instant};

use ansatz_expr::{Domain, Int};
use ansatz_model::{EncodedInput, InputBatch, TargetBatch, TermSlice};
use burn::optim::GradientsParams;
use burn::tensor::Device;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::checkpoint::State;
use crate::config::RunConfig;
use crate::data::Batch;
use crate::error::Result;
use crate::optimizer;

/// Shape of the batches and length of the measurement.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Terms of every sequence.
    pub terms: usize,
    /// Tokens of every target, the end mark included.
    pub tokens: usize,
    /// Seconds to measure.
    pub seconds: f64,
}

/// Mean milliseconds of each part of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Profile {
    /// From the batch to the loss.
    pub forward: f64,
    /// From the loss to the gradients.
    pub backward: f64,
    /// The norm of the gradients and their clipping.
    pub clip: f64,
    /// The new weights.
    pub optimizer: f64,
}

impl Profile {
    /// All parts.
    pub fn total(&self) -> f64 {
        self.forward + self.backward + self.clip + self.optimizer
    }
}

/// Trains on one random batch for a while.
pub fn bench(config: &RunConfig, shape: Shape, device: &Device) -> Result<Profile> {
    let mut state = State::new(config, device)?;
    let batch = random_batch(config, shape)?;
    // The first steps allocate and are not counted.
    for _ in 0..2 {
        step(&mut state, config, &batch, device)?;
    }
    let begun = Instant::now();
    let mut steps = 0;
    let mut sum = [Duration::ZERO; 4];
    while begun.elapsed().as_secs_f64() < shape.seconds {
        let times = step(&mut state, config, &batch, device)?;
        for (sum, time) in sum.iter_mut().zip(times) {
            *sum += time;
        }
        steps += 1;
    }
    let [forward, backward, clip, optimizer] =
        sum.map(|time| 1000.0 * time.as_secs_f64() / f64::from(steps));
    Ok(Profile { forward, backward, clip, optimizer })
}

/// One step, its parts timed.
fn step(
    state: &mut State,
    config: &RunConfig,
    batch: &Batch,
    device: &Device,
) -> Result<[Duration; 4]> {
    let mut clock = Clock::new(device);
    let loss = state.model.loss(&batch.inputs, &batch.targets, config.smoothing)?;
    let forward = clock.lap();
    let grads = GradientsParams::from_grads(loss.backward(), &state.model);
    let backward = clock.lap();
    let (grads, _) = optimizer::clip(&state.model, grads, config.clip);
    let clip = clock.lap();
    let rate = config.schedule.rate(0);
    state.model = state.optimizer.step(rate, state.model.clone(), grads);
    Ok([forward, backward, clip, clock.lap()])
}

/// A stopwatch that waits for the device.
struct Clock<'a> {
    device: &'a Device,
    last: Instant,
}

impl<'a> Clock<'a> {
    fn new(device: &'a Device) -> Self {
        Self { device, last: Instant::now() }
    }

    fn lap(&mut self) -> Duration {
        // A device that cannot wait is one that has nothing to wait for.
        let _ = self.device.sync();
        let now = Instant::now();
        let time = now - self.last;
        self.last = now;
        time
    }
}

fn random_batch(config: &RunConfig, shape: Shape) -> Result<Batch> {
    let mut random = StdRng::seed_from_u64(config.seed);
    let words = config.model.vocabulary().len() as u32;
    let (mut inputs, mut targets) = (Vec::new(), Vec::new());
    for _ in 0..config.batch {
        let integers: Vec<Int> = (0..shape.terms)
            .map(|_| Int::from(random.random_range(-1_000_000_i64..1_000_000)))
            .collect();
        let floats: Vec<f64> = integers.iter().map(|term| term.to_f64()).collect();
        let terms = match config.model.task.domain() {
            Domain::Integer => TermSlice::Integers(&integers),
            Domain::Float => TermSlice::Floats(&floats),
        };
        inputs.push(EncodedInput::new(terms, config.model.encoding)?);
        let tokens = shape.tokens.saturating_sub(1);
        targets.push((0..tokens).map(|_| random.random_range(3..words)).collect::<Vec<u32>>());
    }
    let inputs: Vec<&EncodedInput> = inputs.iter().collect();
    let targets: Vec<&[u32]> = targets.iter().map(Vec::as_slice).collect();
    Ok(Batch {
        inputs: InputBatch::new(config.model.input_kind(), &inputs)?,
        targets: TargetBatch::new(&targets, config.model.max_output)?,
        operators: vec![0; config.batch],
    })
}
