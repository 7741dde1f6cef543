//! The least value of a smooth function: limited-memory BFGS.

use std::collections::VecDeque;

/// How many steps are remembered.
const MEMORY: usize = 12;

/// How many steps are made at most.
const STEPS: usize = 400;

/// A step that gains less than this share of the value is the last.
const GAIN: f64 = 1e-7;

/// How often a step is halved at most.
const HALVINGS: usize = 40;

/// What share of the gain that the slope promises a step must bring.
const SUFFICIENT: f64 = 1e-4;

/// A step, how the gradient changed on it, and what the two make together.
struct Step {
    moved: Vec<f64>,
    turned: Vec<f64>,
    product: f64,
}

/// Where the function, which gives its value and its gradient, is least, searched for from
/// `start`.
pub fn minimize(start: Vec<f64>, function: impl Fn(&[f64]) -> (f64, Vec<f64>)) -> Vec<f64> {
    let mut place = start;
    let (mut value, mut gradient) = function(&place);
    let mut memory: VecDeque<Step> = VecDeque::new();
    for _ in 0..STEPS {
        let direction = direction(&gradient, &memory);
        let slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            break;
        }
        // The first step knows no scale.
        let first = if memory.is_empty() { 1.0 / dot(&gradient, &gradient).sqrt() } else { 1.0 };
        let tried = (0..HALVINGS).map(|halvings| first * 0.5f64.powi(halvings as i32));
        let found = tried.into_iter().find_map(|length| {
            let there: Vec<f64> =
                place.iter().zip(&direction).map(|(at, by)| at + length * by).collect();
            let (reached, slopes) = function(&there);
            (reached <= value + SUFFICIENT * length * slope).then_some((there, reached, slopes))
        });
        let Some((there, reached, slopes)) = found else { break };
        let moved: Vec<f64> = there.iter().zip(&place).map(|(to, from)| to - from).collect();
        let turned: Vec<f64> = slopes.iter().zip(&gradient).map(|(to, from)| to - from).collect();
        let product = dot(&moved, &turned);
        if product > 1e-12 {
            memory.push_back(Step { moved, turned, product });
            if memory.len() > MEMORY {
                memory.pop_front();
            }
        }
        let gained = value - reached;
        (place, value, gradient) = (there, reached, slopes);
        if gained <= GAIN * value.abs() {
            break;
        }
    }
    place
}

/// Down the gradient, as far as the remembered steps say.
fn direction(gradient: &[f64], memory: &VecDeque<Step>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut shares = Vec::new();
    for step in memory.iter().rev() {
        let share = dot(&step.moved, &direction) / step.product;
        add(&mut direction, -share, &step.turned);
        shares.push(share);
    }
    if let Some(last) = memory.back() {
        let scale = last.product / dot(&last.turned, &last.turned);
        direction.iter_mut().for_each(|value| *value *= scale);
    }
    for (step, share) in memory.iter().zip(shares.into_iter().rev()) {
        let own = dot(&step.turned, &direction) / step.product;
        add(&mut direction, share - own, &step.moved);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(sum: &mut [f64], times: f64, of: &[f64]) {
    sum.iter_mut().zip(of).for_each(|(sum, value)| *sum += times * value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_valley_of_rosenbrock_is_followed_to_its_end() {
        let valley = |at: &[f64]| {
            let (x, y) = (at[0], at[1]);
            let value = (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2);
            let slopes = vec![-2.0 * (1.0 - x) - 400.0 * x * (y - x * x), 200.0 * (y - x * x)];
            (value, slopes)
        };
        let found = minimize(vec![-1.2, 1.0], valley);
        assert!((found[0] - 1.0).abs() < 1e-3 && (found[1] - 1.0).abs() < 1e-3, "{found:?}");
    }
}
