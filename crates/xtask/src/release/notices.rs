//! The licences of what is compiled into the engines and the command, which whoever passes them on must
//! pass on too.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::metadata::{Metadata, Package};
use crate::run::{cargo, root};
use crate::wasm::{COMMAND_TARGET, TARGET};

/// Writes `pkg/THIRD-PARTY-NOTICES.txt`.
pub fn write() -> Result<()> {
    let text = text(&built_into_wasm()?)?;
    fs::write(root().join("pkg/THIRD-PARTY-NOTICES.txt"), text).context("writing the notices")
}

/// The packages of others that are in one of the engines or in the command, by name.
pub fn built_into_wasm() -> Result<Vec<Package>> {
    let mut built = tree("ansatz-wasm", TARGET, &["--no-default-features", "--features", "gpu"])?;
    built.push_str(&tree("ansatz-cli", COMMAND_TARGET, &[])?);
    // "serde v1.0.2"
    let is_built = |package: &Package| {
        let line = format!("{} v{}", package.name, package.version);
        built.lines().any(|built| built.split(" (").next() == Some(&line))
    };
    let mut packages = Metadata::read(&["--locked"])?.packages;
    packages.retain(|package| package.source.is_some() && is_built(package));
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(packages)
}

/// What is compiled into a member of the workspace, a package a line.
fn tree(package: &str, target: &str, features: &[&str]) -> Result<String> {
    let output = cargo()
        .args(["tree", "--package", package, "--target", target, "--locked"])
        .args(features)
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"])
        .output()
        .context("running cargo tree")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Who made what, under which terms; each text once.
pub fn text(packages: &[Package]) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut all = String::from(
        "The engines and the command of Ansatz contain the following software, each under its own \
         licence.\n\n",
    );
    for package in packages {
        let licence = package.license.as_deref().unwrap_or("see its text");
        writeln!(all, "{} {}: {licence}", package.name, package.version)?;
        let folder = package.manifest_path.parent().context("a manifest is in a folder")?;
        for text in licence_files(folder)? {
            texts.entry(text).or_default().push(package.name.clone());
        }
    }
    for (text, names) in &texts {
        write!(all, "\n{}\n{}\n\n{}\n", "-".repeat(78), names.join(", "), text.trim())?;
    }
    Ok(all)
}

/// The texts of a package's licences, with the same line ends everywhere.
fn licence_files(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "NOTICE"];
        if path.is_file() && is_licence.iter().any(|start| name.starts_with(start)) {
            let text = String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n");
            texts.push(text.trim().to_owned());
        }
    }
    texts.sort();
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notices_name_what_is_in_the_engines_and_in_the_command() {
        let packages = built_into_wasm().unwrap();
        let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
        for name in ["burn", "clap", "rayon", "serde", "wasm-bindgen"] {
            assert!(names.contains(&name), "{name}");
        }
        // Only builds and tests use these.
        for name in ["assert_cmd", "clap_derive", "wasm-bindgen-cli-support"] {
            assert!(!names.contains(&name), "{name}");
        }
        let twice = packages.windows(2).find(|two| two[0].manifest_path == two[1].manifest_path);
        assert!(twice.is_none(), "each once");
        let text = text(&packages).unwrap();
        assert!(text.lines().any(|line| line.starts_with("clap ")), "{text}");
    }
}
