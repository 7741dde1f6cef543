//! What is not a product: norms, GELU, softmax, attention. Loops without
//! branches over slices, which compilers turn into vector instructions.

use ansatz_expr::math;

use crate::config::NORM_EPSILON;

/// Partial sums that are kept side by side.
const LANES: usize = 8;

/// A layer norm.
#[derive(Debug, Clone)]
pub(super) struct Norm {
    pub gamma: Vec<f32>,
    pub beta: Vec<f32>,
}

impl Norm {
    /// `[rows, width]` to the same.
    pub fn apply(&self, input: &[f32]) -> Vec<f32> {
        let width = self.gamma.len();
        let mut output = Vec::with_capacity(input.len());
        for row in input.chunks_exact(width) {
            let mean = sum(row, |value| value) / width as f32;
            let variance = sum(row, |value| (value - mean) * (value - mean)) / width as f32;
            let scale = 1.0 / (variance + NORM_EPSILON as f32).sqrt();
            output.extend(
                row.iter()
                    .zip(&self.gamma)
                    .zip(&self.beta)
                    .map(|((value, gamma), beta)| (value - mean) * scale * gamma + beta),
            );
        }
        output
    }
}

/// x times the probability that a normal variable is below x, in place.
pub(super) fn gelu(values: &mut [f32]) {
    for value in values {
        *value *= normal_below(*value);
    }
}

/// The distribution function of the normal distribution, within 1e-7:
/// 1/2 + x P(x²) / Q(x²), fitted up to 5.5, where it is 1 but for 2e-8.
#[inline(always)]
fn normal_below(x: f32) -> f32 {
    const EDGE: f32 = 5.5;
    const P: [f32; 6] =
        [3.989_421_4e-1, 3.488_388e-2, 4.744_445_3e-3, 1.798_984e-4, 6.478_275_6e-6, 2.224_056e-8];
    const Q: [f32; 6] =
        [1.0, 2.541_056_6e-1, 2.924_665_9e-2, 1.946_513_8e-3, 7.747_222e-5, 1.192_077_7e-6];
    let x = if x > EDGE { EDGE } else { x };
    let x = if x < -EDGE { -EDGE } else { x };
    0.5 + x * polynomial(P, x * x) / polynomial(Q, x * x)
}

#[inline(always)]
fn polynomial<const N: usize>(coefficients: [f32; N], x: f32) -> f32 {
    coefficients.iter().rev().fold(0.0, |value, coefficient| value * x + coefficient)
}

/// e to the x for x that are not above zero, within two units in the last place;
/// zero is as small as 1e-38 here.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Added and subtracted, it rounds to whole numbers; and the low bits of
    /// the sum are that number.
    const ROUNDER: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 355.0 / 512.0;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    const SERIES: [f32; 7] = [1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0];
    let x = if x < -87.0 { -87.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + ROUNDER;
    let whole = shifted - ROUNDER;
    let rest = x - whole * LN_2_HIGH - whole * LN_2_LOW;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    polynomial(SERIES, rest) * power
}

/// Makes scores into shares that sum to one, in place.
fn softmax(scores: &mut [f32]) {
    let most = largest(scores);
    for score in scores.iter_mut() {
        *score = exp(*score - most);
    }
    let total = 1.0 / sum(scores, |score| score);
    for score in scores {
        *score *= total;
    }
}

/// Makes scores into log-probabilities, in place.
pub(super) fn log_softmax(scores: &mut [f32]) {
    let most = largest(scores);
    let total = most + math::ln_f32(scores.iter().map(|score| exp(score - most)).sum::<f32>());
    for score in scores {
        *score -= total;
    }
}

fn largest(values: &[f32]) -> f32 {
    values.iter().fold(f32::NEG_INFINITY, |most, value| if *value > most { *value } else { most })
}

/// Attention of one query `[heads * head]` over a memory whose every place is
/// `[2 * heads * head]`, keys and then values; writes `[heads * head]`, and the
/// shares `[heads, places]` into `scores`. The scale is in the queries already; `bias` of a head and a place is added to
/// its score.
pub(super) fn attend<'a>(
    query: &[f32],
    memory: impl ExactSizeIterator<Item = &'a [f32]> + Clone,
    heads: usize,
    bias: impl Fn(usize, usize) -> f32,
    scores: &mut Vec<f32>,
    output: &mut [f32],
) {
    let (width, places) = (query.len(), memory.len());
    let head = width / heads;
    // [heads, places]
    scores.clear();
    scores.resize(heads * places, 0.0);
    for (place, kept) in memory.clone().enumerate() {
        for (index, (query, key)) in
            query.chunks_exact(head).zip(kept[..width].chunks_exact(head)).enumerate()
        {
            scores[index * places + place] = dot(query, key) + bias(index, place);
        }
    }
    scores.chunks_exact_mut(places).for_each(softmax);
    output.fill(0.0);
    for (place, kept) in memory.enumerate() {
        for (index, (output, value)) in
            output.chunks_exact_mut(head).zip(kept[width..].chunks_exact(head)).enumerate()
        {
            let share = scores[index * places + place];
            for (output, value) in output.iter_mut().zip(value) {
                *output += share * value;
            }
        }
    }
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (lefts, left_rest) = left.as_chunks::<LANES>();
    let (rights, right_rest) = right.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (left, right) in lefts.iter().zip(rights) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    sums.iter().sum::<f32>() + rest
}

#[inline(always)]
fn sum(values: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for chunk in chunks {
        for (sum, value) in sums.iter_mut().zip(chunk) {
            *sum += of(*value);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|value| of(*value)).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_close_everywhere_below_zero() {
        for step in 0..=100_000 {
            let x = step as f32 * -86e-5;
            let expected = math::exp(f64::from(x));
            let found = f64::from(exp(x));
            assert!((found / expected - 1.0).abs() < 3e-7, "{x}: {found} and {expected}");
        }
        assert!(exp(-1e9) < 1e-37);
    }

    #[test]
    fn gelu_is_exact_at_zero_and_far_away() {
        let mut values = [0.0, 20.0, -20.0, 1.0, -1.0];
        gelu(&mut values);
        // The normal distribution is 0.841344746 below one.
        let expected = [0.0, 20.0, 0.0, 0.841_344_8, -0.158_655_25];
        for (found, expected) in values.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} and {expected}");
        }
    }

    #[test]
    fn scores_become_shares() {
        let mut shares: Vec<f32> = (0..9).map(|i| i as f32 / 3.0).collect();
        let mut logs = shares.clone();
        softmax(&mut shares);
        log_softmax(&mut logs);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        for (share, log) in shares.iter().zip(logs) {
            assert!((math::ln_f32(*share) - log).abs() < 1e-6);
        }
    }
}
