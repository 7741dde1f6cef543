//! Families of laws that number theory has words for.

pub mod sets;
mod offer;
pub mod regular;
mod system;
pub mod triangles;
pub mod functions;
pub mod transforms;
//! Families of laws, each a proposer of its own.
mod constants;
mod denominators;
mod guessed;
pub use constants::Constants;
pub use denominators::Denominators;
pub use guessed::Guessed;
