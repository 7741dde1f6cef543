//! The language of Ansatz: recurrences as values.
//!
//! An [`Expr`] is the right-hand side of `u(n) = …`; a [`Recurrence`] is an
//! expression with the terms it starts from. Integers are exact ([`Int`]),
//! floats are doubles.

mod error;
mod eval;
mod expr;
pub mod int;
mod law;
mod op;
mod parse;
mod recurrence;
mod render;
pub mod sequence;
mod simplify;
#[cfg(feature = "special")]
mod special;
mod terms;
mod token;

pub use error::Error;
pub use eval::Value;
pub use expr::{Expr, NamedConst, Node, Subtree, View};
pub use int::Int;
pub use law::{Law, LawCheck};
pub use op::{Domain, Family, Op};
pub use recurrence::Recurrence;
pub use render::Format;
pub use sequence::{ReadOptions, Sequence, Understood};
pub use terms::Terms;
pub use token::{MAX_DEGREE, Token};
