//! Beam search.

use std::collections::HashSet;

use ansatz_expr::math;
use ansatz_model::vocab::BEGIN;

use super::grammar::{Grammar, Progress};
use super::networks::BEAM;
use super::same::Meanings;
use super::{StepModel, masked_log_softmax};
use crate::verify::Term;
use crate::{Proposal, Sink};

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beam {
    /// Hypotheses that are followed at once, and laws wanted.
    pub width: usize,
    /// A law is ranked by its log-likelihood over its length to this power.
    pub length_penalty: f64,
    /// Most tokens of a law; the model may allow fewer.
    pub max_tokens: usize,
}

impl Default for Beam {
    fn default() -> Self {
        Beam { width: 10, length_penalty: 1.0, max_tokens: 60 }
    }
}

/// A step of one hypothesis, to show how the beam grew.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// Which hypothesis of the step before it continues.
    pub parent: usize,
    /// The token that it adds.
    pub token: u32,
    /// The log-probability of that token.
    pub log_prob: f64,
    /// The log-likelihood of all its tokens.
    pub log_likelihood: f64,
}

/// What a search did.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BeamTrace {
    /// How the beam grew: the hypotheses that were followed, step by step.
    pub growth: Vec<Vec<Hypothesis>>,
    /// Laws that were proposed.
    pub proposed: usize,
    /// Hypotheses that said the same as a likelier one.
    pub merged: usize,
    /// Hypotheses that had no value anywhere.
    pub undefined: usize,
    /// Whether the listener stopped it.
    pub cancelled: bool,
}

/// A hypothesis that is followed.
#[derive(Debug, Clone)]
struct LiveHypothesis {
    tokens: Vec<u32>,
    progress: Progress,
    log_likelihood: f64,
}

/// Searches for laws of the terms that `state` has read, and proposes each as
/// it is finished. Looks between steps whether the sink has enough.
pub async fn search<M: StepModel, T: Term>(
    model: &M,
    mut state: M::State,
    terms: &[T],
    beam: &Beam,
    sink: &mut dyn Sink,
) -> Result<BeamTrace, M::Error> {
    let vocabulary = model.vocabulary();
    let grammar = Grammar::of(model, beam.max_tokens, terms.len());
    let width = beam.width.max(1);
    let mut meanings = Meanings::new(vocabulary, terms);
    let mut report = BeamTrace::default();
    let mut finished = Finished { scores: Vec::new(), values: HashSet::new() };
    let mut live =
        vec![LiveHypothesis { tokens: Vec::new(), progress: Progress::START, log_likelihood: 0.0 }];
    let (mut parents, mut last) = (vec![0], vec![BEGIN]);
    while !live.is_empty() {
        if sink.is_cancelled() {
            report.cancelled = true;
            break;
        }
        let log_probs = model.step(&mut state, &parents, &last).await?;
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        let mut step = Vec::new();
        for (parent, token, log_prob) in continuations(&grammar, &live, &log_probs) {
            let before = &live[parent];
            let Some(progress) = grammar.after(before.progress, token) else { continue };
            let log_likelihood = before.log_likelihood + log_prob;
            let ends = Grammar::is_end(token);
            let mut tokens = before.tokens.clone();
            if !ends {
                tokens.push(token);
            }
            if ends || grammar.is_over(progress) {
                let Some(expr) = vocabulary.decode_expr(&tokens) else { continue };
                let Some(values) = meanings.compute(&expr) else {
                    report.undefined += 1;
                    continue;
                };
                if !finished.values.insert(values) {
                    report.merged += 1;
                    continue;
                }
                finished.add(log_likelihood / penalty(beam, progress.length()), width);
                report.proposed += 1;
                sink.propose(Proposal {
                    log_likelihood: Some(log_likelihood),
                    ..Proposal::new(expr, &BEAM)
                });
                continue;
            }
            let Some(meaning) = meanings.of(&tokens) else {
                report.undefined += 1;
                continue;
            };
            if !seen.insert(meaning) {
                report.merged += 1;
                continue;
            }
            step.push(Hypothesis { parent, token, log_prob, log_likelihood });
            next.push(LiveHypothesis { tokens, progress, log_likelihood });
            if next.len() == width {
                break;
            }
        }
        (parents, last) = step.iter().map(|grown| (grown.parent, grown.token)).unzip();
        report.growth.push(step);
        live = next;
        // The likeliest comes first; if even it cannot get among the finished
        // ones as it stands, the search is over.
        if let Some(best) = live.first()
            && let Some(worst) = finished.worst_of(width)
            && best.log_likelihood / penalty(beam, best.progress.length()) < worst
        {
            break;
        }
    }
    Ok(report)
}

fn penalty(beam: &Beam, length: usize) -> f64 {
    math::powf(length.max(1) as f64, beam.length_penalty)
}

/// Every allowed continuation of every hypothesis, likeliest first: parent,
/// token, and the token's log-probability.
fn continuations(
    grammar: &Grammar,
    live: &[LiveHypothesis],
    log_probs: &[f32],
) -> Vec<(usize, u32, f64)> {
    let size = log_probs.len() / live.len().max(1);
    let mut all = Vec::new();
    for ((parent, before), scores) in live.iter().enumerate().zip(log_probs.chunks_exact(size)) {
        let allowed = |id| grammar.after(before.progress, id).is_some();
        let scores = masked_log_softmax(scores, 1.0, allowed);
        let likely = (0..).zip(scores).filter(|(_, score)| score.is_finite());
        all.extend(likely.map(|(token, score)| (parent, token, score)));
    }
    let total = |(parent, _, score): &(usize, u32, f64)| live[*parent].log_likelihood + score;
    // The sort is stable, so ties are broken by the order of hypotheses and words.
    all.sort_by(|a, b| total(b).total_cmp(&total(a)));
    all
}

/// The scores of the best finished laws, and the values of all of them.
struct Finished {
    /// Best first.
    scores: Vec<f64>,
    values: HashSet<usize>,
}

impl Finished {
    fn add(&mut self, score: f64, width: usize) {
        let place = self.scores.partition_point(|known| *known >= score);
        self.scores.insert(place, score);
        self.scores.truncate(width);
    }

    /// The worst of the best, once there are so many.
    fn worst_of(&self, width: usize) -> Option<f64> {
        self.scores.get(width - 1).copied()
    }
}
