//! Expressions in one variable m, of which properties of m are made.

use std::fmt;
use std::sync::Arc;

use super::forms::QuadraticForm;
use super::functions::{Binary, Ternary, Unary};

/// An expression in m. Shared, because the same parts are in many properties.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum MemberExpr {
    M,
    Const(i64),
    Unary(Unary, Arc<MemberExpr>),
    Binary(Binary, Arc<MemberExpr>, Arc<MemberExpr>),
    Ternary(Ternary, Arc<MemberExpr>, Arc<MemberExpr>, Arc<MemberExpr>),
    /// Whether a quadratic form represents m.
    Form(QuadraticForm),
}

impl MemberExpr {
    pub(crate) fn unary(function: Unary, a: MemberExpr) -> MemberExpr {
        MemberExpr::Unary(function, Arc::new(a))
    }

    pub(crate) fn binary(function: Binary, a: MemberExpr, b: MemberExpr) -> MemberExpr {
        MemberExpr::Binary(function, Arc::new(a), Arc::new(b))
    }

    pub(crate) fn ternary(
        function: Ternary,
        a: MemberExpr,
        b: MemberExpr,
        c: MemberExpr,
    ) -> MemberExpr {
        MemberExpr::Ternary(function, Arc::new(a), Arc::new(b), Arc::new(c))
    }

    /// a·m + b, without what adds nothing.
    pub(crate) fn linear(a: i64, b: i64) -> MemberExpr {
        MemberExpr::M.times(a).plus(b)
    }

    /// Whether this is a sum of three or more terms.
    pub(crate) fn is_long_sum(&self) -> bool {
        let is_sum = |term: &MemberExpr| matches!(term, MemberExpr::Binary(Binary::Add, ..));
        matches!(self, MemberExpr::Binary(Binary::Add, a, _) if is_sum(a))
    }

    pub(crate) fn times(self, a: i64) -> MemberExpr {
        if a == 1 { self } else { MemberExpr::binary(Binary::Mul, MemberExpr::Const(a), self) }
    }

    pub(crate) fn plus(self, b: i64) -> MemberExpr {
        match b {
            0 => self,
            1.. => MemberExpr::binary(Binary::Add, self, MemberExpr::Const(b)),
            _ => MemberExpr::binary(Binary::Sub, self, MemberExpr::Const(-b)),
        }
    }

    pub(crate) fn equals(self, value: i64) -> MemberExpr {
        MemberExpr::binary(Binary::Eq, self, MemberExpr::Const(value))
    }

    pub(crate) fn modulo(self, modulus: i64) -> MemberExpr {
        MemberExpr::binary(Binary::Mod, self, MemberExpr::Const(modulus))
    }

    /// This term modulo another.
    pub(crate) fn modulo_of(self, other: MemberExpr) -> MemberExpr {
        MemberExpr::binary(Binary::Mod, self, other)
    }

    /// The value at m; `None` where there is none or where it is too large.
    pub(crate) fn value(&self, m: i64) -> Option<i64> {
        match self {
            MemberExpr::M => Some(m),
            MemberExpr::Const(value) => Some(*value),
            MemberExpr::Form(form) => form.represents(m).map(i64::from),
            MemberExpr::Unary(function, a) => function.apply(a.value(m)?),
            MemberExpr::Binary(function, a, b) => function.apply(a.value(m)?, b.value(m)?),
            MemberExpr::Ternary(function, a, b, c) => {
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

impl fmt::Display for MemberExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "m", 0)
    }
}

/// How tightly a product binds, for those who write one around a term.
pub(crate) const PRODUCT: u8 = 2;

impl MemberExpr {
    /// Writes the term with `m` for its variable, in brackets if it binds less
    /// tightly than `around`.
    pub(crate) fn write(&self, f: &mut dyn fmt::Write, m: &str, around: u8) -> fmt::Result {
        match self {
            MemberExpr::M => f.write_str(m),
            MemberExpr::Form(form) => form.write(f, m),
            MemberExpr::Const(value) if *value < 0 && around > 0 => write!(f, "({value})"),
            MemberExpr::Const(value) => write!(f, "{value}"),
            MemberExpr::Unary(function, a) => {
                write!(f, "{}(", function.name())?;
                a.write(f, m, 0)?;
                f.write_str(")")
            }
            MemberExpr::Binary(Binary::DivisorSum, a, b) => {
                f.write_str("sumdiv(d | ")?;
                b.write(f, m, 0)?;
                f.write_str(", kronecker(")?;
                a.write(f, m, 0)?;
                f.write_str(", d))")
            }
            MemberExpr::Binary(function, a, b) => match function.precedence() {
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
            MemberExpr::Ternary(function, a, b, c) => {
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
