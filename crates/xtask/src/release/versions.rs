//! One version, wherever it is written.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::metadata::Metadata;
use crate::run::root;

#[derive(Deserialize)]
struct Manifest {
    version: String,
}

/// The version of the release, if everybody agrees on it.
pub fn check() -> Result<String> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut say = |version: String, place: String| found.entry(version).or_default().push(place);
    for package in Metadata::read(&["--no-deps"])?.packages {
        if package.is_released() {
            say(package.version, format!("crate {}", package.name));
        }
    }
    for file in ["pkg/package.json", "pkg/package-lock.json"] {
        let text = fs::read_to_string(root().join(file)).with_context(|| file.to_owned())?;
        let Manifest { version } = serde_json::from_str(&text).with_context(|| file.to_owned())?;
        say(version, file.to_owned());
    }
    for file in [
        "Cargo.toml",
        "README.md",
        "pkg/README.md",
        "pkg/examples/plain/index.html",
        "pkg/examples/vite/package.json",
        "CHANGELOG.md",
    ] {
        let text = fs::read_to_string(root().join(file)).with_context(|| file.to_owned())?;
        for version in named(&text) {
            say(version, file.to_owned());
        }
    }
    match found.len() {
        1 => found.into_keys().next().context("no version"),
        _ => bail!("versions differ: {found:?}"),
    }
}

/// The versions of ours that a text names: where it depends on our crates, takes the packed
/// file, or says what came last.
fn named(text: &str) -> Vec<String> {
    let mut versions = Vec::new();
    for line in text.lines() {
        let after = |mark: &str| line.split_once(mark).map(|(_, rest)| rest);
        let found = match line {
            _ if line.starts_with("ansatz") => after("version = \"="),
            _ if line.contains(".tgz") => after("ansatz-"),
            _ if line.starts_with("## ") && versions.is_empty() => {
                after("## ").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            }
            _ => None,
        };
        let digits = |c: &char| c.is_ascii_digit() || *c == '.';
        if let Some(rest) = found {
            let version: String = rest.chars().take_while(digits).collect();
            versions.push(version.trim_end_matches('.').to_owned());
        }
    }
    versions
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn versions_are_found_where_they_are_written() {
        assert_eq!(named("ansatz-expr = { path = \"a\", version = \"=1.2.3\" }"), ["1.2.3"]);
        assert_eq!(named("serde = { version = \"=9.9.9\" }"), [""; 0]);
        assert_eq!(named("npm install ./ansatz-0.1.0.tgz"), ["0.1.0"]);
        assert_eq!(named("# Changelog\n\n## 0.2.0 (1 May)\n\n## 0.1.0\n"), ["0.2.0"]);
        assert_eq!(named("# Changelog\n\n## Unreleased\n"), [""; 0]);
    }
}
