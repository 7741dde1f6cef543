//! The next terms one at a time: continuations by simple rules, of which a network
//! chooses one, or writes another number.

use std::collections::HashSet;

use ansatz_expr::{math, sort};
use ansatz_model::extrapolate::{Extrapolation, RECORD, extrapolations};
use ansatz_model::next_term::value_of;
use ansatz_model::numbers::NumberToken;
use ansatz_model::vocab::{BEGIN, OutputToken};
use ansatz_model::{EncodedInput, Error, NextTerm};

use super::{Network, StepModel, masked_log_softmax};
use crate::probability::{Around, GuessFeatures, Judged};
use crate::{Sink, Term};

/// Numbers that are followed at once while a network writes digits.
const BEAM: usize = 4;
/// Where a network finds a sign less likely than this, what it would write is not looked at.
const LEAST: f64 = 0.02;

/// A term that may follow.
#[derive(Debug, Clone, PartialEq)]
pub struct NextOption<T> {
    /// The term.
    pub value: T,
    /// What speaks for it.
    pub features: GuessFeatures,
    /// How likely that makes it.
    pub probability: f64,
}

/// What may follow some terms, likeliest first. `laws` are next terms that laws predict,
/// with how likely each is.
pub async fn next_options<T: Term>(
    network: Option<&Network>,
    terms: &[T],
    laws: &[(T, f64)],
) -> Result<Vec<NextOption<T>>, Error> {
    let rules = extrapolations(terms);
    let format = network.and_then(|network| network.config().next_term);
    let written = match (network, format) {
        (Some(network), Some(format)) => Some(ask(network, terms, &rules, format).await?),
        _ => None,
    };
    let first = rules.first().map_or(0, |rule| rule.record.count_ones());
    let tries = terms.len().clamp(1, RECORD) as f64;
    let last = &terms[terms.len().saturating_sub(RECORD)..];
    let different: HashSet<_> = last.iter().map(|term| term.key()).collect();
    let law_of = |value: T| {
        laws.iter().find(|(next, _)| value.is_same(*next)).map_or(0.0, |(_, likely)| *likely)
    };
    let option = |value: T, rule: Option<&Extrapolation<T>>, network: Option<f64>| {
        let rivals = rules.iter().filter(|rival| !rival.value.is_same(value));
        let around = Around {
            terms: terms.len(),
            rival: rivals.map(|rule| f64::from(rule.record.count_ones())).fold(0.0, f64::max)
                / tries,
            variety: different.len() as f64 / last.len().max(1) as f64,
            law: laws.iter().map(|(_, likely)| *likely).fold(0.0, f64::max),
        };
        let is_first = rule.is_some_and(|rule| rule.record.count_ones() == first);
        let judged = Judged { rule, is_first, network, law: law_of(value) };
        let features = GuessFeatures::of(&judged, &around);
        NextOption { value, features, probability: features.probability(T::DOMAIN) }
    };
    let mut options: Vec<NextOption<T>> = rules
        .iter()
        .enumerate()
        .map(|(slot, rule)| {
            let likely = written.as_ref().map(|written| written.slot(slot, rule.value));
            option(rule.value, Some(rule), likely)
        })
        .collect();
    if let Some(written) = &written {
        let others = written
            .numbers
            .iter()
            .filter(|(value, _)| !rules.iter().any(|rule| rule.value.is_same(*value)));
        options.extend(others.map(|(value, likely)| option(*value, None, Some(*likely))));
    }
    let sum: f64 = options.iter().map(|option| option.probability).sum();
    for option in &mut options {
        option.probability /= sum.max(1.0);
    }
    sort::by(&mut options, |a, b| b.probability.total_cmp(&a.probability));
    Ok(options)
}

/// As many further terms as are wanted, each the likeliest after those before it; and how
/// likely the first is.
pub async fn continue_term_by_term<T: Term>(
    network: Option<&Network>,
    terms: &[T],
    laws: &[(T, f64)],
    count: usize,
    sink: &(impl Sink + ?Sized),
) -> Result<(Vec<T>, f64), Error> {
    let mut known = terms.to_vec();
    let mut probability = 0.0;
    for round in 0..count {
        if sink.is_cancelled() {
            break;
        }
        // Laws say what follows the terms shown, and nothing of guessed ones.
        let laws = if round == 0 { laws } else { &[] };
        let options = next_options(network, &known, laws).await?;
        let Some(best) = options.first() else { break };
        if round == 0 {
            probability = best.probability;
        }
        known.push(best.value);
    }
    Ok((known.split_off(terms.len()), probability))
}

/// What a network has written, with how likely it took it to be.
struct WrittenTerm<T> {
    slots: Vec<f64>,
    numbers: Vec<(T, f64)>,
}

impl<T: Term> WrittenTerm<T> {
    /// How likely a continuation is: named, or written in digits.
    fn slot(&self, slot: usize, value: T) -> f64 {
        let digits = self.numbers.iter().filter(|(number, _)| number.is_same(value));
        let named = self.slots.get(slot).copied().unwrap_or(0.0);
        (named + digits.map(|(_, likely)| likely).sum::<f64>()).min(1.0)
    }
}

/// A number that is being written.
#[derive(Clone)]
struct OpenNumber {
    tokens: Vec<NumberToken>,
    log_likelihood: f64,
}

async fn ask<T: Term>(
    network: &Network,
    terms: &[T],
    rules: &[Extrapolation<T>],
    format: NextTerm,
) -> Result<WrittenTerm<T>, Error> {
    let mut state = network.read_encoded(&EncodedInput::continued(terms, rules))?;
    let words = network.vocabulary().words();
    let number = |id: u32| match words.get(id as usize) {
        Some(OutputToken::Number(token)) => Some(*token),
        _ => None,
    };
    let floats = words.contains(&OutputToken::Number(NumberToken::Exponent(0)));
    let mantissa = 4 / format.base.max(10).ilog10().max(1) as usize;
    // None is the end mark.
    let allowed = |written: &[NumberToken], next: Option<NumberToken>| {
        let digits = written.len().saturating_sub(1);
        match (written.last(), next) {
            (None, Some(NumberToken::Slot(slot))) => usize::from(slot) < rules.len(),
            (None, Some(NumberToken::Plus | NumberToken::Minus)) => true,
            (Some(NumberToken::Exponent(_)), None) => true,
            (Some(NumberToken::Exponent(_) | NumberToken::Slot(_)), _) | (None, _) => false,
            (Some(_), Some(NumberToken::Digit(_))) => !floats || digits < mantissa,
            (Some(_), Some(NumberToken::Exponent(_))) => floats && digits == mantissa,
            (Some(_), None) => !floats && digits > 0,
            (Some(_), Some(_)) => false,
        }
    };
    let scores = |written: &[NumberToken], log_probs: &[f32]| {
        masked_log_softmax(log_probs, 1.0, |id| match words.get(id as usize) {
            Some(OutputToken::End) => allowed(written, None),
            _ => number(id).is_some_and(|token| allowed(written, Some(token))),
        })
    };
    let first = network.step(&mut state, &[0], &[BEGIN]).await?;
    let mut slots = vec![0.0; rules.len()];
    let mut live = Vec::new();
    let (mut parents, mut last) = (Vec::new(), Vec::new());
    for (id, score) in (0..).zip(scores(&[], &first)) {
        match number(id) {
            Some(NumberToken::Slot(slot)) if usize::from(slot) < slots.len() => {
                slots[usize::from(slot)] = math::exp(score);
            }
            Some(sign @ (NumberToken::Plus | NumberToken::Minus)) if math::exp(score) >= LEAST => {
                live.push(OpenNumber { tokens: vec![sign], log_likelihood: score });
                parents.push(0);
                last.push(id);
            }
            _ => {}
        }
    }
    let mut numbers = Vec::new();
    for _ in 2..network.max_tokens() {
        if live.is_empty() {
            break;
        }
        let log_probs = network.step(&mut state, &parents, &last).await?;
        let mut grown = Vec::new();
        for (parent, (before, log_probs)) in
            live.iter().zip(log_probs.chunks_exact(words.len())).enumerate()
        {
            for (id, score) in (0..).zip(scores(&before.tokens, log_probs)) {
                let log_likelihood = before.log_likelihood + score;
                if math::exp(log_likelihood) >= LEAST / 10.0 {
                    grown.push((parent, id, log_likelihood));
                }
            }
        }
        sort::by(&mut grown, |a, b| b.2.total_cmp(&a.2));
        let mut next = Vec::new();
        (parents, last) = (Vec::new(), Vec::new());
        for (parent, id, log_likelihood) in grown.into_iter().take(BEAM) {
            match number(id) {
                Some(token) => {
                    let mut tokens = live[parent].tokens.clone();
                    tokens.push(token);
                    next.push(OpenNumber { tokens, log_likelihood });
                    parents.push(parent);
                    last.push(id);
                }
                None => {
                    let value = value_of(&live[parent].tokens, rules, format);
                    numbers.extend(value.map(|value| (value, math::exp(log_likelihood))));
                }
            }
        }
        live = next;
    }
    Ok(WrittenTerm { slots, numbers })
}
