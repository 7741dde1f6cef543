//! The paper's generator: random recurrences and the sequences they make.
//!
//! A [`GenConfig`] holds every hyperparameter; a [`Generator`] turns it and a
//! seed into examples, each determined by (seed, index) alone:
//!
//! ```
//! use ansatz_gen::{GenConfig, Generator};
//! let generator = Generator::new(GenConfig::integer(), 7)?;
//! let example = generator.example(0)?;
//! assert_eq!(example.next.len(), 10);
//! assert_eq!(generator.example(0)?, example);
//! # Ok::<(), ansatz_gen::Error>(())
//! ```

#[cfg(feature = "beds")]
mod bed;
mod config;
mod error;
mod generator;
mod noise;
mod rounding;
mod seeding;
mod sequence;
mod terms;
mod tree;

pub use ansatz_expr::Terms;
#[cfg(feature = "beds")]
pub use bed::{GeneratedRow, OeisRow};
pub use config::GenConfig;
pub use error::{Error, Rejection};
pub use generator::{Example, Generator};
pub use noise::Noise;
pub use rounding::{rounded, rounded_at_random};
pub use sequence::unroll;
