//! The npm package: wasm and TypeScript to `pkg/dist`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::npm;
use crate::release;
use crate::run::{both, program, root, run};
use crate::wasm::{self, Build};

/// The engines that a package has. The one for the processor is always there.
#[derive(Clone, Copy)]
pub enum Engines {
    /// Built in a minute or two.
    Cpu,
    /// The one for WebGPU too: most of the time that everything takes.
    CpuAndGpu,
}

/// Builds the package in place and gives its folder.
pub fn build(engines: Engines) -> Result<PathBuf> {
    let package = build_library(engines)?;
    add_command()?;
    Ok(package)
}

/// Adds the command to a package that is built.
pub fn add_command() -> Result<()> {
    wasm::build_command(&root().join("pkg/dist/ansatz_command.wasm"))
}

/// [`build`] without the command, which the page has no use for.
pub fn build_library(engines: Engines) -> Result<PathBuf> {
    match engines {
        Engines::Cpu => build_with(None),
        Engines::CpuAndGpu => build_with(Some(&wasm::GPU)),
    }
}

/// [`build_library`], with an engine on WebGPU of one's own choice.
pub fn build_with(gpu: Option<&Build>) -> Result<PathBuf> {
    let package = root().join("pkg");
    let dist = package.join("dist");
    // Bindings are sources here; the module itself is shipped as it is.
    let bindings = package.join("src/wasm");
    for folder in [&dist, &bindings] {
        if folder.exists() {
            std::fs::remove_dir_all(folder)
                .with_context(|| format!("clearing {}", folder.display()))?;
        }
        std::fs::create_dir_all(folder)?;
    }
    // Side by side: the end of each is work for one core only.
    both(
        || {
            both(
                || engine(&wasm::CPU, &bindings, &dist.join("ansatz_bg.wasm")),
                || {
                    let module = dist.join("ansatz_gpu_bg.wasm");
                    gpu.map_or(Ok(()), |build| engine(build, &bindings, &module))
                },
            )
        },
        || npm::install("pkg"),
    )?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        std::fs::copy(root().join(licence), package.join(licence))?;
    }
    release::write_notices()?;
    run(program("node").current_dir(&package).arg("build.mjs"))?;
    Ok(package)
}

fn engine(build: &Build, bindings: &Path, module: &Path) -> Result<()> {
    wasm::build(build, bindings)?;
    std::fs::rename(bindings.join(format!("{}_bg.wasm", build.name)), module)
        .with_context(|| format!("moving {}", module.display()))
}
