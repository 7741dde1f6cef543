//! Logistic regression by Newton's method.

use ansatz_expr::math;

/// Steps of Newton's method; it has long converged.
const STEPS: usize = 25;

/// Something that was right or not.
pub struct Example {
    /// The columns that are not zero.
    pub columns: Vec<(usize, f64)>,
    /// Whether it was right.
    pub right: bool,
}

/// The coefficients of so many columns, drawn to zero by `ridge`.
pub fn fit(examples: &[Example], size: usize, ridge: f64) -> Vec<f64> {
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
        let mut curvature = vec![0.0; size * size];
        for at in 0..size {
            curvature[at * size + at] = ridge;
        }
        for Example { columns, right } in examples {
            let share = probability(&weights, columns);
            let error = f64::from(u8::from(*right)) - share;
            for &(row, value) in columns {
                gradient[row] += error * value;
                for &(column, other) in columns {
                    curvature[row * size + column] += share * (1.0 - share) * value * other;
                }
            }
        }
        let step = solve(curvature, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}

/// Bits that it takes to say which examples are right, with the probabilities
/// and with nothing but their mean.
pub fn loss(examples: &[Example], weights: &[f64]) -> [f64; 2] {
    let count = examples.len().max(1) as f64;
    let bits = |share: f64, right: bool| -math::log2(if right { share } else { 1.0 - share });
    let mean = examples.iter().filter(|example| example.right).count() as f64 / count;
    let told = |one: &Example| bits(probability(weights, &one.columns), one.right);
    let plain = |one: &Example| bits(mean, one.right);
    [
        examples.iter().map(told).sum::<f64>() / count,
        examples.iter().map(plain).sum::<f64>() / count,
    ]
}

fn probability(weights: &[f64], columns: &[(usize, f64)]) -> f64 {
    let score: f64 = columns.iter().map(|&(place, value)| weights[place] * value).sum();
    1.0 / (1.0 + math::exp(-score))
}

/// Solves a system with a positive definite matrix by elimination.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row * size + pivot] / matrix[pivot * size + pivot];
            if factor != 0.0 {
                for column in pivot..size {
                    matrix[row * size + column] -= factor * matrix[pivot * size + column];
                }
                right[row] -= factor * right[pivot];
            }
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row * size + at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_found() {
        // Of those with the second column three in four are right, else one in four.
        let example = |with: bool, right: bool| {
            let second = with.then_some((1, 1.0));
            Example { columns: [(0, 1.0)].into_iter().chain(second).collect(), right }
        };
        let examples: Vec<Example> =
            (0..400).map(|at| example(at % 2 == 0, (at / 2 % 4 == 0) != (at % 2 == 0))).collect();
        let weights = fit(&examples, 2, 1e-6);
        assert!((probability(&weights, &[(0, 1.0)]) - 0.25).abs() < 1e-3);
        assert!((probability(&weights, &[(0, 1.0), (1, 1.0)]) - 0.75).abs() < 1e-3);
        let [told, plain] = loss(&examples, &weights);
        assert!((plain - 1.0).abs() < 1e-9 && (told - 0.8113).abs() < 1e-3, "{told} {plain}");
    }
}
