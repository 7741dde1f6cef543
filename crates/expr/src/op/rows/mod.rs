//! The rows of the table, a file a kind.
//!
//! Each file is a macro that adds its rows to those before it and hands them
//! all on; the last in the chain, `operators!`, makes the enum of them. The
//! definitions that programs need stand above the rows that use them.

#[macro_use]
mod arithmetic;
#[macro_use]
pub(super) mod constructs;
#[macro_use]
pub(super) mod digits;
#[macro_use]
mod functions;
#[macro_use]
pub(super) mod number;
#[macro_use]
pub(super) mod primes;
#[macro_use]
mod special;
