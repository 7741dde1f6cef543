//! The Transformer of Ansatz: it reads the first terms of a sequence and writes
//! a recurrence, or the next terms.
//!
//! [`ModelConfig`] says what a network is, [`EncodedInput`] turns a sequence
//! into what it reads, [`Transformer`] is the network, [`DecoderState`] lets it
//! write token by token, and [`weights`] is the file it is kept in. The same
//! code trains natively and runs in the browser: the backend is burn's runtime
//! `Device`.
//!
//! ```
//! use ansatz_model::*;
//! use burn::tensor::Device;
//!
//! let config = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms);
//! let model = Transformer::new(&config, &Device::flex())?;
//! let terms = [1_i64, 1, 2, 3, 5, 8].map(ansatz_expr::Int::from);
//! let input = EncodedInput::new(Sequence::Integers(&terms), config.encoding)?;
//! let batch = InputBatch::new(config.input_kind(), &[&input])?;
//! let mut state = model.start(&batch)?;
//! let log_probs = model.step(&mut state, &[vocab::BEGIN])?;
//! assert_eq!(log_probs.dims(), [1, config.vocabulary().len()]);
//! # Ok::<(), Error>(())
//! ```

mod batch;
mod config;
mod decode;
mod direct;
mod encode;
mod error;
#[cfg(feature = "train")]
mod fused;
mod inside;
mod layers;
pub mod numbers;
mod ops;
mod transformer;
pub mod vocab;
pub mod weights;

pub use batch::{InputBatch, TargetBatch};
/// Where tensors live, chosen at run time.
pub use burn::tensor::Device;
pub use config::{InputEncoding, ModelConfig, Positions, Preset, Task};
pub use decode::DecoderState;
pub use direct::{Direct, DirectState};
pub use encode::{EncodedInput, InputKind, Sequence, input_kind};
pub use error::{Error, Result};
pub use inside::{AttentionMaps, Heads};
pub use ops::cross_entropy;
pub use transformer::{Memory, Transformer};
pub use vocab::Vocabulary;
