//! Files that are either there whole or not at all.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;

use crate::error::{AtPath, Error, Result};

/// Configuration of a run, in its folder.
pub const CONFIG: &str = "config.json";
/// Log of a run, in its folder.
pub const LOG: &str = "log.jsonl";
/// Folder of a run's checkpoints, in its folder.
pub const CHECKPOINTS: &str = "checkpoints";

/// Taken by whoever trains in a run's folder.
const LOCK: &str = "lock";

/// The right to train in a folder, until it is dropped.
#[derive(Debug)]
#[must_use = "somebody else may take the folder once this is dropped"]
pub struct Occupied {
    /// The system takes the lock back when the process ends, however it does.
    _file: File,
}

/// Takes a run's folder, unless another process trains there: two that write
/// checkpoints by turns would each go on from the other's.
pub fn occupy(folder: &Path) -> Result<Occupied> {
    let path = folder.join(LOCK);
    let file = File::create(&path).at(&path)?;
    match file.try_lock() {
        Ok(()) => Ok(Occupied { _file: file }),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { path: folder.to_owned() }),
        Err(TryLockError::Error(source)) => Err(Error::File { path, source }),
    }
}

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
