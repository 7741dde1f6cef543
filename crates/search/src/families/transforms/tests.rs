use ansatz_expr::Int;

use super::left::substitute;
use super::*;
use crate::Ranking;

/// Shows the first 25 of these terms and asks for the next ten, of 35.
fn is_found(terms: &[i64]) -> bool {
    is_continued(&terms[..35])
}

/// Shows all but ten of these terms and asks for those.
fn is_continued(terms: &[i64]) -> bool {
    let terms: Vec<Int> = terms.iter().map(|&term| Int::from(term)).collect();
    let (shown, hidden) = terms.split_at(terms.len() - 10);
    let problem = Problem::new(shown);
    let mut ranking = Ranking::new(&problem, 10);
    let drafts = search(&problem, &ranking);
    offer(drafts, most_bits(&problem), &PROFILES, &problem, &mut ranking);
    ranking.best().is_some_and(|best| best.next == hidden)
}

fn over_divisors(n: i64, function: impl Fn(i64) -> i64) -> i64 {
    (1..=n).filter(|d| n % d == 0).map(function).sum()
}

/// The number of ways to write n as a sum of these parts, for n from 0.
fn partitions(parts: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut ways = vec![0i64; 36];
    ways[0] = 1;
    for part in parts {
        for n in part..36 {
            ways[n] += ways[n - part];
        }
    }
    ways
}

#[test]
fn sums_over_divisors() {
    let odd: Vec<i64> = (1..=35).map(|n| over_divisors(n, |d| d % 2)).collect();
    assert!(is_found(&odd));
    let fourth: Vec<i64> = (1..=35).map(|n| over_divisors(n, |d| d.pow(5))).collect();
    assert!(is_found(&fourth));
    let with_zero: Vec<i64> = std::iter::once(7).chain(odd).take(35).collect();
    assert!(is_found(&with_zero));
    let weighted: Vec<i64> = (1..=35).map(|n| over_divisors(n, |d| d * d * (n / d))).collect();
    assert!(is_found(&weighted));
}

#[test]
fn partitions_into_parts_of_a_kind() {
    assert!(is_found(&partitions(1..36)));
    let is_prime = |n: &usize| (2..*n).all(|d| !n.is_multiple_of(d));
    assert!(is_found(&partitions((2..36).filter(is_prime))));
    assert!(is_found(&partitions((1..36).flat_map(|part| std::iter::repeat_n(part, part)))));
    let without_zero = partitions(1..36);
    assert!(is_found(&without_zero[1..]));
}

#[test]
fn compositions_and_binomial_sums() {
    let is_prime = |n: usize| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    let mut ways = vec![1i64];
    for n in 1..35 {
        ways.push((1..=n).filter(|&k| is_prime(k)).map(|k| ways[n - k]).sum());
    }
    assert!(is_found(&ways));
    // Ordered factorizations.
    let mut factorizations = vec![1i64];
    for n in 2..=35usize {
        factorizations
            .push((1..n).filter(|d| n.is_multiple_of(*d)).map(|d| factorizations[d - 1]).sum());
    }
    assert!(is_found(&factorizations));
}

#[test]
fn coprime_parts_and_products_with_a_period() {
    let gcd = |mut a: i64, mut b: i64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let unitary = |n: i64| over_divisors(n, |d| if gcd(d, n / d) == 1 { d } else { 0 });
    assert!(is_found(&(1..=35).map(unitary).collect::<Vec<i64>>()));
    // Parts of the sizes 1 and 2 modulo 5, those of size 1 in three colours.
    let parts = (1..36).flat_map(|part| std::iter::repeat_n(part, [0, 3, 1, 0, 0][part % 5]));
    assert!(is_found(&partitions(parts)));
}

#[test]
fn recurrences_are_transformed_too() {
    // Pell's numbers over the divisors, and Fibonacci's as kinds of parts.
    let (mut pell, mut fibonacci) = (vec![0i64, 1], vec![0i64, 1]);
    for n in 2..36 {
        pell.push(2 * pell[n - 1] + pell[n - 2]);
        fibonacci.push(fibonacci[n - 1] + fibonacci[n - 2]);
    }
    assert!(is_found(
        &(1..=35).map(|n| over_divisors(n, |d| pell[d as usize])).collect::<Vec<_>>()
    ));
    let kinds = |part: usize| std::iter::repeat_n(part, fibonacci[part] as usize);
    assert!(is_continued(&partitions((1..30).flat_map(kinds))[..30]));
}

#[test]
fn products_over_divisors() {
    let product = |n: i64, function: &dyn Fn(i64) -> i64| -> i64 {
        (1..=n).filter(|d| n % d == 0).map(function).product()
    };
    assert!(is_found(&(1..=35).map(|n| product(n, &|d| d)).collect::<Vec<_>>()));
    assert!(is_found(&(1..=35).map(|n| product(n, &|d| d * d + 1)).collect::<Vec<_>>()));
    // The primes whose powers n are, or 1: their product over the divisors is n.
    let mut roots = vec![0i64; 36];
    for n in 1..=35usize {
        let proper = (1..n).filter(|d| n.is_multiple_of(*d)).map(|d| roots[d]).product::<i64>();
        roots[n] = n as i64 / proper;
    }
    assert!(is_found(&roots[1..]));
}

#[test]
fn runs_of_numbers_that_go_up_and_down() {
    // 100 - k² as often as k has divisors, and once more.
    let numbers = |k: i64| std::iter::repeat_n(100 - k * k, over_divisors(k, |_| 1) as usize + 1);
    assert!(is_continued(&(1..).flat_map(numbers).take(70).collect::<Vec<i64>>()));
    // The k-th prime 2k - 1 times.
    let is_prime = |n: i64| n > 1 && (2..n).all(|d| n % d != 0);
    let primes = (2..).filter(|n| is_prime(*n));
    let odd = (1..).zip(primes).flat_map(|(k, p)| std::iter::repeat_n(p, 2 * k - 1));
    assert!(is_continued(&odd.take(70).collect::<Vec<i64>>()));
}

#[test]
fn numbers_that_appear_so_many_times() {
    let runs = |n: i64| std::iter::repeat_n(n + 3, (1..=n).filter(|d| n % d == 0).count() + 1);
    assert!(is_continued(&(1..).flat_map(runs).take(90).collect::<Vec<i64>>()));
}

#[test]
fn polynomials_and_properties_are_transformed_too() {
    // Partitions into 7k - 3 kinds of parts of size k.
    let parts = (1..36).flat_map(|part| std::iter::repeat_n(part, 7 * part - 3));
    assert!(is_continued(&partitions(parts)[..25]));
    // Into parts k with 2k + 1 prime.
    let is_prime = |n: usize| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    assert!(is_continued(&partitions((1..36).filter(|k| is_prime(2 * k + 1)))));
    // The sum of the divisors with 3k² + 5k + 11 for each.
    let sums = (1..=35).map(|n| over_divisors(n, |d| 3 * d * d + 5 * d + 11));
    assert!(is_found(&sums.collect::<Vec<i64>>()));
}

#[test]
fn binomial_sums_with_signs() {
    let binomial = |n: i64, k: i64| (0..k).fold(1i64, |value, at| value * (n - at) / (at + 1));
    let is_prime = |n: i64| n > 1 && (2..n).all(|d| n % d != 0);
    let primes: Vec<i64> = (2..).filter(|n| is_prime(*n)).take(31).collect();
    let sum = |n: i64| -> i64 {
        (1..=n)
            .map(|k| (-1i64).pow((n - k) as u32) * binomial(n - 1, k - 1) * primes[k as usize - 1])
            .sum()
    };
    assert!(is_continued(&(1..=31).map(sum).collect::<Vec<i64>>()));
}

#[test]
fn variables_within_the_law_keep_their_binders() {
    let law: Expr = "sum(k=1..n, n * k)".parse().unwrap();
    let replaced = substitute(&law, &Expr::bound(0)).unwrap();
    let sum = Expr::call(Op::Sum, &[&Expr::int(1i64), &Expr::n(), &replaced]).unwrap();
    assert_eq!(sum.to_string(), "sum(k=1..n, sum(j=1..k, k*j))");
    assert_eq!(sum.eval(&[Int::ZERO; 2]).unwrap(), Int::from(1 + 2 * 3 + 3 * 6i64));
}

#[test]
fn noise_is_no_transform() {
    let mut state = 3u64;
    let noise: Vec<i64> = (0..35)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as i64 % 1000
        })
        .collect();
    assert!(!is_found(&noise));
}

#[test]
fn the_index_is_replaced_everywhere() {
    let law = Expr::from_words("add mul n n digitsum sub n 1 10".split_whitespace()).unwrap();
    let replaced = substitute(&law, &Expr::bound(0)).unwrap();
    let sum = Expr::call(Op::Sum, &[&Expr::int(1i64), &Expr::n(), &replaced]).unwrap();
    assert_eq!(sum.to_string(), "sum(k=1..n, k*k + digitsum(k - 1, 10))");
}
