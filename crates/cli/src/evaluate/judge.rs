//! Asking the predictor, and comparing what it says with the truth.

use std::time::Instant;

use ansatz::{Candidate, Guess, Options, Predictor, Probability, Profile, Terms, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::read::{BEYOND, Row};
use crate::error::Error;

/// A predictor with the options it is measured with.
pub struct Judge<'a> {
    predictor: &'a Predictor,
    options: Options,
}

/// What came out of one row.
#[derive(Default)]
pub struct Outcome {
    /// The best law is good enough to be given as the answer.
    pub answered: bool,
    /// The laws, best first.
    pub candidates: Vec<Judged>,
    /// What was guessed without a law, where none is the answer.
    pub guess: Option<Judged>,
    /// How long it took.
    pub milliseconds: f64,
}

/// A law beside the truth.
pub struct Judged {
    /// The law.
    pub formula: String,
    /// Who found it.
    pub found_by: Vec<&'static Profile>,
    /// What it was called; nothing if it is a guess without a law.
    pub verdict: Option<Verdict>,
    /// Terms left as proof.
    pub spare: usize,
    /// By how many bits the law is shorter than the terms it explains.
    pub margin_bits: f64,
    /// How likely its next term and its next ten are to be right, as it was told.
    pub probability: Option<Probability>,
    /// The relative error of every true term; infinite where the law has no
    /// value, and where only the truth is zero.
    pub errors: Vec<f64>,
}

impl<'a> Judge<'a> {
    /// Keeps as many candidates a row as the options say, and at least one.
    pub fn new(predictor: &'a Predictor, options: Options) -> Judge<'a> {
        Judge { predictor, options: Options { candidates: options.candidates.max(1), ..options } }
    }

    /// All rows, on all cores.
    pub fn judge_all(&self, rows: &[Row], bar: &ProgressBar) -> Result<Vec<Outcome>, Error> {
        rows.par_iter()
            .map(|row| {
                let outcome = self.judge(row);
                bar.inc(1);
                outcome
            })
            .collect()
    }

    /// One sequence.
    pub fn judge(&self, row: &Row) -> Result<Outcome, Error> {
        let mut options = Options { next: row.truth.len(), ..self.options.clone() };
        if let Terms::Integers(_) = row.terms {
            // Integers must be met exactly: a law within noise cannot be right.
            options.proposers = options.proposers.with("noise", false);
        }
        let start = Instant::now();
        let prediction = self.predictor.predict(&row.terms, &options, &mut ())?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok(Outcome {
            answered: prediction.best().is_some(),
            candidates: prediction.candidates.iter().map(|law| Judged::new(law, row)).collect(),
            guess: prediction.guess.as_ref().map(|guess| Judged::guessed(guess, row)),
            milliseconds,
        })
    }
}

impl Outcome {
    /// The answer, unless the predictor abstains.
    pub fn answer(&self) -> Option<&Judged> {
        self.candidates.first().filter(|_| self.answered)
    }

    /// Whether the answer is right; to abstain is not.
    pub fn is_right(&self, terms: usize, tolerance: f64) -> bool {
        self.answer().is_some_and(|answer| answer.is_right(terms, tolerance))
    }

    /// Whether the best law, or without one the guess, is right, given as an answer or
    /// not: the score of one who must always answer, as the paper's models do.
    pub fn is_right_if_forced(&self, terms: usize, tolerance: f64) -> bool {
        let best = self.candidates.first().or(self.guess.as_ref());
        best.is_some_and(|best| best.is_right(terms, tolerance))
    }

    /// Whether the next term is right: the answer's, or without an answer that of the
    /// guess or of the best law, whichever was told to be likelier.
    pub fn is_right_with_guess(&self, tolerance: f64) -> bool {
        let likely = |judged: &Judged| judged.probability.map_or(0.0, |told| told.next);
        let best = match (self.answer(), self.candidates.first(), &self.guess) {
            (Some(answer), _, _) => Some(answer),
            (None, Some(law), Some(guess)) if likely(law) > likely(guess) => Some(law),
            (None, law, guess) => guess.as_ref().or(law),
        };
        best.is_some_and(|best| best.is_right(1, tolerance))
    }

    /// Whether the answer was called verified.
    pub fn is_verified(&self) -> bool {
        self.answer().is_some_and(Judged::is_verified)
    }
}

impl Judged {
    fn new(law: &Candidate, row: &Row) -> Judged {
        Judged {
            formula: law.formula().to_string(),
            found_by: law.found_by.clone(),
            verdict: Some(law.evidence.verdict),
            spare: law.evidence.spare,
            margin_bits: law.evidence.margin(),
            probability: law.probability,
            errors: law.next.relative_errors(&row.truth),
        }
    }

    /// Terms that were guessed without a law.
    fn guessed(guess: &Guess, row: &Row) -> Judged {
        Judged {
            formula: String::new(),
            found_by: vec![guess.found_by],
            verdict: None,
            spare: 0,
            margin_bits: 0.0,
            probability: guess.probability.map(|next| Probability { next, ten: 0.0 }),
            errors: guess.next.relative_errors(&row.truth),
        }
    }

    /// Whether it was called verified.
    pub fn is_verified(&self) -> bool {
        self.verdict.is_some_and(Verdict::is_verified)
    }

    /// Whether the first terms, at most as many as there are, are all right.
    pub fn is_right(&self, terms: usize, tolerance: f64) -> bool {
        self.errors.iter().take(terms).all(|error| *error <= tolerance)
    }

    /// Whether the next ten terms are right.
    pub fn is_right_beyond(&self, tolerance: f64) -> bool {
        self.is_right(BEYOND, tolerance)
    }
}

/// Drawn on terminals only.
pub fn progress(rows: usize) -> ProgressBar {
    let bar = ProgressBar::new(rows as u64);
    let template = "{bar:40} {pos}/{len} rows, {eta} left {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
