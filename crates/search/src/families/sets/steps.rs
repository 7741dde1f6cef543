//! Sums of the numbers with a property, and the distances between them.

use super::functions::{Binary, Unary};
use super::law::{Image, SetLaw};
use super::{FEWEST, FREE, LARGEST, explain};

/// Where the numbers may begin whose distances are shown.
const STARTS: std::ops::RangeInclusive<i64> = 0..=10;

/// Larger numbers are not factored so often.
const LARGEST_SUM: i64 = 1 << 30;

/// What it takes to say that the terms are sums or distances, in bits.
const SHAPE_BITS: f64 = 4.0;

/// Differences of the terms of which there are only two, and the index of the
/// first. Where the terms are sums from 1 on, the first is a difference too.
pub(super) fn two_valued(terms: &[i64]) -> Option<(Vec<i64>, i64)> {
    let steps = differences(terms)?;
    let (&low, &high) = (steps.iter().min()?, steps.iter().max()?);
    // Above 0, the terms increase and are a set themselves.
    if low == high || low > 0 || steps.iter().any(|&step| step != low && step != high) {
        return None;
    }
    match terms.first() {
        Some(&first) if first == low || first == high => {
            Some((std::iter::once(first).chain(steps).collect(), 1))
        }
        _ => Some((steps, 2)),
    }
}

fn differences(terms: &[i64]) -> Option<Vec<i64>> {
    let step = |pair: &[i64]| pair.last()?.checked_sub(*pair.first()?);
    terms.windows(2).map(step).collect()
}

/// Whether the numbers are of one of the kinds whose distances people write down.
/// There are many places to begin at, and a whole search for each would be dear.
fn have_much_in_common(numbers: &[i64]) -> bool {
    let Some(numbers) = numbers.get(FREE..) else { return false };
    let one_value = |function: Unary, of: &dyn Fn(i64) -> Option<i64>| {
        let value = |&m: &i64| of(m).and_then(|m| function.apply(m));
        let first = numbers.first().and_then(value);
        first.is_some_and(|first| {
            let is_told = !matches!(function, Unary::IsPrime | Unary::IsSquarefree) || first == 1;
            is_told && numbers.iter().all(|m| value(m) == Some(first))
        })
    };
    let itself = |m: i64| Some(m);
    let is_palindrome = |m: &i64| Binary::Reverse.apply(*m, 10) == Some(*m);
    [Unary::IsPrime, Unary::IsSquarefree, Unary::BigOmega, Unary::Omega, Unary::NumDiv]
        .into_iter()
        .any(|function| one_value(function, &itself))
        || one_value(Unary::IsPrime, &|m| m.checked_add(1))
        || one_value(Unary::IsPrime, &|m| m.checked_sub(1))
        || one_value(Unary::IsPrime, &|m| m.checked_mul(2)?.checked_add(1))
        || one_value(Unary::IsPrime, &|m| m.checked_mul(m)?.checked_add(1))
        || numbers.iter().all(is_palindrome)
}

/// Laws of both kinds.
pub(super) fn propose(terms: &[i64], laws: &mut Vec<SetLaw>) {
    sums(terms, laws);
    if laws.is_empty() {
        distances(terms, laws);
    }
}

fn sums(terms: &[i64], laws: &mut Vec<SetLaw>) {
    let Some(numbers) = differences(terms) else { return };
    let increasing =
        |from: usize| numbers.windows(2).skip(from).all(|pair| matches!(pair, [a, b] if a < b));
    let Some(skip) = (0..=FREE).find(|&skip| increasing(skip)) else { return };
    let is_looked_at = |number: &i64| (0..=LARGEST).contains(number);
    // What grows evenly is a polynomial.
    let seconds = differences(&numbers).unwrap_or_default();
    let is_even = seconds.windows(2).rev().take(FEWEST).all(|pair| pair.first() == pair.last());
    if is_even || !numbers.iter().skip(skip).all(is_looked_at) {
        return;
    }
    for (property, explained, from) in explain(&numbers, skip, SHAPE_BITS) {
        let (bits, skip) = (property.bits, (from + 1).max(2));
        laws.push(SetLaw { image: Image::Sums, property, bits, explained, skip });
    }
}

fn distances(terms: &[i64], laws: &mut Vec<SetLaw>) {
    // Where every number is one of those, nothing is told.
    let total: Option<i64> = terms.iter().try_fold(0i64, |sum, term| sum.checked_add(*term));
    let is_sparse = total.is_some_and(|total| total <= LARGEST_SUM && total > terms.len() as i64);
    let Some(most) = terms.iter().max().filter(|_| is_sparse) else { return };
    // Distances between numbers with a property do not grow much.
    if terms.iter().any(|term| *term < 1) || *most > total.unwrap_or(0) / 4 {
        return;
    }
    for start in STARTS {
        let mut number = start;
        let next = terms.iter().map(|term| {
            number += term;
            number
        });
        let numbers: Vec<i64> = std::iter::once(start).chain(next).collect();
        if !have_much_in_common(&numbers) {
            continue;
        }
        for (property, explained, from) in explain(&numbers, 0, SHAPE_BITS) {
            // Those that are not explained would not be terms.
            let (bits, skip) = (property.bits, from.saturating_sub(1));
            laws.push(SetLaw { image: Image::Steps { start }, property, bits, explained, skip });
        }
    }
}
