//! What is wrong with a token of a sequence.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is wrong with a token. `Display` says it as what is said of the token:
/// `is not a number`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Flaw {
    /// It is no number.
    NotANumber,
    /// It is infinite, or NaN.
    NotFinite,
    /// It is a sign alone.
    LoneSign,
    /// It has more than one sign.
    ManySigns,
    /// It has more than one decimal point.
    ManyPoints,
    /// It is two numbers that nothing separates.
    TwoNumbers,
    /// It is one side of a fraction.
    HalfFraction,
    /// It is a fraction of something else than integers.
    FractionOfDecimals,
    /// It is a fraction over zero.
    ZeroDenominator,
    /// It should be an integer.
    NotWhole,
    /// It ends where its exponent should be.
    NoExponent,
    /// Its digits are in groups of other lengths than three.
    UnevenGroups,
    /// It is written with too many digits.
    TooManyDigits {
        /// How many it has.
        digits: usize,
        /// How many it may have.
        limit: usize,
    },
    /// It is an integer of too many digits.
    TooLongInteger {
        /// How many it has.
        digits: usize,
    },
    /// It is above 10^100 in magnitude.
    TooLargeInteger,
    /// No double is as large.
    TooLargeFloat,
    /// It follows what stands before it without anything between.
    Unseparated,
    /// It is a separator with nothing before it.
    NothingBefore,
    /// Brackets are nested too deeply.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// It leaves terms out between others.
    LeavesOut,
    /// Another sequence begins.
    SecondSequence,
    /// It is an index without a value.
    NoValue,
    /// It is not the next index of a table.
    RowMissing {
        /// The next one.
        index: i64,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flaw::NotANumber => "is not a number",
            Flaw::NotFinite => "is not a finite number",
            Flaw::LoneSign => "is a sign without a number",
            Flaw::ManySigns => "has more than one sign",
            Flaw::ManyPoints => "has more than one decimal point",
            Flaw::TwoNumbers => "is two numbers with nothing between them",
            Flaw::HalfFraction => "is half a fraction",
            Flaw::FractionOfDecimals => "is not a fraction of two integers",
            Flaw::ZeroDenominator => "divides by 0",
            Flaw::NotWhole => "is not an integer",
            Flaw::NoExponent => "lacks its exponent",
            Flaw::UnevenGroups => "has digits that are not in groups of three",
            Flaw::TooManyDigits { digits, limit } => {
                return write!(f, "has {digits} digits: at most {limit} are read");
            }
            Flaw::TooLongInteger { digits } => {
                return write!(f, "has {digits} digits: integers go up to 10^100");
            }
            Flaw::TooLargeInteger => "is too large: integers go up to 10^100",
            Flaw::TooLargeFloat => "is too large for a floating-point number",
            Flaw::Unseparated => "needs a space or a comma before it",
            Flaw::NothingBefore => "has no term before it",
            Flaw::TooDeep { limit } => {
                return write!(f, "is one bracket too many: they are nested {limit} deep");
            }
            Flaw::LeavesOut => "leaves terms out: write all of them",
            Flaw::SecondSequence => "begins a second sequence: one can be read at a time",
            Flaw::NoValue => "has no value beside it",
            Flaw::RowMissing { index } => {
                return write!(f, "is not the next index: the row of n = {index} is missing");
            }
        })
    }
}
