//! Families of laws that number theory has words for.

mod offer;
pub mod regular;
mod system;
pub mod triangles;
