//! The page: its own files, and the package as anybody would use it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::package;
use crate::run::root;

/// Builds the page into `web/dist` and gives its path.
pub fn build() -> Result<PathBuf> {
    let package = package::build()?;
    let site = root().join("web/dist");
    if site.exists() {
        std::fs::remove_dir_all(&site).context("clearing web/dist")?;
    }
    copy_files(&root().join("web/src"), &site)?;
    copy_files(&package.join("dist"), &site.join("ansatz"))?;
    Ok(site)
}

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_files(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
