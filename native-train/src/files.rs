//! Files that are either there whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::error::{AtPath, Result};

/// Configuration of a run, in its folder.
pub const CONFIG: &str = "config.json";
/// Log of a run, in its folder.
pub const LOG: &str = "log.jsonl";
/// Folder of a run's checkpoints, in its folder.
pub const CHECKPOINTS: &str = "checkpoints";

/// Writes a file beside its place, syncs it, and renames it into place.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<()> {
    let beside = path.with_extension("partial");
    write_synced(&beside, content)?;
    fs::rename(&beside, path).at(path)?;
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => sync_folder(parent),
        _ => sync_folder(Path::new(".")),
    }
}

/// Writes a file and waits until it is on the disk.
pub fn write_synced(path: &Path, content: &[u8]) -> Result<()> {
    let mut file = File::create(path).at(path)?;
    file.write_all(content).at(path)?;
    file.sync_all().at(path)
}

/// Waits until the names in a folder are on the disk.
pub fn sync_folder(folder: &Path) -> Result<()> {
    File::open(folder).and_then(|file| file.sync_all()).at(folder)
}
