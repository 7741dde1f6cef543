//! The training loop.

use std::path::Path;
use std::time::{Duration, Instant};

use ansatz_model::Transformer;
use burn::optim::{GradientsAccumulator, GradientsParams, ModuleOptimizer};
use indicatif::{ProgressBar, ProgressStyle};

use crate::checkpoint::State;
use crate::config::RunConfig;
use crate::data::{Batch, Stream};
use crate::distributed::{Reduce, Team};
use crate::error::{Error, Result};
use crate::log::{Entry, Log};
use crate::optimizer;
use crate::validate::Validation;

/// Steps between two training lines of the log.
const LOG_STEPS: u64 = 50;

/// When to stop.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Hours of training in all, earlier parts of a resumed run included.
    pub hours: Option<f64>,
    /// Steps in all.
    pub steps: Option<u64>,
}

impl Limits {
    fn reached(&self, step: u64, seconds: f64) -> bool {
        self.steps.is_some_and(|steps| step >= steps)
            || self.hours.is_some_and(|hours| seconds >= 3600.0 * hours)
    }
}

/// Trains until a limit; gives the state it ended in.
pub fn train(config: &RunConfig, mut state: State, folder: &Path, limits: Limits) -> Result<State> {
    let mut log = Log::open(folder, state.progress.step)?;
    let mut stream = Stream::start(config, state.progress.position);
    let validation = Validation::new(config)?;
    let team = Team::start(config, &state)?;
    let bar = progress_bar(&state, limits);
    let mut meter = Meter::default();
    let (mut saved, mut validated) = (Instant::now(), Instant::now());

    if state.progress.step == 0 {
        // A first checkpoint: from here on the run can always be resumed.
        state.save(folder)?;
    }
    while !limits.reached(state.progress.step, state.progress.seconds) {
        let begun = Instant::now();
        let rate = config.schedule.rate(state.progress.step);
        let (loss, norm) = step(config, &mut state, &mut stream, &team, rate, &mut meter)?;
        if !loss.is_finite() {
            let step = state.progress.step;
            return Err(Error::Diverged { step, loss });
        }
        state.progress.step += 1;
        state.progress.examples += config.examples_per_step();
        state.progress.position = stream.position();
        state.progress.seconds += begun.elapsed().as_secs_f64();
        meter.add(loss, norm, begun.elapsed());

        if state.progress.step.is_multiple_of(LOG_STEPS) {
            let entry = meter.entry(&state, config, rate);
            log.append(&entry)?;
            show(&bar, &entry);
            meter = Meter::default();
        }
        bar.set_position(match limits.steps {
            Some(_) => state.progress.step,
            None => state.progress.seconds as u64,
        });
        if minutes(validated) >= config.validation_minutes {
            validate(&validation, &state, &mut log, &bar)?;
            validated = Instant::now();
        }
        if minutes(saved) >= config.checkpoint_minutes {
            state.save(folder)?;
            saved = Instant::now();
        }
    }
    validate(&validation, &state, &mut log, &bar)?;
    state.save(folder)?;
    bar.finish();
    Ok(state)
}

/// One optimizer step of all workers; gives the mean loss and the gradient's norm.
fn step(
    config: &RunConfig,
    state: &mut State,
    stream: &mut Stream,
    team: &Team,
    rate: f64,
    meter: &mut Meter,
) -> Result<(f64, f64)> {
    let mut batches = Vec::new();
    for _ in 0..config.accumulate * config.devices {
        let batch = stream.next_batch()?;
        meter.positions(&batch);
        batches.push(batch);
    }
    team.begin(&mut batches, config.accumulate, rate)?;
    let (model, optimizer) = (&mut state.model, &mut state.optimizer);
    let (loss, norm) = learn(config, model, optimizer, &batches, rate, &team.reduce)?;
    let others = team.finish()?;
    Ok(((loss + others) / config.devices as f64, norm))
}

/// One worker's part of a step: gradients of its batches, their mean over all
/// workers, and the new weights. Gives its mean loss and the gradient's norm.
pub fn learn(
    config: &RunConfig,
    model: &mut Transformer,
    optimizer: &mut ModuleOptimizer,
    batches: &[Batch],
    rate: f64,
    reduce: &Reduce,
) -> Result<(f64, f64)> {
    let mut accumulator = GradientsAccumulator::new();
    let mut total = 0.0;
    for batch in batches {
        let (loss, grads) = gradients(model, batch, config.smoothing)?;
        total += loss;
        accumulator.accumulate(model, grads);
    }
    let mut grads = accumulator.grads();
    if batches.len() > 1 {
        grads = optimizer::scale(model, grads, 1.0 / batches.len() as f64);
    }
    let grads = reduce.mean(model, grads);
    let (grads, norm) = optimizer::clip(model, grads, config.clip);
    *model = optimizer.step(rate, model.clone(), grads);
    Ok((total / batches.len() as f64, norm))
}

/// The loss of a batch and its gradients.
pub fn gradients(
    model: &Transformer,
    batch: &Batch,
    smoothing: f64,
) -> Result<(f64, GradientsParams)> {
    let loss = model.loss(&batch.inputs, &batch.targets, smoothing)?;
    let grads = GradientsParams::from_grads(loss.backward(), model);
    Ok((f64::from(loss.into_scalar::<f32>()), grads))
}

fn validate(
    validation: &Validation,
    state: &State,
    log: &mut Log,
    bar: &ProgressBar,
) -> Result<()> {
    let outcome = validation.run(&state.model)?;
    bar.println(format!(
        "step {}: validation loss {:.4}, greedy accuracy {:.1}%",
        state.progress.step,
        outcome.loss,
        100.0 * outcome.accuracy
    ));
    log.append(&Entry::Validation {
        step: state.progress.step,
        examples: state.progress.examples,
        hours: state.progress.seconds / 3600.0,
        loss: outcome.loss,
        accuracy: outcome.accuracy,
        by_operators: outcome.by_operators,
    })
}

/// What the log's next line is made of.
#[derive(Default)]
struct Meter {
    steps: u64,
    loss: f64,
    norm: f64,
    time: Duration,
    padded: f64,
    positions: f64,
}

impl Meter {
    fn add(&mut self, loss: f64, norm: f64, time: Duration) {
        self.steps += 1;
        self.loss += loss;
        self.norm += norm;
        self.time += time;
    }

    fn positions(&mut self, batch: &Batch) {
        let all = batch.targets.rows() * batch.targets.length();
        self.positions += (all + batch.inputs.rows() * batch.inputs.length()) as f64;
        self.padded += all as f64 - f64::from(batch.targets.total());
        self.padded += batch.inputs.padded() as f64;
    }

    fn entry(&self, state: &State, config: &RunConfig, rate: f64) -> Entry {
        let steps = self.steps.max(1) as f64;
        Entry::Train {
            step: state.progress.step,
            examples: state.progress.examples,
            hours: state.progress.seconds / 3600.0,
            loss: self.loss / steps,
            rate,
            norm: self.norm / steps,
            speed: steps * config.examples_per_step() as f64 / self.time.as_secs_f64(),
            padding: self.padded / self.positions.max(1.0),
        }
    }
}

fn minutes(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() / 60.0
}

fn progress_bar(state: &State, limits: Limits) -> ProgressBar {
    let bar = match (limits.steps, limits.hours) {
        (Some(steps), _) => ProgressBar::new(steps).with_position(state.progress.step),
        (None, Some(hours)) => {
            ProgressBar::new((3600.0 * hours) as u64).with_position(state.progress.seconds as u64)
        }
        (None, None) => ProgressBar::no_length(),
    };
    let template = "{bar:30} {percent:>3}% {msg} · {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, entry: &Entry) {
    if let Entry::Train { step, loss, speed, .. } = entry {
        bar.set_message(format!("step {step} · loss {loss:.4} · {speed:.0} examples/s"));
    }
}
