//! The wasm crate: built for size and speed, with its JavaScript bindings.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use wasm_bindgen_cli_support::Bindgen;

use crate::run::{cargo, root, run};

/// What is built for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Writes `cpu.js`, `cpu.d.ts` and `cpu_bg.wasm` into the folder.
pub fn build(out: &Path) -> Result<()> {
    run(cargo()
        .args(["build", "--profile", "wasm", "--package", "ansatz-wasm"])
        .args(["--target", TARGET]))?;
    bind(&module("wasm")?, "cpu", out)
}

/// The module that cargo has built with a profile.
pub fn module(profile: &str) -> Result<PathBuf> {
    Ok(target_directory()?.join(TARGET).join(profile).join("ansatz_wasm.wasm"))
}

/// Where cargo builds.
pub fn target_directory() -> Result<PathBuf> {
    let metadata =
        MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec()?;
    Ok(metadata.target_directory.into())
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
