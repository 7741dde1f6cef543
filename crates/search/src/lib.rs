//! From terms to laws: proposers suggest, verification decides.
//!
//! A [`Proposer`] reads a [`Problem`] and hands [`Proposal`]s to a [`Sink`]. It
//! may be wrong: whoever listens runs each proposal over all the terms and ranks
//! what is left. [`Ranking`] is that listener; [`Registry`] lists the proposers.

pub mod beam;
mod catalogue;
pub mod classical;
pub mod enumerative;
mod error;
mod evidence;
pub mod families;
mod information;
pub mod noise;
mod precision;
mod price;
mod probability;
mod problem;
mod proposal;
mod proposer;
mod rank;
pub mod refine;
mod registry;
mod verify;

pub use catalogue::Entry;
pub use error::Error;
pub use evidence::{Evidence, Thresholds, Verdict, exceptions};
pub use noise::{Constant, Measurement, NoiseKind};
pub use price::description_bits;
pub use probability::{
    Continuation, Features, GuessFeatures, Probability, ProbabilityModel, fingerprint,
};
pub use problem::Problem;
pub use proposal::{Group, Profile, Proposal, Sink};
pub use proposer::{ByTerms, Context, Effort, Findings, Proposer, Proposing, Settings, TermGuess};
pub use rank::{Candidate, Ranking};
pub use registry::Registry;
pub use verify::{Digits, Fit, Hit, Term, next_terms};
