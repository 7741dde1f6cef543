//! The Chromium that tests and benchmarks run in.

use anyhow::{Result, bail};

use crate::run::{exists, program, run};

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
