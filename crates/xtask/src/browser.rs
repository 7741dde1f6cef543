//! Tests of the built page and of the npm package in Chromium, driven by Playwright.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::run::{exists, program, root, run};
use crate::serve;

/// Serves the site and runs `tests/browser` against it; then `tests/package`.
pub fn test(site: PathBuf) -> Result<()> {
    if !exists("node") || !exists("npm") {
        bail!("the tests in a browser need Node.js 20 or later with npm");
    }
    let browser = find_or_install()?;
    let address = serve::serve_in_background(site)?;
    let folders = ["tests/browser", "tests/package"].map(|folder| root().join(folder));
    // Both first: the tests of the page share the browser of those of the package.
    folders.iter().try_for_each(|folder| install(folder))?;
    for folder in &folders {
        run(program("node")
            .current_dir(folder)
            // One file at a time: browsers and bundlers side by side starve each other.
            .args(["--test", "--test-reporter=spec", "--test-concurrency=1"])
            .env("ANSATZ_BROWSER", &browser)
            .env("ANSATZ_ADDRESS", &address))?;
    }
    Ok(())
}

/// What the `package.json` of a folder asks for. `npm ci` would refuse the lock file that npm
/// itself writes where a package names other systems' binaries without versions.
pub fn install(folder: &Path) -> Result<()> {
    run(program("npm").current_dir(folder).args(["install", "--no-audit", "--no-fund"]))
}

/// `CHROMIUM` if set, else a Chromium on the path, else Debian's package.
pub fn find_or_install() -> Result<String> {
    if let Ok(path) = std::env::var("CHROMIUM") {
        return Ok(path);
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    if exists("apt-get") && is_root() {
        run(program("apt-get").args(["update", "-q"]))?;
        run(program("apt-get")
            .args(["install", "-y", "-q", "--no-install-recommends", "chromium"])
            .env("DEBIAN_FRONTEND", "noninteractive"))?;
        if let Some(found) = find() {
            return Ok(found);
        }
    }
    bail!(
        "no Chromium found: install Chromium or Chrome, or name one with CHROMIUM=/path/to/it, \
         or leave these tests out with `cargo xtask test --no-browser`"
    )
}

fn is_root() -> bool {
    program("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn find() -> Option<String> {
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
        .into_iter()
        .find_map(|name| {
            std::env::split_paths(&std::env::var_os("PATH")?)
                .map(|folder| folder.join(name))
                .find(|path| path.is_file())
                .and_then(|path| path.to_str().map(str::to_owned))
        })
}
