//! How an operator is written in a language: what the printers read.

use crate::{Domain, Int, Node, Subtree, View};

/// How tightly a piece of text holds together: an operand is put in
/// parentheses where it holds less tightly than its place demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Anything at all: what may stand between parentheses or commas.
    Loose,
    /// `a < b`
    Compare,
    /// `a + b`
    Sum,
    /// `a*b`
    Product,
    /// `-a`, and negative numbers
    Sign,
    /// `a^2`
    Power,
    /// A name, a number, a call
    Atom,
}

/// The text of an operator.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pattern {
    /// The function of that name is called; the language has the brackets.
    Call(&'static str),
    /// `$1`, `$2` and `$3` stand for the operands, `$0` for the variable that
    /// the operator binds.
    Text(&'static str),
}

/// An operator's text, the level that each operand must have, the level of the
/// whole, and the definitions that a program needs before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub pattern: Pattern,
    pub operands: [Level; 3],
    pub level: Level,
    /// Written once a program, in this order; equal ones are the same.
    pub helpers: &'static [&'static str],
}

/// How a language writes an operator.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Spelling {
    /// A call by the operator's own name.
    Own,
    /// Always the same.
    As(Form),
    /// It depends on the operands or on the domain of the law.
    By(fn(Domain, &[Subtree<'_>]) -> Form),
}

impl Form {
    const fn new(pattern: Pattern) -> Form {
        Form { pattern, operands: [Level::Loose; 3], level: Level::Atom, helpers: &[] }
    }

    /// Operands between texts that hold them apart by themselves.
    pub const fn text(text: &'static str) -> Form {
        Form::new(Pattern::Text(text))
    }

    /// `name(a)`, `name(a, b)`, …
    pub const fn call(name: &'static str) -> Form {
        Form::new(Pattern::Call(name))
    }

    /// `$1 + $2`, grouping to the left; comparisons do not group at all.
    pub const fn infix(text: &'static str, level: Level) -> Form {
        let tighter = match level {
            Level::Compare => Level::Sum,
            Level::Loose | Level::Sum => Level::Product,
            Level::Product => Level::Sign,
            Level::Sign | Level::Power | Level::Atom => Level::Atom,
        };
        let first = match level {
            Level::Compare => tighter,
            _ => level,
        };
        Form::text(text).operands(first, tighter).level(level)
    }

    /// A sign before an operand.
    pub const fn prefix(text: &'static str, operand: Level, level: Level) -> Form {
        Form::text(text).operands(operand, operand).level(level)
    }

    /// An exponent after an operand.
    pub const fn postfix(text: &'static str) -> Form {
        Form::text(text).operands(Level::Atom, Level::Atom).level(Level::Power)
    }

    /// `1/a`.
    pub const fn reciprocal() -> Form {
        Form::prefix("1/$1", Level::Sign, Level::Product)
    }

    pub const fn level(self, level: Level) -> Form {
        Form { level, ..self }
    }

    /// A third operand may be anything.
    pub const fn operands(self, first: Level, second: Level) -> Form {
        Form { operands: [first, second, Level::Loose], ..self }
    }

    pub const fn needs(self, helpers: &'static [&'static str]) -> Form {
        Form { helpers, ..self }
    }
}

impl Spelling {
    /// A call by another name.
    pub const fn call(name: &'static str) -> Spelling {
        Spelling::As(Form::call(name))
    }

    /// Operands between texts that hold them apart by themselves.
    pub const fn text(text: &'static str) -> Spelling {
        Spelling::As(Form::text(text))
    }

    /// `$1 + $2`, grouping to the left; comparisons do not group at all.
    pub const fn infix(text: &'static str, level: Level) -> Spelling {
        Spelling::As(Form::infix(text, level))
    }

    /// Definitions that a program needs before it.
    pub const fn needs(self, helpers: &'static [&'static str]) -> Spelling {
        match self {
            Spelling::As(form) => Spelling::As(form.needs(helpers)),
            other => other,
        }
    }
}

/// Whether the first operand is an integer or real constant.
pub(crate) fn first_is_number(operands: &[Subtree<'_>]) -> bool {
    operands.first().is_some_and(|tree| is_number(*tree))
}

/// Whether the second operand is an integer above zero.
pub(crate) fn second_is_positive(operands: &[Subtree<'_>]) -> bool {
    let Some(second) = operands.get(1) else { return false };
    matches!(second.view(), View::Leaf(Node::Int(value)) if value > Int::ZERO)
}

/// Whether the subtree is an integer or real constant.
pub(crate) fn is_number(tree: Subtree<'_>) -> bool {
    matches!(tree.view(), View::Leaf(Node::Int(_) | Node::Real(_)))
}
