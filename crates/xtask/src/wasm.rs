//! The wasm crate: built for size and speed, with its JavaScript bindings.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::metadata::Metadata;
use crate::run::{cargo, exists, program, run};

/// What is built for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// What the command is built for, to run in Node.
pub const COMMAND_TARGET: &str = "wasm32-wasip1";

/// For the code of the whole engine on the processor, which is generated with its
/// last crate. Loop strength reduction hides constant offsets from V8: without it the
/// engine is 2 % smaller and no slower (`tests/bench/README.md`).
pub const CPU_CODE: &str = "-Cllvm-args=-disable-lsr";

/// A build of the crate: where its network runs.
pub struct Build {
    /// What its files are called.
    pub name: &'static str,
    /// The profile of the workspace that it is built with.
    profile: &'static str,
    /// The features of the crate and of those that it uses.
    features: &'static [&'static str],
    /// How the code of the whole is generated.
    code: Option<&'static str>,
}

/// On the processor.
pub const CPU: Build =
    Build { name: "cpu", profile: "wasm", features: &["cpu"], code: Some(CPU_CODE) };

/// On WebGPU.
pub const GPU: Build = Build { name: "gpu", profile: "wasm-gpu", features: &["gpu"], code: None };

/// On WebGPU, with what burn does in different ways; the last is [`GPU`].
pub const GPU_TRIALS: [(&str, Build); 4] = [
    (
        "fusion and autotune",
        Build { features: &["gpu", "ansatz-model/fusion", "ansatz-model/autotune"], ..GPU },
    ),
    ("fusion", Build { features: &["gpu", "ansatz-model/fusion"], ..GPU }),
    ("autotune", Build { features: &["gpu", "ansatz-model/autotune"], ..GPU }),
    ("neither", GPU),
];

/// Writes the build's `.js`, `.d.ts` and `_bg.wasm` into the folder.
pub fn build(build: &Build, out: &Path) -> Result<()> {
    let Build { name, profile, features, code } = build;
    run(compile(profile, &features.join(","))?.arg("--").args(code))?;
    bind(&module(profile)?, name, out)
}

/// The `ansatz` command as a module for Node: the same program with the same arguments.
pub fn build_command(out: &Path) -> Result<()> {
    add_target(COMMAND_TARGET)?;
    run(cargo()
        .args(["rustc", "--profile", "wasm", "--package", "ansatz-cli", "--bin", "ansatz"])
        .args(["--target", COMMAND_TARGET, "--", "-Cstrip=symbols", CPU_CODE]))?;
    let built = target_directory()?.join(COMMAND_TARGET).join("wasm/ansatz.wasm");
    std::fs::copy(&built, out).with_context(|| format!("copying {}", built.display()))?;
    Ok(())
}

/// The command that compiles the crate; after `--` come arguments for its code.
pub fn compile(profile: &str, features: &str) -> Result<Command> {
    add_target(TARGET)?;
    let mut command = cargo();
    command
        .args(["rustc", "--profile", profile, "--package", "ansatz-wasm", "--target", TARGET])
        .args(["--crate-type", "cdylib", "--no-default-features", "--features", features]);
    Ok(command)
}

/// rustup adds what `rust-toolchain.toml` names by itself, but not where it was told to
/// install nothing unasked (`RUSTUP_AUTO_INSTALL=0`).
fn add_target(target: &str) -> Result<()> {
    // Engines are built side by side, and rustup cannot download one thing twice at once.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let output = program("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("cannot start rustc")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    if !exists("rustup") {
        bail!("this Rust cannot build for {target}: install that target, or rustup");
    }
    run(program("rustup").args(["target", "add", target]))
}

/// The module that cargo has built with a profile.
pub fn module(profile: &str) -> Result<PathBuf> {
    Ok(target_directory()?.join(TARGET).join(profile).join("ansatz_wasm.wasm"))
}

/// Where cargo builds.
pub fn target_directory() -> Result<PathBuf> {
    Ok(Metadata::read(&["--no-deps"])?.target_directory)
}

/// Writes a module with its bindings, `name.js`, `name.d.ts` and `name_bg.wasm`.
pub fn bind(module: &Path, name: &str, out: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                // The package finds and compiles the module itself.
                .omit_default_module_path(true)
                // A trap in the page's own thread leaves a memory that must not be used again.
                .reset_state_function(true)
                .remove_name_section(true)
                .remove_producers_section(true)
                .typescript(true)
                .generate(out)
        })
        .with_context(|| format!("bindings for {}", module.display()))
}
