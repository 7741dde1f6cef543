//! From terms to laws: proposers suggest, verification decides.
//!
//! A proposer reads the terms that are shown and hands [`Proposal`]s to a
//! [`Sink`]. It may be wrong: whoever listens runs each proposal over all the
//! terms and ranks what is left. [`Ranking`] is that listener.

pub mod beam;
pub mod classical;
pub mod enumerative;
mod evidence;
mod information;
mod precision;
mod proposal;
mod rank;
pub mod refine;
mod verify;

pub use evidence::{Evidence, Verdict, description_bits};
pub use proposal::{Origin, Proposal, Sink};
pub use rank::{Candidate, Ranking};
pub use verify::{Digits, Fit, Hit, Term, next_terms};
