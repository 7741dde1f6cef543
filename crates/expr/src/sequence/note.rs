//! What is to be said of how a text was read.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Commas;

/// Something that the user might have meant otherwise. `Display` says it in a
/// sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Note {
    /// `1,234,567` was read as three terms.
    CommasNotThousands,
    /// `1,5, 2,5` was read as four terms.
    CommasNotDecimals,
    /// `1,000; 2,000` was read as two terms, thousands.
    CommasGroupDigits,
    /// `1,5; 2,5` was read as two terms, decimals.
    CommasAreDecimal,
    /// `1.000.000` was read as a million.
    PointsGroupDigits,
    /// Thin spaces between digits were read as part of the number.
    SpacesGroupDigits,
    /// Currency or percent signs were dropped.
    UnitsDropped {
        /// The signs.
        units: String,
    },
    /// A name before the terms, or the name of a list type, was skipped.
    NameSkipped {
        /// The name, as written.
        name: String,
    },
    /// A bracket without its partner was skipped.
    UnpairedBracket,
    /// Few rows of two numbers were read as a table because the first numbers
    /// count up.
    FirstColumnCounts,
    /// One column of a table was taken.
    ColumnTaken {
        /// Which, from 1.
        column: usize,
        /// How many there are.
        columns: usize,
        /// What its header says.
        name: Option<String>,
    },
    /// Another column goes on by equal steps: a time, of which n is a count.
    EvenSteps {
        /// Its value where n is 1.
        first: f64,
        /// What is added from row to row.
        step: f64,
        /// What its header says.
        name: Option<String>,
    },
    /// A column of times does not go on by equal steps; its rows are taken as if it
    /// did.
    UnevenSteps {
        /// What its header says.
        name: Option<String>,
    },
    /// Lists within a list were read one after the other.
    NestedLists,
    /// A point after the last term was read as the end of a sentence.
    FinalPeriod,
    /// All values are whole, but points make them floats.
    WholeDecimals,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Note::CommasNotThousands | Note::CommasNotDecimals => {
                "Commas were read as separating terms."
            }
            Note::CommasGroupDigits => "Commas were read as grouping digits: 1,000 is a thousand.",
            Note::CommasAreDecimal => "Commas were read as decimal points: 1,5 is one and a half.",
            Note::PointsGroupDigits => {
                "Points were read as grouping digits: 1.000.000 is a million."
            }
            Note::SpacesGroupDigits => {
                "Thin spaces were read as grouping the digits of one number."
            }
            Note::UnitsDropped { units } => {
                return write!(f, "Only the numbers were read, without {units}.");
            }
            Note::NameSkipped { name } => {
                return write!(f, "`{name}` before the terms was skipped.");
            }
            Note::UnpairedBracket => "A bracket without its partner was skipped.",
            Note::FirstColumnCounts => {
                "The first column counts up by one: it was read as n, the second as the terms."
            }
            Note::ColumnTaken { column, columns, name } => {
                write!(f, "Column {column} of {columns} was read")?;
                return match name {
                    Some(name) => write!(f, ": {name}."),
                    None => f.write_str("."),
                };
            }
            Note::EvenSteps { first, step, name } => {
                let name = name.as_deref().unwrap_or("t");
                return write!(f, "n counts the steps of {name}, from {first} by {step}.");
            }
            Note::UnevenSteps { name } => {
                let name = name.as_deref().unwrap_or("the first column");
                return write!(
                    f,
                    "The steps of {name} are not equal: laws are of equal steps, so what follows \
                     is of the values alone, in their order."
                );
            }
            Note::NestedLists => "Lists within the list were read one after another.",
            Note::FinalPeriod => "The point after the last term was read as the end of a sentence.",
            Note::WholeDecimals => {
                "All terms are whole, but are written with decimals: read as floats."
            }
        })
    }
}

/// Another way to read the text: what to put into
/// [`ReadOptions`](super::ReadOptions). `Display` says what it would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Alternative {
    /// Commas are something else.
    Commas {
        /// What they would be.
        commas: Commas,
    },
    /// The terms are elsewhere in the table.
    Column {
        /// The column, from 1; 0 for all numbers, row by row.
        column: usize,
        /// What its header says.
        name: Option<String>,
    },
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Alternative::Commas { commas: Commas::Separate } => "commas separate terms",
            Alternative::Commas { commas: Commas::Thousands } => "commas group digits",
            Alternative::Commas { commas: Commas::Decimal } => "commas are decimal points",
            Alternative::Column { column: 0, .. } => "all numbers, row by row",
            Alternative::Column { column, name: None } => return write!(f, "column {column}"),
            Alternative::Column { column, name: Some(name) } => {
                return write!(f, "column {column}, {name}");
            }
        })
    }
}
