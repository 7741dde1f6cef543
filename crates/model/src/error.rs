//! Everything that can go wrong in this crate, each with its operands.

use crate::config::ModelConfig;

/// An error of the model: of its configuration, its inputs or its weights file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A configuration that describes no network.
    #[error("model configuration: {field} = {value}: {problem}")]
    BadConfig {
        /// The field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A sequence of one domain was given to a model of the other.
    #[error("the model reads {expected} sequences, this one is {given}")]
    WrongDomain {
        /// What the model reads.
        expected: &'static str,
        /// What it was given.
        given: &'static str,
    },
    /// An empty sequence, or a batch of none.
    #[error("there is nothing to encode")]
    EmptyInput,
    /// A sequence longer than the network has positions for.
    #[error("the input needs {needed} positions, the model has {available}")]
    InputTooLong {
        /// How many positions the sequence needs.
        needed: usize,
        /// How many there are.
        available: usize,
    },
    /// A target longer than the decoder may write.
    #[error("the target has {needed} tokens, the decoder writes at most {available}")]
    TargetTooLong {
        /// How many tokens it has.
        needed: usize,
        /// How many there may be.
        available: usize,
    },
    /// A float that is no number, which no encoding can show.
    #[error("term {position} is {value}, which cannot be encoded")]
    NotFinite {
        /// Its index in the sequence, from 0.
        position: usize,
        /// The value.
        value: f64,
    },
    /// A formula token that the vocabulary of this task lacks.
    #[error("`{token}` is not in the output vocabulary")]
    UnknownToken {
        /// The token, as printed.
        token: String,
    },
    /// An output id that names no token.
    #[error("output id {id} is outside the vocabulary of {size}")]
    UnknownId {
        /// The id.
        id: u32,
        /// How many ids there are.
        size: usize,
    },
    /// The decoder was stepped with the wrong number of rows.
    #[error("the decoder holds {expected} rows, {given} were given")]
    WrongRows {
        /// Rows in the state.
        expected: usize,
        /// Rows given.
        given: usize,
    },
    /// A row of the decoder that does not exist was named as a parent.
    #[error("parent row {row} does not exist among {rows}")]
    UnknownRow {
        /// The row named.
        row: usize,
        /// How many there are.
        rows: usize,
    },
    /// The device failed while computing or reading back.
    #[error("the device failed: {0}")]
    Device(String),

    // The weights file.
    /// The file does not begin as a weights file does.
    #[error("not an Ansatz model: the file begins with {found:02x?}")]
    NotAModel {
        /// Its first bytes.
        found: Vec<u8>,
    },
    /// A weights file of a format that this build does not read.
    #[error("weights format {found}, this build reads format {supported}")]
    WrongVersion {
        /// The version in the file.
        found: u32,
        /// The version this build reads.
        supported: u32,
    },
    /// The file ends before what it announces.
    #[error("the weights file is truncated: {needed} bytes announced, {found} present")]
    Truncated {
        /// How many bytes the header announces.
        needed: u64,
        /// How many there are.
        found: u64,
    },
    /// The file goes on after what it announces.
    #[error("the weights file has {extra} bytes after its end")]
    TrailingBytes {
        /// How many.
        extra: u64,
    },
    /// The checksum does not match: some bit was flipped.
    #[error("the weights file is damaged: checksum {found}, expected {expected}")]
    WrongChecksum {
        /// The checksum recorded in the file.
        expected: String,
        /// The checksum of what was read.
        found: String,
    },
    /// The header is no valid description of a model.
    #[error("the weights file's header is malformed: {0}")]
    BadHeader(String),
    /// The hash of the model's words is not that of the words it should have.
    #[error("the model's vocabulary is {found}, that of its words {expected}")]
    WrongVocabulary {
        /// The hash in the file.
        found: String,
        /// The hash of the words that the file lists or implies.
        expected: String,
    },
    /// A word in a network's own vocabulary that cannot be there.
    #[error("the network writes `{word}`: {problem}")]
    BadWord {
        /// The word.
        word: String,
        /// Why it cannot be there.
        problem: &'static str,
    },
    /// A network was asked to become one that is not a larger one of its kind.
    #[error("another network: one of {small:?} cannot become one of {large:?}")]
    CannotGrow {
        /// The configuration it has.
        small: Box<ModelConfig>,
        /// The configuration it should have.
        large: Box<ModelConfig>,
    },
    /// A tensor is missing, unknown or of another shape than the configuration implies.
    #[error("tensor `{name}`: {problem}")]
    WrongTensor {
        /// Its path in the network.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// The result of this crate's operations.
pub type Result<T, E = Error> = std::result::Result<T, E>;
