//! Everything that can go wrong in the trainer, each with its operands.

use std::io;
use std::path::{Path, PathBuf};

/// An error of the trainer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: {problem}", path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A folder that should be new has a run in it.
    #[error("{} already holds a run; continue it with --resume", path.display())]
    RunExists {
        /// The folder.
        path: PathBuf,
    },
    /// A folder that another process trains in.
    #[error("another process is training in {}", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A run without a single complete checkpoint.
    #[error("{} has no complete checkpoint", path.display())]
    NoCheckpoint {
        /// The folder.
        path: PathBuf,
    },
    /// An option that makes no sense.
    #[error("{option}: {problem}")]
    BadOption {
        /// The option.
        option: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// A device that this build does not have.
    #[error("this build has no device `{device}`; build it with `--features {device}`")]
    NoDevice {
        /// The device asked for.
        device: &'static str,
    },
    /// The loss is no number any more.
    #[error("the loss became {loss} at step {step}; lower the learning rate and resume")]
    Diverged {
        /// Where.
        step: u64,
        /// What it became.
        loss: f64,
    },
    /// A drawing failed.
    #[error("drawing {}: {problem}", path.display())]
    Drawing {
        /// The file drawn to.
        path: PathBuf,
        /// What went wrong.
        problem: String,
    },
    /// A worker thread ended early.
    #[error("a data worker stopped: {0}")]
    Worker(String),
    /// An error of the generator.
    #[error(transparent)]
    Generator(#[from] ansatz_gen::Error),
    /// An error of the model.
    #[error(transparent)]
    Model(#[from] ansatz_model::Error),
}

/// The result of this crate's operations.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Names the file an I/O error is about.
pub(crate) trait AtPath<T> {
    fn at(self, path: &Path) -> Result<T>;
}

impl<T> AtPath<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T> {
        self.map_err(|source| Error::File { path: path.to_owned(), source })
    }
}

impl<T> AtPath<T> for serde_json::Result<T> {
    fn at(self, path: &Path) -> Result<T> {
        self.map_err(|error| Error::BadFile { path: path.to_owned(), problem: error.to_string() })
    }
}
