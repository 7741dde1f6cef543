//! Families of laws, each a proposer of its own.

mod constants;
mod denominators;
mod exceptions;
pub mod functions;
mod guessed;
pub mod multiplicative;
mod offer;
pub mod regular;
pub mod sets;
mod system;
pub mod transforms;
pub mod triangles;

pub use constants::Constants;
pub use denominators::Denominators;
pub use exceptions::Exceptions;
pub use guessed::Guessed;
