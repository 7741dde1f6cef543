//! By burn's tensors.

use burn::tensor::Tensor;

use super::{AttentionMaps, Heads};
use crate::batch::{InputBatch, TargetBatch};
use crate::decode::to_host;
use crate::error::{Error, Result};
use crate::transformer::{Transformer, causal_mask};

impl Transformer {
    /// The attention maps of one input while these tokens are written.
    pub async fn attention(&self, batch: &InputBatch, tokens: &[u32]) -> Result<AttentionMaps> {
        let rows = batch.rows();
        if rows != 1 {
            return Err(Error::WrongRows { expected: 1, given: rows });
        }
        let device = self.device();
        let padding = batch.padding_mask(&device);
        let mask = self.encoder_mask(padding.clone());
        let mut states = self.placed(batch)?;
        let mut encoder = Vec::new();
        for layer in &self.encoder {
            let weights = layer.attention.weights(states.clone(), mask.clone(), rows);
            encoder.push(heads(weights).await?);
            states = layer.forward(states, mask.clone(), rows);
        }
        let memory = self.encoder_norm.forward(states);

        let targets = TargetBatch::new(&[tokens], self.config().max_output)?;
        let causal = causal_mask(targets.length(), &device);
        let mut states = self.placed_targets(&targets)?;
        let mut cross = Vec::new();
        for layer in &self.decoder {
            let attended = layer.attention.forward(states, causal.clone(), rows);
            let (memory, padding) = (memory.clone(), padding.clone());
            let weights =
                layer.cross.weights(attended.clone(), memory.clone(), padding.clone(), rows);
            // The last position writes the end mark.
            cross.push(heads(weights.narrow(2, 0, tokens.len().max(1))).await?);
            states =
                layer.feed_forward.forward(layer.cross.forward(attended, memory, padding, rows));
        }
        Ok(AttentionMaps { encoder, cross })
    }

    /// What each number of a batch is to the encoder, wherever it stands: one
    /// vector a row, that of the last position which is not padding.
    pub async fn number_vectors(&self, batch: &InputBatch) -> Result<Vec<Vec<f32>>> {
        let width = self.config().width;
        // [rows, length, width]
        let values = to_host(self.embed(batch)?).await?;
        let rows = values.chunks_exact(batch.length() * width);
        let last = (0..).zip(rows).map(|(row, values)| {
            let positions = batch.positions(row).max(1);
            values[(positions - 1) * width..positions * width].to_vec()
        });
        Ok(last.collect())
    }
}

/// `[1, heads, targets, sources]` as nested lists.
async fn heads(weights: Tensor<4>) -> Result<Heads> {
    let [_, _, targets, sources] = weights.dims();
    let values = to_host(weights).await?;
    Ok(values
        .chunks_exact(targets * sources)
        .map(|map| map.chunks_exact(sources).map(<[f32]>::to_vec).collect())
        .collect())
}
