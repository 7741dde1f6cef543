//! The reader of sequences: whatever people paste, as terms.
//!
//! Between terms it takes commas, semicolons, spaces, tabs and line ends;
//! around them brackets (nested lists are read row by row), quotes, a name
//! (`a(n) = …`, `array([…])`), a trailing `…`, and comments after `#`. It
//! knows the OEIS's formats: a line with its A-number, the internal `%S` lines,
//! and b-files. What it decides where a text could mean two things:
//!
//! - A comma always separates: `1,234,567` is three terms, `1,5; 2,5` is four,
//!   and a note says so. Underscores, and apostrophes or thin spaces before
//!   groups of three, are marks within a number.
//! - How numbers are written decides the domain. `2.0` and `2.5e10` have a
//!   point, and `1e-3` is not whole: they make a list one of floats. `1e6` has
//!   none: it is the integer 1000000. A fraction is a float unless its value is
//!   whole: `6/3` is the integer 2.
//! - Two columns of which the first counts up by one, in three rows or more,
//!   are a table of n and a(n); so are pairs in brackets.
//! - A point after the last of a list of integers ends a sentence.
//!
//! [`ReadOptions::domain`] overrules the second of these. What was decided is
//! in [`Understood`].

mod heading;
mod lex;
mod number;
mod read;
mod table;
mod text;

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Domain, Error, Int, Terms};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// The most terms that are read. The OEIS's b-files often end at n = 10000.
pub const MAX_TERMS: usize = 20_000;
/// The most digits of an integer: it is at most 10^100 in magnitude.
pub const MAX_DIGITS: usize = Int::MAX_DIGITS;
/// The most digits a number may be written with if it is a float; no double
/// needs more than 1,075.
pub const MAX_DECIMAL_DIGITS: usize = 1_100;
/// How deep brackets may be nested: a call, a list and its rows.
pub const MAX_NESTING: usize = 3;

/// How to read a sequence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What the terms are to be; by default, what they are written as. Any
    /// number can be taken as a float; only whole ones as integers.
    pub domain: Option<Domain>,
}

/// A sequence that was read, and how it was understood.
///
/// ```
/// use ansatz_expr::{ReadOptions, Sequence};
/// let read = Sequence::read("A000045 0, 1, 1, 2, 3, 5, …", &ReadOptions::default())?;
/// assert_eq!(read.terms.to_string(), "0, 1, 1, 2, 3, 5");
/// assert_eq!(read.understood.to_string(), "A000045, 6 integers");
///
/// let error = Sequence::read("1, 2, tree", &ReadOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "not a number at character 7: `tree`");
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    /// The terms.
    pub terms: Terms,
    /// What was made of the text.
    pub understood: Understood,
    /// Where each term stands in the text, in characters from 0.
    pub spans: Vec<Range<usize>>,
}

impl Sequence {
    /// Reads what someone pasted; see the [module](self) for what it takes.
    pub fn read(text: &str, options: &ReadOptions) -> Result<Sequence, Error> {
        read::read(text, options)
    }
}

/// What the reader made of a text. `Display` says it in a phrase, such as
/// `A000045, 20 integers`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Understood {
    /// How many terms there are.
    pub count: usize,
    /// What they are.
    pub domain: Domain,
    /// What the text is.
    pub source: Source,
    /// Whether the text said that the sequence goes on.
    pub ellipsis_dropped: bool,
    /// How many terms are written with a decimal point or a negative exponent.
    pub decimals: usize,
    /// How many terms are written as fractions.
    pub fractions: usize,
    /// What the user might have meant otherwise.
    pub notes: Vec<Note>,
}

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Source {
    /// A list.
    Plain,
    /// A list with its number in the OEIS.
    Oeis {
        /// 45 for A000045.
        anumber: u32,
    },
    /// A table of n and a(n): a b-file of the OEIS, or pairs.
    BFile {
        /// The n of the first term.
        first_index: i64,
        /// The A-number, if a comment gave it.
        anumber: Option<u32>,
    },
}

/// Something that the user might have meant otherwise. `Display` says it in a
/// sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Note {
    /// `1,234,567` was read as three terms.
    CommasNotThousands,
    /// `1,5; 2,5` was read as four terms.
    CommasNotDecimals,
    /// Thin spaces between digits were read as part of the number.
    SpacesGroupDigits,
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
    /// Lists within a list were read one after the other.
    NestedLists,
    /// A point after the last term was read as the end of a sentence.
    FinalPeriod,
    /// All values are whole, but points make them floats.
    WholeDecimals,
}

impl fmt::Display for Understood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let anumber = match self.source {
            Source::Plain => None,
            Source::Oeis { anumber } => Some(anumber),
            Source::BFile { anumber, .. } => anumber,
        };
        if let Some(anumber) = anumber {
            write!(f, "A{anumber:06}, ")?;
        }
        let plural = if self.count == 1 { "" } else { "s" };
        let what = match self.domain {
            Domain::Integer => "integer",
            Domain::Float => "number",
        };
        write!(f, "{} {what}{plural}", self.count)?;
        match (self.domain, self.decimals, self.fractions) {
            (Domain::Integer, ..) => {}
            (Domain::Float, 0, 0) => f.write_str(" taken as decimals")?,
            (Domain::Float, 0, _) => f.write_str(" with fractions")?,
            (Domain::Float, _, 0) => f.write_str(" with decimals")?,
            (Domain::Float, ..) => f.write_str(" with decimals and fractions")?,
        }
        if let Source::BFile { first_index, .. } = self.source {
            write!(f, " from a b-file starting at n = {first_index}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::CommasNotThousands => f.write_str(
                "Commas separate terms. To group the digits of one number write 1_234_567.",
            ),
            Note::CommasNotDecimals => {
                f.write_str("Commas separate terms. Write decimals with a point: 1.5.")
            }
            Note::SpacesGroupDigits => {
                f.write_str("Thin spaces were read as grouping the digits of one number.")
            }
            Note::NameSkipped { name } => write!(f, "`{name}` before the terms was skipped."),
            Note::UnpairedBracket => f.write_str("A bracket without its partner was skipped."),
            Note::FirstColumnCounts => f.write_str(
                "The first column counts up by one: it was read as n, the second as the terms.",
            ),
            Note::NestedLists => f.write_str("Lists within the list were read one after another."),
            Note::FinalPeriod => {
                f.write_str("The point after the last term was read as the end of a sentence.")
            }
            Note::WholeDecimals => {
                f.write_str("All terms are whole, but are written with decimals: read as floats.")
            }
        }
    }
}
