//! The Transformer of Ansatz: it reads the first terms of a sequence and writes
//! a recurrence, or the next terms.
//!
//! [`ModelConfig`] says what a network is, [`EncodedInput`] turns a sequence
//! into what it reads, [`weights`] is the file it is kept in, and [`Session`]
//! lets it write token by token. On the processor that is [`Direct`], which
//! needs no tensor library. With the feature `burn` there is `Transformer` too:
//! the same network in burn's tensors, for training and for GPUs.
//!
//! ```
//! use ansatz_model::*;
//!
//! let config = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms);
//! let file = weights::untrained(&config, 7)?;
//! let (network, _) = Direct::load(&file)?;
//! let terms = [1_i64, 1, 2, 3, 5, 8].map(ansatz_expr::Int::from);
//! let input = EncodedInput::new(TermSlice::Integers(&terms), config.encoding)?;
//! let mut state = network.start(&input)?;
//! let log_probs = network.step(&mut state, &[vocab::BEGIN])?;
//! assert_eq!(log_probs.len(), config.vocabulary().len());
//! # Ok::<(), Error>(())
//! ```

#[cfg(feature = "burn")]
mod batch;
mod config;
#[cfg(feature = "burn")]
mod decode;
mod direct;
mod encode;
mod error;
pub mod extrapolate;
#[cfg(feature = "train")]
mod fused;
mod inside;
#[cfg(feature = "burn")]
mod layers;
pub mod next_term;
pub mod numbers;
#[cfg(feature = "burn")]
mod ops;
mod session;
mod term;
#[cfg(feature = "burn")]
mod transformer;
pub mod vocab;
pub mod weights;

pub use ansatz_expr::TermSlice;
#[cfg(feature = "burn")]
pub use batch::{InputBatch, TargetBatch};
pub use config::{InputEncoding, ModelConfig, NextTerm, Positions, Preset, Task};
#[cfg(feature = "burn")]
pub use decode::DecoderState;
pub use direct::{Direct, DirectState};
pub use encode::{EncodedInput, InputKind, input_kind};
pub use error::{Error, Result};
pub use inside::{AttentionMaps, Heads};
#[cfg(feature = "burn")]
pub use ops::cross_entropy;
pub use session::{Device, Session, SessionState};
pub use term::{Base, NetworkTerm};
#[cfg(feature = "burn")]
pub use transformer::{Memory, Transformer};
pub use vocab::Vocabulary;
