//! Linear recurrences modulo m: `u(n) = (a·u(n-1) + b·u(n-2) + c) % m`.
//!
//! The modulus shows in determinants: terms of such a sequence make them
//! vanish modulo m, so m divides them all.

use ansatz_expr::{Error, Expr, Int, Op};

use super::field::gcd;
use super::{MethodRun, write};

const LARGEST_TERM: i128 = 2_000;
/// Two unknown factors are tried in all combinations up to this modulus.
const LARGEST_PAIRED: i128 = 128;

pub(super) fn propose(method: &mut MethodRun<'_>) {
    let Some(terms) = bounded(method.terms()) else { return };
    let largest = terms.iter().copied().max().unwrap_or(0);
    if terms.len() < 6 || largest < 2 {
        return;
    }
    for modulus in moduli(determinants_one(&terms), largest) {
        if let Some(factor) = single(&terms, modulus) {
            offer(method, &[factor], 0, modulus);
            return;
        }
    }
    let steps: Vec<i128> = terms.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for modulus in moduli(determinants_one(&steps), largest) {
        if let Some(factor) = single(&steps, modulus) {
            let constant = (terms[1] - factor * terms[0]).rem_euclid(modulus);
            if offer(method, &[factor], constant, modulus) {
                return;
            }
        }
    }
    for modulus in moduli(determinants_two(&terms), largest) {
        if let Some((a, b)) = pair(&terms, modulus) {
            offer(method, &[a, b], 0, modulus);
            return;
        }
    }
}

fn bounded(terms: &[Int]) -> Option<Vec<i128>> {
    terms
        .iter()
        .map(|term| term.to_i128().filter(|value| (0..=LARGEST_TERM).contains(value)))
        .collect()
}

/// Divisors of the determinants' common divisor that exceed every term.
fn moduli(divisor: i128, largest: i128) -> Vec<i128> {
    if divisor <= largest || divisor > 8 * LARGEST_TERM {
        return Vec::new();
    }
    (1..=64)
        .filter(|part| divisor % part == 0)
        .map(|part| divisor / part)
        .filter(|&modulus| modulus > largest)
        .collect()
}

/// Common divisor of u(i)·u(i+2) − u(i+1)² and the like.
fn determinants_one(terms: &[i128]) -> i128 {
    terms.windows(3).fold(0, |sofar, w| gcd(sofar, w[0] * w[2] - w[1] * w[1]))
}

fn determinants_two(terms: &[i128]) -> i128 {
    terms.windows(5).fold(0, |sofar, w| {
        let determinant = w[0] * (w[2] * w[4] - w[3] * w[3]) - w[1] * (w[1] * w[4] - w[2] * w[3])
            + w[2] * (w[1] * w[3] - w[2] * w[2]);
        gcd(sofar, determinant)
    })
}

/// The factor a with t(i+1) = a·t(i) modulo m throughout.
fn single(terms: &[i128], modulus: i128) -> Option<i128> {
    (0..modulus)
        .find(|factor| terms.windows(2).all(|pair| (factor * pair[0] - pair[1]) % modulus == 0))
}

fn pair(terms: &[i128], modulus: i128) -> Option<(i128, i128)> {
    if modulus > LARGEST_PAIRED {
        return None;
    }
    (0..modulus)
        .flat_map(|a| (0..modulus).map(move |b| (a, b)))
        .find(|(a, b)| terms.windows(3).all(|w| (a * w[1] + b * w[0] - w[2]) % modulus == 0))
}

fn offer(method: &mut MethodRun<'_>, factors: &[i128], constant: i128, modulus: i128) -> bool {
    // -1 rather than m - 1.
    let near = |value: i128| if 2 * value > modulus { value - modulus } else { value };
    let law = || -> Result<Expr, Error> {
        let mut summands = Vec::new();
        for (index, &factor) in factors.iter().enumerate() {
            summands.push((near(factor), Some(Expr::prev(index as u16 + 1)?)));
        }
        summands.push((near(constant), None));
        Expr::binary(Op::Mod, &write::sum(summands)?, &Expr::int(Int::from(modulus)))
    };
    let Ok(expr) = law() else { return false };
    let mut draft = method.draft(expr);
    draft.fitted = factors.len() + 1 + usize::from(constant != 0);
    method.offer(draft)
}

#[cfg(test)]
mod tests {
    use crate::classical::{Method, testing::*};

    #[test]
    fn powers_modulo_a_number() {
        let mut terms = vec![1i64];
        (1..15).for_each(|_| terms.push(terms[terms.len() - 1] * 2 % 101));
        assert_eq!(best(Method::Residue, &ints(terms)), "mod(mul(2, u1), 101)");
    }

    #[test]
    fn fibonacci_numbers_modulo_a_number() {
        let mut terms = vec![0i64, 1];
        (2..16).for_each(|n| terms.push((terms[n - 1] + terms[n - 2]) % 23));
        assert_eq!(best(Method::Residue, &ints(terms)), "mod(add(u1, u2), 23)");
    }

    #[test]
    fn a_congruential_generator() {
        let mut terms = vec![5i64];
        (1..14).for_each(|_| terms.push((terms[terms.len() - 1] * 21 + 7) % 100));
        assert_eq!(best(Method::Residue, &ints(terms)), "mod(add(mul(21, u1), 7), 100)");
    }
}
