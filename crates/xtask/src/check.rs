//! Formatting, lints, documentation, licences; and the benchmarks.

use anyhow::Result;

use crate::run::{cargo, run};
use crate::{licences, report};

/// Fails on the first thing that is not as it should be.
pub fn check() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    run(cargo()
        .args(["doc", "--workspace", "--no-deps", "--document-private-items"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    report::check()?;
    licences::check()
}

/// Runs the criterion benchmarks.
pub fn bench(arguments: &[String]) -> Result<()> {
    run(cargo()
        .args(["bench", "-p", "ansatz-expr", "-p", "ansatz-gen", "--benches", "--"])
        .args(arguments))
}
