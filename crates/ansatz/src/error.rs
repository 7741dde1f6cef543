//! What can go wrong before there is anything to rank.

/// An error of the predictor. Finding no law is not one.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// There is nothing to look at.
    #[error("{} too few: at least {least} are needed", count(*shown))]
    TooFewTerms {
        /// How many terms are left to look at.
        shown: usize,
        /// How many there must be.
        least: usize,
    },
    /// More terms are to be hidden than there are.
    #[error("cannot hide {hold_out} of {}: at least {least} must be shown", terms_in_words(*terms))]
    HoldOutTooLarge {
        /// How many were to be hidden.
        hold_out: usize,
        /// How many terms there are.
        terms: usize,
        /// How many must be left.
        least: usize,
    },
    /// An option is out of its range.
    #[error("{option} cannot be {given}: it is from {least} to {most}")]
    OutOfRange {
        /// The option.
        option: &'static str,
        /// What it was set to.
        given: f64,
        /// The least it can be.
        least: f64,
        /// The most it can be.
        most: f64,
    },
    /// A proposer that there is not.
    #[error("there is no proposer `{name}`")]
    UnknownProposer {
        /// The name that was given.
        name: String,
    },
    /// A weights file cannot be used.
    #[error(transparent)]
    Model(#[from] ansatz_model::Error),
    /// There is no network to look into.
    #[error("there is no {task} network")]
    NoNetwork {
        /// What it would be for.
        task: &'static str,
    },
    /// More terms are missing than can be filled.
    #[error("{gaps} terms are missing: at most {most} can be filled")]
    TooManyGaps {
        /// How many.
        gaps: usize,
        /// How many there may be.
        most: usize,
    },
    /// What is said to be missing is not before another term, or not in order.
    #[error("term {index} of {terms} cannot be missing: gaps are before the last term, in order")]
    NoGap {
        /// Which, from 1.
        index: usize,
        /// How many terms there are, with those that are missing.
        terms: usize,
    },
    /// A missing term is among those that are to be hidden.
    #[error("cannot hide the last {hold_out} terms: term {index} is missing")]
    GapHidden {
        /// Which, from 1.
        index: usize,
        /// How many were to be hidden.
        hold_out: usize,
    },
    /// More terms are asked for than can be wanted.
    #[error("cannot predict {asked} terms: at most {most}")]
    TooManyToPredict {
        /// How many were asked for.
        asked: usize,
        /// How many there may be.
        most: usize,
    },
}

fn terms_in_words(terms: usize) -> String {
    format!("{terms} term{}", if terms == 1 { "" } else { "s" })
}

fn count(terms: usize) -> String {
    format!("{} {}", terms_in_words(terms), if terms == 1 { "is" } else { "are" })
}
