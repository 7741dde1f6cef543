//! Training data: generated on the fly, never repeated, little of it padding.
//!
//! Example `i` of a seed is always the same. Examples are taken in pools of
//! consecutive indices; a pool is sorted by length, cut into batches and
//! shuffled, all of it determined by the pool's number. The place in the stream
//! is therefore two numbers, [`Position`], whatever the number of workers, and a
//! resumed run sees exactly what it would have seen.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use ansatz_expr::Expr;
use ansatz_gen::{Example, Generator, Noise, Terms, rounded_at_random};
use ansatz_model::extrapolate::extrapolations;
use ansatz_model::next_term;
use ansatz_model::{
    EncodedInput, InputBatch, ModelConfig, NetworkTerm, NextTerm, TargetBatch, Vocabulary,
};
use serde::{Deserialize, Serialize};

use crate::config::RunConfig;
use crate::error::{Error, Result};
use crate::random::Random;

/// Batches of a pool: enough to sort by length, few enough to regenerate on resume.
const POOL_BATCHES: usize = 128;
/// Groups of equal input length that a pool is cut into before sorting by target.
const LENGTH_GROUPS: usize = 11;
/// Terms that a network which writes one at a time will be asked for, one after another.
const ROUNDS: usize = 10;
/// Keeps the draws of which of them is asked for apart from others.
const CUTS: u64 = 0x5e1e_c7ed_7e12_0003;
/// Batches that a worker keeps ready.
const READY: usize = 3;

/// A place in the stream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Number of the pool.
    pub pool: u64,
    /// Batch within the pool.
    pub batch: usize,
}

/// One batch, ready to be put on a device.
#[derive(Debug, Clone)]
pub struct Batch {
    /// What the encoder reads.
    pub inputs: InputBatch,
    /// What the decoder shall write.
    pub targets: TargetBatch,
    /// Operators of each row's formula, as generated.
    pub operators: Vec<usize>,
}

/// One example as the network sees it.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The shown terms.
    pub input: EncodedInput,
    /// Token ids without marks.
    pub target: Vec<u32>,
    /// Operators of the formula, as generated.
    pub operators: usize,
}

/// Turns examples into what a network reads and writes.
#[derive(Debug, Clone)]
pub struct Encoder {
    model: ModelConfig,
    vocabulary: Vocabulary,
    simplify: bool,
    noise: f64,
    rounded: f64,
    seed: u64,
}

impl Encoder {
    /// The encoder of a run.
    pub fn new(config: &RunConfig) -> Self {
        Self {
            model: config.model.clone(),
            vocabulary: config.model.vocabulary(),
            simplify: config.simplify,
            noise: config.noise,
            rounded: config.rounded,
            seed: config.seed,
        }
    }

    /// Encodes the example of an index; `None` if it does not fit the network.
    pub fn encode(&self, example: &Example, index: u64) -> Option<Encoded> {
        if let Some(format) = self.model.next_term {
            return self.encode_next_term(example, index, format);
        }
        let target = if self.model.task.is_symbolic() {
            self.target(&example.expr).ok()?
        } else {
            match &example.next {
                Terms::Integers(terms) => self.vocabulary.encode_integers(terms).ok()?,
                Terms::Floats(terms) => self.vocabulary.encode_floats(terms).ok()?,
            }
        };
        let shown = self.shown(&example.terms, index);
        let input = EncodedInput::new(shown.as_slice(), self.model.encoding).ok()?;
        self.fitting(input, target, example.ops)
    }

    /// The terms with the noise and the digits that they are shown with.
    fn shown<'a>(&self, terms: &'a Terms, index: u64) -> Cow<'a, Terms> {
        let mut shown = Cow::Borrowed(terms);
        if self.noise > 0.0 {
            shown = Cow::Owned(Noise::UpTo(self.noise).apply(&shown, self.seed, index));
        }
        if self.rounded > 0.0 {
            shown = Cow::Owned(rounded_at_random(&shown, self.rounded, self.seed, index));
        }
        shown
    }

    fn fitting(&self, input: EncodedInput, target: Vec<u32>, operators: usize) -> Option<Encoded> {
        // One more output position for the end mark.
        let fits =
            input.positions() <= self.model.max_input && target.len() < self.model.max_output;
        fits.then_some(Encoded { input, target, operators })
    }

    /// The example of a network that writes one term at a time: half of the time the
    /// first of the terms to predict, else a later one, those before it being shown too.
    fn encode_next_term(&self, example: &Example, index: u64, format: NextTerm) -> Option<Encoded> {
        let later = match Random::new(self.seed ^ index.wrapping_mul(CUTS)).below(2 * ROUNDS) {
            draw if draw < ROUNDS => 0,
            draw => draw - ROUNDS,
        };
        match &*self.shown(&example.terms, index) {
            Terms::Integers(shown) => self.next_term(example, shown, later, format),
            Terms::Floats(shown) => self.next_term(example, shown, later, format),
        }
    }

    /// The law is continued from what is shown, so that the terms after it have all their
    /// digits: that is how a network will be asked.
    fn next_term<T: NetworkTerm>(
        &self,
        example: &Example,
        shown: &[T],
        later: usize,
        format: NextTerm,
    ) -> Option<Encoded> {
        let mut terms = shown.to_vec();
        example.expr.extend(&mut terms, later + 1).ok()?;
        let (last, terms) = terms.split_last()?;
        let continuations = extrapolations(terms);
        let tokens = next_term::tokens_of(*last, &continuations, format);
        let target = self.vocabulary.encode_number(&tokens).ok()?;
        let input = EncodedInput::continued(terms, &continuations);
        self.fitting(input, target, example.ops)
    }

    /// The formula to be written: simplified, unless that made it longer.
    fn target(&self, expr: &Expr) -> Result<Vec<u32>> {
        let raw = self.vocabulary.encode_expr(expr)?;
        if !self.simplify {
            return Ok(raw);
        }
        let simple = expr.simplify(self.model.task.domain());
        match self.vocabulary.encode_expr(&simple) {
            Ok(simple) if simple.len() <= raw.len() => Ok(simple),
            _ => Ok(raw),
        }
    }

    /// Pads examples into one batch.
    pub fn batch(&self, examples: &[Encoded]) -> Result<Batch> {
        let inputs: Vec<&EncodedInput> = examples.iter().map(|e| &e.input).collect();
        let targets: Vec<&[u32]> = examples.iter().map(|e| e.target.as_slice()).collect();
        Ok(Batch {
            inputs: InputBatch::new(self.model.input_kind(), &inputs)?,
            targets: TargetBatch::new(&targets, self.model.max_output)?,
            operators: examples.iter().map(|e| e.operators).collect(),
        })
    }
}

/// The batches of one pool, in the order in which they are trained on.
fn pool(
    generator: &Generator,
    encoder: &Encoder,
    number: u64,
    size: usize,
) -> Result<Vec<Vec<Encoded>>> {
    let count = (size * POOL_BATCHES) as u64;
    let mut examples = Vec::with_capacity(count as usize);
    for index in number * count..(number + 1) * count {
        examples.extend(encoder.encode(&generator.example(index)?, index));
    }
    sort_by_lengths(&mut examples);
    let mut batches: Vec<Vec<Encoded>> = Vec::with_capacity(POOL_BATCHES);
    while !examples.is_empty() {
        let rest = examples.split_off(size.min(examples.len()));
        batches.push(std::mem::replace(&mut examples, rest));
    }
    let seed = encoder.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Random::new(seed).shuffle(&mut batches);
    Ok(batches)
}

/// Groups of similar input length, each sorted by target length: neighbours
/// then differ little in either.
fn sort_by_lengths(examples: &mut [Encoded]) {
    examples.sort_by_key(|example| example.input.positions());
    let group = examples.len().div_ceil(LENGTH_GROUPS).max(1);
    for group in examples.chunks_mut(group) {
        group.sort_by_key(|example| example.target.len());
    }
}

/// What a worker sends: a batch, or the end of a pool.
type Message = Result<Option<Batch>>;

/// The endless stream of batches.
pub struct Stream {
    workers: Vec<Receiver<Message>>,
    position: Position,
    /// Batches of the current pool that were trained on before the run stopped.
    skip: usize,
}

impl Stream {
    /// Starts the workers at a position.
    pub fn start(config: &RunConfig, position: Position) -> Self {
        let count = config.workers.max(1) as u64;
        let workers = (0..count)
            .map(|worker| {
                let (sender, receiver) = sync_channel(READY);
                let config = config.clone();
                // The worker whose turn the position's pool is starts with it.
                let first = position.pool + (worker + count - position.pool % count) % count;
                thread::spawn(move || work(&config, first, count, &sender));
                receiver
            })
            .collect();
        Self { workers, position: Position { pool: position.pool, batch: 0 }, skip: position.batch }
    }

    /// Where the next batch stands.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next batch.
    pub fn next_batch(&mut self) -> Result<Batch> {
        loop {
            let worker = (self.position.pool % self.workers.len() as u64) as usize;
            let message = self.workers[worker]
                .recv()
                .map_err(|_| Error::Worker("its thread ended".to_owned()))??;
            let Some(batch) = message else {
                self.position = Position { pool: self.position.pool + 1, batch: 0 };
                continue;
            };
            self.position.batch += 1;
            if self.skip > 0 {
                self.skip -= 1;
                continue;
            }
            return Ok(batch);
        }
    }
}

/// A worker: every `count`-th pool from `first` on, until nobody listens.
fn work(config: &RunConfig, first: u64, count: u64, sender: &SyncSender<Message>) {
    if let Err(error) = try_work(config, first, count, sender) {
        // If nobody listens any more, nobody needs to know.
        let _ = sender.send(Err(error));
    }
}

fn try_work(
    config: &RunConfig,
    first: u64,
    count: u64,
    sender: &SyncSender<Message>,
) -> Result<()> {
    let encoder = Encoder::new(config);
    for number in (first..).step_by(count as usize) {
        let begin = number * (config.batch * POOL_BATCHES) as u64;
        let generator = Generator::new(config.generator_at(begin), config.seed)?;
        for examples in pool(&generator, &encoder, number, config.batch)? {
            if sender.send(encoder.batch(&examples).map(Some)).is_err() {
                return Ok(());
            }
        }
        if sender.send(Ok(None)).is_err() {
            return Ok(());
        }
    }
    Ok(())
}
