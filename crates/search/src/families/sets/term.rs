//! Expressions in one variable m, of which properties of m are made.

use std::fmt;
use std::sync::Arc;

use super::forms::Form;
use super::functions::{Binary, Ternary, Unary};

/// An expression in m. Shared, because the same parts are in many properties.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Term {
    M,
    Const(i64),
    Unary(Unary, Arc<Term>),
    Binary(Binary, Arc<Term>, Arc<Term>),
    Ternary(Ternary, Arc<Term>, Arc<Term>, Arc<Term>),
    /// Whether a quadratic form represents m.
    Form(Form),
}

impl Term {
    pub(crate) fn unary(function: Unary, a: Term) -> Term {
        Term::Unary(function, Arc::new(a))
    }

    pub(crate) fn binary(function: Binary, a: Term, b: Term) -> Term {
        Term::Binary(function, Arc::new(a), Arc::new(b))
    }

    pub(crate) fn ternary(function: Ternary, a: Term, b: Term, c: Term) -> Term {
        Term::Ternary(function, Arc::new(a), Arc::new(b), Arc::new(c))
    }

    /// a·m + b, without what adds nothing.
    pub(crate) fn linear(a: i64, b: i64) -> Term {
        Term::M.times(a).plus(b)
    }

    /// Whether this is a sum of three or more terms.
    pub(crate) fn is_long_sum(&self) -> bool {
        let is_sum = |term: &Term| matches!(term, Term::Binary(Binary::Add, ..));
        matches!(self, Term::Binary(Binary::Add, a, _) if is_sum(a))
    }

    pub(crate) fn times(self, a: i64) -> Term {
        if a == 1 { self } else { Term::binary(Binary::Mul, Term::Const(a), self) }
    }

    pub(crate) fn plus(self, b: i64) -> Term {
        match b {
            0 => self,
            1.. => Term::binary(Binary::Add, self, Term::Const(b)),
            _ => Term::binary(Binary::Sub, self, Term::Const(-b)),
        }
    }

    pub(crate) fn equals(self, value: i64) -> Term {
        Term::binary(Binary::Eq, self, Term::Const(value))
    }

    pub(crate) fn modulo(self, modulus: i64) -> Term {
        Term::binary(Binary::Mod, self, Term::Const(modulus))
    }

    /// This term modulo another.
    pub(crate) fn modulo_of(self, other: Term) -> Term {
        Term::binary(Binary::Mod, self, other)
    }

    /// The value at m; `None` where there is none or where it is too large.
    pub(crate) fn value(&self, m: i64) -> Option<i64> {
        match self {
            Term::M => Some(m),
            Term::Const(value) => Some(*value),
            Term::Form(form) => form.represents(m).map(i64::from),
            Term::Unary(function, a) => function.apply(a.value(m)?),
            Term::Binary(function, a, b) => function.apply(a.value(m)?, b.value(m)?),
            Term::Ternary(function, a, b, c) => {
                function.apply(a.value(m)?, b.value(m)?, c.value(m)?)
            }
        }
    }

    /// Whether the term, read as a property of m, holds; `None` where it has no
    /// value.
    pub(crate) fn holds(&self, m: i64) -> Option<bool> {
        self.value(m).map(|value| value != 0)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "m", 0)
    }
}

/// How tightly a product binds, for those who write one around a term.
pub(crate) const PRODUCT: u8 = 2;

impl Term {
    /// Writes the term with `m` for its variable, in brackets if it binds less
    /// tightly than `around`.
    pub(crate) fn write(&self, f: &mut dyn fmt::Write, m: &str, around: u8) -> fmt::Result {
        match self {
            Term::M => f.write_str(m),
            Term::Form(form) => form.write(f, m),
            Term::Const(value) if *value < 0 && around > 0 => write!(f, "({value})"),
            Term::Const(value) => write!(f, "{value}"),
            Term::Unary(function, a) => {
                write!(f, "{}(", function.name())?;
                a.write(f, m, 0)?;
                f.write_str(")")
            }
            Term::Binary(Binary::DivisorSum, a, b) => {
                f.write_str("sumdiv(d | ")?;
                b.write(f, m, 0)?;
                f.write_str(", kronecker(")?;
                a.write(f, m, 0)?;
                f.write_str(", d))")
            }
            Term::Binary(function, a, b) => match function.precedence() {
                None => {
                    write!(f, "{}(", function.name())?;
                    a.write(f, m, 0)?;
                    f.write_str(", ")?;
                    b.write(f, m, 0)?;
                    f.write_str(")")
                }
                Some(precedence) => {
                    let brackets = precedence < around;
                    f.write_str(if brackets { "(" } else { "" })?;
                    a.write(f, m, precedence)?;
                    write!(f, " {} ", function.name())?;
                    // Sums and products associate to the left.
                    b.write(f, m, precedence + 1)?;
                    f.write_str(if brackets { ")" } else { "" })
                }
            },
            Term::Ternary(function, a, b, c) => {
                write!(f, "{}(", function.name())?;
                for (index, operand) in [a, b, c].into_iter().enumerate() {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    operand.write(f, m, 0)?;
                }
                f.write_str(")")
            }
        }
    }

    /// The term with another variable.
    pub(crate) fn text(&self, m: &str) -> String {
        let mut text = String::new();
        // A string takes everything.
        let _ = self.write(&mut text, m, 0);
        text
    }
}
