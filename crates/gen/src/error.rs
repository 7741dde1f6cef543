//! What can be wrong with a configuration, and with a draw.

use ansatz_expr::{Domain, Family};

/// A generator that cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A setting outside what makes sense.
    #[error("{field} = {value}: {problem}")]
    BadConfig {
        /// The field of [`GenConfig`](crate::GenConfig).
        field: &'static str,
        /// What it was set to.
        value: String,
        /// What it must be.
        problem: &'static str,
    },
    /// The chosen families leave nothing to build trees of.
    #[error("the families {families:?} have no operator for {domain} sequences")]
    NoOperators {
        /// The families of the configuration.
        families: Vec<Family>,
        /// Its domain.
        domain: Domain,
    },
    /// Every one of many draws was rejected: the settings exclude each other.
    #[error("{attempts} draws in a row were rejected, the last one: {last}")]
    NothingAccepted {
        /// How many draws were made.
        attempts: u32,
        /// Why the last of them was rejected.
        last: Rejection,
    },
    /// A test bed that cannot be read.
    #[error("cannot read {file}: {problem}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        problem: String,
    },
    /// A line of a test bed that is none.
    #[error("{file}, line {line}: {problem}")]
    BadRow {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Why a drawn sequence is not used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Rejection {
    /// A term has no value.
    #[error("a term is undefined: {0}")]
    Undefined(#[from] ansatz_expr::Error),
    /// A term is above the configured magnitude.
    #[error("the term {value} is too large")]
    TooLarge {
        /// The term, rounded.
        value: f64,
    },
    /// The shown terms need more tokens than the model reads.
    #[error("the input is longer than {limit} tokens")]
    TooManyTokens {
        /// How many tokens there may be.
        limit: usize,
    },
    /// The shown terms end in equal absolute gaps: a constant, an arithmetic
    /// or an alternating tail.
    #[error("the last terms have equal absolute gaps")]
    EqualGaps,
    /// No operator of the required family was drawn.
    #[error("no operator is {family:?}")]
    MissingFamily {
        /// The family that is required.
        family: Family,
    },
}
