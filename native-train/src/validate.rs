//! How a network does on examples it was never trained on.

use std::collections::BTreeMap;

use ansatz_gen::{Example, Generator};
use ansatz_model::{Task, Transformer, Vocabulary};
use burn::module::Module;
use burn::tensor::{Tensor, activation};

use crate::config::RunConfig;
use crate::data::{Batch, Encoded, Encoder};
use crate::error::{Error, Result};
use crate::log::Group;
use crate::score::{self, TOLERANCE};

/// Examples decoded together.
const BATCH: usize = 128;
/// Turns the seed of a run's training data into that of its validation data.
const SEED: u64 = 0x7a11_da7e_5eed_0001;

/// A fixed set of examples.
pub struct Validation {
    task: Task,
    one_term: bool,
    vocabulary: Vocabulary,
    batches: Vec<(Batch, Vec<Example>)>,
}

/// What was measured on it.
pub struct Outcome {
    /// Mean loss a token, teacher forced.
    pub loss: f64,
    /// Share whose greedy answer is right: on the next ten terms, or on the one that a
    /// network was asked for which writes one at a time.
    pub accuracy: f64,
    /// The same two by number of operators, fewest first.
    pub by_operators: Vec<Group>,
}

impl Validation {
    /// Generates the examples of a run, from a seed of their own.
    pub fn new(config: &RunConfig) -> Result<Self> {
        let generator = Generator::new(config.generator.clone(), config.seed ^ SEED)?;
        let encoder = Encoder::new(&RunConfig { noise: 0.0, ..config.clone() });
        let mut pairs: Vec<(Encoded, Example)> = Vec::new();
        let mut index = 0;
        while pairs.len() < config.validation_examples {
            let example = generator.example(index)?;
            let encoded = encoder.encode(&example, index);
            pairs.extend(encoded.map(|encoded| (encoded, example)));
            index += 1;
        }
        pairs.sort_by_key(|(encoded, _)| encoded.input.positions());
        let batches: Result<Vec<_>> = pairs
            .chunks(BATCH)
            .map(|chunk| {
                let (encoded, examples): (Vec<_>, Vec<_>) = chunk.iter().cloned().unzip();
                Ok((encoder.batch(&encoded)?, examples))
            })
            .collect();
        Ok(Self {
            task: config.model.task,
            one_term: config.model.next_term.is_some(),
            vocabulary: config.model.vocabulary(),
            batches: batches?,
        })
    }

    /// Measures a network.
    pub fn run(&self, model: &Transformer) -> Result<Outcome> {
        let model = model.valid();
        let limit = model.config().max_output - 1;
        let mut groups: BTreeMap<usize, Sums> = BTreeMap::new();
        for (batch, examples) in &self.batches {
            let losses = row_losses(&model, batch)?;
            let written = pollster::block_on(model.greedy(&batch.inputs, limit))?;
            for (row, example) in examples.iter().enumerate() {
                let right = match self.one_term {
                    true => batch.targets.is_exactly(row, &written[row]),
                    false => score::is_right(
                        self.task,
                        &self.vocabulary,
                        &written[row],
                        &example.terms,
                        &example.next,
                        TOLERANCE,
                    ),
                };
                let sums = groups.entry(batch.operators[row]).or_default();
                sums.examples += 1;
                sums.right += usize::from(right);
                sums.loss += losses[row].0;
                sums.tokens += losses[row].1;
            }
        }
        let all = groups.values().fold(Sums::default(), Sums::plus);
        Ok(Outcome {
            loss: all.loss / all.tokens.max(1.0),
            accuracy: all.right as f64 / all.examples.max(1) as f64,
            by_operators: groups
                .into_iter()
                .map(|(operators, sums)| sums.group(operators))
                .collect(),
        })
    }
}

#[derive(Default, Clone, Copy)]
struct Sums {
    examples: usize,
    right: usize,
    loss: f64,
    tokens: f64,
}

impl Sums {
    fn plus(self, other: &Sums) -> Sums {
        Sums {
            examples: self.examples + other.examples,
            right: self.right + other.right,
            loss: self.loss + other.loss,
            tokens: self.tokens + other.tokens,
        }
    }

    fn group(self, operators: usize) -> Group {
        Group {
            operators,
            examples: self.examples,
            loss: self.loss / self.tokens.max(1.0),
            accuracy: self.right as f64 / self.examples.max(1) as f64,
        }
    }
}

/// Summed loss and number of tokens of every row.
fn row_losses(model: &Transformer, batch: &Batch) -> Result<Vec<(f64, f64)>> {
    let device = model.device();
    let logits = model.forward(&batch.inputs, &batch.targets)?;
    let targets = batch.targets.targets(&device);
    // [rows * length, vocabulary] -> [rows * length, 1]
    let chosen: Tensor<2> =
        activation::log_softmax(logits, 1).gather(1, targets.unsqueeze_dim::<2>(1));
    let chosen = chosen
        .into_data()
        .try_into_vec::<f32>()
        .map_err(|error| Error::Model(ansatz_model::Error::Device(format!("{error:?}"))))?;
    let length = batch.targets.length();
    Ok(chosen
        .chunks(length)
        .zip(batch.targets.host_weights().chunks(length))
        .map(|(chosen, weights)| {
            let counted = chosen.iter().zip(weights);
            let loss = counted.fold(0.0, |sum, (c, w)| sum - f64::from(c * w));
            (loss, weights.iter().map(|w| f64::from(*w)).sum())
        })
        .collect())
}
