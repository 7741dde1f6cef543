//! Sets are told by their first members, and other sequences are not.

use ansatz_expr::Int;

use super::propose::proposals;
use super::*;
use crate::{Problem, Ranking};

/// The first numbers from 0 on with a property.
fn members(count: usize, property: impl Fn(i64) -> bool) -> Vec<i64> {
    (0..).filter(|&m| property(m)).take(count).collect()
}

/// The best law of the first 25 members has the next ten as well.
#[track_caller]
fn is_found(name: &str, property: impl Fn(i64) -> bool) {
    is_found_after(25, name, property);
}

/// The same for as many members as are shown.
#[track_caller]
fn is_found_after(count: usize, name: &str, property: impl Fn(i64) -> bool) {
    let all = members(count + 10, property);
    let (shown, next) = all.split_at(count);
    let laws = find(shown);
    let best = laws.first().unwrap_or_else(|| panic!("{name}: no law"));
    assert_eq!(best.next_terms(shown, 10, 1_000_000), next, "{name}: {best}");
    assert!(best.margin() > 0.0, "{name}: {best}");
}

fn is_prime(m: i64) -> bool {
    m > 1 && (2..m).take_while(|d| d * d <= m).all(|d| m % d != 0)
}

fn digits(m: i64, base: i64) -> Vec<i64> {
    let mut digits = vec![m % base];
    let mut rest = m / base;
    while rest > 0 {
        digits.push(rest % base);
        rest /= base;
    }
    digits
}

#[test]
fn sets_of_primes() {
    is_found("primes", is_prime);
    is_found("primes 1 mod 4", |m| is_prime(m) && m % 4 == 1);
    is_found("primes 5 mod 13", |m| is_prime(m) && m % 13 == 5);
    is_found("twin primes", |m| is_prime(m) && is_prime(m + 2));
    is_found("Sophie Germain primes", |m| is_prime(m) && is_prime(2 * m + 1));
    is_found("m² + 1 prime", |m| is_prime(m * m + 1));
    is_found("6m - 1 and 6m + 1 prime", |m| is_prime(6 * m - 1) && is_prime(6 * m + 1));
    is_found("primes without digit 1", |m| is_prime(m) && !digits(m, 10).contains(&1));
    is_found("primes with digit sum 10", |m| {
        is_prime(m) && digits(m, 10).iter().sum::<i64>() == 10
    });
}

#[test]
fn primes_of_quadratic_forms() {
    let values = |a: i64, b: i64, c: i64, least: i64| {
        move |m: i64| {
            let is_value = |x: i64, y: i64| a * x * x + b * x * y + c * y * y == m;
            is_prime(m) && (least..60).any(|x| (least..60).any(|y| is_value(x, y)))
        }
    };
    is_found("x² + 14y²", values(1, 0, 14, 0));
    is_found("4x² + 11y²", values(4, 0, 11, 0));
    is_found("3x² + 2xy + 5y²", values(3, 2, 5, -60));
    is_found("3x² + xy + 4y², not negative", values(3, 1, 4, 0));
    is_found("3x² - 2xy + 4y², not negative", values(3, -2, 4, 0));
}

#[test]
fn sets_by_divisors_and_digits() {
    let divisors = |m: i64| (1..=m).filter(|d| m % d == 0).count();
    is_found("semiprimes", |m| divisors(m) == 4 || (divisors(m) == 3 && m > 1));
    is_found("six divisors", |m| divisors(m) == 6);
    is_found("squarefree", |m| m > 0 && (2..=m).all(|d| m % (d * d) != 0));
    is_found("sums of two squares", |m| (0..=m).any(|x| (0..=x).any(|y| x * x + y * y == m)));
    is_found("digits 0 and 1", |m| digits(m, 10).iter().all(|&digit| digit < 2));
    is_found("no 2 in base 3", |m| !digits(m, 3).contains(&2));
    is_found("palindromes", |m| {
        let digits = digits(m, 10);
        digits.iter().eq(digits.iter().rev())
    });
    is_found("even number of ones", |m| digits(m, 2).iter().sum::<i64>() % 2 == 0);
    is_found("divisible by the sum of the digits", |m| {
        m > 0 && m % digits(m, 10).iter().sum::<i64>() == 0
    });
}

#[test]
fn what_is_not_in_a_set() {
    let divisors = |m: i64| (1..=m).filter(|d| m % d == 0).count();
    let is_palindrome = |m: i64| digits(m, 10).iter().eq(digits(m, 10).iter().rev());
    is_found_after(60, "no palindromes", |m| !is_palindrome(m));
    is_found_after(40, "not four divisors", |m| m > 0 && divisors(m) != 4);
    is_found_after(60, "no primes 3 mod 4", |m| m > 0 && !(is_prime(m) && m % 4 == 3));
    is_found_after(40, "primes p without 2p + 1 prime", |m| is_prime(m) && !is_prime(2 * m + 1));
    is_found_after(60, "not both prime", |m| {
        let both = |p: i64| is_prime(p) && is_prime(p + 2);
        m > 0 && !both(m)
    });
}

#[test]
fn multiples_of_a_set() {
    let squarefree = |m: &i64| (2..=*m).all(|d| m % (d * d) != 0);
    let cases: [(&str, Vec<i64>); 3] = [
        ("5 * squarefree", (1..).filter(squarefree).map(|m| 5 * m).take(35).collect()),
        ("12 * prime + 5", (1..).filter(|m| is_prime(*m)).map(|m| 12 * m + 5).take(35).collect()),
        ("3 * squarefree - 1", (1..).filter(squarefree).map(|m| 3 * m - 1).take(35).collect()),
    ];
    for (name, all) in cases {
        let (shown, next) = all.split_at(25);
        let law = find(shown).into_iter().next().unwrap_or_else(|| panic!("{name}: no law"));
        assert_eq!(law.next_terms(shown, 10, 1_000_000), next, "{name}: {law}");
        assert!(law.margin() > 0.0, "{name}: {law}");
    }
}

/// The best law of all but ten of the terms has those as well, and so has what is
/// written of it.
#[track_caller]
fn is_continued(name: &str, all: &[i64]) {
    let (shown, next) = all.split_at(all.len() - 10);
    let law = find(shown).into_iter().next().unwrap_or_else(|| panic!("{name}: no law"));
    assert_eq!(law.next_terms(shown, 10, 1_000_000), next, "{name}: {law}");
    assert!(law.margin() > 0.0, "{name}: {law}");
    let expr: ansatz_expr::Expr = law.to_string().parse().unwrap();
    let terms: Vec<Int> = all.iter().map(|&term| Int::from(term)).collect();
    for place in law.skip..all.len() {
        assert_eq!(expr.eval(&terms[..place]).unwrap(), terms[place], "{name}: {law}");
    }
}

#[test]
fn sums_and_distances() {
    let twin = |m: i64| is_prime(m) && is_prime(m + 2);
    let mut sum = 0;
    let sums: Vec<i64> = members(35, twin)
        .into_iter()
        .map(|m| {
            sum += m;
            sum
        })
        .collect();
    is_continued("sums of twin primes", &sums);
    let distances = |count: usize, property: &dyn Fn(i64) -> bool| -> Vec<i64> {
        members(count + 1, property).windows(2).map(|pair| pair[1] - pair[0]).collect()
    };
    is_continued("distances of twin primes", &distances(35, &twin));
    is_continued("distances of primes 1 mod 4", &distances(35, &|m| is_prime(m) && m % 4 == 1));
    let divisors = |m: i64| (1..=m).filter(|d| m % d == 0).count();
    is_continued("distances of numbers with four divisors", &distances(35, &|m| divisors(m) == 4));
    let mut count = 0;
    let counts: Vec<i64> = (1..=70)
        .map(|n| {
            count += i64::from(divisors(n) == 4);
            count
        })
        .collect();
    is_continued("how many numbers up to n have four divisors", &counts);
}

#[test]
fn images_of_sets() {
    let squares: Vec<i64> = members(35, is_prime).into_iter().map(|p| p * p).collect();
    let (shown, next) = squares.split_at(25);
    let law = find(shown).into_iter().next().unwrap();
    assert_eq!(law.next_terms(shown, 10, 1_000_000), next, "{law}");
}

#[test]
fn two_values_are_the_places_of_a_set() {
    let all: Vec<i64> = (1..=60).map(|n| if is_prime(n) { 5 } else { 3 }).collect();
    let (shown, next) = all.split_at(50);
    let law = find(shown).into_iter().next().unwrap();
    assert_eq!(law.next_terms(shown, 10, 1_000), next, "{law}");
    assert_eq!(law.to_string(), "3 + 2 * isprime(n)");
}

#[test]
fn laws_are_written_in_the_language() {
    let primes = members(25, |m| is_prime(m) && m % 4 == 1);
    let law = find(&primes).into_iter().next().unwrap();
    assert_eq!(law.to_string(), "least(m > u(n-1): isprime(m) * eq(m % 4, 1))");
    assert_eq!(law.skip, 0);
}

#[test]
fn a_first_term_may_be_an_exception() {
    let mut terms = vec![4];
    terms.extend(members(34, |m| is_prime(m) && m > 4 && m % 3 == 2));
    let (shown, next) = terms.split_at(25);
    let law = find(shown).into_iter().next().unwrap();
    assert_eq!(law.next_terms(shown, 10, 1_000_000), next, "{law}");
    assert_eq!(law.skip, 1);
}

#[test]
fn proposals_are_verified_by_running_them() {
    let laws: [(&str, &dyn Fn(i64) -> bool); 5] = [
        ("twin primes", &|m| is_prime(m) && is_prime(m + 2)),
        ("primes 1 mod 8", &|m| is_prime(m) && m % 8 == 1),
        ("as many 0s as 1s", &|m| {
            let digits = digits(m, 2);
            2 * digits.iter().sum::<i64>() == digits.len() as i64
        }),
        ("primes 4x² + 3xy + 6y²", &|m| {
            let is_value = |x: i64, y: i64| 4 * x * x + 3 * x * y + 6 * y * y == m;
            is_prime(m) && (-60..60).any(|x| (0..60).any(|y| is_value(x, y)))
        }),
        ("palindromes in base 5", &|m| digits(m, 5).iter().eq(digits(m, 5).iter().rev())),
    ];
    for (name, law) in laws {
        let all: Vec<Int> = members(35, law).into_iter().map(Int::from).collect();
        let (shown, next) = all.split_at(25);
        let problem = Problem::new(shown);
        let mut ranking = Ranking::new(&problem, 10);
        for proposal in proposals(&problem) {
            ranking.add(proposal);
        }
        let best = ranking.best().unwrap_or_else(|| panic!("{name}: no law"));
        assert_eq!(best.next, next, "{name}: {}", best.proposal.expr);
        assert!(best.evidence.verdict.is_verified(), "{name}: {:?}", best.evidence);
    }
}

#[test]
fn numbers_without_a_law_have_none() {
    // A generator of numbers, one in about 40.
    let mut state = 12_345u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as i64
    };
    for _ in 0..5 {
        let mut terms = vec![draw() % 40];
        while terms.len() < 25 {
            terms.push(terms.last().unwrap() + 1 + draw() % 80);
        }
        let believed = find(&terms).into_iter().find(|law| law.margin() > 10.0);
        assert!(believed.is_none(), "{}", believed.unwrap());
    }
}

#[test]
fn odd_inputs_have_no_law_and_do_no_harm() {
    let cases: [&[i64]; 6] = [
        &[],
        &[1; 30],
        &[i64::MIN, i64::MAX, 1, 2, 3, 4, 5, 6, 7, 8],
        &[-5, -4, -3, -1, 2, 3, 8, 9, 11, 12, 15],
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, i64::MAX],
        &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ];
    for terms in cases {
        assert!(find(terms).is_empty(), "{terms:?}");
    }
}
