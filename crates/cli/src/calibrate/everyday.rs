//! Numbers as people type them: few, short, and mostly with a plain law.

use ansatz::{Int, Terms};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::TEN;
use crate::evaluate::read::Row;

/// How many terms are shown, at least and at most.
const SHOWN: std::ops::RangeInclusive<usize> = 4..=12;

/// The same of integers.
const FEW_SHOWN: std::ops::RangeInclusive<usize> = 4..=9;

/// A drawn sequence in units of its last decimal.
struct Drawn {
    /// Digits after the point.
    places: usize,
    units: Vec<i64>,
}

/// One sequence, determined by (seed, index). Nine in eleven have a law: equal steps,
/// multiples, squares, growth and units that are rounded, steps in turns, what stays or
/// comes again, doubling and halving. The others have steps that are drawn, as
/// measurements have.
pub fn row(seed: u64, index: u64) -> Row {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ index.wrapping_mul(0x9e37_79b9));
    let shown = rng.random_range(SHOWN);
    let Drawn { places, units } = draw(&mut rng, shown + TEN);
    let mut terms: Vec<f64> = units.iter().map(|&units| decimal(units, places)).collect();
    let truth = terms.split_off(shown);
    Row {
        name: format!("everyday {index}"),
        keywords: Vec::new(),
        asked: truth.len(),
        terms: Terms::Floats(terms),
        truth: Terms::Floats(truth),
        law: None,
    }
}

/// The same in integers, which are as small as those of a puzzle. Ten in twelve have a
/// law: equal steps, multiples, polynomials, powers, what is doubled and one more, sums of
/// the two before, what comes again, steps in turns.
pub fn integers(seed: u64, index: u64) -> Row {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ index.wrapping_mul(0x5851_f42d));
    let shown = rng.random_range(FEW_SHOWN);
    let mut terms = draw_integers(&mut rng, shown + TEN);
    let truth = terms.split_off(shown);
    let as_terms = |terms: Vec<i64>| Terms::Integers(terms.into_iter().map(Int::from).collect());
    Row {
        name: format!("everyday {index}"),
        keywords: Vec::new(),
        asked: truth.len(),
        terms: as_terms(terms),
        truth: as_terms(truth),
        law: None,
    }
}

fn draw_integers(rng: &mut impl RngExt, count: usize) -> Vec<i64> {
    let numbers = 0..count as i64;
    let first = rng.random_range(-3..=20);
    let step = rng.random_range(1..=12) * if rng.random_bool(0.3) { -1 } else { 1 };
    let small = rng.random_range(1..=5);
    let grown = |mut next: Box<dyn FnMut(i64) -> i64>, start: i64| -> Vec<i64> {
        std::iter::successors(Some(start), |&before| Some(next(before))).take(count).collect()
    };
    match rng.random_range(0..12) {
        0 | 1 => numbers.map(|n| first + step * n).collect(),
        2 => numbers.map(|n| step * (n + 1)).collect(),
        3 => {
            let bend = rng.random_range(1..=3);
            numbers.map(|n| bend * n * n + (step % 6) * n + first).collect()
        }
        4 => {
            let factor = rng.random_range(2..=5);
            grown(Box::new(move |before| before * factor), small)
        }
        5 => {
            let factor = rng.random_range(2..=3);
            grown(Box::new(move |before| before * factor + step % 4), small)
        }
        6 => {
            let mut before = rng.random_range(0..=5);
            let sum = move |now: i64| {
                let next = now + before;
                before = now;
                next
            };
            grown(Box::new(sum), small)
        }
        7 => {
            let values: Vec<i64> =
                (0..rng.random_range(1..=3)).map(|_| rng.random_range(0..=9)).collect();
            numbers.map(|n| values[n as usize % values.len()]).collect()
        }
        8 => {
            let other = rng.random_range(1..=9);
            let mut is_odd = false;
            let turns = move |before: i64| {
                is_odd = !is_odd;
                before + if is_odd { step } else { other }
            };
            grown(Box::new(turns), first)
        }
        9 => {
            let exponent = rng.random_range(2..=3);
            let offset = if rng.random_bool(0.5) { 0 } else { step % 4 };
            numbers.map(|n| (n + 1).pow(exponent) + offset).collect()
        }
        _ => {
            let steps: Vec<i64> = (0..count).map(|_| rng.random_range(1..=9)).collect();
            let mut steps = steps.into_iter();
            grown(Box::new(move |before| before + steps.next().unwrap_or(1)), first)
        }
    }
}

fn draw(rng: &mut Xoshiro256PlusPlus, count: usize) -> Drawn {
    let places = rng.random_range(1..=2);
    let unit = 10i64.pow(places as u32);
    let numbers = 0..count as i64;
    // What people count with is round more often than not: halves, or quarters where
    // there are two decimals.
    let round = if rng.random_bool(0.6) { unit / 2 / places as i64 } else { 1 };
    let first = rng.random_range(-5 * unit..=50 * unit) / round * round;
    let step = rng.random_range(1..=4 * unit / round) * round;
    let step = if rng.random_bool(0.4) { -step } else { step };
    let units: Vec<i64> = match rng.random_range(0..11) {
        0 | 1 => numbers.map(|n| first + step * n).collect(),
        2 => numbers.map(|n| step * (n + 1)).collect(),
        3 => {
            let bend = rng.random_range(1..=unit);
            numbers.map(|n| first + step * n + bend * n * n).collect()
        }
        4 => {
            // Growth by half percents, rounded to the last decimal: each time, or only
            // where it is shown.
            let half_percents =
                rng.random_range(1..=40) + if rng.random_bool(0.7) { 200 } else { 150 };
            let mut value = rng.random_range(20 * unit..=2000 * unit);
            let rounds_each_time = rng.random_bool(0.5);
            let (start, ratio) = (value as f64, half_percents as f64 / 200.0);
            let grow = |n: i64| {
                let now = value;
                value = (2 * value * half_percents + 200).div_euclid(400);
                if rounds_each_time { now } else { (start * ratio.powi(n as i32)).round() as i64 }
            };
            numbers.map(grow).collect()
        }
        5 => {
            // One unit in another, rounded where it is shown.
            let factor = rng.random_range(0.1..10.0);
            let factor = (factor * 1000.0_f64).round() / 1000.0;
            numbers.map(|n| (factor * ((n + 1) * unit) as f64).round() as i64).collect()
        }
        6 => {
            let other = rng.random_range(1..=4 * unit);
            let mut value = first;
            let walk = |n: i64| {
                let now = value;
                value += if n % 2 == 0 { step } else { other };
                now
            };
            numbers.map(walk).collect()
        }
        7 => {
            let values: Vec<i64> = (0..rng.random_range(1..=3))
                .map(|_| rng.random_range(-2 * unit..=9 * unit) / round * round)
                .collect();
            numbers.map(|n| values[n as usize % values.len()]).collect()
        }
        8 => {
            let factor = [2i64, 2, 2, 3, -1, -2][rng.random_range(0..6)];
            let least = rng.random_range(1..=5 * unit / round) * round;
            let mut grown: Vec<i64> = numbers.map(|n| least * factor.pow(n as u32)).collect();
            // Halves and thirds, as long as there are any.
            if factor.abs() > 1 && rng.random_bool(0.5) {
                grown.reverse();
            }
            grown
        }
        _ => {
            let mut value = first;
            let mut walk = Vec::with_capacity(count);
            for _ in numbers {
                walk.push(value);
                value += rng.random_range(-2 * unit..=2 * unit);
            }
            walk
        }
    };
    Drawn { places, units }
}

/// The double that is nearest to the decimal, as reading it gives.
fn decimal(units: i64, places: usize) -> f64 {
    units as f64 / 10f64.powi(places as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_short_and_the_same_every_time() {
        for index in 0..200 {
            let (one, other) = (row(3, index), row(3, index));
            assert_eq!((&one.terms, &one.truth), (&other.terms, &other.truth));
            assert!(SHOWN.contains(&one.terms.len()));
            assert_eq!(one.truth.len(), TEN);
            let (one, other) = (integers(3, index), integers(3, index));
            assert_eq!((&one.terms, &one.truth), (&other.terms, &other.truth));
            assert!(FEW_SHOWN.contains(&one.terms.len()));
            assert_eq!(one.truth.len(), TEN);
        }
        assert_eq!(decimal(-125, 2), -1.25);
    }
}
