//! Predictions as plain data: what the command prints as JSON and what crosses
//! the border to JavaScript. One definition for both.

use ansatz_expr::{Domain, Format, Terms};
use ansatz_search::{Measurement, NoiseKind, Probability, Verdict};
use serde::Serialize;

use crate::{Candidate, Filled, Guess, Prediction};

/// A [`Prediction`] as plain data, with its candidates as [`Answer`]s or as
/// [`RenderedAnswer`]s.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct PredictionView<A> {
    /// Integers or floats.
    pub domain: Domain,
    /// How many terms were looked at, with those that were filled in.
    pub shown: usize,
    /// How many were hidden to check the answers.
    pub held_out: usize,
    /// The laws, best first. Empty if none was found: then nothing is claimed.
    pub candidates: Vec<A>,
    /// Further terms without a law, where there is no answer.
    pub guess: Option<GuessView>,
    /// What the answer has for terms that are missing between others.
    pub filled: Vec<FilledView>,
    /// What went wrong with a proposer while the others went on.
    pub problems: Vec<String>,
}

/// A term that was missing, by the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FilledView {
    /// Its n, from 1.
    pub index: usize,
    /// Its value, exact.
    pub value: String,
}

/// A [`Guess`] as plain data.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct GuessView {
    /// The terms.
    pub next: Vec<String>,
    /// How likely the first of them is, from 0 to 1, if that is known.
    pub probability: Option<f64>,
    /// Who guessed.
    pub found_by: &'static str,
    /// How many of the hidden terms it predicted, if any were hidden.
    pub held_out_right: Option<usize>,
}

/// A [`Candidate`] as plain data.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The right-hand side of `u(n) = …`, simplified.
    pub formula: String,
    /// The same as it was proposed.
    pub proposed: String,
    /// What was proposed, as prefix words.
    pub prefix: Vec<String>,
    /// The formula as prefix words: its tree.
    pub formula_prefix: Vec<String>,
    /// In a form of its own where that says more: a closed form or a
    /// generating function.
    pub form: Option<String>,
    /// The famous sequence that it continues, if it is one.
    pub entry: Option<EntryView>,
    /// The law with its initial terms in LaTeX, the one language in which every
    /// candidate is shown. The others are made when they are asked for.
    pub latex: String,
    /// Integers or floats.
    pub domain: Domain,
    /// How far it looks back.
    pub degree: usize,
    /// The terms it starts from, exact: fractions as such.
    pub initial: Vec<String>,
    /// How many zeros are taken to stand before the first term.
    pub zeros: usize,
    /// How long its description is.
    pub complexity: usize,
    /// The further terms, exact, fractions as such; fewer than asked for where the
    /// law has no more.
    pub next: Vec<String>,
    /// Who found it.
    pub found_by: Vec<&'static str>,
    /// The network's log-likelihood, if the network found it.
    pub log_likelihood: Option<f64>,
    /// What speaks for it.
    pub evidence: EvidenceSummary,
    /// Whether it may be given as the answer: it reproduces every term, and its
    /// next one is more likely right than not.
    pub is_answer: bool,
    /// How likely it is to be right on further terms, if it reproduces those
    /// shown.
    pub probability: Option<ProbabilityView>,
    /// What is known of the noise, if the law was fitted to terms with noise.
    pub noise: Option<NoiseView>,
    /// The relative error of every term after the initial ones; `None` where
    /// the law has no value.
    pub errors: Vec<Option<f64>>,
    /// What it computes for those terms, each from its own terms before; fewer
    /// where it has no value.
    pub computed: Vec<String>,
    /// What it predicts for the hidden terms.
    pub hidden: Vec<String>,
    /// How many of the hidden terms it predicted, if any were hidden.
    pub held_out_right: Option<usize>,
}

/// A famous sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EntryView {
    /// Its usual name.
    pub name: &'static str,
    /// Its number in the On-Line Encyclopedia of Integer Sequences.
    pub number: &'static str,
}

/// An [`Answer`] with its law in every language, for who cannot ask again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RenderedAnswer {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// Its law with the initial terms, in every language.
    pub renderings: Vec<Rendering>,
}

/// A law in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rendering {
    /// The language.
    pub format: Format,
    /// What to copy.
    pub text: String,
}

/// The evidence for a law.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EvidenceSummary {
    /// How far it can be trusted.
    pub verdict: VerdictName,
    /// The verdict in words.
    pub words: String,
    /// How many terms it does not explain: initial ones beyond those it needs to begin,
    /// and the exceptional ones.
    pub exceptions: usize,
    /// The n of each term that the law says one by one, as `if(n == 5, 26, n^2)` does.
    pub exceptional: Vec<usize>,
    /// How many terms it reproduces besides the initial ones.
    pub reproduced: usize,
    /// How many it gets wrong.
    pub wrong: usize,
    /// Degrees of freedom used up: initial terms, terms filled in, and numbers fitted.
    pub freedom: usize,
    /// Terms left as proof.
    pub spare: usize,
    /// The length of the law in bits.
    pub law_bits: f64,
    /// The information in the terms it explains, in bits.
    pub term_bits: f64,
}

/// How likely a law is to be right, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ProbabilityView {
    /// On the next term.
    pub next: f64,
    /// On the next ten terms.
    pub ten: f64,
}

/// The name of a [`Verdict`] in plain data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// Every term fits, and enough of them are proof.
    Verified,
    /// Every term fits, and the law is more likely right than not.
    Likely,
    /// Every term fits, but so would other laws as short.
    Weak,
    /// The terms differ from it by noise.
    Fits,
    /// Some terms are off.
    Approximate,
}

impl VerdictName {
    /// As it is written in plain data.
    pub fn name(self) -> &'static str {
        match self {
            VerdictName::Verified => "verified",
            VerdictName::Likely => "likely",
            VerdictName::Weak => "weak",
            VerdictName::Fits => "fits",
            VerdictName::Approximate => "approximate",
        }
    }
}

impl From<Verdict> for VerdictName {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Verified { .. } => VerdictName::Verified,
            Verdict::Likely => VerdictName::Likely,
            Verdict::Weak => VerdictName::Weak,
            Verdict::Fits { .. } => VerdictName::Fits,
            Verdict::Approximate => VerdictName::Approximate,
        }
    }
}

/// What is known of the noise around a law.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoiseView {
    /// Whether it is of the same size everywhere or proportional to the term.
    pub kind: NoiseKind,
    /// Its standard deviation: in units of a term, or as a share of it.
    pub deviation: f64,
    /// The same as a share of the terms' size in the mean.
    pub share: f64,
    /// The constants of the law, in its order.
    pub constants: Vec<ConstantView>,
    /// Terms that are no part of the noise, by their n.
    pub outliers: Vec<usize>,
    /// Where each of the next terms is with a chance of 90 %, from and to.
    pub intervals: Vec<[f64; 2]>,
}

/// A constant that was fitted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConstantView {
    /// Its value.
    pub value: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
    /// Whether it is the simple number that the estimate most likely stands for.
    pub snapped: bool,
}

impl From<&Measurement> for NoiseView {
    fn from(measurement: &Measurement) -> Self {
        let constant = |known: &ansatz_search::Constant| ConstantView {
            value: known.value,
            standard_error: known.standard_error,
            snapped: known.snapped,
        };
        NoiseView {
            kind: measurement.kind,
            deviation: measurement.deviation,
            share: measurement.share,
            constants: measurement.constants.iter().map(constant).collect(),
            outliers: measurement.outliers.clone(),
            intervals: measurement.intervals.clone(),
        }
    }
}

/// The name of a verdict in plain data.
pub fn verdict_name(verdict: Verdict) -> &'static str {
    VerdictName::from(verdict).name()
}

impl<'a, A: From<&'a Candidate>> From<&'a Prediction> for PredictionView<A> {
    fn from(prediction: &'a Prediction) -> Self {
        PredictionView {
            domain: prediction.domain,
            shown: prediction.shown,
            held_out: prediction.held_out,
            candidates: prediction.candidates.iter().map(A::from).collect(),
            guess: prediction.guess.as_ref().map(GuessView::from),
            filled: prediction.filled.iter().map(FilledView::from).collect(),
            problems: prediction.failures.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<&Filled> for FilledView {
    fn from(filled: &Filled) -> Self {
        FilledView { index: filled.index, value: filled.value.to_texts().concat() }
    }
}

impl From<&Guess> for GuessView {
    fn from(guess: &Guess) -> Self {
        GuessView {
            next: guess.next.to_texts(),
            probability: guess.probability,
            found_by: guess.found_by.label,
            held_out_right: guess.held_out_right,
        }
    }
}

impl From<&Candidate> for Answer {
    fn from(candidate: &Candidate) -> Self {
        let Candidate { law, proposed, evidence, .. } = candidate;
        let finite = |error: &f64| error.is_finite().then_some(*error);
        Answer {
            formula: law.expr().to_string(),
            proposed: proposed.to_string(),
            prefix: proposed.to_words(),
            formula_prefix: law.expr().to_words(),
            form: candidate.form.clone(),
            entry: candidate
                .entry
                .map(|entry| EntryView { name: entry.name, number: entry.number }),
            latex: law.render(Format::Latex),
            domain: law.domain(),
            degree: law.degree(),
            initial: candidate.initial_texts(),
            zeros: law.zeros(),
            complexity: law.expr().complexity(),
            next: candidate.next_texts(),
            found_by: candidate.found_by.iter().map(|profile| profile.label).collect(),
            log_likelihood: candidate.log_likelihood,
            evidence: EvidenceSummary {
                verdict: evidence.verdict.into(),
                words: evidence.verdict.to_string(),
                exceptions: evidence.exceptions,
                exceptional: candidate.exceptions(),
                reproduced: evidence.reproduced,
                wrong: evidence.wrong,
                freedom: evidence.freedom,
                spare: evidence.spare,
                law_bits: evidence.law_bits,
                term_bits: evidence.term_bits,
            },
            is_answer: candidate.is_answer(),
            probability: candidate
                .probability
                .map(|Probability { next, ten }| ProbabilityView { next, ten }),
            noise: candidate.measurement.as_ref().map(NoiseView::from),
            errors: candidate.errors.iter().map(finite).collect(),
            computed: Terms::to_texts(&candidate.computed),
            hidden: candidate.hidden.to_texts(),
            held_out_right: candidate.held_out_right,
        }
    }
}

impl From<&Candidate> for RenderedAnswer {
    fn from(candidate: &Candidate) -> Self {
        let rendering = |format| Rendering { format, text: candidate.law.render(format) };
        RenderedAnswer {
            answer: Answer::from(candidate),
            renderings: Format::ALL.map(rendering).to_vec(),
        }
    }
}
