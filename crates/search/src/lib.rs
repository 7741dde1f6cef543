//! From terms to laws: proposers suggest, verification decides.
//!
//! A proposer reads the terms that are shown and hands [`Proposal`]s to a
//! [`Sink`]. It may be wrong: whoever listens runs each proposal over all the
//! terms and ranks what is left.

pub mod enumerative;
mod proposal;

pub use proposal::{Origin, Proposal, Sink};
