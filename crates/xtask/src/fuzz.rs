//! Random input for the readers, for a bounded time.

use std::process::Stdio;

use anyhow::Result;

use crate::run::{cargo, exists, program, run};

const TARGETS: [&str; 2] = ["infix_reader", "sequence_reader"];

/// Guided by coverage where cargo-fuzz and a nightly compiler are there, and
/// by plain mutation of the corpus with the stable compiler elsewhere.
pub fn fuzz(seconds: u64) -> Result<()> {
    if exists("cargo-fuzz") && has_nightly() {
        for target in TARGETS {
            // New finds go to a folder of their own: the corpus is ours to choose.
            let finds = std::env::temp_dir().join("ansatz-fuzz").join(target);
            std::fs::create_dir_all(&finds)?;
            run(program("cargo")
                // Our own toolchain, passed down by rustup, would win over "+nightly".
                .env_remove("RUSTUP_TOOLCHAIN")
                .env_remove("CARGO")
                .args(["+nightly", "fuzz", "run", "--fuzz-dir", "tests/fuzz", target])
                .arg(finds)
                .arg(format!("tests/fuzz/corpus/{target}"))
                .args(["--", "-max_len=600", "-timeout=30"])
                .arg(format!("-max_total_time={seconds}")))?;
        }
        return Ok(());
    }
    println!("cargo-fuzz or a nightly compiler is missing: mutating the corpus instead");
    run(cargo()
        .args(["run", "--release", "--no-default-features"])
        .args(["--manifest-path", "tests/fuzz/Cargo.toml", "--bin", "mutate", "--"])
        .args(["--seconds", &seconds.to_string()]))
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
