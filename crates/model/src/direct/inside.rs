//! Where the network looks, and what numbers are to it.

use super::Direct;
use crate::encode::EncodedInput;
use crate::error::Result;
use crate::inside::{AttentionMaps, Heads};
use crate::vocab::BEGIN;

impl Direct {
    /// The attention maps of an input while these tokens are written.
    pub fn attention(&self, input: &EncodedInput, tokens: &[u32]) -> Result<AttentionMaps> {
        let heads = self.config.heads;
        let mut encoder = vec![vec![Vec::new(); heads]; self.encoder.len()];
        let mut cross = vec![vec![Vec::new(); heads]; self.decoder.len()];
        let mut state =
            self.start_watched(input, &mut |layer, shares| add_row(&mut encoder, layer, shares))?;
        // The last token is written, not read.
        let (_, read) = tokens.split_last().unwrap_or((&BEGIN, &[]));
        for token in [&BEGIN].into_iter().chain(read) {
            self.step_watched(&mut state, &[*token], &mut |layer, shares| {
                add_row(&mut cross, layer, shares);
            })?;
        }
        Ok(AttentionMaps { encoder, cross })
    }

    /// What the last number of an input is to the encoder, wherever it stands.
    pub fn number_vector(&self, input: &EncodedInput) -> Result<Vec<f32>> {
        let width = self.config.width;
        let mut states = vec![0.0; input.positions() * width];
        self.add_embeddings(input, &mut states)?;
        Ok(states.split_off(states.len().saturating_sub(width)))
    }
}

/// Adds the shares `[heads, places]` of one query to the maps of a layer.
fn add_row(layers: &mut [Heads], layer: usize, shares: &[f32]) {
    let Some(maps) = layers.get_mut(layer) else { return };
    let places = shares.len() / maps.len();
    for (map, row) in maps.iter_mut().zip(shares.chunks_exact(places.max(1))) {
        map.push(row.to_vec());
    }
}
