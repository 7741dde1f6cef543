//! The network once more, without tensors: for one input on a processor.
//!
//! A beam's step is a dozen products of ten rows with small matrices. Tensor
//! libraries spend as long around them as in them: matrices are packed anew
//! for every product, caches are copied to grow and to be reordered, every
//! operation writes memory that the next one reads. Here the matrices are
//! packed once, what was written is kept in place and found through a list of
//! places, and a term's features are a few rows of a table instead of a
//! product with mostly zeros.
//!
//! burn's `Transformer` is the same network, and what trains: a test requires
//! that both say the same. Every sum is taken in one order on every machine, so that the
//! browser's numbers are those of the command line, bit for bit.

mod inside;
mod kernels;
mod matrix;
mod parameters;
mod state;

use crate::config::ModelConfig;
use crate::encode::{EncodedContent, EncodedInput, InputKind};
use crate::error::{Error, Result};
use crate::session::check_step;
#[cfg(feature = "burn")]
use crate::transformer::Transformer;
use crate::weights::{self, TrainingRecord, Values};

use kernels::{Norm, attend, gelu, log_softmax};
use matrix::Matrix;
use parameters::Parameters;
pub use state::DirectState;
use state::Kept;

/// A network that reads one input and writes many rows.
#[derive(Debug, Clone)]
pub struct Direct {
    config: ModelConfig,
    vocabulary: usize,
    /// `[ids or features, width]`
    input_embedding: Vec<f32>,
    /// `[max_input, width]`
    input_positions: Vec<f32>,
    encoder: Vec<EncoderLayer>,
    encoder_norm: Norm,
    /// `[vocabulary, width]`
    word_embedding: Vec<f32>,
    /// `[max_output, width]`
    output_positions: Vec<f32>,
    decoder: Vec<DecoderLayer>,
    decoder_norm: Norm,
    head: Matrix,
}

#[derive(Debug, Clone)]
struct EncoderLayer {
    attention: SelfAttention,
    feed_forward: FeedForward,
}

#[derive(Debug, Clone)]
struct DecoderLayer {
    attention: SelfAttention,
    cross: CrossAttention,
    feed_forward: FeedForward,
}

#[derive(Debug, Clone)]
struct SelfAttention {
    norm: Norm,
    packed: Matrix,
    output: Matrix,
}

#[derive(Debug, Clone)]
struct CrossAttention {
    norm: Norm,
    queries: Matrix,
    packed: Matrix,
    output: Matrix,
}

#[derive(Debug, Clone)]
struct FeedForward {
    norm: Norm,
    widen: Matrix,
    narrow: Matrix,
}

impl FeedForward {
    /// Adds what it makes of `[rows, width]` to it.
    fn apply(&self, states: &mut [f32]) {
        let mut hidden = self.widen.product(&self.norm.apply(states));
        gelu(&mut hidden);
        self.narrow.add_product(&hidden, states);
    }
}

impl Direct {
    /// Reads a weights file, which also says how the network was trained.
    pub fn load(file: &[u8]) -> Result<(Self, TrainingRecord)> {
        let (header, values) = weights::read(file)?;
        Ok((Self::build(header.config, values)?, header.training))
    }

    /// Copies the weights of a network in burn's tensors; waits for the device
    /// they are on.
    #[cfg(feature = "burn")]
    pub fn of(model: &Transformer) -> Result<Self> {
        Self::build(model.config().clone(), weights::values(model))
    }

    fn build(config: ModelConfig, values: Values) -> Result<Self> {
        let (width, inner) = (config.width, config.feed_forward);
        let vocabulary = config.vocabulary().len();
        let mut all = Parameters::new(values, config.head_width());
        let (embedding, rows) = match config.input_kind() {
            InputKind::Tokens { vocabulary } => ("token_embedding.weight", vocabulary),
            InputKind::Terms { features } => ("term_embedding.weight", features),
        };
        let encoder = (0..config.encoder_layers)
            .map(|index| {
                let name = |part| format!("encoder.{index}.{part}");
                Ok(EncoderLayer {
                    attention: all.self_attention(&name("attention"), width)?,
                    feed_forward: all.feed_forward(&name("feed_forward"), width, inner)?,
                })
            })
            .collect::<Result<_>>()?;
        let decoder = (0..config.decoder_layers)
            .map(|index| {
                let name = |part| format!("decoder.{index}.{part}");
                Ok(DecoderLayer {
                    attention: all.self_attention(&name("attention"), width)?,
                    cross: all.cross_attention(&name("cross"), width)?,
                    feed_forward: all.feed_forward(&name("feed_forward"), width, inner)?,
                })
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            vocabulary,
            input_embedding: all.take(embedding, rows * width)?,
            input_positions: all.take("input_positions", config.max_input * width)?,
            encoder,
            encoder_norm: all.norm("encoder_norm", width)?,
            word_embedding: all.take("word_embedding.weight", vocabulary * width)?,
            output_positions: all.take("output_positions", config.max_output * width)?,
            decoder,
            decoder_norm: all.norm("decoder_norm", width)?,
            head: all.matrix("head", width, vocabulary)?,
            config,
        })
    }

    /// The configuration it was built from.
    pub fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// Reads a sequence and prepares to write: one row.
    pub fn start(&self, input: &EncodedInput) -> Result<DirectState> {
        self.start_watched(input, &mut |_, _| ())
    }

    /// [`Direct::start`], where `watch` sees how the encoder's positions look
    /// at one another.
    fn start_watched(&self, input: &EncodedInput, watch: Watch<'_>) -> Result<DirectState> {
        let memory = self.encode(input, watch)?;
        let layers = self
            .decoder
            .iter()
            .map(|layer| Kept { own: Vec::new(), memory: layer.cross.packed.product(&memory) });
        Ok(DirectState::new(layers.collect()))
    }

    /// What the encoder says, `[positions, width]`.
    fn encode(&self, input: &EncodedInput, watch: Watch<'_>) -> Result<Vec<f32>> {
        let ModelConfig { width, heads, max_input, positions, .. } = self.config;
        if input.positions() > max_input {
            return Err(Error::InputTooLong { needed: input.positions(), available: max_input });
        }
        let mut states = self.input_positions[..input.positions() * width].to_vec();
        self.add_embeddings(input, &mut states)?;
        for (index, layer) in self.encoder.iter().enumerate() {
            let attention = &layer.attention;
            // [positions, 3 * width]: queries, then keys and values.
            let packed = attention.packed.product(&attention.norm.apply(&states));
            let memory = packed.chunks_exact(3 * width).map(|row| &row[width..]);
            let attended = attend_all(
                packed.chunks_exact(3 * width).map(|row| (&row[..width], memory.clone())),
                width,
                heads,
                |from, head, to| positions.bias(head, from, to),
                &mut |shares| watch(index, shares),
            );
            attention.output.add_product(&attended, &mut states);
            layer.feed_forward.apply(&mut states);
        }
        Ok(self.encoder_norm.apply(&states))
    }

    fn add_embeddings(&self, input: &EncodedInput, states: &mut [f32]) -> Result<()> {
        let width = self.config.width;
        let add = |state: &mut [f32], index: usize, scale: f32| {
            let row = self.input_embedding.get(index * width..(index + 1) * width);
            let row = row.ok_or(Error::UnknownId {
                id: index as u32,
                size: self.input_embedding.len() / width,
            })?;
            for (state, value) in state.iter_mut().zip(row) {
                *state += scale * value;
            }
            Ok(())
        };
        let states = states.chunks_exact_mut(width);
        match (&input.content, self.config.input_kind()) {
            (EncodedContent::Tokens(ids), InputKind::Tokens { .. }) => {
                states.zip(ids).try_for_each(|(state, id)| add(state, *id as usize, 1.0))
            }
            (EncodedContent::Terms(terms), InputKind::Terms { .. }) => {
                states.zip(terms).try_for_each(|(state, term)| {
                    let mut entries = term.entries.iter();
                    entries.try_for_each(|(index, value)| add(state, usize::from(*index), *value))
                })
            }
            _ => Err(Error::WrongDomain {
                expected: "inputs of its own encoding",
                given: "of the other encoding",
            }),
        }
    }

    /// Reads one more token a row (the begin mark first) and gives the
    /// log-probabilities of the next, `[rows, vocabulary]`.
    pub fn step(&self, state: &mut DirectState, tokens: &[u32]) -> Result<Vec<f32>> {
        self.step_watched(state, tokens, &mut |_, _| ())
    }

    /// [`Direct::step`], where `watch` sees how each row looks at the
    /// encoder's positions.
    fn step_watched(
        &self,
        state: &mut DirectState,
        tokens: &[u32],
        watch: Watch<'_>,
    ) -> Result<Vec<f32>> {
        let ModelConfig { width, heads, max_output, .. } = self.config;
        check_step(max_output, self.vocabulary, (state.rows(), state.length()), tokens)?;
        let position = &self.output_positions[state.length() * width..][..width];
        let mut hidden = Vec::with_capacity(tokens.len() * width);
        for token in tokens {
            let word = &self.word_embedding[*token as usize * width..][..width];
            hidden.extend(word.iter().zip(position).map(|(word, position)| word + position));
        }
        state.grow();
        for (index, (layer, kept)) in self.decoder.iter().zip(&mut state.layers).enumerate() {
            let DecoderLayer { attention, cross, feed_forward } = layer;
            // [rows, 3 * width]: queries, then keys and values, which are kept.
            let packed = attention.packed.product(&attention.norm.apply(&hidden));
            let rows = packed.chunks_exact(3 * width);
            rows.clone().for_each(|row| kept.own.extend(&row[width..]));
            let attended = attend_all(
                rows.zip(&state.places).map(|(row, places)| {
                    let places = places.iter().map(|place| *place as usize * 2 * width);
                    (&row[..width], places.map(|start| &kept.own[start..start + 2 * width]))
                }),
                width,
                heads,
                |_, _, _| 0.0,
                &mut |_| (),
            );
            attention.output.add_product(&attended, &mut hidden);

            let queries = cross.queries.product(&cross.norm.apply(&hidden));
            let memory = kept.memory.chunks_exact(2 * width);
            let attended = attend_all(
                queries.chunks_exact(width).map(|query| (query, memory.clone())),
                width,
                heads,
                |_, _, _| 0.0,
                &mut |shares| watch(index, shares),
            );
            cross.output.add_product(&attended, &mut hidden);
            feed_forward.apply(&mut hidden);
        }
        let mut scores = self.head.product(&self.decoder_norm.apply(&hidden));
        scores.chunks_exact_mut(self.vocabulary).for_each(log_softmax);
        Ok(scores)
    }
}

/// Sees the layer and the shares `[heads, places]` of every query in turn.
type Watch<'a> = &'a mut dyn FnMut(usize, &[f32]);

/// Attention of every query over its own memory, `[queries, width]`; `bias` of
/// a query, a head and a place is added to its score, and `watch` sees the
/// shares `[heads, places]` of each.
fn attend_all<'a, M>(
    queries: impl ExactSizeIterator<Item = (&'a [f32], M)>,
    width: usize,
    heads: usize,
    bias: impl Fn(usize, usize, usize) -> f32,
    watch: &mut dyn FnMut(&[f32]),
) -> Vec<f32>
where
    M: ExactSizeIterator<Item = &'a [f32]> + Clone,
{
    let mut scores = Vec::new();
    let mut attended = vec![0.0; queries.len() * width];
    let outputs = attended.chunks_exact_mut(width);
    for (index, (output, (query, memory))) in outputs.zip(queries).enumerate() {
        attend(query, memory, heads, |head, to| bias(index, head, to), &mut scores, output);
        watch(&scores);
    }
    attended
}
