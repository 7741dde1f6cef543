//! The log of a run: one JSON object a line.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{AtPath, Result};
use crate::files;

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Entry {
    /// What training is like, averaged since the last such line.
    Train {
        /// Optimizer steps taken.
        step: u64,
        /// Examples seen.
        examples: u64,
        /// Hours of training.
        hours: f64,
        /// Mean loss.
        loss: f64,
        /// Learning rate of the last step.
        rate: f64,
        /// Mean norm of the gradient before clipping.
        norm: f64,
        /// Examples a second.
        speed: f64,
        /// Share of positions that are padding.
        padding: f64,
    },
    /// How the network does on examples it is not trained on.
    Validation {
        /// Optimizer steps taken.
        step: u64,
        /// Examples seen.
        examples: u64,
        /// Hours of training.
        hours: f64,
        /// Mean loss, teacher forced.
        loss: f64,
        /// Share of examples whose greedy answer is right on the next ten terms.
        accuracy: f64,
        /// The same two by number of operators, fewest first.
        by_operators: Vec<Group>,
    },
}

/// Results on examples with the same number of operators.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// That number.
    pub operators: usize,
    /// How many there were.
    pub examples: usize,
    /// Mean loss, teacher forced.
    pub loss: f64,
    /// Share that was right.
    pub accuracy: f64,
}

impl Entry {
    /// The step the line is about.
    pub fn step(&self) -> u64 {
        match self {
            Entry::Train { step, .. } | Entry::Validation { step, .. } => *step,
        }
    }
}

/// A log open for appending.
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens the log of a run at a step: lines of later steps, which a resumed
    /// run will take again, are dropped.
    pub fn open(folder: &Path, step: u64) -> Result<Self> {
        let path = folder.join(files::LOG);
        let kept: Vec<Entry> =
            read(folder)?.into_iter().filter(|entry| entry.step() <= step).collect();
        let mut text = String::new();
        for entry in &kept {
            text.push_str(&serde_json::to_string(entry).at(&path)?);
            text.push('\n');
        }
        files::write_atomically(&path, text.as_bytes())?;
        let file = OpenOptions::new().append(true).open(&path).at(&path)?;
        Ok(Self { path, file })
    }

    /// Appends a line.
    pub fn append(&mut self, entry: &Entry) -> Result<()> {
        let mut line = serde_json::to_string(entry).at(&self.path)?;
        line.push('\n');
        self.file.write_all(line.as_bytes()).at(&self.path)
    }
}

/// All lines of a run's log. A last line cut short by a kill is left out.
pub fn read(folder: &Path) -> Result<Vec<Entry>> {
    let path = folder.join(files::LOG);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&path).at(&path)?;
    let lines: Vec<&str> = text.lines().collect();
    let mut entries = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(entry) => entries.push(entry),
            Err(_) if number + 1 == lines.len() => break,
            Err(error) => return Err(error).at(&path),
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn train(step: u64) -> Entry {
        let (examples, hours, loss, rate) = (64 * step, 0.5, 1.5, 1e-3);
        let (norm, speed, padding) = (1.0, 100.0, 0.1);
        Entry::Train { step, examples, hours, loss, rate, norm, speed, padding }
    }

    fn validation(step: u64) -> Entry {
        let by_operators = vec![Group { operators: 3, examples: 7, loss: 1.0, accuracy: 0.5 }];
        let (examples, hours, loss, accuracy) = (64 * step, 0.5, 1.5, 0.25);
        Entry::Validation { step, examples, hours, loss, accuracy, by_operators }
    }

    #[test]
    fn a_resumed_run_forgets_the_steps_it_takes_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = Log::open(folder.path(), 0).unwrap();
        for entry in [train(50), validation(70), train(100), validation(120)] {
            log.append(&entry).unwrap();
        }
        let mut log = Log::open(folder.path(), 99).unwrap();
        log.append(&train(100)).unwrap();
        let expected = [train(50), validation(70), train(100)];
        assert_eq!(read(folder.path()).unwrap(), expected);
    }

    #[test]
    fn only_the_last_line_may_be_cut_short() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(files::LOG);
        let mut log = Log::open(folder.path(), 0).unwrap();
        log.append(&validation(1)).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{{\"kind\":\"tra")).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [validation(1)]);
        fs::write(&path, format!("nonsense\n{whole}")).unwrap();
        assert!(matches!(read(folder.path()), Err(crate::Error::BadFile { .. })));
    }
}
