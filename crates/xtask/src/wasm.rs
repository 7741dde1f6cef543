//! From the wasm crate to the folder that is served.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use wasm_bindgen_cli_support::Bindgen;

use crate::run::{cargo, root, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page into `web/dist` and gives its path.
pub fn build_site() -> Result<PathBuf> {
    let site = root().join("web/dist");
    if site.exists() {
        std::fs::remove_dir_all(&site).context("clearing web/dist")?;
    }
    std::fs::create_dir_all(&site)?;
    build_wasm(&site.join("wasm"))?;
    copy_files(&root().join("web/src"), &site)?;
    Ok(site)
}

fn build_wasm(out: &Path) -> Result<()> {
    run(cargo().args(["build", "--release", "--package", "ansatz-wasm", "--target", TARGET]))?;
    let metadata =
        MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec()?;
    let module = metadata.target_directory.join(TARGET).join("release").join("ansatz_wasm.wasm");
    Bindgen::new()
        .input_path(&module)
        .web(true)
        .and_then(|bindgen| {
            // `init()` finds the module beside its own file.
            bindgen.omit_default_module_path(false).typescript(true).generate(out)
        })
        .with_context(|| format!("bindings for {module}"))
}

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            std::fs::create_dir_all(&target)?;
            copy_files(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
