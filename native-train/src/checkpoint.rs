//! What a run needs to go on: weights, optimizer, place in the stream.
//!
//! A checkpoint is a folder, written under another name, synced, and renamed.
//! It is there whole or not at all, so killing the process at any moment loses
//! at most what was learned since the last one.

use std::fs;
use std::path::{Path, PathBuf};

use ansatz_model::{Transformer, weights};
use burn::module::Module;
use burn::optim::ModuleOptimizer;
use burn::store::{ModuleRecord, RecordError};
use burn::tensor::{Bytes, Device};
use serde::{Deserialize, Serialize};

use crate::config::RunConfig;
use crate::data::Position;
use crate::error::{AtPath, Error, Result};
use crate::files::{self, CHECKPOINTS};
use crate::optimizer;

/// How many checkpoints are kept.
const KEPT: usize = 3;

/// Where a run stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Optimizer steps taken.
    pub step: u64,
    /// Examples seen, those of the weights file that it began with included.
    pub examples: u64,
    /// Seconds of training so far, likewise.
    pub seconds: f64,
    /// Place in the stream of data.
    pub position: Position,
}

/// Everything a run consists of at one moment.
pub struct State {
    /// The network.
    pub model: Transformer,
    /// The optimizer.
    pub optimizer: ModuleOptimizer,
    /// The rest.
    pub progress: Progress,
}

impl State {
    /// The beginning of a run.
    pub fn new(config: &RunConfig, device: &Device) -> Result<Self> {
        device.seed(config.seed);
        Ok(Self {
            model: Transformer::new(&config.model, device)?,
            optimizer: optimizer::optimizer(config)?,
            progress: Progress::default(),
        })
    }

    /// The beginning of a run that goes on from a weights file: examples and
    /// time are counted on, steps anew, since the schedule begins again. The
    /// network may be larger than that of the file: see [`weights::grow`].
    pub fn from_weights(config: &RunConfig, file: &[u8], device: &Device) -> Result<Self> {
        let fresh = Self::new(config, device)?;
        let (model, before) = weights::grow(file, &config.model, device)?;
        let progress = Progress {
            examples: before.examples,
            seconds: 3600.0 * before.hours,
            ..Progress::default()
        };
        Ok(Self { model, progress, ..fresh })
    }

    /// Writes a checkpoint and removes the oldest beyond the last few.
    pub fn save(&self, folder: &Path) -> Result<()> {
        let checkpoints = folder.join(CHECKPOINTS);
        let partial = checkpoints.join("partial");
        if partial.exists() {
            fs::remove_dir_all(&partial).at(&partial)?;
        }
        fs::create_dir_all(&partial).at(&partial)?;

        let weights = self.model.clone().into_record().into_bytes();
        write_record(&partial.join("weights.bpk"), weights)?;
        write_record(&partial.join("optimizer.bpk"), self.optimizer.into_bytes())?;
        let path = partial.join("progress.json");
        let progress = serde_json::to_vec_pretty(&self.progress).at(&path)?;
        files::write_synced(&path, &progress)?;
        files::sync_folder(&partial)?;

        let name = checkpoints.join(format!("{:012}", self.progress.step));
        if name.exists() {
            // The same step was saved before: a resumed run that took none.
            fs::remove_dir_all(&name).at(&name)?;
        }
        fs::rename(&partial, &name).at(&name)?;
        files::sync_folder(&checkpoints)?;
        let complete = list(folder)?;
        for old in &complete[..complete.len().saturating_sub(KEPT)] {
            fs::remove_dir_all(old).at(old)?;
        }
        Ok(())
    }

    /// Reads the newest checkpoint that can be read.
    pub fn load(folder: &Path, config: &RunConfig, device: &Device) -> Result<Self> {
        let mut complete = list(folder)?;
        let mut failure = Error::NoCheckpoint { path: folder.to_owned() };
        while let Some(path) = complete.pop() {
            match Self::load_one(&path, config, device) {
                Ok(state) => return Ok(state),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    fn load_one(path: &Path, config: &RunConfig, device: &Device) -> Result<Self> {
        let model = load_weights(path, config, device)?;
        let file = path.join("optimizer.bpk");
        let optimizer =
            optimizer::optimizer(config)?.from_bytes(read(&file)?).map_err(|e| bad(&file, e))?;
        Ok(Self { model, optimizer, progress: read_progress(path)? })
    }
}

/// Complete checkpoints of a run, oldest first.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let checkpoints = folder.join(CHECKPOINTS);
    let mut complete: Vec<PathBuf> = fs::read_dir(&checkpoints)
        .at(&checkpoints)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        })
        .collect();
    complete.sort();
    Ok(complete)
}

/// The network of a checkpoint.
pub fn load_weights(checkpoint: &Path, config: &RunConfig, device: &Device) -> Result<Transformer> {
    let file = checkpoint.join("weights.bpk");
    let record = ModuleRecord::from_bytes(read(&file)?).map_err(|e| bad(&file, e))?;
    Transformer::new(&config.model, device)?.try_load_record(record).map_err(|e| bad(&file, e))
}

/// Where a checkpoint stands.
pub fn read_progress(checkpoint: &Path) -> Result<Progress> {
    let path = checkpoint.join("progress.json");
    let text = fs::read_to_string(&path).at(&path)?;
    serde_json::from_str(&text).at(&path)
}

fn write_record(path: &Path, bytes: Result<Bytes, RecordError>) -> Result<()> {
    files::write_synced(path, &bytes.map_err(|e| bad(path, e))?)
}

fn read(path: &Path) -> Result<Bytes> {
    Ok(Bytes::from_bytes_vec(fs::read(path).at(path)?))
}

fn bad(path: &Path, error: RecordError) -> Error {
    Error::BadFile { path: path.to_owned(), problem: error.to_string() }
}
