//! Multiplicative functions: u(a·b) = u(a)·u(b) where a and b have no factor in
//! common. Such a function is known by its values at powers of primes.
//!
//! The law is written by taking the least prime factor p with its exponent e
//! apart: u(n) = u(n / p^e)·f(p, e).

mod values;

use ansatz_expr::{Error, Expr, Int, Op};

use crate::families::offer::offer;
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};
use values::{PrimePower, PrimePowerBank, Tree};

/// Fewer terms have too few products to tell.
const FEWEST_TERMS: usize = 10;
/// More terms are not looked at while searching; the law is verified on all.
const MOST_TERMS: usize = 200;
/// What it takes to say that the law is of this family, and where it begins.
const FAMILY_BITS: f64 = 8.0;
/// How many laws are passed on.
const MOST_LAWS: usize = 4;

static PROFILE: Profile = Profile {
    id: "multiplicative",
    label: "multiplicative function",
    group: Group::Classical,
    searches: false,
};

/// Finds multiplicative functions by their values at powers of primes.
#[derive(Debug, Clone, Copy)]
pub struct Multiplicative;

impl ByTerms for Multiplicative {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        propose(problem, sink);
    }
}

/// Hands to the sink the laws that reproduce the terms. The first term may be
/// that of 1, or that of 0, which says nothing.
pub fn propose(problem: &Problem<'_, Int>, sink: &mut (impl Sink + ?Sized)) {
    let small: Option<Vec<i128>> =
        problem.terms().iter().take(MOST_TERMS).map(|term| term.to_i128()).collect();
    let Some(small) = small else { return };
    for shift in 0..2 {
        let Some(terms) = small.get(shift..).filter(|terms| terms.len() >= FEWEST_TERMS) else {
            continue;
        };
        let Some(powers) = prime_powers(terms) else { continue };
        // What is the same everywhere is simpler to say.
        if powers.iter().all(|power| power.value == 1) {
            continue;
        }
        let bank = PrimePowerBank::new(&powers);
        for tree in bank.find(&powers).into_iter().take(MOST_LAWS) {
            let Ok((expr, bits)) = law(&tree, shift) else { continue };
            let mut draft = Proposal::new(expr, &PROFILE);
            draft.skip = shift + 1;
            draft.stated_bits = Some(FAMILY_BITS + bits);
            offer(draft, problem, sink);
        }
    }
}

/// The values at powers of primes, if the terms, from that of 1 on, are those of
/// a multiplicative function.
fn prime_powers(terms: &[i128]) -> Option<Vec<PrimePower>> {
    if terms.first() != Some(&1) {
        return None;
    }
    let mut powers = Vec::new();
    for n in 2..=terms.len() {
        let value = *terms.get(n - 1)?;
        let (prime, exponent, rest) = least_factor(n);
        if rest == 1 {
            powers.push(PrimePower { prime: prime as i128, exponent: exponent as i128, value });
            continue;
        }
        let product = terms.get(n / rest - 1)?.checked_mul(*terms.get(rest - 1)?)?;
        if product != value {
            return None;
        }
    }
    Some(powers)
}

/// The least prime factor, its exponent, and what is left.
fn least_factor(n: usize) -> (usize, usize, usize) {
    let prime = (2..).take_while(|p| p * p <= n).find(|p| n.is_multiple_of(*p)).unwrap_or(n);
    let (mut rest, mut exponent) = (n, 0);
    while rest.is_multiple_of(prime) {
        rest /= prime;
        exponent += 1;
    }
    (prime, exponent, rest)
}

/// u(m / p^e)·f(p, e) for m = n - `shift`, and what f takes to write.
fn law(tree: &Tree, shift: usize) -> Result<(Expr, f64), Error> {
    let shift = Expr::int(Int::from(shift as i64));
    let has_shift = shift != Expr::int(0i64);
    let argument = match has_shift {
        true => Expr::binary(Op::Sub, &Expr::n(), &shift)?,
        false => Expr::n(),
    };
    let prime = Expr::unary(Op::Lpf, &argument)?;
    let exponent = Expr::binary(Op::Valuation, &argument, &prime)?;
    let power = Expr::binary(Op::Pow, &prime, &exponent)?;
    let rest = Expr::binary(Op::Idiv, &argument, &power)?;
    let index = match has_shift {
        true => Expr::binary(Op::Add, &rest, &shift)?,
        false => rest,
    };
    let value = tree.write(&prime, &exponent)?;
    let law = Expr::binary(Op::Mul, &Expr::unary(Op::At, &index)?, &value)?;
    Ok((law, tree.bits()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ranking;

    fn factors(mut n: i64) -> Vec<(i64, u32)> {
        let mut factors = Vec::new();
        let mut p = 2;
        while n > 1 {
            let mut exponent = 0;
            while n % p == 0 {
                n /= p;
                exponent += 1;
            }
            if exponent > 0 {
                factors.push((p, exponent));
            }
            p += 1;
        }
        factors
    }

    fn terms(f: fn(i64, u32) -> i64, count: i64) -> Vec<Int> {
        let value = |n| factors(n).into_iter().map(|(p, e)| f(p, e)).product::<i64>();
        (1..=count).map(value).map(Int::from).collect()
    }

    fn continuation(shown: &[Int], count: usize) -> Vec<Int> {
        let problem = Problem::new(shown);
        let mut ranking = Ranking::new(&problem, count);
        propose(&problem, &mut ranking);
        ranking.best().map(|best| best.next.clone()).unwrap_or_default()
    }

    #[test]
    fn values_at_prime_powers_make_the_law() {
        let functions: [fn(i64, u32) -> i64; 7] = [
            |p, _| p,
            |p, e| p.pow(e) + 1,
            |p, e| p * i64::from(e),
            |p, e| p.pow(e / 2),
            |p, e| p + i64::from(e),
            |p, e| if e == 1 { 1 } else { p },
            |p, e| if p == 2 { i64::from(e) + 2 } else { 2 },
        ];
        for (at, f) in functions.into_iter().enumerate() {
            let all = terms(f, 45);
            assert_eq!(continuation(&all[..30], 15), all[30..], "function {at}");
        }
    }

    #[test]
    fn values_by_classes_of_primes_and_exponents() {
        let functions: [fn(i64, u32) -> i64; 5] = [
            // Divisors counted by the characters modulo 4 and 3.
            |p, e| match p % 4 {
                2 => 1,
                1 => i64::from(e) + 1,
                _ => i64::from(e % 2 == 0),
            },
            |p, e| match p % 3 {
                0 => 1,
                1 => i64::from(e) + 1,
                _ => i64::from(e % 2 == 0),
            },
            |p, e| if e % 2 == 0 { p + 3 } else { p - 1 },
            |p, e| if p == 3 { 4 } else { i64::from(e) + p },
            |p, e| if p % 4 == 1 { p * i64::from(e) } else { 2 },
        ];
        for (at, f) in functions.into_iter().enumerate() {
            let all = terms(f, 70);
            assert_eq!(continuation(&all[..50], 10), all[50..60], "function {at}");
        }
    }

    #[test]
    fn a_first_term_of_zero_says_nothing() {
        let all = terms(|p, e| p * i64::from(e), 45);
        let shifted: Vec<Int> = [Int::from(0i64)].into_iter().chain(all).collect();
        assert_eq!(continuation(&shifted[..31], 15), shifted[31..]);
    }

    #[test]
    fn what_is_not_multiplicative_has_no_law() {
        let mut all = terms(|p, _| p, 30);
        all[14] = Int::from(16i64);
        assert!(continuation(&all, 3).is_empty());
    }
}
