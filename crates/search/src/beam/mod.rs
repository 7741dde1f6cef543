//! The network's proposals: a beam search, or samples, over any model that
//! writes prefix tokens one at a time.
//!
//! A grammar mask leaves the model only tokens that can still become one
//! complete law, so every hypothesis is valid; and hypotheses that say the
//! same in other words, which is seen by the values that their finished parts
//! compute on the terms, are one, so that the beam is not spent on `2*u` and
//! `u+u`.

mod grammar;
mod network;
mod networks;
mod next_term;
mod numbers;
mod same;
mod sample;
mod search;

use std::future::Future;

use ansatz_expr::math;
use ansatz_model::Vocabulary;

pub use network::{Network, NetworkAttention, Reading};
pub use networks::{BeamSearch, Networks, NumericGuess, Samples};
pub use next_term::{NextOption, continue_term_by_term, next_options};
pub use numbers::continue_terms;
pub use sample::{Sampling, sample};
pub use search::{Beam, BeamTrace, Hypothesis, search};

/// A model that writes one token at a time, for several hypotheses at once.
pub trait StepModel {
    /// What it remembers of what it has read and written.
    type State;
    /// What can go wrong with it.
    type Error;

    /// The words that it writes.
    fn vocabulary(&self) -> &Vocabulary;

    /// How many tokens it can write before the end mark.
    fn max_tokens(&self) -> usize;

    /// Row i becomes a continuation of row `parents[i]` by `tokens[i]`, the
    /// begin mark at first; gives the log-probabilities of the next token,
    /// row after row, `parents.len() * vocabulary().len()` of them. A new
    /// state has one row.
    fn step(
        &self,
        state: &mut Self::State,
        parents: &[usize],
        tokens: &[u32],
    ) -> impl Future<Output = Result<Vec<f32>, Self::Error>>;
}

/// The log-probabilities of the tokens that are allowed, among themselves;
/// those that are not, and NaNs, are minus infinity.
fn masked_log_softmax(
    log_probs: &[f32],
    temperature: f64,
    allowed: impl Fn(u32) -> bool,
) -> Vec<f64> {
    let mut masked: Vec<f64> = (0..)
        .zip(log_probs)
        .map(|(id, &score)| match allowed(id) && !score.is_nan() {
            true => f64::from(score) / temperature,
            false => f64::NEG_INFINITY,
        })
        .collect();
    let most = masked.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most.is_finite() {
        let sum: f64 = masked.iter().map(|score| math::exp(score - most)).sum();
        let total = most + math::ln(sum);
        masked.iter_mut().for_each(|score| *score -= total);
    }
    masked
}
