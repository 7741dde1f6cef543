//! The licences of what we depend on, against the list in `deny.toml`.
//!
//! `deny.toml` is cargo-deny's own file, so that the full tool can be run
//! wherever it is installed. This check needs neither it nor the network;
//! advisories need a database from the network, and only cargo-deny reads it.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::metadata::Metadata;
use crate::run::{cargo, exists, root, run};

#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

/// Every package must have an allowed licence and come from a known place.
pub fn check() -> Result<()> {
    let text = std::fs::read_to_string(root().join("deny.toml")).context("reading deny.toml")?;
    let deny: Deny = toml::from_str(&text).context("reading deny.toml")?;
    let metadata = Metadata::read(&[])?;

    // The lock file also names packages behind features that nobody turns on.
    let built = built_packages()?;
    let mut problems = Vec::new();
    let mut used = BTreeSet::new();
    for package in &metadata.packages {
        let name = format!("{} {}", package.name, package.version);
        if !built.contains(&name) {
            continue;
        }
        if let Some(source) = &package.source
            && !deny.sources.allow_registry.contains(source)
        {
            problems.push(format!("{name} comes from {source}"));
        }
        let Some(licence) = &package.license else {
            problems.push(format!("{name} names no licence"));
            continue;
        };
        // Old manifests separate alternatives with a slash.
        let expression = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX)
            .with_context(|| format!("licence of {name}"))?;
        let accepted = expression.evaluate(|requirement| {
            let allowed = deny.licenses.allow.contains(&requirement.to_string());
            if allowed {
                used.insert(requirement.to_string());
            }
            allowed
        });
        if !accepted {
            problems.push(format!("{name} is under {licence}"));
        }
    }
    for allowed in &deny.licenses.allow {
        if !used.contains(allowed) {
            problems.push(format!("deny.toml allows {allowed}, which nothing uses"));
        }
    }
    if !problems.is_empty() {
        bail!("licences and sources:\n  {}", problems.join("\n  "));
    }
    println!("licences and sources of {} packages are allowed", built.len());

    if exists("cargo-deny") {
        run(cargo().args(["deny", "--offline", "check", "licenses", "bans", "sources"]))?;
        println!("advisories: run `cargo deny check advisories` where there is a network");
    } else {
        println!("advisories: not checked, cargo-deny is not installed");
    }
    Ok(())
}

/// "name version" of the members of the workspace and of all that they use, on
/// any platform and on WebGPU. `cargo tree` resolves features as a build does; the graph of
/// `cargo metadata` also has what only a weak feature names.
fn built_packages() -> Result<BTreeSet<String>> {
    let output = cargo()
        .args(["tree", "--workspace", "--features", "ansatz-wasm/gpu"])
        .args(["--target", "all", "--prefix", "none"])
        .args(["--edges", "normal,build,dev", "--format", "{p}"])
        .output()
        .context("running cargo tree")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    // "serde v1.0.2 (proc-macro)"
    let name = |line: &str| {
        let mut words = line.split_whitespace();
        Some(format!("{} {}", words.next()?, words.next()?.trim_start_matches('v')))
    };
    Ok(String::from_utf8_lossy(&output.stdout).lines().filter_map(name).collect())
}
