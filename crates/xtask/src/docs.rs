//! The documentation as one static site: the page, the guides of `docs` with the package's
//! interface by TypeDoc, and that of the crates by rustdoc.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::npm;
use crate::package::Engines;
use crate::run::{cargo, root, run};
use crate::site;
use crate::wasm::target_directory;

/// Builds the site into `target/site` and gives its path: the page at the top, `docs` below
/// it, and `docs/rust` below that.
pub fn build(engines: Engines) -> Result<PathBuf> {
    // Relative, so that the site can be anywhere.
    let page = site::build_with(engines, &[("ANSATZ_DOCUMENTATION", "./docs/")])?;
    let target = target_directory()?;
    let out = target.join("site");
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("clearing {}", out.display()))?;
    }
    copy(&page, &out)?;
    npm::install("docs")?;
    // TypeDoc finds the package's files by those that it imports, which are built by now.
    run(npm::tool("docs", "typedoc", &root())
        .args(["--options", "docs/typedoc.json", "--out"])
        .arg(out.join("docs")))?;
    run(cargo()
        .args(["doc", "--no-deps", "--package", "ansatz", "--package", "ansatz-expr"])
        .args(["--package", "ansatz-search", "--package", "ansatz-model"])
        .args(["--package", "ansatz-gen"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    copy(&target.join("doc"), &out.join("docs/rust"))?;
    Ok(out)
}

/// A folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("making {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let path = entry?.path();
        let place = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &place)?;
        } else {
            fs::copy(&path, &place).with_context(|| format!("copying {}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::copy;

    #[test]
    fn folders_are_copied_whole() {
        let folder = std::env::temp_dir().join(format!("ansatz-copy-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("from/inner")).unwrap();
        std::fs::write(folder.join("from/inner/file"), "text").unwrap();
        copy(&folder.join("from"), &folder.join("to")).unwrap();
        let copied = std::fs::read_to_string(folder.join("to/inner/file")).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(copied, "text");
    }
}
