//! The page, which uses the package as anybody would: `web`, built by Vite.

use std::path::PathBuf;

use anyhow::Result;

use crate::browser::install;
use crate::package;
use crate::run::{program, root, run};

/// Builds the page into `web/dist` and gives its path.
pub fn build() -> Result<PathBuf> {
    package::build()?;
    let page = root().join("web");
    install(&page)?;
    run(program("npm").current_dir(&page).args(["run", "build", "--silent"]))?;
    Ok(page.join("dist"))
}
