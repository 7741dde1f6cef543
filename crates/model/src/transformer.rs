//! The network.

use burn::module::{Initializer, Module, Param};
use burn::nn::{Embedding, EmbeddingConfig, Linear};
use burn::tensor::{Device, Tensor, TensorData};

use crate::batch::{InputBatch, TargetBatch};
use crate::config::{ModelConfig, Positions};
use crate::encode::InputKind;
use crate::error::{Error, Result};
use crate::layers::{DecoderLayer, EncoderLayer, Norm, linear};
use crate::ops::{self, MASKED};

/// An encoder-decoder Transformer.
#[derive(Module, Debug)]
pub struct Transformer {
    /// `[ids, width]`, if the input is tokens.
    token_embedding: Option<Embedding>,
    /// `[features, width]`, if the input is terms: the sum of the embeddings of
    /// a term's features is a product with its feature vector.
    term_embedding: Option<Linear>,
    /// `[max_input, width]`
    input_positions: Param<Tensor<2>>,
    pub(crate) encoder: Vec<EncoderLayer>,
    pub(crate) encoder_norm: Norm,

    /// `[vocabulary, width]`
    pub(crate) word_embedding: Embedding,
    /// `[max_output, width]`
    pub(crate) output_positions: Param<Tensor<2>>,
    pub(crate) decoder: Vec<DecoderLayer>,
    pub(crate) decoder_norm: Norm,
    /// `[width, vocabulary]`
    pub(crate) head: Linear,

    #[module(skip)]
    config: ModelConfig,
}

/// What the encoder says about a batch.
#[derive(Debug, Clone)]
pub struct Memory {
    /// `[rows * length, width]`
    pub(crate) states: Tensor<2>,
    /// `[rows, 1, 1, length]`
    pub(crate) padding: Tensor<4>,
}

impl Transformer {
    /// A network with random weights: seed the device before for repeatable ones.
    pub fn new(config: &ModelConfig, device: &Device) -> Result<Self> {
        config.validate()?;
        let width = config.width;
        let embeddings = Initializer::Normal { mean: 0.0, std: 0.1 };
        let table = |rows| {
            EmbeddingConfig::new(rows, width).with_initializer(embeddings.clone()).init(device)
        };
        let (token_embedding, term_embedding) = match config.input_kind() {
            InputKind::Tokens { vocabulary } => (Some(table(vocabulary)), None),
            // About thirty features are set at once, so each starts smaller.
            InputKind::Terms { features } => (None, Some(linear(features, width, 0.7, device))),
        };
        let vocabulary = config.vocabulary().len();
        Ok(Self {
            token_embedding,
            term_embedding,
            input_positions: embeddings.init([config.max_input, width], device),
            encoder: (0..config.encoder_layers)
                .map(|_| EncoderLayer::new(config, device))
                .collect(),
            encoder_norm: Norm::new(width, device),
            word_embedding: table(vocabulary),
            output_positions: embeddings.init([config.max_output, width], device),
            decoder: (0..config.decoder_layers)
                .map(|_| DecoderLayer::new(config, device))
                .collect(),
            decoder_norm: Norm::new(width, device),
            head: linear(width, vocabulary, 1.0, device),
            config: config.clone(),
        })
    }

    /// The configuration it was built from.
    pub fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// The device its weights are on.
    pub fn device(&self) -> Device {
        self.input_positions.val().device()
    }

    /// Reads a batch.
    pub fn encode(&self, batch: &InputBatch) -> Result<Memory> {
        let padding = batch.padding_mask(&self.device());
        let mask = self.encoder_mask(padding.clone());
        let states = self.encoder.iter().fold(self.placed(batch)?, |states, layer| {
            layer.forward(states, mask.clone(), batch.rows)
        });
        Ok(Memory { states: self.encoder_norm.forward(states), padding })
    }

    /// What is added to the encoder's scores: the mask of padding, `[rows, 1,
    /// 1, length]`, and where heads are drawn to, `[1, heads, length, length]`.
    pub(crate) fn encoder_mask(&self, padding: Tensor<4>) -> Tensor<4> {
        let ModelConfig { positions, heads, .. } = self.config;
        if positions == Positions::Learned {
            return padding;
        }
        let [_, _, _, length] = padding.dims();
        let mut bias = Vec::with_capacity(heads * length * length);
        for head in 0..heads {
            for from in 0..length {
                bias.extend((0..length).map(|to| positions.bias(head, from, to)));
            }
        }
        let data = TensorData::new(bias, [1, heads, length, length]);
        Tensor::from_data(data, &padding.device()).add(padding)
    }

    /// What a batch's numbers are to the encoder, before it knows where they
    /// stand: `[rows, length, width]`.
    pub(crate) fn embed(&self, batch: &InputBatch) -> Result<Tensor<3>> {
        let device = self.device();
        let (rows, length, width) = (batch.rows, batch.length, self.config.width);
        // [rows * length, ..] -> [rows, length, width]
        let embedded = match (&self.token_embedding, &self.term_embedding) {
            (Some(table), _) => batch.tokens(&device).map(|ids| table.forward(ids)),
            (None, Some(linear)) => batch
                .terms(&device)
                .map(|terms| linear.forward(terms).reshape([rows, length, width])),
            (None, None) => None,
        };
        embedded.ok_or(Error::WrongDomain {
            expected: "inputs of its own encoding",
            given: "of the other encoding",
        })
    }

    /// A batch as the first layer of the encoder reads it, `[rows * length, width]`.
    pub(crate) fn placed(&self, batch: &InputBatch) -> Result<Tensor<2>> {
        if batch.length > self.config.max_input {
            return Err(Error::InputTooLong {
                needed: batch.length,
                available: self.config.max_input,
            });
        }
        // [length, width] -> [1, length, width]
        let positions = self.input_positions.val().narrow(0, 0, batch.length).unsqueeze::<3>();
        // [rows, length, width] -> [rows * length, width]
        let shape = [batch.rows * batch.length, self.config.width];
        Ok(self.embed(batch)?.add(positions).reshape(shape))
    }

    /// Teacher forcing: the logits `[rows * length, vocabulary]` of every target.
    pub fn forward(&self, inputs: &InputBatch, targets: &TargetBatch) -> Result<Tensor<2>> {
        let memory = self.encode(inputs)?;
        let device = self.device();
        if inputs.rows != targets.rows {
            return Err(Error::WrongRows { expected: inputs.rows, given: targets.rows });
        }
        let causal = causal_mask(targets.length, &device);
        let states = self.placed_targets(targets)?;
        let states = self.decoder.iter().fold(states, |states, layer| {
            layer.forward(
                states,
                causal.clone(),
                memory.states.clone(),
                memory.padding.clone(),
                targets.rows,
            )
        });
        let states = self.decoder_norm.forward(states);
        Ok(self.head.forward(states))
    }

    /// Targets as the first layer of the decoder reads them, `[rows * length, width]`.
    pub(crate) fn placed_targets(&self, targets: &TargetBatch) -> Result<Tensor<2>> {
        if targets.length > self.config.max_output {
            return Err(Error::TargetTooLong {
                needed: targets.length,
                available: self.config.max_output,
            });
        }
        // [length, width] -> [1, length, width]
        let positions = self.output_positions.val().narrow(0, 0, targets.length).unsqueeze::<3>();
        let embedded = self.word_embedding.forward(targets.inputs(&self.device()));
        // [rows, length, width] -> [rows * length, width]
        Ok(embedded.add(positions).reshape([targets.rows * targets.length, self.config.width]))
    }

    /// Mean negative log-likelihood of a batch, `[1]`, with label smoothing.
    pub fn loss(
        &self,
        inputs: &InputBatch,
        targets: &TargetBatch,
        smoothing: f64,
    ) -> Result<Tensor<1>> {
        let device = self.device();
        let logits = self.forward(inputs, targets)?;
        Ok(ops::cross_entropy(
            logits,
            targets.targets(&device),
            targets.weights(&device),
            targets.total(),
            smoothing,
        ))
    }
}

/// `[1, 1, length, length]`: 0 on and below the diagonal, [`MASKED`] above.
/// Later padding needs no mask of its own: no target that counts looks ahead.
pub(crate) fn causal_mask(length: usize, device: &Device) -> Tensor<4> {
    let mask =
        (0..length * length).map(|i| if i % length > i / length { MASKED } else { 0.0 }).collect();
    Tensor::from_data(TensorData::new(mask, [1, 1, length, length]), device)
}
