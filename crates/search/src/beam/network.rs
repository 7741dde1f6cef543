//! The Transformer as a model that writes step by step.

use ansatz_expr::Domain;
use ansatz_model::weights::{self, TrainingRecord};
use ansatz_model::{
    DecoderState, Device, EncodedInput, Error, InputBatch, ModelConfig, Result, Sequence,
    Transformer, Vocabulary,
};

use super::StepModel;

/// The most terms that sequences of the training had: further ones would be at
/// places that the network has never seen.
const MOST_TERMS: usize = 36;

/// A trained network.
#[derive(Debug)]
pub struct Network {
    model: Transformer,
    vocabulary: Vocabulary,
    training: TrainingRecord,
}

/// What a network has read.
#[derive(Debug, Clone)]
pub struct Reading(DecoderState);

impl Network {
    /// Reads a weights file onto a device.
    pub fn load(file: &[u8], device: &Device) -> Result<Self> {
        let (model, training) = weights::load(file, device)?;
        let vocabulary = model.config().vocabulary();
        Ok(Network { model, vocabulary, training })
    }

    /// What it is.
    pub fn config(&self) -> &ModelConfig {
        self.model.config()
    }

    /// How it was trained.
    pub fn training(&self) -> &TrainingRecord {
        &self.training
    }

    /// Reads the first terms of a sequence, as many as it can.
    pub fn read(&self, sequence: Sequence<'_>) -> Result<Reading> {
        let config = self.config();
        let name = |domain| match domain {
            Domain::Integer => "integers",
            Domain::Float => "floats",
        };
        let (expected, given) = (name(config.task.domain()), name(sequence.domain()));
        if expected != given {
            return Err(Error::WrongDomain { expected, given });
        }
        let mut count = sequence.len().min(MOST_TERMS);
        loop {
            let shown = match sequence {
                Sequence::Integers(terms) => Sequence::Integers(&terms[..count]),
                Sequence::Floats(terms) => Sequence::Floats(&terms[..count]),
            };
            let input = EncodedInput::new(shown, config.encoding)?;
            if input.positions() <= config.max_input {
                let batch = InputBatch::new(config.input_kind(), &[&input])?;
                return Ok(Reading(self.model.start(&batch)?));
            }
            count -= 1;
        }
    }
}

impl StepModel for Network {
    type State = Reading;
    type Error = Error;

    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn max_tokens(&self) -> usize {
        self.config().max_output - 1
    }

    async fn step(
        &self,
        state: &mut Reading,
        parents: &[usize],
        tokens: &[u32],
    ) -> Result<Vec<f32>> {
        state.0.reorder(parents)?;
        self.model.step_to_host(&mut state.0, tokens).await
    }
}
