//! Everything that can go wrong in this crate, each with its operands.

use std::ops::Range;

use crate::sequence::Flaw;
use crate::{Domain, NamedConst, Op};

/// An error of the language: of evaluating, building, reading or writing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    // Evaluating. Operands are doubles: an error is made often (every rejected
    // random tree) and read rarely, so it must be small.
    /// A divisor was zero.
    #[error("division by zero: {op}({dividend}, 0)")]
    DivisionByZero {
        /// `idiv`, `mod`, `div` or `inv`.
        op: Op,
        /// What was to be divided.
        dividend: f64,
    },
    /// A function was applied outside its domain.
    #[error("{op} is not defined at {operand}")]
    OutOfDomain {
        /// The function.
        op: Op,
        /// Its argument.
        operand: f64,
    },
    /// A result exceeds what can be represented.
    #[error("{} is too large", of(*op, *left, *right))]
    Overflow {
        /// The operator.
        op: Op,
        /// Its first operand.
        left: f64,
        /// Its second operand; of no meaning for unary operators.
        right: f64,
    },
    /// A term is above 10^100 in magnitude.
    #[error("the value {value} is above 10^100 in magnitude")]
    TermTooLarge {
        /// The value, rounded.
        value: f64,
    },
    /// `u(n-k)` reaches before the first term.
    #[error("u(n-{back}) does not exist at n = {index}")]
    MissingTerm {
        /// The `k` of `u(n-k)`.
        back: u16,
        /// The index being computed.
        index: usize,
    },
    /// A computed index that is not that of an earlier term.
    #[error("u({term}) is not known at n = {index}")]
    MissingIndex {
        /// The index, rounded.
        term: f64,
        /// The index being computed.
        index: usize,
    },
    /// An evaluation that takes too long.
    #[error("the evaluation takes more than {limit} steps")]
    TooMuchWork {
        /// How many steps there may be.
        limit: u64,
    },
    /// A real expression so close to an integer that no precision tells on
    /// which side it is.
    #[error("no precision tells the value of {op}")]
    Undecided {
        /// `floor` or `cfrac`.
        op: Op,
    },
    /// A bound variable in a part of a law that does not have its binder.
    #[error("a bound variable has no value without its binder")]
    Unbound,
    /// An operator or constant that the domain does not have.
    #[error("{what} is not defined for {domain} sequences")]
    WrongDomain {
        /// The operator or constant, as written.
        what: String,
        /// The domain it was evaluated in.
        domain: Domain,
    },

    // Building.
    /// Prefix nodes that are not exactly one complete tree.
    #[error("{nodes} prefix nodes are not one complete tree: {problem}")]
    MalformedTree {
        /// How many nodes there were.
        nodes: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// A tree of more nodes than [`Expr::MAX_NODES`](crate::Expr::MAX_NODES).
    #[error("an expression of {nodes} nodes is above the limit of {limit}")]
    TooManyNodes {
        /// How many nodes there were.
        nodes: usize,
        /// How many there may be.
        limit: usize,
    },
    /// An operator was given the wrong number of operands.
    #[error("{op} takes {} operands, not {given}", op.arity())]
    WrongArity {
        /// The operator.
        op: Op,
        /// How many operands it was given.
        given: usize,
    },
    /// A recurrence was given fewer first terms than it looks back.
    #[error("a law of degree {degree} needs {degree} initial terms, not {given}")]
    TooFewInitialTerms {
        /// How far the law looks back.
        degree: usize,
        /// How many first terms were given.
        given: usize,
    },

    // Reading and writing.
    /// Text that should have been a decimal integer.
    #[error("`{text}` is not an integer")]
    NotAnInteger {
        /// The text.
        text: String,
    },
    /// An integer with more digits than are allowed.
    #[error("a number of {digits} digits is above the limit of {limit}")]
    TooManyDigits {
        /// How many digits it has.
        digits: usize,
        /// How many it may have.
        limit: usize,
    },
    /// A word that is no prefix token.
    #[error("`{word}` at position {position} is not a prefix token")]
    UnknownToken {
        /// The word.
        word: String,
        /// Its place in the list, from 0.
        position: usize,
    },
    /// Prefix tokens that do not form a tree.
    #[error("token {position}: {problem}")]
    BadTokens {
        /// Where, from 0; the number of tokens if the end came too early.
        position: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// A node for which the token list has no word.
    #[error("{node} cannot be written in prefix tokens")]
    NoTokenFor {
        /// The node, as printed.
        node: String,
    },
    /// A formula that cannot be read.
    #[error("{problem} at character {}: `{token}`", span.start + 1)]
    BadFormula {
        /// The offending token; empty at the end of the text.
        token: String,
        /// Its place in the text, in characters from 0.
        span: Range<usize>,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// A sequence that cannot be read.
    #[error("`{token}` {problem} (character {})", span.start + 1)]
    BadSequence {
        /// The offending token; empty at the end of the text.
        token: String,
        /// Its place in the text, in characters from 0.
        span: Range<usize>,
        /// What is wrong with it.
        problem: Flaw,
    },
    /// A term before the last one is left open where all are needed.
    #[error("term {index} is missing: all terms are needed here")]
    Gap {
        /// Which, from 1.
        index: usize,
    },
    /// More terms are left open than can be filled.
    #[error("{gaps} terms are missing: at most {limit} can be filled")]
    TooManyGaps {
        /// How many.
        gaps: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Letters where numbers should be.
    #[error("these are letters, such as `{word}`: only numbers can be continued")]
    Letters {
        /// The first of them.
        word: String,
    },
    /// An A-number without terms.
    #[error("A{anumber:06} has no terms here, and none are looked up: paste them too")]
    OnlyANumber {
        /// 45 for A000045.
        anumber: u32,
    },
    /// A column that the table does not have.
    #[error("there is no column {column}: the table has {columns}")]
    NoSuchColumn {
        /// What was asked for, from 1.
        column: usize,
        /// How many there are.
        columns: usize,
    },
    /// A text without a single term.
    #[error("there are no numbers in the text")]
    EmptySequence,
    /// More terms than [`MAX_TERMS`](crate::sequence::MAX_TERMS).
    #[error("{terms} terms are too many: at most {limit} are read")]
    TooManyTerms {
        /// How many there are.
        terms: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A text longer than [`MAX_TEXT`](crate::sequence::MAX_TEXT).
    #[error("the text is too long: at most {limit} bytes are read")]
    TextTooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        limit: usize,
    },
}

impl Error {
    /// The error for a named constant in an integer law.
    pub(crate) fn constant_in_integers(constant: NamedConst) -> Self {
        Error::WrongDomain { what: constant.name().to_owned(), domain: Domain::Integer }
    }
}

/// An operator with its operands, in words.
fn of(op: Op, left: f64, right: f64) -> String {
    if op.arity() == 1 { format!("{op} of {left}") } else { format!("{op} of {left} and {right}") }
}
