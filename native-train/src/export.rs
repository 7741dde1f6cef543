//! A run's network as a weights file, and its entry in the manifest beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ansatz_model::Transformer;
use ansatz_model::weights::{self, TrainingRecord, WeightPrecision};
use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{Device, Tensor};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::checkpoint::{self, Progress, State};
use crate::config::RunConfig;
use crate::error::{AtPath, Error, Result};
use crate::files;

/// Name of the manifest, in the folder of the weights files.
pub const MANIFEST: &str = "manifest.json";

/// What the manifest says of one weights file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ManifestEntry {
    /// Its task.
    pub task: String,
    /// Its size.
    pub bytes: u64,
    /// Its content.
    pub sha256: String,
    /// How many parameters it has.
    pub parameters: usize,
    /// What was measured, by name.
    pub metrics: BTreeMap<String, f64>,
}

/// The network of a run: its last checkpoint, or the mean of its last few.
pub fn network(
    folder: &Path,
    config: &RunConfig,
    average: usize,
    device: &Device,
) -> Result<(Transformer, Progress)> {
    if average <= 1 {
        let state = State::load(folder, config, device)?;
        return Ok((state.model.valid(), state.progress));
    }
    let checkpoints = checkpoint::list(folder)?;
    let first = checkpoints.len().saturating_sub(average);
    let mut models = Vec::new();
    let mut progress = None;
    for path in &checkpoints[first..] {
        models.push(checkpoint::load_weights(path, config, device)?.valid());
        progress = Some(checkpoint::read_progress(path)?);
    }
    match (mean(models), progress) {
        (Some(model), Some(progress)) => Ok((model, progress)),
        _ => Err(Error::NoCheckpoint { path: folder.to_owned() }),
    }
}

/// What a weights file says of its training.
pub fn training(config: &RunConfig, progress: &Progress) -> TrainingRecord {
    let before = config.from.as_ref().map_or(0, |origin| origin.training.steps);
    TrainingRecord {
        examples: progress.examples,
        steps: before + progress.step,
        hours: progress.seconds / 3600.0,
        seed: config.seed,
        metrics: BTreeMap::new(),
    }
}

/// The mean of networks of one shape; `None` of none.
fn mean(models: Vec<Transformer>) -> Option<Transformer> {
    let factor = 1.0 / models.len() as f64;
    let mut models = models.into_iter();
    let first = models.next()?;
    let sum = models.fold(first, |sum, model| {
        let mut others = Values(Vec::new());
        model.map(&mut others);
        others.0.reverse();
        sum.map(&mut Add(others.0))
    });
    Some(sum.map(&mut Multiply(factor)))
}

/// Takes the values of every tensor, flat, in order.
struct Values(Vec<Tensor<1>>);

impl ModuleMapper for Values {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        self.0.push(param.val().flatten::<1>(0, D - 1));
        param
    }
}

/// Adds values, the last of the list first.
struct Add(Vec<Tensor<1>>);

impl ModuleMapper for Add {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let other = self.0.pop();
        param.map(|tensor| match other {
            // [elements] -> the tensor's own shape
            Some(other) => tensor.clone().add(other.reshape(tensor.shape())),
            None => tensor,
        })
    }
}

struct Multiply(f64);

impl ModuleMapper for Multiply {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|tensor| tensor.mul_scalar(self.0))
    }
}

/// SHA-256 in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the weights file and its entry in the manifest of its folder.
pub fn write(
    model: &Transformer,
    training: &TrainingRecord,
    precision: WeightPrecision,
    out: &Path,
) -> Result<ManifestEntry> {
    let file = weights::save(model, training, precision)?;
    let header = weights::inspect(&file)?;
    let entry = ManifestEntry {
        task: model.config().task.name().to_owned(),
        bytes: file.len() as u64,
        sha256: sha256(&file),
        parameters: header.parameters(),
        metrics: training.metrics.clone(),
    };
    let name = out.file_name().and_then(|name| name.to_str()).ok_or_else(|| Error::BadOption {
        option: "--out",
        problem: format!("{} names no file", out.display()),
    })?;
    let folder = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder).at(folder)?;
    files::write_atomically(out, &file)?;

    let path = folder.join(MANIFEST);
    let mut manifest: BTreeMap<String, ManifestEntry> = if path.exists() {
        let text = fs::read_to_string(&path).at(&path)?;
        serde_json::from_str(&text).at(&path)?
    } else {
        BTreeMap::new()
    };
    manifest.insert(name.to_owned(), entry.clone());
    let mut text = serde_json::to_vec_pretty(&manifest).at(&path)?;
    text.push(b'\n');
    files::write_atomically(&path, &text)?;
    Ok(entry)
}
