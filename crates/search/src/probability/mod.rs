//! How likely a law is to go on being right: a small model of the evidence.
//!
//! What speaks for a law is turned into a few numbers ([`Features`]), and a
//! conditional logit with a small hidden layer turns those of all laws of a sequence
//! into the probability that the next ten terms of each are right: at most one is. Laws
//! that predict the same next term are one [`Continuation`]; a second conditional logit
//! says how likely that term is. The coefficients are data, `integers.tsv` and
//! `floats.tsv`, fitted by `ansatz calibrate`; the files say on what.

mod features;
mod guess;
mod model;

pub use features::{Continuation, Features};
pub(crate) use features::{Continuity, Standing};
pub use guess::GuessFeatures;
pub(crate) use guess::{Around, Judged};
pub use model::{ProbabilityModel, fingerprint};

/// How likely a law is to be right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Probability {
    /// That the next term is as it says.
    pub next: f64,
    /// That the next ten terms are.
    pub ten: f64,
}

impl Probability {
    /// A law whose next ten terms are at least so likely is called verified.
    /// Fitted to the share of right ones among the calibration rows' verified
    /// answers, at 15 and at 25 terms.
    pub const VERIFIED: f64 = 0.94;

    /// A law with fewer terms left as proof is not called verified: of so few the
    /// model has seen little.
    pub const LEAST_SPARE: usize = 4;

    /// A law whose next ten terms are at least so likely, and which is not
    /// verified, is called likely: more likely than not.
    pub const LIKELY: f64 = 0.5;

    /// A law whose next term is less likely than this is a candidate, and not
    /// the answer.
    pub const ANSWER: f64 = 0.5;
}
