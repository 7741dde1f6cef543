//! Errors as plain objects with a code.

use std::fmt;

use ansatz_expr::Error as ExprError;
use ansatz_expr::sequence::Flaw;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::ToJs;

/// What kind of error it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// The text is no sequence.
    BadSequence,
    /// The formula is none, or no law with these initial terms.
    BadFormula,
    /// Too few terms are left to look at.
    TooFewTerms,
    /// An option has no meaning.
    BadOptions,
    /// The weights file is not one, or not for this version.
    BadModel,
    /// There is no network to look into.
    NoNetwork,
    /// The GPU failed, or refused.
    DeviceFailed,
    /// A result that cannot be passed on.
    Internal,
}

/// Why a sequence cannot be read or looked at, for those who say it in words of their
/// own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Reason {
    /// A part of the text is no term.
    BadToken {
        /// The part.
        token: String,
        /// What is wrong with it.
        flaw: Flaw,
    },
    /// There are letters where numbers should be.
    Letters {
        /// The first of them.
        word: String,
    },
    /// There is an A-number and no terms.
    OnlyANumber {
        /// 45 for A000045.
        anumber: u32,
    },
    /// There are no numbers.
    Empty,
    /// The table has no such column.
    NoSuchColumn {
        /// What was asked for, from 1.
        column: usize,
        /// How many there are.
        columns: usize,
    },
    /// There are too many terms.
    TooManyTerms {
        /// How many may be read.
        limit: usize,
    },
    /// The text is too long.
    TooLong {
        /// How many bytes may be read.
        limit: usize,
    },
    /// There are too few terms.
    TooFewTerms {
        /// How many there are.
        terms: usize,
        /// How many there must be.
        least: usize,
    },
    /// More terms are to be hidden than can be.
    TooManyHidden {
        /// How many.
        hidden: usize,
        /// How many terms there are.
        terms: usize,
        /// How many must be left.
        least: usize,
    },
    /// Too many terms are missing.
    TooManyGaps {
        /// How many.
        gaps: usize,
        /// How many may be.
        limit: usize,
    },
    /// A term is missing where all are needed, or where it is to be hidden.
    Gap {
        /// Which, from 1.
        index: usize,
    },
    /// Too many further terms are asked for.
    TooManyNext {
        /// How many.
        asked: usize,
        /// How many may be.
        limit: usize,
    },
}

/// An error as JavaScript sees it.
#[derive(Debug, Serialize, Tsify)]
pub struct Problem {
    /// What kind of error it is.
    pub code: ProblemCode,
    /// What went wrong, in words.
    pub message: String,
    /// Where in the text, in characters from 0: first, and first after.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub span: Option<[usize; 2]>,
    /// The same as `message` without words, if it is about the sequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub reason: Option<Reason>,
}

impl Problem {
    fn new(code: ProblemCode, error: impl fmt::Display) -> Self {
        Problem { code, message: error.to_string(), span: None, reason: None }
    }

    /// Options that cannot be read.
    pub fn bad_options(error: serde_wasm_bindgen::Error) -> Self {
        Self::new(ProblemCode::BadOptions, error)
    }

    /// An option that there is not.
    pub fn unknown_option(name: &str) -> Self {
        Self::new(ProblemCode::BadOptions, format_args!("there is no option `{name}`"))
    }

    /// A language that laws are not printed in.
    pub fn unknown_format(name: &str) -> Self {
        Self::new(ProblemCode::BadOptions, format_args!("there is no format `{name}`"))
    }

    /// More terms of a law than are computed at once.
    pub fn too_many_terms(error: ExprError) -> Self {
        Self::new(ProblemCode::BadOptions, error)
    }

    /// The GPU failed, or refused.
    #[cfg(feature = "gpu")]
    pub fn device(error: impl fmt::Display) -> Self {
        Self::new(ProblemCode::DeviceFailed, error)
    }

    /// A result that cannot be passed on.
    pub fn unserializable(error: serde_wasm_bindgen::Error) -> Self {
        Self::new(ProblemCode::Internal, error)
    }
}

impl From<ExprError> for Problem {
    fn from(error: ExprError) -> Self {
        let span = match &error {
            ExprError::BadFormula { span, .. } | ExprError::BadSequence { span, .. } => {
                Some([span.start, span.end])
            }
            _ => None,
        };
        let code = match &error {
            ExprError::BadFormula { .. }
            | ExprError::MalformedTree { .. }
            | ExprError::TooManyNodes { .. }
            | ExprError::WrongArity { .. }
            | ExprError::WrongDomain { .. }
            | ExprError::TooFewInitialTerms { .. } => ProblemCode::BadFormula,
            ExprError::NoSuchColumn { .. } => ProblemCode::BadOptions,
            _ => ProblemCode::BadSequence,
        };
        let reason = reason_of(&error);
        Problem { span, reason, ..Problem::new(code, error) }
    }
}

impl From<ansatz::Error> for Problem {
    fn from(error: ansatz::Error) -> Self {
        let code = match &error {
            ansatz::Error::TooFewTerms { .. } => ProblemCode::TooFewTerms,
            ansatz::Error::HoldOutTooLarge { .. }
            | ansatz::Error::TooManyToPredict { .. }
            | ansatz::Error::GapHidden { .. }
            | ansatz::Error::UnknownProposer { .. }
            | ansatz::Error::OutOfRange { .. } => ProblemCode::BadOptions,
            ansatz::Error::TooManyGaps { .. } | ansatz::Error::NoGap { .. } => {
                ProblemCode::BadSequence
            }
            ansatz::Error::NoNetwork { .. } => ProblemCode::NoNetwork,
            ansatz::Error::Model(_) => ProblemCode::BadModel,
        };
        let reason = match &error {
            &ansatz::Error::TooFewTerms { shown, least } => {
                Some(Reason::TooFewTerms { terms: shown, least })
            }
            &ansatz::Error::HoldOutTooLarge { hold_out, terms, least } => {
                Some(Reason::TooManyHidden { hidden: hold_out, terms, least })
            }
            &ansatz::Error::TooManyGaps { gaps, most } => {
                Some(Reason::TooManyGaps { gaps, limit: most })
            }
            &ansatz::Error::NoGap { index, .. } | &ansatz::Error::GapHidden { index, .. } => {
                Some(Reason::Gap { index })
            }
            &ansatz::Error::TooManyToPredict { asked, most } => {
                Some(Reason::TooManyNext { asked, limit: most })
            }
            _ => None,
        };
        Problem { reason, ..Problem::new(code, error) }
    }
}

/// What is wrong with a sequence. Formulas are written by programs: theirs are words.
fn reason_of(error: &ExprError) -> Option<Reason> {
    Some(match error {
        ExprError::BadSequence { token, problem, .. } => {
            Reason::BadToken { token: token.clone(), flaw: *problem }
        }
        ExprError::Letters { word } => Reason::Letters { word: word.clone() },
        &ExprError::OnlyANumber { anumber } => Reason::OnlyANumber { anumber },
        ExprError::EmptySequence => Reason::Empty,
        &ExprError::NoSuchColumn { column, columns } => Reason::NoSuchColumn { column, columns },
        &ExprError::TooManyTerms { limit, .. } => Reason::TooManyTerms { limit },
        &ExprError::TextTooLong { limit, .. } => Reason::TooLong { limit },
        &ExprError::TooManyGaps { gaps, limit } => Reason::TooManyGaps { gaps, limit },
        &ExprError::Gap { index } => Reason::Gap { index },
        _ => return None,
    })
}

impl From<Problem> for JsValue {
    fn from(problem: Problem) -> Self {
        problem.to_js().unwrap_or_else(|_| JsValue::from_str(&problem.message))
    }
}
