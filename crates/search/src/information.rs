//! What terms tell that simple codes do not know beforehand, in bits.

use std::collections::HashMap;

use ansatz_expr::{Int, math};

/// No term tells more than nothing, but none is quite foreseen either: a run
/// of equal terms still gains this much with each.
const LEAST_BITS: f64 = 1.0;

/// What a rounded term gains that a simple forecast has already told, in bits.
const LEAST_FORECAST_BITS: f64 = 0.5;

/// The bits of each integer under an adaptive code: of four simple coders
/// (the number, its step from the one before, each as a size or as one of the
/// numbers seen so far) the one that has done best up to there.
///
/// The bits of a term depend on the terms before it only, so more terms never
/// change what is known about the earlier ones.
pub(crate) fn integer_bits(terms: &[Int]) -> Vec<f64> {
    let mut coders = [Coder::default(), Coder::default()];
    // Costs so far: value by size, value by recurrence, step by size, ….
    let mut totals = [0.0f64; 4];
    let mut bits = Vec::with_capacity(terms.len());
    let mut previous = Int::ZERO;
    for &term in terms {
        let step = term.checked_sub(previous).unwrap_or(term);
        previous = term;
        let [by_value, by_step] = &mut coders;
        let [size, symbol] = by_value.costs(term);
        let [step_size, step_symbol] = by_step.costs(step);
        let costs = [size, symbol, step_size, step_symbol];
        let best = (0..4).min_by(|&a, &b| totals[a].total_cmp(&totals[b])).unwrap_or(0);
        bits.push(costs[best].max(LEAST_BITS));
        for (total, cost) in totals.iter_mut().zip(costs) {
            *total += cost;
        }
    }
    bits
}

/// Codes numbers by their size and by how often they were seen.
#[derive(Default)]
struct Coder {
    seen: HashMap<Int, u32>,
    count: u32,
    sum: f64,
}

impl Coder {
    /// What the next number costs by size and as a symbol; it is then known.
    fn costs(&mut self, value: Int) -> [f64; 2] {
        let magnitude = value.to_f64().abs();
        let scale = (self.sum / f64::from(self.count.max(1))).max(1.0);
        let by_size = size_bits(magnitude, scale);
        let total = f64::from(self.count) + 0.5 * (self.seen.len() as f64 + 1.0);
        let by_symbol = match self.seen.get(&value) {
            Some(&times) => -math::log2((f64::from(times) + 0.5) / total),
            None => by_size - math::log2(0.5 / total.max(0.5)),
        };
        *self.seen.entry(value).or_insert(0) += 1;
        self.count += 1;
        self.sum += magnitude;
        [by_size, by_symbol]
    }
}

/// The bits of a number of a magnitude where others are about `scale`: those
/// of a Cauchy distribution, which forgives surprises.
fn size_bits(magnitude: f64, scale: f64) -> f64 {
    let ratio = magnitude / scale;
    math::log2(std::f64::consts::PI * scale) + math::log2(1.0 + ratio * ratio)
}

/// The bits of each double that is shown with all its digits: as many as can be
/// told apart on the scale of the step from the term before. `resolution` is
/// half of what two terms must differ by to be different.
pub(crate) fn float_bits(terms: &[f64], resolution: impl Fn(f64) -> f64) -> Vec<f64> {
    forecast_bits(terms, resolution, &FORECASTS[..1], LEAST_BITS)
}

/// The bits of each double that is rounded: as many as its digits tell apart on
/// the scale of its distance from a forecast, of all simple forecasts the one
/// that has done best up to there.
///
/// What is smooth tells little: any law that bends the same way meets a few
/// digits of it.
pub(crate) fn rounded_bits(terms: &[f64], resolution: impl Fn(f64) -> f64) -> Vec<f64> {
    forecast_bits(terms, resolution, &FORECASTS, LEAST_FORECAST_BITS)
}

fn forecast_bits(
    terms: &[f64],
    resolution: impl Fn(f64) -> f64,
    forecasts: &[Forecast],
    least: f64,
) -> Vec<f64> {
    let mut totals = vec![0.0f64; forecasts.len()];
    let mut bits = Vec::with_capacity(terms.len());
    for (index, &term) in terms.iter().enumerate() {
        let back = |back: usize| index.checked_sub(back).and_then(|at| terms.get(at)).copied();
        let unit = (2.0 * resolution(term)).max(f64::MIN_POSITIVE);
        let cost = |forecast: &Forecast| {
            let value = forecast(&back).filter(|value| value.is_finite()).unwrap_or(0.0);
            math::log2(1.0 + (term - value).abs() / unit)
        };
        let costs: Vec<f64> = forecasts.iter().map(cost).collect();
        let best = (0..costs.len()).min_by(|&a, &b| totals[a].total_cmp(&totals[b]));
        let cost = best.and_then(|best| costs.get(best)).copied().unwrap_or(0.0);
        bits.push(cost.clamp(least, 52.0));
        for (total, cost) in totals.iter_mut().zip(costs) {
            *total += cost;
        }
    }
    bits
}

/// A forecast from the terms so many back.
type Forecast = fn(&dyn Fn(usize) -> Option<f64>) -> Option<f64>;

/// As before, none at all, periods, straight lines, constant ratios, also of
/// every other term.
const FORECASTS: [Forecast; 9] = [
    |back| back(1),
    |_| None,
    |back| back(2),
    |back| back(3),
    |back| Some(2.0 * back(1)? - back(2)?),
    |back| Some(back(1)? * back(1)? / back(2)?),
    |back| Some(-back(1)?),
    |back| Some(2.0 * back(2)? - back(4)?),
    |back| Some(back(2)? * back(2)? / back(4)?),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    #[test]
    fn more_terms_do_not_change_what_the_earlier_ones_tell() {
        let terms = ints(&[0, 1, 1, 2, 3, 5, 8, 13, 1000, -4, 0, 0, 0, 1, 0, 7]);
        let all = integer_bits(&terms);
        for count in 0..terms.len() {
            assert_eq!(integer_bits(&terms[..count]), all[..count]);
        }
    }

    #[test]
    fn what_repeats_tells_less_than_what_does_not() {
        let bits = |terms: &[i64]| integer_bits(&ints(terms)).iter().sum::<f64>();
        let constant = bits(&[7; 12]);
        let alternating = bits(&[7, 9, 7, 9, 9, 7, 9, 7, 7, 9, 7, 9]);
        let varied = bits(&[7, 99, 41, 12, 77, 3, 58, 60, 18, 31, 85, 26]);
        assert!(constant < alternating && alternating < varied);
        assert!(constant >= 11.0 * LEAST_BITS);
    }

    #[test]
    fn digits_of_floats_are_information() {
        let terms = [0.5, 1.25, 3.125, 7.8125];
        let sum = |relative: f64| -> f64 {
            float_bits(&terms, |term| relative * term.abs()).iter().sum()
        };
        assert!(sum(1e-9) > sum(1e-3));
        let constant = float_bits(&[2.5; 5], |_| 1e-9);
        assert!(constant[1..].iter().all(|&bits| bits == LEAST_BITS));
    }

    #[test]
    fn smooth_terms_tell_less_than_wild_ones() {
        let sum = |law: fn(f64) -> f64| -> f64 {
            let terms: Vec<f64> = (1..20).map(|n| law(f64::from(n))).collect();
            rounded_bits(&terms, |term| 5e-5 * term.abs()).iter().sum()
        };
        let wild = sum(|n| math::sin(n * n));
        assert!(sum(math::exp) < 0.5 * wild);
        assert!(sum(|n| 3.0 * n + 0.5) < 0.5 * wild);
        assert!(sum(|n| if n % 2.0 == 0.0 { 1.234 } else { 9.876 }) < 0.5 * wild);
    }
}
