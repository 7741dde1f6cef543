//! What the table says of an operator besides its name and its value.

use super::Construct;
use super::range::Range;
use super::spelling::Spelling;
use crate::Op;

/// The operator that leads from a function's value back to its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inverse {
    /// The operator that leads back.
    pub op: Op,
    /// Whether it does so wherever the function is defined: exp leads back
    /// from log everywhere, arcsin from sin only near 0.
    pub everywhere: bool,
}

/// How a missing operand follows from the other one x and the value t.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// The operator to apply to t and x.
    pub op: Op,
    /// Whether x is its first operand.
    pub known_first: bool,
}

/// A row of the table. [`ROW`] has what holds for most operators: rows say how
/// they differ.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    /// What the operator costs in the description of a law, in bits.
    pub bits: u16,
    /// Whether the two operands may be exchanged.
    pub commutative: bool,
    /// Whether f(-x) = -f(x).
    pub odd: bool,
    /// For operators of one operand.
    pub inverse: Option<Inverse>,
    /// For operators of two: given the first operand, and given the second.
    pub solutions: [Option<Solution>; 2],
    /// Bounds on the value, given bounds on the operands.
    pub range: fn(&[Range]) -> Range,
    /// For operators that are no functions of numbers.
    pub construct: Option<Construct>,
    /// How many steps it counts for beyond one.
    pub work: u16,
    /// Other names that formulas may call it by, in lower case.
    pub aliases: &'static [&'static str],
    pub text: Spelling,
    pub latex: Spelling,
    pub python: Spelling,
    /// Python's in real expressions, which are computed in `Decimal`; where it
    /// is [`Spelling::Own`], the same as elsewhere.
    pub decimal: Spelling,
    pub sympy: Spelling,
    pub mathematica: Spelling,
    pub pari: Spelling,
    pub javascript: Spelling,
    pub rust: Spelling,
}

/// A function that is called by its name, and of which no more is known.
pub(crate) const ROW: Row = Row {
    bits: 7,
    commutative: false,
    odd: false,
    inverse: None,
    solutions: [None, None],
    range: |_| Range::ALL,
    construct: None,
    work: 0,
    aliases: &[],
    text: Spelling::Own,
    latex: Spelling::Own,
    python: Spelling::Own,
    decimal: Spelling::Own,
    sympy: Spelling::Own,
    mathematica: Spelling::Own,
    pari: Spelling::Own,
    javascript: Spelling::Own,
    rust: Spelling::Own,
};

/// Bounds of the operands by position; of what is not there nothing is known.
pub(crate) fn nth(ranges: &[Range], position: usize) -> Range {
    ranges.get(position).copied().unwrap_or(Range::ALL)
}

/// Leads back wherever the function is defined.
pub(crate) const fn inverse(op: Op) -> Option<Inverse> {
    Some(Inverse { op, everywhere: true })
}

/// Leads back on the main branch.
pub(crate) const fn branch(op: Op) -> Option<Inverse> {
    Some(Inverse { op, everywhere: false })
}

/// The value, then the known operand.
pub(crate) const fn solved(op: Op) -> Option<Solution> {
    Some(Solution { op, known_first: false })
}

/// The known operand, then the value.
pub(crate) const fn solved_from(op: Op) -> Option<Solution> {
    Some(Solution { op, known_first: true })
}

impl Op {
    /// Whether formulas may call it by this name, which is in lower case.
    pub(crate) fn is_called(self, name: &str) -> bool {
        self.name() == name || self.row().aliases.contains(&name)
    }

    /// What it does if it is no function of numbers.
    pub(crate) fn construct(self) -> Option<Construct> {
        self.row().construct
    }

    /// Whether its last operand has a variable of its own: the least m with,
    /// the sum over k of.
    pub fn is_binder(self) -> bool {
        self.construct().is_some_and(Construct::binds)
    }

    /// What the operator costs in the description of a law, in bits.
    pub fn bits(self) -> u16 {
        self.row().bits
    }

    /// Whether the two operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        self.row().commutative
    }

    /// Whether f(-x) = -f(x).
    pub fn is_odd(self) -> bool {
        self.row().odd
    }

    /// The operator that leads from its value back to its operand.
    pub fn inverse(self) -> Option<Inverse> {
        self.row().inverse
    }

    /// For `x op e = t` (`known` is 0) or `e op x = t` (`known` is 1): how e
    /// follows from t and x. Doubles have it for the four basic operations.
    pub fn solution(self, known: usize) -> Option<Solution> {
        self.row().solutions.get(known).copied().flatten()
    }
}
