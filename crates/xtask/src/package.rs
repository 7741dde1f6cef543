//! The npm package: wasm and TypeScript to `pkg/dist`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::run::{exists, program, root, run};
use crate::wasm::{self, Build};

/// One line of `pkg/models/manifest.json`.
#[derive(Deserialize)]
struct Model {
    task: String,
    bytes: u64,
    sha256: String,
}

/// Builds the package in place and gives its folder.
pub fn build() -> Result<PathBuf> {
    build_with(&wasm::GPU)
}

/// [`build`], with another engine on WebGPU.
pub fn build_with(gpu: &Build) -> Result<PathBuf> {
    if !exists("node") || !exists("npm") {
        bail!("the npm package needs Node.js 20 or later with npm");
    }
    let package = root().join("pkg");
    let dist = package.join("dist");
    if dist.exists() {
        std::fs::remove_dir_all(&dist).context("clearing pkg/dist")?;
    }
    std::fs::create_dir_all(&dist)?;
    // Bindings are sources here; the module itself is shipped as it is.
    let bindings = package.join("src/wasm");
    for (build, module) in [(&wasm::CPU, "ansatz_bg.wasm"), (gpu, "ansatz_gpu_bg.wasm")] {
        wasm::build(build, &bindings)?;
        std::fs::rename(bindings.join(format!("{}_bg.wasm", build.name)), dist.join(module))?;
    }
    write_models(&package)?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        std::fs::copy(root().join(licence), package.join(licence))?;
    }

    run(program("npm").current_dir(&package).args(["ci", "--no-audit", "--no-fund"]))?;
    let tool = |name: &str| {
        let mut command = program(&package.join("node_modules/.bin").join(name).to_string_lossy());
        command.current_dir(&package);
        command
    };
    run(&mut tool("tsc"))?;
    // The declarations of the bindings are no sources to tsc: it does not copy them.
    std::fs::create_dir_all(dist.join("wasm"))?;
    for name in [wasm::CPU.name, gpu.name] {
        let declarations = format!("{name}.d.ts");
        std::fs::copy(bindings.join(&declarations), dist.join("wasm").join(&declarations))?;
    }
    let bundle = ["--bundle", "--format=esm", "--target=es2022", "--platform=neutral"];
    run(tool("esbuild").args(["src/index.ts", "src/node.ts", "src/cli.ts"]).args(bundle).args([
        "--splitting",
        "--external:node:*",
        "--outdir=dist",
    ]))?;
    // A worker is one file, so that it can be moved anywhere as it is.
    let workers = ["src/worker.ts", "src/gpu-worker.ts", "src/node-worker.ts"];
    run(tool("esbuild").args(workers).args(bundle).args([
        "--minify",
        "--external:node:*",
        "--outdir=dist",
    ]))?;
    Ok(package)
}

/// The manifest as code, with literal addresses that bundlers understand.
fn write_models(package: &Path) -> Result<()> {
    let manifest = package.join("models/manifest.json");
    let text = std::fs::read_to_string(&manifest).context("reading pkg/models/manifest.json")?;
    let models: BTreeMap<String, Model> =
        serde_json::from_str(&text).context("reading pkg/models/manifest.json")?;
    let mut code = String::from(
        "// Made from models/manifest.json by `cargo xtask`.\n\
         import type { ModelFile } from '../weights.js';\n\n\
         export const SHIPPED: readonly ModelFile[] = [\n",
    );
    for (file, Model { task, bytes, sha256 }) in &models {
        let found = std::fs::metadata(package.join("models").join(file))
            .with_context(|| format!("pkg/models/{file}"))?
            .len();
        if found != *bytes {
            bail!("pkg/models/{file} has {found} bytes, its manifest says {bytes}");
        }
        writeln!(
            code,
            "  {{\n    name: '{task}',\n    \
             url: new URL('../models/{file}', import.meta.url),\n    \
             bytes: {bytes},\n    sha256: '{sha256}',\n  }},"
        )?;
    }
    code.push_str("];\n");
    let folder = package.join("src/generated");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("models.ts"), code).context("writing pkg/src/generated")
}
