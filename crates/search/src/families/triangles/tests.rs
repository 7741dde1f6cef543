use ansatz_expr::Int;

use super::propose;
use crate::{Problem, Ranking};

/// A triangle by rows, rows and columns from 0.
fn by_rows(rows: i64, entry: impl Fn(i64, i64) -> i64) -> Vec<Int> {
    (0..rows).flat_map(|n| (0..=n).map(move |k| (n, k))).map(|(n, k)| entry(n, k).into()).collect()
}

/// The continuation by the best law.
fn continuation(terms: &[Int], count: usize) -> Vec<Int> {
    let problem = Problem::new(terms);
    let mut ranking = Ranking::new(&problem, count);
    propose(&problem, &mut ranking);
    ranking.best().map(|best| best.next.clone()).unwrap_or_default()
}

/// Shows 25 terms, and requires the next ten.
fn is_continued(terms: &[Int]) {
    assert_eq!(continuation(&terms[..25], 10), terms[25..35]);
}

fn pascal_like(a: impl Fn(i64, i64) -> i64, b: impl Fn(i64, i64) -> i64) -> Vec<Int> {
    let mut rows = vec![vec![1i64]];
    for n in 1..9i64 {
        let before = &rows[rows.len() - 1];
        let at = |k: i64| if k < 0 || k >= n { 0 } else { before[k as usize] };
        let row = (0..=n).map(|k| a(n, k) * at(k - 1) + b(n, k) * at(k)).collect();
        rows.push(row);
    }
    rows.concat().into_iter().map(Int::from).collect()
}

#[test]
fn pascal_and_stirling() {
    is_continued(&pascal_like(|_, _| 1, |_, _| 1));
    is_continued(&pascal_like(|_, _| 2, |_, _| -3));
    is_continued(&pascal_like(|_, _| 1, |_, k| k + 1));
    is_continued(&pascal_like(|_, _| 1, |n, _| n));
    is_continued(&pascal_like(|n, k| n - k + 1, |_, k| k + 1));
}

#[test]
fn edges_of_their_own() {
    // Left edge n², right edge 2^n, sums within.
    let mut rows: Vec<Vec<i64>> = vec![];
    for n in 0..9usize {
        let mut row = vec![0; n + 1];
        for k in 1..n {
            row[k] = rows[n - 1][k - 1] + rows[n - 1][k];
        }
        (row[0], row[n]) = ((n * n) as i64 + 1, 1 << n);
        rows.push(row);
    }
    let terms: Vec<Int> = rows.concat().into_iter().map(Int::from).collect();
    is_continued(&terms);
}

#[test]
fn arrays_by_antidiagonals() {
    is_continued(&by_rows(9, |n, k| (k + 1) * (n - k + 1)));
    is_continued(&by_rows(9, |n, k| (1 << k) * 3i64.pow((n - k) as u32)));
}

#[test]
fn explicit_laws() {
    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    is_continued(&by_rows(9, |n, k| gcd(n + 1, k + 1)));
    is_continued(&by_rows(9, |n, k| (n + 1) % (k + 1)));
    is_continued(&by_rows(9, |n, k| (n - k) ^ k));
    is_continued(&by_rows(9, |n, k| (n - k + 1).pow(k as u32)));
}

#[test]
fn rows_of_even_length() {
    // The rows of (1 + x)·(1 + x + x²)^n.
    let mut rows = vec![vec![1i64, 1]];
    for n in 1..8usize {
        let before = &rows[n - 1];
        let at = |k: usize, back: usize| k.checked_sub(back).and_then(|k| before.get(k));
        let sum = |k: usize| (0..3).filter_map(|back| at(k, back)).sum::<i64>();
        rows.push((0..2 * n + 2).map(sum).collect());
    }
    let terms: Vec<Int> = rows.concat().into_iter().map(Int::from).collect();
    is_continued(&terms);
}

#[test]
fn noise_is_no_triangle() {
    let mut state = 7u32;
    let terms: Vec<Int> = (0..25)
        .map(|_| {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            Int::from(i64::from(state >> 16) % 50)
        })
        .collect();
    assert!(continuation(&terms, 10).is_empty());
}
