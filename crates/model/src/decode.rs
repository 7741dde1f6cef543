//! Writing one token at a time, with what was computed before kept.
//!
//! Every input has the same number of rows ("beams"); row `i` belongs to input
//! `i / beams`. Self-attention keys and values are kept a row and can be
//! reordered; the encoder's are computed once an input and shared by its rows.

use burn::tensor::{Int, Tensor, TensorData, activation};

use crate::batch::InputBatch;
use crate::error::{Error, Result};
use crate::ops;
use crate::session::check_step;
use crate::transformer::Transformer;
use crate::vocab::{BEGIN, END};

/// What the decoder remembers between steps.
#[derive(Debug, Clone)]
pub struct DecoderState {
    inputs: usize,
    rows: usize,
    length: usize,
    layers: Vec<LayerState>,
    /// `[inputs, 1, 1, sources]`
    padding: Tensor<4>,
}

#[derive(Debug, Clone)]
struct LayerState {
    /// Keys and values of the tokens so far, `[rows, heads, length, head]`.
    own: Option<[Tensor<4>; 2]>,
    /// Keys and values of the encoder's output, `[inputs, heads, sources, head]`.
    memory: [Tensor<4>; 2],
}

impl DecoderState {
    /// How many rows there are: inputs × beams.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many tokens have been read, the begin mark included.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Replaces the rows by copies of others: `parents[i]` is the row that row
    /// `i` continues. The number of rows may change, but every input keeps an
    /// equal share, in order.
    pub fn reorder(&mut self, parents: &[usize]) -> Result<()> {
        let (rows, inputs) = (self.rows, self.inputs);
        if parents.is_empty() || !parents.len().is_multiple_of(inputs) {
            return Err(Error::WrongRows { expected: rows, given: parents.len() });
        }
        let (before, after) = (rows / inputs, parents.len() / inputs);
        for (row, parent) in parents.iter().enumerate() {
            if *parent >= rows || parent / before != row / after {
                return Err(Error::UnknownRow { row: *parent, rows });
            }
        }
        self.rows = parents.len();
        if parents.iter().copied().eq(0..rows) {
            return Ok(());
        }
        let indices: Vec<i32> = parents.iter().map(|parent| *parent as i32).collect();
        let data = TensorData::new(indices, [parents.len()]);
        let indices = Tensor::<1, Int>::from_data(data, &self.padding.device());
        for layer in &mut self.layers {
            if let Some(own) = layer.own.take() {
                layer.own = Some(own.map(|tensor| tensor.select(0, indices.clone())));
            }
        }
        Ok(())
    }
}

impl Transformer {
    /// Reads a batch and prepares to write: one row an input.
    pub fn start(&self, batch: &InputBatch) -> Result<DecoderState> {
        let memory = self.encode(batch)?;
        let layers = self
            .decoder
            .iter()
            .map(|layer| LayerState {
                own: None,
                memory: layer.cross.remember(memory.states.clone(), batch.rows()),
            })
            .collect();
        Ok(DecoderState {
            inputs: batch.rows(),
            rows: batch.rows(),
            length: 0,
            layers,
            padding: memory.padding,
        })
    }

    /// Reads one more token a row (the begin mark first) and gives the
    /// log-probabilities of the next, `[rows, vocabulary]`.
    pub fn step(&self, state: &mut DecoderState, tokens: &[u32]) -> Result<Tensor<2>> {
        let [size, _] = self.word_embedding.weight.shape().dims();
        check_step(self.config().max_output, size, (state.rows, state.length), tokens)?;
        let (rows, width) = (state.rows, self.config().width);
        let ids: Vec<i32> = tokens.iter().map(|id| *id as i32).collect();
        let ids = TensorData::new(ids, [rows, 1]);
        let ids = Tensor::<2, Int>::from_data(ids, &state.padding.device());

        // [1, width]
        let position = self.output_positions.val().narrow(0, state.length, 1);
        // [rows, 1, width] -> [rows, width]
        let embedded = self.word_embedding.forward(ids).reshape([rows, width]);
        let mut hidden = embedded.add(position);
        for (layer, kept) in self.decoder.iter().zip(&mut state.layers) {
            let [queries, key, value] = layer.attention.project(hidden.clone());
            let [keys, values] = match kept.own.take() {
                // [rows, heads, length, head] -> [rows, heads, length + 1, head]
                Some([keys, values]) => {
                    [Tensor::cat(vec![keys, key], 2), Tensor::cat(vec![values, value], 2)]
                }
                None => [key, value],
            };
            kept.own = Some([keys.clone(), values.clone()]);
            let attended = ops::attend(queries, keys, values, None);
            hidden = layer.attention.finish(hidden, attended);
            hidden = layer.cross.recall(hidden, kept.memory.clone(), state.padding.clone());
            hidden = layer.feed_forward.forward(hidden);
        }
        state.length += 1;
        let hidden = self.decoder_norm.forward(hidden);
        Ok(activation::log_softmax(self.head.forward(hidden), 1))
    }

    /// [`Transformer::step`] and its readback, row after row. Asynchronous
    /// because a browser's GPU gives its numbers no other way.
    pub async fn step_to_host(&self, state: &mut DecoderState, tokens: &[u32]) -> Result<Vec<f32>> {
        to_host(self.step(state, tokens)?).await
    }

    /// The most probable token at each step, for every input: token ids without
    /// the marks, at most `limit` of them.
    pub async fn greedy(&self, batch: &InputBatch, limit: usize) -> Result<Vec<Vec<u32>>> {
        let size = self.config().vocabulary().len();
        let limit = limit.min(self.config().max_output - 1);
        let mut state = self.start(batch)?;
        let mut written = vec![Vec::new(); batch.rows()];
        let mut done = vec![false; batch.rows()];
        let mut tokens = vec![BEGIN; batch.rows()];
        for _ in 0..=limit {
            let log_probs = self.step_to_host(&mut state, &tokens).await?;
            for (row, scores) in log_probs.chunks_exact(size).enumerate() {
                tokens[row] = argmax(scores);
                done[row] |= tokens[row] == END;
                if !done[row] && written[row].len() < limit {
                    written[row].push(tokens[row]);
                }
            }
            if done.iter().all(|done| *done) {
                break;
            }
        }
        Ok(written)
    }
}

/// The numbers of a tensor, row after row.
pub(crate) async fn to_host<const RANK: usize>(tensor: Tensor<RANK>) -> Result<Vec<f32>> {
    let failed = |error: &dyn std::fmt::Debug| Error::Device(format!("{error:?}"));
    let data = tensor.into_data_async().await.map_err(|error| failed(&error))?;
    data.try_into_vec::<f32>().map_err(|error| failed(&error))
}

/// The index of the largest number; NaN never wins.
fn argmax(scores: &[f32]) -> u32 {
    let mut best = (END, f32::NEG_INFINITY);
    for (id, score) in scores.iter().enumerate() {
        if *score > best.1 {
            best = (id as u32, *score);
        }
    }
    best.0
}
