//! Guesses the law behind a number sequence.
//!
//! [`Predictor`] is the one entry point: it asks every proposer, verifies what
//! they say on all the terms, and returns one ranked list with evidence.

mod answer;
mod error;
mod inside;
mod networks;
mod options;
mod plane;
mod predictor;
mod term;

pub use ansatz_model::{Device, Task};
pub use answer::{Answer, EvidenceSummary, Guess, Prediction, Rendering};
pub use error::Error;
pub use inside::{Growth, Inside, Numbers};
pub use options::{Effort, Options, Proposers};
pub use predictor::{Listener, Predictor};
