//! Noise on the terms that a model is shown, never on those it is to predict.

use ansatz_expr::Int;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;
use serde::{Deserialize, Serialize};

use crate::Terms;
use crate::seeding::rng_for;

/// Multiplicative noise: a term u becomes u·(1 + σ·z), z standard normal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Noise {
    /// The same σ for every sequence: for evaluation.
    Fixed(f64),
    /// σ uniform between 0 and this, drawn once a sequence: for training.
    UpTo(f64),
}

impl Noise {
    /// The terms with noise, determined by (seed, index).
    ///
    /// Integers are rounded, and exact beyond 2^53: what is rounded is the
    /// change, which is then added exactly. A change that would take a term
    /// out of its range (10^100, or the largest double) is left out.
    pub fn apply(self, terms: &Terms, seed: u64, index: u64) -> Terms {
        // Apart from the stream that drew the example itself.
        let mut rng = rng_for(!seed, index);
        let sigma = match self {
            Noise::Fixed(sigma) => sigma,
            Noise::UpTo(most) => most * rng.random::<f64>(),
        };
        match terms {
            Terms::Integers(terms) => Terms::Integers(
                terms.iter().map(|&term| shift_integer(term, sigma, &mut rng)).collect(),
            ),
            Terms::Floats(terms) => Terms::Floats(
                terms.iter().map(|&term| shift_float(term, sigma, &mut rng)).collect(),
            ),
        }
    }
}

fn shift_integer(term: Int, sigma: f64, rng: &mut impl Rng) -> Int {
    let change = term.to_f64() * sigma * rng.sample::<f64, _>(StandardNormal);
    Int::from_f64(change)
        .and_then(|change| term.checked_add(change))
        .filter(|noisy| noisy.in_range())
        .unwrap_or(term)
}

fn shift_float(term: f64, sigma: f64, rng: &mut impl Rng) -> f64 {
    let noisy = term * (1.0 + sigma * rng.sample::<f64, _>(StandardNormal));
    if noisy.is_finite() { noisy } else { term }
}
