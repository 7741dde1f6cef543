//! Blocks of the Transformer: norm, attention, feed-forward, and the layers
//! made of them.
//!
//! Vectors stay in one matrix, `[batch * length, width]`, between blocks: every
//! linear map is then a single matrix product, and only attention looks at the
//! batch as such. Pre-norm, and no biases but the norms': each would cost a
//! pass over memory.

use ansatz_expr::math;

use burn::module::{Initializer, Module, Param};
use burn::nn::{Linear, LinearConfig};
use burn::tensor::{Device, Tensor, activation};

use crate::config::ModelConfig;
use crate::ops;

/// A linear map without bias. `gain` scales the usual variance `2 / (in + out)`.
pub(crate) fn linear(input: usize, output: usize, gain: f64, device: &Device) -> Linear {
    LinearConfig::new(input, output)
        .with_bias(false)
        .with_initializer(Initializer::XavierUniform { gain })
        .init(device)
}

/// Normalises over the last axis.
#[derive(Module, Debug)]
pub(crate) struct Norm {
    gamma: Param<Tensor<1>>,
    beta: Param<Tensor<1>>,
}

impl Norm {
    pub(crate) fn new(width: usize, device: &Device) -> Self {
        Self {
            gamma: Initializer::Ones.init([width], device),
            beta: Initializer::Zeros.init([width], device),
        }
    }

    /// `[rows, width]`
    pub(crate) fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        ops::layer_norm(input, self.gamma.val(), self.beta.val())
    }
}

/// Two linear maps with a GELU between.
#[derive(Module, Debug)]
pub(crate) struct FeedForward {
    norm: Norm,
    widen: Linear,
    narrow: Linear,
}

impl FeedForward {
    fn new(config: &ModelConfig, gain: f64, device: &Device) -> Self {
        Self {
            norm: Norm::new(config.width, device),
            widen: linear(config.width, config.feed_forward, 1.0, device),
            narrow: linear(config.feed_forward, config.width, gain, device),
        }
    }

    /// `[rows, width]`, residual included.
    pub(crate) fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = activation::gelu(self.widen.forward(self.norm.forward(input.clone())));
        input.add(self.narrow.forward(hidden))
    }
}

/// Attention of a sequence over itself.
#[derive(Module, Debug)]
pub(crate) struct SelfAttention {
    norm: Norm,
    /// Queries, keys and values in one product.
    packed: Linear,
    output: Linear,
    #[module(skip)]
    heads: usize,
}

impl SelfAttention {
    fn new(config: &ModelConfig, gain: f64, device: &Device) -> Self {
        Self {
            norm: Norm::new(config.width, device),
            packed: linear(config.width, 3 * config.width, 1.0, device),
            output: linear(config.width, config.width, gain, device),
            heads: config.heads,
        }
    }

    /// `[batch * length, width]`, residual included. The mask is added to the scores.
    pub(crate) fn forward(&self, input: Tensor<2>, mask: Tensor<4>, batch: usize) -> Tensor<2> {
        let packed = self.packed.forward(self.norm.forward(input.clone()));
        let attended = ops::self_attention(packed, mask, batch, self.heads);
        input.add(self.output.forward(attended))
    }

    /// Where the positions look, `[batch, heads, length, length]`.
    pub(crate) fn weights(&self, input: Tensor<2>, mask: Tensor<4>, batch: usize) -> Tensor<4> {
        let packed = self.packed.forward(self.norm.forward(input));
        let [queries, keys, _] = ops::split_heads::<3>(packed, batch, self.heads);
        ops::attention_weights(queries, keys, Some(mask))
    }

    /// One position of every row: its queries, keys and values, each
    /// `[rows, heads, 1, head]`.
    pub(crate) fn project(&self, input: Tensor<2>) -> [Tensor<4>; 3] {
        let [rows, _] = input.dims();
        let packed = self.packed.forward(self.norm.forward(input));
        ops::split_heads(packed, rows, self.heads)
    }

    /// The residual step after attending: `[rows, heads, 1, head]` to `[rows, width]`.
    pub(crate) fn finish(&self, input: Tensor<2>, attended: Tensor<4>) -> Tensor<2> {
        input.add(self.output.forward(ops::merge_heads(attended)))
    }
}

/// Attention of the decoder over the encoder's output.
#[derive(Module, Debug)]
pub(crate) struct CrossAttention {
    norm: Norm,
    queries: Linear,
    /// Keys and values in one product.
    packed: Linear,
    output: Linear,
    #[module(skip)]
    heads: usize,
}

impl CrossAttention {
    fn new(config: &ModelConfig, gain: f64, device: &Device) -> Self {
        Self {
            norm: Norm::new(config.width, device),
            queries: linear(config.width, config.width, 1.0, device),
            packed: linear(config.width, 2 * config.width, 1.0, device),
            output: linear(config.width, config.width, gain, device),
            heads: config.heads,
        }
    }

    /// `input` `[batch * targets, width]`, `memory` `[batch * sources, width]`.
    pub(crate) fn forward(
        &self,
        input: Tensor<2>,
        memory: Tensor<2>,
        mask: Tensor<4>,
        batch: usize,
    ) -> Tensor<2> {
        let queries = self.queries.forward(self.norm.forward(input.clone()));
        let packed = self.packed.forward(memory);
        let attended = ops::cross_attention(queries, packed, mask, batch, self.heads);
        input.add(self.output.forward(attended))
    }

    /// Where the targets look, `[batch, heads, targets, sources]`.
    pub(crate) fn weights(
        &self,
        input: Tensor<2>,
        memory: Tensor<2>,
        mask: Tensor<4>,
        batch: usize,
    ) -> Tensor<4> {
        let queries = self.queries.forward(self.norm.forward(input));
        let [queries] = ops::split_heads::<1>(queries, batch, self.heads);
        let [keys, _] = self.remember(memory, batch);
        ops::attention_weights(queries, keys, Some(mask))
    }

    /// Keys and values of the memory, each `[batch, heads, sources, head]`:
    /// computed once a prediction.
    pub(crate) fn remember(&self, memory: Tensor<2>, batch: usize) -> [Tensor<4>; 2] {
        ops::split_heads(self.packed.forward(memory), batch, self.heads)
    }

    /// `input` `[inputs * beams, width]`: the beams of one input are so many
    /// query positions over the same keys and values, which are never copied.
    pub(crate) fn recall(
        &self,
        input: Tensor<2>,
        [keys, values]: [Tensor<4>; 2],
        mask: Tensor<4>,
    ) -> Tensor<2> {
        let [inputs, ..] = keys.dims();
        let queries = self.queries.forward(self.norm.forward(input.clone()));
        let [queries] = ops::split_heads::<1>(queries, inputs, self.heads);
        let attended = ops::merge_heads(ops::attend(queries, keys, values, Some(mask)));
        input.add(self.output.forward(attended))
    }
}

/// A layer of the encoder.
#[derive(Module, Debug)]
pub(crate) struct EncoderLayer {
    pub(crate) attention: SelfAttention,
    pub(crate) feed_forward: FeedForward,
}

impl EncoderLayer {
    pub(crate) fn new(config: &ModelConfig, device: &Device) -> Self {
        // Residual branches start small, so that depth does not add variance.
        let gain = math::powf(2.0 * config.encoder_layers as f64, -0.5);
        Self {
            attention: SelfAttention::new(config, gain, device),
            feed_forward: FeedForward::new(config, gain, device),
        }
    }

    pub(crate) fn forward(&self, input: Tensor<2>, mask: Tensor<4>, batch: usize) -> Tensor<2> {
        self.feed_forward.forward(self.attention.forward(input, mask, batch))
    }
}

/// A layer of the decoder.
#[derive(Module, Debug)]
pub(crate) struct DecoderLayer {
    pub(crate) attention: SelfAttention,
    pub(crate) cross: CrossAttention,
    pub(crate) feed_forward: FeedForward,
}

impl DecoderLayer {
    pub(crate) fn new(config: &ModelConfig, device: &Device) -> Self {
        let gain = math::powf(3.0 * config.decoder_layers as f64, -0.5);
        Self {
            attention: SelfAttention::new(config, gain, device),
            cross: CrossAttention::new(config, gain, device),
            feed_forward: FeedForward::new(config, gain, device),
        }
    }

    pub(crate) fn forward(
        &self,
        input: Tensor<2>,
        causal: Tensor<4>,
        memory: Tensor<2>,
        padding: Tensor<4>,
        batch: usize,
    ) -> Tensor<2> {
        let attended = self.attention.forward(input, causal, batch);
        self.feed_forward.forward(self.cross.forward(attended, memory, padding, batch))
    }
}
