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

#[cfg(feature = "burn")]
mod grow;
mod layout;
mod precision;
#[cfg(feature = "burn")]
mod tensors;
mod untrained;

use std::collections::{BTreeMap, HashMap};

use ansatz_expr::Token;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::config::ModelConfig;
use crate::error::{Error, Result};
use crate::vocab::{self, OutputToken};

#[cfg(feature = "burn")]
pub use grow::grow;
pub use layout::layout;
pub use precision::WeightPrecision;
#[cfg(feature = "burn")]
pub(crate) use tensors::values;
#[cfg(feature = "burn")]
pub use tensors::{load, save};
pub use untrained::untrained;

/// The format this build writes.
pub const FORMAT_VERSION: u32 = 3;

/// The oldest format that it reads: one whose headers say no precision.
const OLDEST_VERSION: u32 = 1;

/// The first format whose headers list the words of formulas; before it they
/// are the paper's.
const VERSION_OF_WORDS: u32 = 3;

const MAGIC: &[u8; 8] = b"ANSATZ\0W";
const FIXED: usize = MAGIC.len() + 4 + 8 + 4;
const CHECKSUM: usize = 32;

/// The numbers of a network by the names of its tensors.
pub(crate) type Values = HashMap<String, Vec<f32>>;

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
    /// The tokens of formulas that it writes, by name, in the order of their
    /// ids after the marks; none for networks that write numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// [`Vocabulary::hash`](crate::Vocabulary::hash) of the words it writes.
    pub vocabulary: String,
    /// Where it comes from.
    pub training: TrainingRecord,
    /// How its numbers are written.
    #[serde(default)]
    pub precision: WeightPrecision,
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

/// Writes a file with the numbers of every tensor of the configuration.
fn write(
    config: &ModelConfig,
    training: &TrainingRecord,
    precision: WeightPrecision,
    mut numbers: impl FnMut(&TensorEntry) -> Vec<f32>,
) -> Result<Vec<u8>> {
    let tensors = layout(config)?;
    let mut data = Vec::new();
    for entry in &tensors {
        let wrong = |problem| Error::WrongTensor { name: entry.name.clone(), problem };
        let values = numbers(entry);
        if values.len() != entry.elements() {
            let (found, needed) = (values.len(), entry.elements());
            return Err(wrong(format!("has {found} numbers where {needed} belong")));
        }
        precision
            .write(&entry.shape, &values, &mut data)
            .map_err(|value| wrong(format!("a weight is {value}")))?;
    }
    let vocabulary = config.vocabulary();
    let symbols = vocabulary.words().iter().filter(|word| matches!(word, OutputToken::Symbol(_)));
    let header = Header {
        // The words stand beside it.
        config: ModelConfig { words: None, ..config.clone() },
        words: symbols.map(OutputToken::to_string).collect(),
        vocabulary: vocabulary.hash(),
        training: training.clone(),
        precision,
        tensors,
    };
    let header = serde_json::to_vec(&header).map_err(|e| Error::BadHeader(e.to_string()))?;
    let length = FIXED + header.len() + data.len() + CHECKSUM;

    let mut file = Vec::with_capacity(length);
    file.extend(MAGIC);
    file.extend(FORMAT_VERSION.to_le_bytes());
    file.extend((length as u64).to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    file.extend(data);
    let checksum = Sha256::digest(&file);
    file.extend(checksum);
    Ok(file)
}

/// Reads and checks everything but the numbers themselves.
pub fn inspect(file: &[u8]) -> Result<Header> {
    check(file).map(|(header, _)| header)
}

/// Reads a file: what it says, and its numbers.
pub(crate) fn read(file: &[u8]) -> Result<(Header, Values)> {
    let (header, mut rest) = check(file)?;
    let mut values = Values::new();
    for entry in &header.tensors {
        // `check` has compared the lengths, so the split cannot fail.
        let (bytes, after) = rest.split_at(header.precision.bytes(&entry.shape));
        rest = after;
        values.insert(entry.name.clone(), header.precision.read(&entry.shape, bytes));
    }
    Ok((header, values))
}

/// How long a file says that it is, from its first bytes, of which 24 are
/// enough: who reads one from a stranger need not read on.
pub fn announced_length(beginning: &[u8]) -> Result<u64> {
    if !beginning.starts_with(MAGIC) {
        let found = beginning[..beginning.len().min(MAGIC.len())].to_vec();
        return Err(Error::NotAModel { found });
    }
    let at = MAGIC.len() + 4;
    match beginning.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()) {
        Some(bytes) => Ok(u64::from_le_bytes(bytes)),
        None => Err(Error::Truncated { needed: FIXED as u64, found: beginning.len() as u64 }),
    }
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
    let mut header: Header =
        serde_json::from_slice(header).map_err(|error| Error::BadHeader(error.to_string()))?;
    header.config.words = own_words(&header, version)?;
    header.config.validate()?;
    let expected = header.config.vocabulary().hash();
    if header.vocabulary != expected {
        return Err(Error::WrongVocabulary { found: header.vocabulary, expected });
    }
    check_tensors(&header, data.len())?;
    Ok((header, data))
}

/// The tokens of formulas that the file lists; none if they are the paper's.
fn own_words(header: &Header, version: u32) -> Result<Option<Vec<Token>>> {
    let task = header.config.task;
    if version < VERSION_OF_WORDS || !task.is_symbolic() {
        return match header.words.first() {
            Some(word) => Err(Error::BadWord {
                word: word.clone(),
                problem: "files of its kind list no words",
            }),
            None => Ok(None),
        };
    }
    let words = vocab::tokens(&header.words)?;
    Ok((words != Token::vocabulary(task.domain())).then_some(words))
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
