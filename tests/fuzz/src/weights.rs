//! Weights files of strangers.

use ansatz::{Device, Effort, Options, Predictor, Proposers, Task, Terms};
use ansatz_expr::Token;
use ansatz_model::ModelConfig;
use ansatz_model::weights::{self, TrainingRecord, WeightPrecision};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// Larger networks are refused by this check, not by the reader: they are
/// allowed, and take long.
const MOST_BYTES: usize = 1 << 20;

/// A file is refused with a reason, or its network can be asked. The bytes are
/// tried as a file and, with lengths and checksum that are right, as the
/// header of one: else nothing would ever get beyond the checksum.
pub fn check(data: &[u8]) -> String {
    let mut words = match weights::inspect(data) {
        Ok(_) => ask(data),
        Err(error) => reason(&error),
    };
    let _ = weights::announced_length(data);
    // A byte decides the version, the next one what the numbers are.
    let [version, fill, header @ ..] = data else { return words };
    let sealed = sealed(u32::from(version % 6), *fill, header);
    match weights::inspect(&sealed) {
        Ok(_) => words.push_str(&ask(&sealed)),
        Err(error) => words.push_str(&reason(&error)),
    }
    words
}

/// A network that was accepted answers, whatever its numbers are.
fn ask(file: &[u8]) -> String {
    let mut predictor = Predictor::new();
    let task = match predictor.add_model(file, &Device::Cpu) {
        Ok(task) => task,
        Err(error) => return format!("{error} "),
    };
    let integers = matches!(task, Task::IntegerSymbolic | Task::IntegerNumeric);
    let terms = match integers {
        true => Terms::Integers([1, 3, 2, 7, 1, 8].map(|term: i64| term.into()).to_vec()),
        false => Terms::Floats(vec![1.5, 0.25, 3.75, -2.5, 1e10, 7.0]),
    };
    let options = Options {
        effort: Effort::Normal,
        proposers: Proposers::only(["beam", "numeric"]),
        beam: 2,
        samples: 1,
        next: 2,
        ..Options::default()
    };
    let prediction = predictor.predict(&terms, &options, &mut ()).expect("the options are right");
    format!("{} {} failures ", task.name(), prediction.failures.len())
}

/// A file with this header, and as many numbers as it needs. What the header
/// does not say is as the configuration has it.
fn sealed(version: u32, fill: u8, header: &[u8]) -> Vec<u8> {
    let (header, needed) = completed(header).unwrap_or((header.to_vec(), 0));
    let length = 8 + 4 + 8 + 4 + header.len() + needed + 32;
    let mut file = b"ANSATZ\0W".to_vec();
    file.extend(version.to_le_bytes());
    file.extend((length as u64).to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    // All bytes: among them are NaN and infinities of every precision.
    file.extend((0..needed).map(|place| (place as u8).wrapping_mul(fill)));
    let checksum = Sha256::digest(&file);
    file.extend(checksum);
    file
}

/// The header with the fields that follow from its configuration, and the bytes
/// that its numbers take.
fn completed(header: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut object: Map<String, Value> = serde_json::from_slice(header).ok()?;
    let config: ModelConfig = serde_json::from_value(object.get("config")?.clone()).ok()?;
    let layout = weights::layout(&config).ok()?;
    let precision: WeightPrecision =
        object.get("precision").and_then(|name| serde_json::from_value(name.clone()).ok())?;
    let mut needed = 0usize;
    for entry in &layout {
        needed = needed.checked_add(precision.bytes(&entry.shape))?;
    }
    let mut fill = |name: &str, value: Value| {
        object.entry(name).or_insert(value);
    };
    fill("vocabulary", config.vocabulary().hash().into());
    fill("tensors", serde_json::to_value(&layout).ok()?);
    fill("training", serde_json::to_value(TrainingRecord::default()).ok()?);
    let words = Token::vocabulary(config.task.domain());
    if config.task.is_symbolic() {
        fill("words", words.iter().map(Token::to_string).collect());
    }
    (needed <= MOST_BYTES).then_some((serde_json::to_vec(&object).ok()?, needed))
}

fn reason(error: &ansatz_model::Error) -> String {
    let error = format!("{error:?}");
    error.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned() + " "
}
