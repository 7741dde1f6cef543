//! Families of laws that number theory has words for.

pub mod sets;
mod offer;
pub mod regular;
mod system;
pub mod triangles;
pub mod functions;
pub mod transforms;
