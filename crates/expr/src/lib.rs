//! The language of Ansatz: recurrences as values.
//!
//! An [`Expr`] is the right-hand side of `u(n) = …`; a [`Recurrence`] is an
//! expression with the terms it starts from. Integers are exact ([`Int`]),
//! floats are doubles.

#[allow(dead_code, unused_imports, reason = "the operator table takes all of them")]
pub mod arith;
mod error;
mod eval;
mod expr;
pub mod int;
mod law;
mod machine;
pub mod math;
mod op;
mod parse;
mod rational;
mod real;
mod recurrence;
mod render;
pub mod sequence;
mod simplify;
pub mod sort;
#[cfg(feature = "special")]
mod special;
mod terms;
mod token;

pub use error::Error;
pub use eval::Value;
pub use expr::{Expr, NamedConst, Node, Operands, Subtree, View};
pub use int::Int;
pub use law::{Law, LawCheck};
pub use op::{Domain, Family, Inverse, Op, Solution};
pub use rational::Rational;
pub use recurrence::Recurrence;
pub use render::Format;
pub use sequence::{Commas, ReadOptions, Sequence, Understood};
pub use terms::{TermSlice, Terms};
pub use token::{MAX_DEGREE, Token};
