//! Families of laws, each a proposer of its own.

mod denominators;

pub use denominators::Denominators;
