//! Families of laws that number theory has words for.

pub mod functions;
pub mod transforms;
