//! What cargo says of the workspace and of all that it names.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::run::cargo;

/// The part of `cargo metadata` that is used here.
#[derive(Deserialize)]
pub struct Metadata {
    pub packages: Vec<Package>,
    pub target_directory: PathBuf,
}

#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// None for a member of the workspace.
    pub source: Option<String>,
    pub license: Option<String>,
    pub manifest_path: PathBuf,
    /// Where it may be published; None for everywhere, empty for nowhere.
    pub publish: Option<Vec<String>>,
}

impl Package {
    /// Whether it is a member of the workspace that goes to crates.io.
    pub fn is_released(&self) -> bool {
        self.source.is_none() && self.publish.is_none()
    }
}

impl Metadata {
    /// Asks cargo, with further arguments.
    pub fn read(arguments: &[&str]) -> Result<Self> {
        let output = cargo()
            .args(["metadata", "--format-version", "1"])
            .args(arguments)
            .output()
            .context("running cargo metadata")?;
        if !output.status.success() {
            bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        serde_json::from_slice(&output.stdout).context("reading cargo metadata")
    }
}
