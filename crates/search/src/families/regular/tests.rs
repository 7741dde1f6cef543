use ansatz_expr::Int;

use super::propose;
use crate::{Problem, Ranking};

fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Int> {
    values.into_iter().map(Int::from).collect()
}

fn continuation(terms: &[Int], count: usize) -> Vec<Int> {
    let problem = Problem::new(terms);
    let mut ranking = Ranking::new(&problem, count);
    propose(&problem, &mut ranking);
    ranking.best().map(|best| best.next.clone()).unwrap_or_default()
}

/// Shows 25 terms, and requires the next ten.
fn is_continued(terms: impl IntoIterator<Item = i64>) {
    let terms = ints(terms.into_iter().take(35));
    assert_eq!(continuation(&terms[..25], 10), terms[25..]);
}

#[test]
fn binary_digits() {
    is_continued((0..).map(|n: i64| n.count_ones().into()));
    is_continued((1..).map(|n: i64| n.count_ones().into()));
    is_continued((1..).map(|n: i64| n.trailing_zeros().into()));
    is_continued((0..).map(|n: i64| (n.count_ones() % 2).into()));
    // The code of Gray, and binary numbers read in base 3.
    is_continued((0..).map(|n: i64| n ^ (n >> 1)));
    is_continued((0..).map(|n: i64| (0..10).map(|bit| (n >> bit & 1) * 3i64.pow(bit)).sum()));
}

#[test]
fn sterns_sequence_looks_at_two_terms() {
    let mut stern = vec![0i64, 1];
    for n in 2..40usize {
        stern.push(if n % 2 == 0 { stern[n / 2] } else { stern[n / 2] + stern[n / 2 + 1] });
    }
    is_continued(stern);
}

#[test]
fn digits_in_base_ten() {
    is_continued((0..).map(|n: i64| n / 10 + n % 10));
}

#[test]
fn indices_that_are_terms() {
    let mut q = vec![0i64, 1, 1];
    for n in 3..40usize {
        q.push(q[n - q[n - 1] as usize] + q[n - q[n - 2] as usize]);
    }
    is_continued(q.into_iter().skip(1));
    let mut g = vec![0i64];
    for n in 1..40usize {
        g.push(n as i64 - g[g[n - 1] as usize]);
    }
    is_continued(g.clone());
    is_continued(g.into_iter().skip(1));
    let mut conway = vec![0i64, 1, 1];
    for n in 3..40usize {
        let before = conway[n - 1] as usize;
        conway.push(conway[before] + conway[n - before]);
    }
    is_continued(conway.into_iter().skip(1));
}

#[test]
fn squares_of_noise_have_no_such_law() {
    let mut state = 7u32;
    let terms = ints((0..25).map(|_| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        i64::from(state >> 16) % 50
    }));
    assert!(continuation(&terms, 10).is_empty());
}
