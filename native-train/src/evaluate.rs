//! Greedy accuracy on test files: one JSON object a line, compressed.

use std::collections::BTreeMap;
use std::path::Path;

use ansatz_expr::Domain;
use ansatz_gen::{GeneratedRow, Terms};
use ansatz_model::extrapolate::extrapolations;
use ansatz_model::next_term;
use ansatz_model::numbers::NumberToken;
use ansatz_model::{EncodedInput, InputBatch, NetworkTerm, NextTerm, Transformer, Vocabulary};
use indicatif::ProgressBar;

use crate::error::{Error, Result};
use crate::score;

/// Sequences decoded together.
const BATCH: usize = 128;

/// One line of a test file.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Operators of the true formula.
    pub operators: usize,
    /// How far it looks back.
    pub degree: usize,
    /// What the network is shown.
    pub shown: Terms,
    /// What it shall predict.
    pub next: Terms,
}

/// Accuracy, whole and in parts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// All cases.
    pub all: Count,
    /// By operators of the true formula.
    pub by_operators: BTreeMap<usize, Count>,
    /// By its degree.
    pub by_degree: BTreeMap<usize, Count>,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Right answers.
    pub right: usize,
    /// Cases.
    pub cases: usize,
}

impl Count {
    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.cases += 1;
    }

    /// Right answers in a hundred.
    pub fn percent(self) -> f64 {
        100.0 * self.right as f64 / self.cases.max(1) as f64
    }
}

impl Report {
    fn add(&mut self, case: &Case, right: bool) {
        self.all.add(right);
        self.by_operators.entry(case.operators).or_default().add(right);
        self.by_degree.entry(case.degree).or_default().add(right);
    }
}

/// Reads a test file, at most `limit` lines of it.
pub fn read(path: &Path, domain: Domain, limit: usize) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for row in GeneratedRow::read(path)?.take(limit) {
        let row = row?;
        let (operators, degree) = (row.ops, row.degree);
        let (shown, next) = row.as_encoded();
        let both = [&shown, &next].map(|terms| matches!(terms, Terms::Floats(_)));
        if both != [domain == Domain::Float; 2] {
            let problem = format!("its sequences are not {domain} ones");
            return Err(Error::BadFile { path: path.to_owned(), problem });
        }
        cases.push(Case { operators, degree, shown, next });
    }
    Ok(cases)
}

/// Greedy accuracy of a network on cases.
pub fn evaluate(
    model: &Transformer,
    cases: &[Case],
    tolerance: f64,
    bar: &ProgressBar,
) -> Result<Report> {
    let config = model.config();
    let vocabulary = config.vocabulary();
    let limit = config.max_output - 1;
    let mut report = Report::default();
    // Similar lengths together, so that little is padding.
    let mut order: Vec<&Case> = cases.iter().collect();
    order.sort_by_key(|case| terms_len(&case.shown));
    for chunk in order.chunks(BATCH) {
        if let Some(format) = config.next_term {
            let predicted = term_by_term(model, &vocabulary, chunk, format)?;
            for (case, predicted) in chunk.iter().zip(predicted) {
                let right = score::terms_are_right(&predicted, &case.next, tolerance);
                report.add(case, right);
            }
            bar.inc(chunk.len() as u64);
            continue;
        }
        let mut inputs = Vec::new();
        for case in chunk {
            inputs.push(EncodedInput::new(case.shown.as_slice(), config.encoding)?);
        }
        let inputs: Vec<&EncodedInput> = inputs.iter().collect();
        let batch = InputBatch::new(config.input_kind(), &inputs)?;
        let written = pollster::block_on(model.greedy(&batch, limit))?;
        for (case, written) in chunk.iter().zip(&written) {
            let right = score::is_right(
                config.task,
                &vocabulary,
                written,
                &case.shown,
                &case.next,
                tolerance,
            );
            report.add(case, right);
        }
        bar.inc(chunk.len() as u64);
    }
    Ok(report)
}

/// As many terms as there are to predict, one after another, each the greedy answer.
fn term_by_term(
    model: &Transformer,
    vocabulary: &Vocabulary,
    cases: &[&Case],
    format: NextTerm,
) -> Result<Vec<Terms>> {
    let mut known: Vec<Terms> = cases.iter().map(|case| case.shown.clone()).collect();
    let rounds = cases.iter().map(|case| terms_len(&case.next)).max().unwrap_or(0);
    for _ in 0..rounds {
        let inputs: std::result::Result<Vec<_>, _> = known
            .iter()
            .map(|terms| EncodedInput::new(terms.as_slice(), model.config().encoding))
            .collect();
        let inputs = inputs?;
        let inputs: Vec<&EncodedInput> = inputs.iter().collect();
        let batch = InputBatch::new(model.config().input_kind(), &inputs)?;
        let limit = model.config().max_output - 1;
        let written = pollster::block_on(model.greedy(&batch, limit))?;
        // Where a network has written no number its answer stays too short, and so wrong.
        for (terms, written) in known.iter_mut().zip(&written) {
            let tokens = vocabulary.decode_numbers(written);
            match terms {
                Terms::Integers(terms) => append(terms, &tokens, format),
                Terms::Floats(terms) => append(terms, &tokens, format),
            }
        }
    }
    let after = |(case, terms): (&&Case, Terms)| {
        let shown = terms_len(&case.shown);
        match terms {
            Terms::Integers(terms) => Terms::Integers(terms[shown..].to_vec()),
            Terms::Floats(terms) => Terms::Floats(terms[shown..].to_vec()),
        }
    };
    Ok(cases.iter().zip(known).map(after).collect())
}

/// Appends the term that tokens stand for, if they do.
fn append<T: NetworkTerm>(terms: &mut Vec<T>, tokens: &[NumberToken], format: NextTerm) {
    terms.extend(next_term::value_of(tokens, &extrapolations(terms), format));
}

fn terms_len(terms: &Terms) -> usize {
    match terms {
        Terms::Integers(terms) => terms.len(),
        Terms::Floats(terms) => terms.len(),
    }
}
