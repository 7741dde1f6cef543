//! The page, which uses the package as anybody would: `web`, built and served by Vite.

use std::path::PathBuf;

use anyhow::Result;

use crate::npm;
use crate::package::{self, Engines};
use crate::run::{both, program, root, run};

/// Builds the page into `web/dist` and gives its path.
pub fn build(engines: Engines) -> Result<PathBuf> {
    build_with(engines, &[])
}

/// [`build`], told where things are by variables that `web/build/version.ts` reads.
pub fn build_with(engines: Engines, told: &[(&str, &str)]) -> Result<PathBuf> {
    both(|| package::build_library(engines), || npm::install("web"))?;
    let page = root().join("web");
    run(program("npm")
        .current_dir(&page)
        .args(["run", "build", "--silent"])
        .envs(told.iter().copied()))?;
    Ok(page.join("dist"))
}

/// Serves what was built, on this machine only, until the process is stopped.
pub fn serve(port: u16) -> Result<()> {
    let port = port.to_string();
    run(program("npm")
        .current_dir(root().join("web"))
        .args(["run", "preview", "--silent", "--", "--port", &port]))
}
