//! A network where it runs: by itself on the processor, by burn elsewhere.

use crate::config::ModelConfig;
use crate::direct::{Direct, DirectState};
use crate::encode::EncodedInput;
use crate::error::{Error, Result};
use crate::inside::AttentionMaps;
use crate::weights::TrainingRecord;
#[cfg(feature = "burn")]
use crate::{DecoderState, InputBatch, Transformer, weights};

/// Where a network runs.
#[derive(Debug, Clone, Default)]
pub enum Device {
    /// The processor, by [`Direct`].
    #[default]
    Cpu,
    /// A device of burn's, by [`Transformer`].
    #[cfg(feature = "burn")]
    Burn(burn::tensor::Device),
}

impl Device {
    /// The GPU that a browser prefers.
    #[cfg(feature = "gpu")]
    pub async fn webgpu() -> Result<Self> {
        let options = burn::tensor::Device::wgpu_options();
        let device = options.init_async().await;
        Ok(Device::Burn(device.map_err(|error| Error::Device(error.to_string()))?))
    }
}

/// A network that was read from a weights file, ready to read sequences.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    training: TrainingRecord,
}

#[derive(Debug)]
enum Engine {
    Direct(Box<Direct>),
    #[cfg(feature = "burn")]
    Burn(Box<Transformer>),
}

/// What a network has read and written.
#[derive(Debug, Clone)]
pub struct SessionState(State);

#[derive(Debug, Clone)]
enum State {
    Direct(DirectState),
    #[cfg(feature = "burn")]
    Burn(Box<DecoderState>),
}

impl Session {
    /// Reads a weights file onto a device.
    pub fn load(file: &[u8], device: &Device) -> Result<Self> {
        let (engine, training) = match device {
            Device::Cpu => {
                let (direct, training) = Direct::load(file)?;
                (Engine::Direct(Box::new(direct)), training)
            }
            #[cfg(feature = "burn")]
            Device::Burn(device) => {
                let (model, training) = weights::load(file, device)?;
                (Engine::Burn(Box::new(model)), training)
            }
        };
        Ok(Session { engine, training })
    }

    /// What it is.
    pub fn config(&self) -> &ModelConfig {
        match &self.engine {
            Engine::Direct(direct) => direct.config(),
            #[cfg(feature = "burn")]
            Engine::Burn(model) => model.config(),
        }
    }

    /// How it was trained.
    pub fn training(&self) -> &TrainingRecord {
        &self.training
    }

    /// Reads a sequence and prepares to write: one row.
    pub fn start(&self, input: &EncodedInput) -> Result<SessionState> {
        Ok(SessionState(match &self.engine {
            Engine::Direct(direct) => State::Direct(direct.start(input)?),
            #[cfg(feature = "burn")]
            Engine::Burn(model) => State::Burn(Box::new(model.start(&batch(model, &[input])?)?)),
        }))
    }

    /// Row i becomes a continuation of row `parents[i]` by `tokens[i]`, the
    /// begin mark at first; gives the log-probabilities of the next token, row
    /// after row. Asynchronous because a browser's GPU gives its numbers no
    /// other way.
    pub async fn step(
        &self,
        state: &mut SessionState,
        parents: &[usize],
        tokens: &[u32],
    ) -> Result<Vec<f32>> {
        match (&self.engine, &mut state.0) {
            (Engine::Direct(direct), State::Direct(state)) => {
                state.reorder(parents)?;
                direct.step(state, tokens)
            }
            #[cfg(feature = "burn")]
            (Engine::Burn(model), State::Burn(state)) => {
                state.reorder(parents)?;
                model.step_to_host(state, tokens).await
            }
            #[cfg(feature = "burn")]
            _ => Err(Error::WrongDomain {
                expected: "what it has read itself",
                given: "of another network",
            }),
        }
    }

    /// The attention maps of an input while these tokens are written.
    pub async fn attention(&self, input: &EncodedInput, tokens: &[u32]) -> Result<AttentionMaps> {
        match &self.engine {
            Engine::Direct(direct) => direct.attention(input, tokens),
            #[cfg(feature = "burn")]
            Engine::Burn(model) => model.attention(&batch(model, &[input])?, tokens).await,
        }
    }

    /// What the last number of each input is to the encoder, wherever it
    /// stands: one vector each.
    pub async fn number_vectors(&self, inputs: &[&EncodedInput]) -> Result<Vec<Vec<f32>>> {
        match &self.engine {
            Engine::Direct(direct) => {
                inputs.iter().map(|input| direct.number_vector(input)).collect()
            }
            #[cfg(feature = "burn")]
            Engine::Burn(model) => model.number_vectors(&batch(model, inputs)?).await,
        }
    }
}

#[cfg(feature = "burn")]
fn batch(model: &Transformer, inputs: &[&EncodedInput]) -> Result<InputBatch> {
    InputBatch::new(model.config().input_kind(), inputs)
}

/// Whether a state of so many rows and tokens can read these, out of `size` words.
pub(crate) fn check_step(
    max_output: usize,
    size: usize,
    (rows, length): (usize, usize),
    tokens: &[u32],
) -> Result<()> {
    if tokens.len() != rows {
        return Err(Error::WrongRows { expected: rows, given: tokens.len() });
    }
    if length >= max_output {
        return Err(Error::TargetTooLong { needed: length + 1, available: max_output });
    }
    match tokens.iter().find(|id| **id as usize >= size) {
        Some(id) => Err(Error::UnknownId { id: *id, size }),
        None => Ok(()),
    }
}
