use ansatz_expr::Int;

use super::*;
use crate::Ranking;

fn continuation(terms: &[Int]) -> Vec<Int> {
    let problem = Problem::new(terms);
    let mut ranking = Ranking::new(&problem, 10);
    let most = surprise(&problem) + MOST_EXCESS_BITS;
    offer(joins::search(&problem, &ranking), most, &PROFILES, &problem, &mut ranking);
    ranking.best().map(|best| best.next.clone()).unwrap_or_default()
}

/// Shows the first 25 of the terms that a definition gives, and asks for the
/// next ten.
fn is_found(definition: impl Fn(i64) -> i64) -> bool {
    let terms: Vec<Int> = (1..=35).map(|n| Int::from(definition(n))).collect();
    continuation(&terms[..25]) == terms[25..]
}

fn divisors(n: i64) -> impl Iterator<Item = i64> {
    (1..=n).filter(move |d| n % d == 0)
}

fn is_prime(n: i64) -> bool {
    divisors(n).count() == 2
}

fn prime(n: i64) -> i64 {
    (2..).filter(|&m| is_prime(m)).nth(n as usize - 1).unwrap()
}

fn digits(mut n: i64, base: i64) -> Vec<i64> {
    let mut digits = Vec::new();
    while n > 0 {
        digits.push(n % base);
        n /= base;
    }
    digits
}

#[test]
fn functions_of_n_and_of_each_other() {
    assert!(is_found(|n| divisors(n).count() as i64));
    assert!(is_found(|n| divisors(divisors(n).sum()).count() as i64));
    assert!(is_found(|n| prime(prime(n))));
    assert!(is_found(|n| digits(n * n, 10).iter().sum()));
    assert!(is_found(|n| digits(n - 1, 3).iter().rev().fold(0, |so_far, d| 10 * so_far + d)));
}

#[test]
fn multiples_sums_products_and_quotients() {
    assert!(is_found(|n| 7 * prime(n) - 3));
    assert!(is_found(|n| divisors(n).sum::<i64>() - 4 * n + 1));
    assert!(is_found(|n| prime(n) + prime(n + 2)));
    assert!(is_found(|n| n * digits(n, 2).iter().sum::<i64>()));
    assert!(is_found(|n| (prime(n) * prime(n) - 1) / 3 * 3));
    assert!(is_found(|n| divisors(n).count() as i64 * divisors(n).sum::<i64>()));
}

#[test]
fn partial_sums_and_products() {
    assert!(is_found(|n| (1..=n).map(|k| divisors(k).count() as i64).sum()));
    assert!(is_found(|n| (1..=n).map(|k| prime(k) * prime(k)).sum()));
    let mut primorials = vec![Int::from(1i64)];
    for n in 1..35 {
        let last = *primorials.last().unwrap();
        primorials.push(last.checked_mul(Int::from(prime(n))).unwrap());
    }
    assert_eq!(continuation(&primorials[..25]), primorials[25..]);
}

#[test]
fn functions_of_earlier_terms() {
    let mut terms = vec![1i64];
    for _ in 1..35 {
        let last = *terms.last().unwrap();
        terms.push(last + digits(last, 10).iter().sum::<i64>());
    }
    assert!(is_found(|n| terms[n as usize - 1]));
}

#[test]
fn what_grows_smoothly_surprises_little() {
    let surprise_of = |terms: Vec<i64>| {
        let terms: Vec<Int> = terms.into_iter().map(Int::from).collect();
        surprise(&Problem::new(&terms))
    };
    let smooth = surprise_of((1..=25).map(|n| n * n * n + 5).collect());
    let wild = surprise_of((1..=25).map(|n| n * n * 7 % 101).collect());
    assert!(smooth < 0.7 * wild);
}

#[test]
fn noise_is_no_function() {
    let mut state = 88172645463325252u64;
    let noise: Vec<Int> = (0..25)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            Int::from((state >> 40) as i64 % 1000)
        })
        .collect();
    assert!(continuation(&noise).is_empty());
}

#[test]
fn what_cannot_be_looked_up_is_left_alone() {
    assert!(continuation(&[Int::from(3i64); 20]).is_empty());
    let huge: Vec<Int> =
        (0..20).map(|n| format!("{}{}", n + 1, "0".repeat(90)).parse().unwrap()).collect();
    continuation(&huge);
    let edges = [i64::MIN, i64::MAX, 0, -1, i64::MIN, 7, 1, i64::MAX, 5].map(Int::from);
    continuation(&edges);
}

#[test]
fn keys_forget_offset_and_factor_and_nothing_else() {
    let key = |values: &[i64]| index::key(values, 1);
    assert_eq!(key(&[1, 2, 2, 5]), key(&[10, 3, 3, -18]));
    assert_ne!(key(&[1, 2, 2, 5]), key(&[1, 2, 2, 6]));
    assert_eq!(key(&[4, 4, 4, 4]), None);
    assert_eq!(key(&[i64::MIN, i64::MAX]), None);
    assert_eq!(index::key(&[1, 2, 2, 5], 2), index::key(&[8, 13, 15, 26], 2));
}
