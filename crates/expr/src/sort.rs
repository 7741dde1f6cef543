//! Sorting where code must be small rather than fast.
//!
//! The standard library compiles its sort anew for every type and every order, some
//! four kilobytes each: a tenth of the engine that browsers download. Here positions
//! are sorted, by one function for all. What is sorted many times a second, or is
//! long, is better sorted by the standard library.

use std::cmp::Ordering;

/// Sorts as `sort_by` does: what is equal keeps its order.
///
/// ```
/// let mut words = ["three", "two", "one"];
/// ansatz_expr::sort::by(&mut words, |a, b| a.len().cmp(&b.len()));
/// assert_eq!(words, ["two", "one", "three"]);
/// ```
pub fn by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let order = positions(items.len(), &mut |a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    put(order, &mut |a, b| items.swap(a, b));
}

/// Sorts as `sort_by_key` does: what is equal keeps its order.
pub fn by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    by(items, |a, b| key(a).cmp(&key(b)));
}

/// Where what belongs at each place stands.
#[inline(never)]
fn positions(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Brings everything to its place, cycle by cycle.
#[inline(never)]
fn put(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        // What is at its place stands there already.
        while let Some(place) = order.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without a pattern, many of them equal.
    fn numbers(count: usize) -> Vec<(u64, usize)> {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % 17
        };
        (0..count).map(|index| (next(), index)).collect()
    }

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        for count in [0, 1, 2, 3, 10, 21, 100, 1000] {
            let mut own = numbers(count);
            let mut expected = own.clone();
            by_key(&mut own, |(number, _)| *number);
            expected.sort_by_key(|(number, _)| *number);
            assert_eq!(own, expected);
            by(&mut own, |a, b| b.cmp(a));
            expected.sort_by(|a, b| b.cmp(a));
            assert_eq!(own, expected);
        }
        let mut floats = [2.0, f64::NAN, -0.0, 0.0, f64::NEG_INFINITY];
        by(&mut floats, f64::total_cmp);
        assert_eq!(floats.map(f64::to_bits), {
            let mut floats = [2.0, f64::NAN, -0.0, 0.0, f64::NEG_INFINITY];
            floats.sort_by(f64::total_cmp);
            floats.map(f64::to_bits)
        });
    }
}
