//! Families of laws, each a proposer of its own.

mod constants;
mod denominators;
pub mod functions;
mod guessed;
mod offer;
pub mod regular;
pub mod sets;
mod system;
pub mod transforms;
pub mod triangles;

pub use constants::Constants;
pub use denominators::Denominators;
pub use guessed::Guessed;

use ansatz_expr::{Expr, Int};

use crate::{Problem, description_bits};

/// What it takes to state a law of a family in bits, where `price` says which of
/// its laws it is: as a solved law, with the price in place of the terms.
fn stated_bits(expr: &Expr, price: f64, problem: &Problem<'_, Int>) -> Option<f64> {
    let limits = problem.thresholds();
    Some(limits.shape_bits + limits.writing_share * description_bits(expr) + price)
}
