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

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and standard deviation of the relative changes.
    fn relative_changes(before: &Terms, after: &Terms) -> (f64, f64) {
        let doubles = |terms: &Terms| match terms {
            Terms::Integers(terms) => terms.iter().map(|term| term.to_f64()).collect::<Vec<_>>(),
            Terms::Floats(terms) => terms.clone(),
        };
        let (before, after) = (doubles(before), doubles(after));
        let changes = before.iter().zip(&after).map(|(a, b)| b / a - 1.0).collect::<Vec<f64>>();
        let mean = changes.iter().sum::<f64>() / changes.len() as f64;
        let square = changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>();
        (mean, (square / changes.len() as f64).sqrt())
    }

    fn long_runs() -> [Terms; 2] {
        let wide: Int = "-123456789012345678901234567890123456789012345678901".parse().unwrap();
        [Terms::Floats(vec![-2.5; 20_000]), Terms::Integers(vec![wide; 20_000])]
    }

    #[test]
    fn fixed_noise_has_its_size() {
        for terms in long_runs() {
            let (mean, deviation) =
                relative_changes(&terms, &Noise::Fixed(0.1).apply(&terms, 1, 2));
            // Of 20,000 terms the mean is off by 0.0007, the deviation by 0.0005.
            assert!(mean.abs() < 0.0035, "{mean}");
            assert!((deviation - 0.1).abs() < 0.0025, "{deviation}");
        }
    }

    #[test]
    fn training_noise_is_uniform_in_size() {
        let terms = Terms::Floats(vec![3.0; 500]);
        let sizes: Vec<f64> = (0..400)
            .map(|index| relative_changes(&terms, &Noise::UpTo(0.2).apply(&terms, 1, index)).1)
            .collect();
        let mean = sizes.iter().sum::<f64>() / 400.0;
        assert!((mean - 0.1).abs() < 0.015, "{mean}");
        let lower_quarter = sizes.iter().filter(|size| **size < 0.05).count();
        assert!((60..140).contains(&lower_quarter), "{lower_quarter}");
        assert!(sizes.iter().all(|size| *size < 0.25));
    }

    #[test]
    fn no_noise_changes_nothing_however_large() {
        let [_, wide] = long_runs();
        assert_eq!(Noise::Fixed(0.0).apply(&wide, 1, 2), wide);
    }

    #[test]
    fn wide_integers_keep_all_digits_that_noise_leaves() {
        // 1e-40 of a number of 51 digits: the first 38 digits stay.
        let [_, Terms::Integers(wide)] = long_runs() else { panic!("integers come second") };
        let Terms::Integers(noisy) =
            Noise::Fixed(1e-40).apply(&Terms::Integers(wide.clone()), 1, 2)
        else {
            panic!("integers became floats");
        };
        assert!(noisy.iter().all(|term| term.to_string()[..39] == wide[0].to_string()[..39]));
        assert!(noisy.iter().any(|term| *term != wide[0]));
    }

    #[test]
    fn terms_stay_in_range() {
        let googol: Int = format!("1{}", "0".repeat(100)).parse().unwrap();
        let terms = Terms::Integers(vec![googol; 100]);
        let Terms::Integers(noisy) = Noise::Fixed(0.5).apply(&terms, 3, 4) else {
            panic!("integers became floats");
        };
        assert!(noisy.iter().all(|term| term.in_range()));
        let Terms::Floats(noisy) =
            Noise::Fixed(9.0).apply(&Terms::Floats(vec![f64::MAX; 100]), 3, 4)
        else {
            panic!("floats became integers");
        };
        assert!(noisy.iter().all(|term| term.is_finite()));
    }

    #[test]
    fn noise_depends_on_seed_and_index() {
        let terms = Terms::Floats(vec![1.0, 2.0, 3.0]);
        let noise = Noise::UpTo(0.1);
        assert_eq!(noise.apply(&terms, 5, 6), noise.apply(&terms, 5, 6));
        assert_ne!(noise.apply(&terms, 5, 6), noise.apply(&terms, 5, 7));
        assert_ne!(noise.apply(&terms, 5, 6), noise.apply(&terms, 6, 6));
    }
}
