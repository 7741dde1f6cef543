//! Laws drawn at random, as the model finds them likely.

use std::collections::HashSet;

use ansatz_expr::math;
use ansatz_model::vocab::BEGIN;

use super::grammar::{Grammar, Progress};
use super::networks::SAMPLES;
use super::{StepModel, masked_log_softmax};
use crate::verify::Term;
use crate::{Proposal, Sink};

/// Rows that are drawn together: enough to use the processor well, few enough
/// for the memory of a page.
const ROWS: usize = 32;

/// How to draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// How many laws.
    pub count: usize,
    /// Above 1 the unlikely becomes likelier, below 1 less likely.
    pub temperature: f64,
    /// What the draw depends on.
    pub seed: u64,
    /// Most tokens of a law; the model may allow fewer.
    pub max_tokens: usize,
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling { count: 100, temperature: 1.0, seed: 0, max_tokens: 60 }
    }
}

/// Draws laws of the terms that `state` has read and proposes those that are
/// new; gives how many that were. Looks between steps whether the sink has
/// enough.
pub async fn sample<M: StepModel, T: Term>(
    model: &M,
    state: &M::State,
    terms: &[T],
    sampling: &Sampling,
    sink: &mut dyn Sink,
) -> Result<usize, M::Error>
where
    M::State: Clone,
{
    let vocabulary = model.vocabulary();
    let grammar = Grammar::of(model, sampling.max_tokens, terms.len());
    // At zero the division would be by zero; this is as good as greedy.
    let temperature = sampling.temperature.max(1e-3);
    let mut random = Random(sampling.seed);
    let mut known: HashSet<Vec<u32>> = HashSet::new();
    let mut left = sampling.count;
    while left > 0 && !sink.is_cancelled() {
        let rows = left.min(ROWS);
        left -= rows;
        let mut state = state.clone();
        let start = Drawn { tokens: Vec::new(), progress: Progress::START, log_likelihood: 0.0 };
        let mut live = vec![start; rows];
        let (mut parents, mut last) = (vec![0; rows], vec![BEGIN; rows]);
        while !live.is_empty() && !sink.is_cancelled() {
            let log_probs = model.step(&mut state, &parents, &last).await?;
            let size = log_probs.len() / live.len();
            (parents, last) = (Vec::new(), Vec::new());
            let mut next = Vec::new();
            for ((row, mut drawn), scores) in
                live.into_iter().enumerate().zip(log_probs.chunks_exact(size.max(1)))
            {
                let allowed = |id| grammar.after(drawn.progress, id).is_some();
                let tempered = masked_log_softmax(scores, temperature, allowed);
                let token = draw(&tempered, random.unit());
                let Some(progress) = grammar.after(drawn.progress, token) else { continue };
                let likelihoods = masked_log_softmax(scores, 1.0, allowed);
                drawn.log_likelihood += likelihoods.get(token as usize).copied().unwrap_or(0.0);
                drawn.progress = progress;
                let ends = Grammar::is_end(token);
                if !ends {
                    drawn.tokens.push(token);
                }
                if !ends && !grammar.is_over(progress) {
                    parents.push(row);
                    last.push(token);
                    next.push(drawn);
                } else if known.insert(drawn.tokens.clone())
                    && let Some(expr) = vocabulary.decode_expr(&drawn.tokens)
                {
                    sink.propose(Proposal {
                        log_likelihood: Some(drawn.log_likelihood),
                        ..Proposal::new(expr, &SAMPLES)
                    });
                }
            }
            live = next;
        }
    }
    Ok(known.len())
}

#[derive(Clone)]
struct Drawn {
    tokens: Vec<u32>,
    progress: Progress,
    log_likelihood: f64,
}

/// The token at a place between 0 and 1 when each takes up its probability.
fn draw(log_probs: &[f64], place: f64) -> u32 {
    let mut sum = 0.0;
    let mut chosen = 0;
    for (id, log_prob) in (0..).zip(log_probs) {
        if log_prob.is_finite() {
            sum += math::exp(*log_prob);
            chosen = id;
            if place < sum {
                break;
            }
        }
    }
    chosen
}

/// SplitMix64: all that drawing needs, the same on every machine.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
