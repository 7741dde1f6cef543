//! The reader of sequences: whatever people paste, as terms.
//!
//! Between terms it takes commas, semicolons, spaces, tabs and line ends;
//! around them brackets (nested lists are read row by row), quotes, a name
//! (`a(n) = …`, `array([…])`), a trailing `…`, `?`, `_` or `x` that asks for the
//! next one, and comments after `#`. Such a mark before the last term, or an
//! empty cell of a table, is a gap: a term that is not known. Currency and percent signs are dropped. It
//! knows the OEIS's formats: a line with its A-number, what is copied from the
//! page of an entry, the internal `%S` lines, and b-files; and tables with a
//! header or with labels, of which it takes one column. What it decides where a
//! text could mean two things:
//!
//! - A comma separates, unless something else does: `1,234,567` is three terms,
//!   `1,000; 2,000` is two, and so is `1,5; 2,5`. Underscores, and apostrophes
//!   or thin spaces before groups of three, are marks within a number.
//! - How numbers are written decides the domain. `2.0` and `2.5e10` have a
//!   point, and `1e-3` is not whole: they make a list one of floats. `1e6` has
//!   none: it is the integer 1000000. A fraction is a float unless its value is
//!   whole: `6/3` is the integer 2.
//! - Two columns of which the first counts up by one, in three rows or more,
//!   are a table of n and a(n); so are pairs in brackets.
//! - A point after the last of a list of integers ends a sentence.
//!
//! [`ReadOptions`] overrules these. What was decided is in [`Understood`], with
//! the [`Alternative`]s.

mod columns;
mod commas;
mod flaw;
mod heading;
mod lex;
mod note;
mod number;
mod oeis;
mod read;
mod table;
mod text;
mod units;
mod word;

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Domain, Error, Int, Rational, Terms};

pub use commas::Commas;
pub use flaw::Flaw;
pub use note::{Alternative, Note};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// The most terms that are read. The OEIS's b-files often end at n = 10000.
pub const MAX_TERMS: usize = 20_000;
/// The most digits of an integer: it is at most 10^100 in magnitude.
pub const MAX_DIGITS: usize = Int::MAX_DIGITS;
/// The most digits a number may be written with if it is a float; no double
/// needs more than 1,075.
pub const MAX_DECIMAL_DIGITS: usize = 1_100;
/// The most terms that may be missing between others.
pub const MAX_GAPS: usize = 4;
/// How deep brackets may be nested: a call, a list and its rows.
pub const MAX_NESTING: usize = 3;

/// How to read a sequence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What the terms are to be; by default, what they are written as. Any
    /// number can be taken as a float; only whole ones as integers.
    pub domain: Option<Domain>,
    /// What commas between digits are; by default, what is likelier.
    pub commas: Option<Commas>,
    /// Which column of a table has the terms, from 1; 0 for all numbers of the
    /// table, row by row. By default, the first that does not count or date.
    pub column: Option<usize>,
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
/// assert_eq!(error.to_string(), "`tree` is not a number (character 7)");
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    /// The terms that are known.
    pub terms: Terms,
    /// The same exactly, where some of them are written as fractions, and the decimals among
    /// them would not do; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fractions: Vec<Rational>,
    /// The n of each term that is not, from 1: between the others, or before them.
    #[serde(default)]
    pub missing: Vec<usize>,
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

    /// Each term that is known as text, exact.
    pub fn texts(&self) -> Vec<String> {
        match self.fractions.is_empty() {
            true => self.terms.to_texts(),
            false => self.fractions.iter().map(ToString::to_string).collect(),
        }
    }

    /// The terms, where none is missing.
    pub fn whole(&self) -> Result<&Terms, Error> {
        match self.missing.first() {
            None => Ok(&self.terms),
            Some(&index) => Err(Error::Gap { index }),
        }
    }
}

/// What the reader made of a text. `Display` says it in a phrase, such as
/// `A000045, 20 integers`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Understood {
    /// How many terms are known.
    pub count: usize,
    /// How many are missing between them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gaps: usize,
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
    /// What commas between digits were taken for.
    pub commas: Commas,
    /// What the user might have meant otherwise.
    pub notes: Vec<Note>,
    /// How else the text can be read.
    pub alternatives: Vec<Alternative>,
}

impl Understood {
    /// The number of the OEIS's entry, if the text gave it: 45 for A000045.
    pub fn anumber(&self) -> Option<u32> {
        match self.source {
            Source::Plain => None,
            Source::Oeis { anumber, .. } => Some(anumber),
            Source::BFile { anumber, .. } => anumber,
        }
    }

    /// The n of the first term, if the text said it.
    pub fn first_index(&self) -> Option<i64> {
        match self.source {
            Source::Plain => None,
            Source::Oeis { offset, .. } => offset,
            Source::BFile { first_index, .. } => Some(first_index),
        }
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
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
        /// The n of the first term, if the text said it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offset: Option<i64>,
    },
    /// A table of n and a(n): a b-file of the OEIS, or pairs.
    BFile {
        /// The n of the first term.
        first_index: i64,
        /// The A-number, if a comment gave it.
        anumber: Option<u32>,
    },
}

impl fmt::Display for Understood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(anumber) = self.anumber() {
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
        if self.gaps > 0 {
            write!(f, ", {} missing", self.gaps)?;
        }
        if let Source::BFile { first_index, .. } = self.source {
            write!(f, " from a table that starts at n = {first_index}")?;
        }
        Ok(())
    }
}
