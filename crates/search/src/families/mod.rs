//! Families of laws, each a proposer of its own.

mod constants;
mod denominators;
mod guessed;

pub use constants::Constants;
pub use denominators::Denominators;
pub use guessed::Guessed;
