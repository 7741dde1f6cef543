//! Random input for every door, for a bounded time.

use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result};

use crate::run::{cargo, exists, program, root, run};

/// What is fuzzed: the folders of the corpus.
pub fn targets() -> Result<Vec<String>> {
    let corpus = root().join("tests/fuzz/corpus");
    let entries = std::fs::read_dir(&corpus).context("reading tests/fuzz/corpus")?;
    let mut names: Vec<String> = entries
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}

/// Fuzzes every target, or the one that is named, for so many seconds each.
pub fn fuzz(target: Option<&str>, seconds: u64) -> Result<()> {
    for name in targets()? {
        if target.is_none_or(|wanted| wanted == name) {
            fuzz_one(&name, seconds)?;
        }
    }
    Ok(())
}

/// Guided by coverage where cargo-fuzz and a nightly compiler are there, and
/// by plain mutation of the corpus with the stable compiler elsewhere. Fails if
/// an input does.
pub fn fuzz_one(target: &str, seconds: u64) -> Result<()> {
    if !is_guided() {
        println!("cargo-fuzz or a nightly compiler is missing: mutating the corpus instead");
        return run(cargo()
            .args(["run", "--release", "--no-default-features"])
            .args(["--manifest-path", "tests/fuzz/Cargo.toml", "--bin", "mutate", "--"])
            .args(["--target", target, "--seconds", &seconds.to_string()]));
    }
    // New finds go to a folder of their own: the corpus is ours to choose.
    let finds: PathBuf = std::env::temp_dir().join("ansatz-fuzz").join(target);
    std::fs::create_dir_all(&finds)?;
    run(program("cargo")
        // Our own toolchain, passed down by rustup, would win over "+nightly".
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .args(["+nightly", "fuzz", "run", "--fuzz-dir", "tests/fuzz", target])
        .arg(finds)
        .arg(format!("tests/fuzz/corpus/{target}"))
        .args(["--", "-max_len=600", "-timeout=30", "-rss_limit_mb=4096"])
        .arg(format!("-max_total_time={seconds}")))
}

/// Whether coverage can guide the fuzzer.
pub fn is_guided() -> bool {
    exists("cargo-fuzz") && has_nightly()
}

fn has_nightly() -> bool {
    program("rustc")
        .env_remove("RUSTUP_TOOLCHAIN")
        .args(["+nightly", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
