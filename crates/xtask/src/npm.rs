//! What comes from npm: exactly what the lock files say, and once.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::{exists, program, root, run};

/// A copy of the lock file that was installed, inside what it installed.
const INSTALLED: &str = "node_modules/.installed-lock.json";

/// Installs what the lock file of a folder names, unless that has been done. The lock file is
/// never written.
pub fn install(folder: &str) -> Result<()> {
    if !exists("node") || !exists("npm") {
        bail!("this needs Node.js 20 or later with npm");
    }
    let folder = root().join(folder);
    let lock = std::fs::read(folder.join("package-lock.json"))
        .with_context(|| format!("{} has no package-lock.json", folder.display()))?;
    let installed = folder.join(INSTALLED);
    if std::fs::read(&installed).is_ok_and(|copy| copy == lock) {
        return Ok(());
    }
    run(program("npm").current_dir(&folder).args(["ci", "--no-audit", "--no-fund"]))?;
    // Also where nothing is to be installed.
    std::fs::create_dir_all(folder.join("node_modules"))?;
    std::fs::write(installed, lock).context("remembering what was installed")
}

/// A command that npm has installed in a folder, run in a folder.
pub fn tool(folder: &str, name: &str, current: &Path) -> Command {
    let path = root().join(folder).join("node_modules/.bin").join(name);
    let mut command = Command::new(path);
    command.current_dir(current);
    command
}
