//! The terms modulo a few primes, and the powers of n, for linear algebra.

use ansatz_expr::{Int, Rational};

use super::field::{PRIMES, inverse};

/// The highest power of n in any template.
pub(crate) const MAX_POWER: usize = 12;

/// Terms and powers of n modulo each of [`PRIMES`].
#[derive(Debug)]
pub(crate) struct Residues {
    terms: [Vec<u64>; PRIMES.len()],
    powers: [Vec<[u64; MAX_POWER + 1]>; PRIMES.len()],
}

impl Residues {
    pub(crate) fn new(terms: &[Int]) -> Self {
        Residues::with(PRIMES.map(|prime| {
            terms.iter().map(|term| term.residue(prime).unwrap_or(0).into()).collect()
        }))
    }

    /// Of fractions; `None` if a denominator is a multiple of a prime.
    pub(crate) fn of_fractions(terms: &[Rational]) -> Option<Self> {
        let mut residues = PRIMES.map(|_| Vec::with_capacity(terms.len()));
        for (list, prime) in residues.iter_mut().zip(PRIMES) {
            for term in terms {
                let above = u64::from(term.numerator().residue(prime)?);
                let below = u64::from(term.denominator().residue(prime)?);
                if below == 0 {
                    return None;
                }
                list.push(above * inverse(below, prime.into()) % u64::from(prime));
            }
        }
        Some(Residues::with(residues))
    }

    fn with(residues: [Vec<u64>; PRIMES.len()]) -> Self {
        let count = residues.first().map_or(0, Vec::len);
        let powers = PRIMES.map(|prime| {
            let prime = u64::from(prime);
            let mut list = Vec::with_capacity(count);
            for n in 1..=count as u64 {
                let mut powers = [1; MAX_POWER + 1];
                for exponent in 1..=MAX_POWER {
                    powers[exponent] = powers[exponent - 1] * n % prime;
                }
                list.push(powers);
            }
            list
        });
        Residues { terms: residues, powers }
    }

    /// How many terms there are.
    pub(super) fn len(&self) -> usize {
        self.modulo(0).len()
    }

    /// The terms modulo `PRIMES[which]`.
    pub(crate) fn modulo(&self, which: usize) -> &[u64] {
        self.terms.get(which).map_or(&[], Vec::as_slice)
    }

    /// The powers of n modulo `PRIMES[which]`, for n from 1.
    pub(super) fn powers(&self, which: usize) -> &[[u64; MAX_POWER + 1]] {
        self.powers.get(which).map_or(&[], Vec::as_slice)
    }
}
