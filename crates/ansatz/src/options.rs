//! What a caller can choose.

use serde::{Deserialize, Serialize};

/// How long to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// While somebody types.
    Quick,
    /// What a person waits for without noticing.
    #[default]
    Normal,
    /// What a person waits for on purpose.
    Thorough,
}

/// Which proposers take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Proposers {
    /// Polynomials, linear recurrences, hypergeometric terms and their kin.
    pub classical: bool,
    /// Enumeration of small expressions.
    pub enumerative: bool,
}

impl Default for Proposers {
    fn default() -> Self {
        Proposers { classical: true, enumerative: true }
    }
}

/// The options of a prediction; the default is what most people want.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Options {
    /// How many further terms to give.
    pub next: usize,
    /// How long to look.
    pub effort: Effort,
    /// Who looks.
    pub proposers: Proposers,
    /// Hide so many of the last terms, and check the answers against them.
    pub hold_out: usize,
    /// How many candidates to return at most.
    pub candidates: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            next: 10,
            effort: Effort::default(),
            proposers: Proposers::default(),
            hold_out: 0,
            candidates: 20,
        }
    }
}

impl Options {
    /// Nobody needs more, and a page must not hang.
    pub const MOST_NEXT: usize = 1000;
}
