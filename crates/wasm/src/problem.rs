//! Errors as plain objects with a code.

use std::fmt;

use ansatz_expr::Error as ExprError;
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
}

impl Problem {
    fn new(code: ProblemCode, error: impl fmt::Display) -> Self {
        Problem { code, message: error.to_string(), span: None }
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
        Problem { span, ..Problem::new(code, error) }
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
        Problem::new(code, error)
    }
}

impl From<Problem> for JsValue {
    fn from(problem: Problem) -> Self {
        problem.to_js().unwrap_or_else(|_| JsValue::from_str(&problem.message))
    }
}
