//! The weights file: one file that says what it is.
//!
//! ```text
//! 8   magic "ANSATZ\0W"
//! 4   format version, little endian as everything here
//! 8   length of the whole file
//! 4   length of the header
//! …   header: JSON of [`Header`]
//! …   tensors in the header's order, as its precision says
//! 32  SHA-256 of everything before it
//! ```
//!
//! A reader checks all of it, and the shapes against the configuration, before
//! it allocates a tensor.

mod grow;
mod precision;
mod values;

use std::collections::BTreeMap;

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Device, Tensor, TensorData};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::config::ModelConfig;
use crate::error::{Error, Result};
use crate::transformer::Transformer;

pub use grow::grow;
pub use precision::Precision;
pub(crate) use values::values;

/// The format this build writes.
pub const FORMAT_VERSION: u32 = 2;

/// The oldest format that it reads: one whose headers say no precision.
const OLDEST_VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"ANSATZ\0W";
const FIXED: usize = MAGIC.len() + 4 + 8 + 4;
const CHECKSUM: usize = 32;

/// Where a model comes from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// Examples seen.
    pub examples: u64,
    /// Optimizer steps taken.
    pub steps: u64,
    /// Hours of training.
    pub hours: f64,
    /// Seed of the weights and of the data.
    pub seed: u64,
    /// What was measured, by name: `greedy/int_ops5` and so on.
    pub metrics: BTreeMap<String, f64>,
}

/// What a weights file says before its numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The network.
    pub config: ModelConfig,
    /// [`Vocabulary::hash`](crate::Vocabulary::hash) of the words it writes.
    pub vocabulary: String,
    /// Where it comes from.
    pub training: TrainingRecord,
    /// How its numbers are written.
    #[serde(default)]
    pub precision: Precision,
    /// Its tensors, in the order of the file.
    pub tensors: Vec<TensorEntry>,
}

/// Name and shape of one tensor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TensorEntry {
    /// Path in the network, with dots.
    pub name: String,
    /// Length of each axis.
    pub shape: Vec<usize>,
}

impl TensorEntry {
    fn elements(&self) -> usize {
        self.shape.iter().product()
    }
}

impl Header {
    /// How many parameters there are.
    pub fn parameters(&self) -> usize {
        self.tensors.iter().map(TensorEntry::elements).sum()
    }
}

/// Writes a model as a weights file.
pub fn save(
    model: &Transformer,
    training: &TrainingRecord,
    precision: Precision,
) -> Result<Vec<u8>> {
    let mut collector =
        Collector { precision, shapes: Shapes::default(), bytes: Vec::new(), failure: None };
    model.visit(&mut collector);
    if let Some(error) = collector.failure {
        return Err(error);
    }
    let header = Header {
        config: model.config().clone(),
        vocabulary: model.config().vocabulary().hash(),
        training: training.clone(),
        precision,
        tensors: collector.shapes.entries,
    };
    let header = serde_json::to_vec(&header).map_err(|e| Error::BadHeader(e.to_string()))?;
    let length = FIXED + header.len() + collector.bytes.len() + CHECKSUM;

    let mut file = Vec::with_capacity(length);
    file.extend(MAGIC);
    file.extend(FORMAT_VERSION.to_le_bytes());
    file.extend((length as u64).to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    file.extend(collector.bytes);
    let checksum = Sha256::digest(&file);
    file.extend(checksum);
    Ok(file)
}

/// Reads and checks everything but the numbers themselves.
pub fn inspect(file: &[u8]) -> Result<Header> {
    check(file).map(|(header, _)| header)
}

/// Reads a model onto a device.
pub fn load(file: &[u8], device: &Device) -> Result<(Transformer, TrainingRecord)> {
    let (header, data) = check(file)?;
    let model = Transformer::new(&header.config, device)?;
    let mut loader = Loader { precision: header.precision, rest: data };
    let model = model.map(&mut loader);
    Ok((model, header.training))
}

/// Checks a file from the outside in; gives its header and its numbers.
fn check(file: &[u8]) -> Result<(Header, &[u8])> {
    if !file.starts_with(MAGIC) {
        let found = file[..file.len().min(MAGIC.len())].to_vec();
        return Err(Error::NotAModel { found });
    }
    let found = file.len() as u64;
    let truncated = |needed| Error::Truncated { needed, found };
    let fixed = file.get(MAGIC.len()..FIXED).ok_or(truncated(FIXED as u64))?;
    let version = u32::from_le_bytes([fixed[0], fixed[1], fixed[2], fixed[3]]);
    if !(OLDEST_VERSION..=FORMAT_VERSION).contains(&version) {
        return Err(Error::WrongVersion { found: version, supported: FORMAT_VERSION });
    }
    let mut length = [0; 8];
    length.copy_from_slice(&fixed[4..12]);
    let length = u64::from_le_bytes(length);
    if found < length || file.len() < FIXED + CHECKSUM {
        return Err(truncated(length.max((FIXED + CHECKSUM) as u64)));
    }
    if found > length {
        return Err(Error::TrailingBytes { extra: found - length });
    }
    let (content, checksum) = file.split_at(file.len() - CHECKSUM);
    let digest = Sha256::digest(content);
    if digest.as_slice() != checksum {
        return Err(Error::WrongChecksum { expected: hex(checksum), found: hex(&digest) });
    }

    let header_length = u32::from_le_bytes([fixed[12], fixed[13], fixed[14], fixed[15]]) as usize;
    let body = &content[FIXED..];
    if header_length > body.len() {
        return Err(truncated((FIXED + header_length + CHECKSUM) as u64));
    }
    let (header, data) = body.split_at(header_length);
    let header: Header =
        serde_json::from_slice(header).map_err(|error| Error::BadHeader(error.to_string()))?;
    header.config.validate()?;
    let expected = header.config.vocabulary().hash();
    if header.vocabulary != expected {
        return Err(Error::WrongVocabulary { found: header.vocabulary, expected });
    }
    check_tensors(&header, data.len())?;
    Ok((header, data))
}

/// The tensors must be exactly those that the configuration implies.
fn check_tensors(header: &Header, bytes: usize) -> Result<()> {
    let expected = layout(&header.config)?;
    for (entry, wanted) in header.tensors.iter().zip(&expected) {
        if entry != wanted {
            return Err(Error::WrongTensor {
                name: entry.name.clone(),
                problem: format!(
                    "has shape {:?} where `{}` with shape {:?} belongs",
                    entry.shape, wanted.name, wanted.shape
                ),
            });
        }
    }
    if header.tensors.len() != expected.len() {
        return Err(Error::BadHeader(format!(
            "{} tensors where the configuration has {}",
            header.tensors.len(),
            expected.len()
        )));
    }
    let needed: usize = expected.iter().map(|entry| header.precision.bytes(&entry.shape)).sum();
    if bytes != needed {
        return Err(Error::BadHeader(format!(
            "{bytes} bytes of tensors where the shapes need {needed}"
        )));
    }
    Ok(())
}

/// Names and shapes of the tensors of a configuration. Allocates none of them:
/// parameters are created when first used.
pub fn layout(config: &ModelConfig) -> Result<Vec<TensorEntry>> {
    let model = Transformer::new(config, &Device::default())?;
    let mut shapes = Shapes::default();
    model.visit(&mut shapes);
    Ok(shapes.entries)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Collects names and shapes without touching the numbers.
#[derive(Default)]
struct Shapes {
    path: Vec<String>,
    entries: Vec<TensorEntry>,
}

impl ModuleVisitor for Shapes {
    fn enter_module(&mut self, name: &str, _container: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.entries
            .push(TensorEntry { name: self.path.join("."), shape: param.lazy_shape().to_vec() });
    }
}

/// Collects names, shapes and numbers.
struct Collector {
    precision: Precision,
    shapes: Shapes,
    bytes: Vec<u8>,
    failure: Option<Error>,
}

impl ModuleVisitor for Collector {
    fn enter_module(&mut self, name: &str, container: &str) {
        self.shapes.enter_module(name, container);
    }

    fn exit_module(&mut self, name: &str, container: &str) {
        self.shapes.exit_module(name, container);
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.shapes.visit_float(param);
        let shape = param.lazy_shape().to_vec();
        let values: Vec<f32> = param.val().to_data().iter::<f32>().collect();
        if let Err(value) = self.precision.write(&shape, &values, &mut self.bytes) {
            self.failure.get_or_insert(Error::WrongTensor {
                name: self.shapes.path.join("."),
                problem: format!("a weight is {value}"),
            });
        }
    }
}

/// Hands the numbers to the parameters in the order of the file.
struct Loader<'a> {
    precision: Precision,
    rest: &'a [u8],
}

impl ModuleMapper for Loader<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let shape = param.lazy_shape();
        let axes = shape.to_vec();
        // `check` has compared the lengths, so the split cannot fail.
        let (bytes, rest) = self.rest.split_at(self.precision.bytes(&axes));
        self.rest = rest;
        let values = self.precision.read(&axes, bytes);
        let device = param.lazy_device();
        let tensor = Tensor::from_data(TensorData::new(values, shape), &device);
        let id = param.id;
        param.transform_for_load(tensor, id)
    }
}
