//! The trainer of Ansatz: data, optimizer, checkpoints, curves, export.
//!
//! The way of the data: [`data`] generates and batches, [`train`] learns from
//! it, [`validate`] measures, [`log`] and [`checkpoint`] keep, [`plot`] draws,
//! [`evaluate`] measures on test files, [`export`] writes the weights file.

pub mod bench;
pub mod checkpoint;
pub mod config;
pub mod data;
pub mod device;
pub mod distributed;
pub mod error;
pub mod evaluate;
pub mod export;
pub mod files;
pub mod log;
pub mod optimizer;
pub mod plot;
pub mod random;
pub mod schedule;
pub mod score;
pub mod train;
pub mod validate;

pub use error::{Error, Result};
