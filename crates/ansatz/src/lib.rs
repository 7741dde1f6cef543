//! Guesses the law behind a number sequence.
//!
//! [`Predictor`] is the one entry point: it asks every proposer, verifies what
//! they say on all the terms, and returns one ranked list with evidence. A
//! [`Law`] is a thing of its own: it can be read, continued, checked and
//! rendered without a search.
//!
//! ```
//! use ansatz::{Format, Law, Options, Predictor, ReadOptions, Sequence};
//! let sequence = Sequence::read("1, 2, 4, 7, 11, 16, 22, 29", &ReadOptions::default())?;
//! let prediction = Predictor::new().predict(&sequence.terms, &Options::default(), &mut ())?;
//! let best = prediction.best().expect("a law");
//! assert_eq!(best.next.to_texts()[0], "37");
//! let text = best.law.render(Format::Text);
//! let law: Law = text.parse()?;
//! assert_eq!(law.terms(9, 2)?.to_texts(), ["37", "46"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidate;
mod error;
mod gaps;
mod guessing;
mod inside;
mod options;
mod plane;
mod predictor;
mod proposers;
pub mod view;

pub use ansatz_expr::{
    Commas, Domain, Expr, Format, Int, Law, LawCheck, Rational, ReadOptions, Recurrence, Sequence,
    Terms,
};
pub use ansatz_model::weights::announced_length;
pub use ansatz_model::{Device, Task};
pub use ansatz_search::{
    Constant, Context, Continuation, Effort, Entry, Evidence, Features, Findings, Group,
    GuessFeatures, Measurement, NoiseKind, Probability, ProbabilityModel, Problem, Profile,
    Proposal, Proposer, Proposing, Ranking, Settings, Thresholds, Verdict, fingerprint,
};
pub use candidate::{Candidate, Failure, Guess, Prediction};
pub use error::Error;
pub use gaps::Filled;
pub use inside::{Growth, Inside, Numbers};
pub use options::Options;
pub use predictor::{Listener, Predictor};
pub use proposers::{Proposers, profiles};
