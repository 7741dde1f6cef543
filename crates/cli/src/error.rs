//! What can go wrong, and the exit code that says so.

/// An error of the command.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The law or the terms cannot be read.
    #[error("{0}")]
    Input(ansatz_expr::Error),
    /// A law that has its initial terms with it, and others besides.
    #[error("the law has its initial terms with it: leave out --initial")]
    StartsTwice,
    /// The law stops having values.
    #[error("u({index}) has no value: {cause}")]
    Undefined {
        /// Index of the first term without a value.
        index: usize,
        /// Why.
        cause: ansatz_expr::Error,
    },
    /// No law reproduces the terms.
    #[error("no law found")]
    NoLaw,
    /// No law that reproduces the terms is more likely right than not.
    #[error("no law is likely")]
    Unlikely,
    /// A law does not hold for the terms it was checked against.
    #[error("the law does not hold")]
    DoesNotHold,
    /// A prediction that cannot be made.
    #[error("{0}")]
    Predictor(#[from] ansatz::Error),
    /// A file that cannot be read.
    #[error("{file}: {problem}")]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// Nobody who was asked for can look.
    #[error("nobody has looked: whom you chose needs a network (see --models)")]
    NobodyLooks,
    /// A weights file that cannot be used.
    #[error("{file}: {problem}")]
    Model {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A result that cannot be written.
    #[error("{file} cannot be written: {problem}")]
    Output {
        /// The file or folder.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A generator that cannot generate, or a test bed that cannot be read.
    #[error("{0}")]
    Generator(#[from] ansatz_gen::Error),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl Error {
    /// What went wrong when a file was opened or read.
    pub fn unreadable(path: &std::path::Path, problem: &dyn std::fmt::Display) -> Error {
        Error::Unreadable { file: path.display().to_string(), problem: problem.to_string() }
    }

    /// What went wrong when a file was written.
    pub fn output(path: &std::path::Path, problem: &dyn std::fmt::Display) -> Error {
        Error::Output { file: path.display().to_string(), problem: problem.to_string() }
    }

    /// As `ansatz --help` lists them.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::NoLaw | Error::DoesNotHold => 1,
            Error::Unlikely => 5,
            Error::Generator(
                ansatz_gen::Error::Unreadable { .. } | ansatz_gen::Error::BadRow { .. },
            ) => 4,
            Error::Input(_)
            | Error::StartsTwice
            | Error::Generator(_)
            | Error::Predictor(_)
            | Error::NobodyLooks => 2,
            Error::Undefined { .. } => 3,
            Error::Io(_)
            | Error::Unreadable { .. }
            | Error::Model { .. }
            | Error::Output { .. } => 4,
        }
    }
}
