//! Functions of the prime factors of a number.

use super::{Factors, fits, from_word, power, word};
use crate::int::Integer;
use crate::op::Fault;

/// The factors of a positive number.
fn factors<T: Integer>(n: T) -> Result<Factors, Fault> {
    Factors::of(word(n)?).ok_or(Fault::OutOfDomain)
}

/// τ(n), the number of divisors.
pub(crate) fn number_of_divisors<T: Integer>(n: T) -> Result<T, Fault> {
    from_word(factors(n)?.powers().iter().map(|&(_, e)| u64::from(e) + 1).product())
}

/// σ_k(n), the sum of the k-th powers of the divisors.
pub(crate) fn sigma<T: Integer>(n: T, k: T) -> Result<T, Fault> {
    let mut sum = T::from_small(1);
    for &(p, exponent) in factors(n)?.powers() {
        let step = power(from_word(p)?, k)?;
        let mut partial = T::from_small(1);
        for _ in 0..exponent {
            let shifted = fits(partial.checked_mul(step))?;
            partial = fits(shifted.checked_add(T::from_small(1)))?;
        }
        sum = fits(sum.checked_mul(partial))?;
    }
    Ok(sum)
}

/// φ(n), how many numbers up to n have no divisor in common with it.
pub(crate) fn euler_phi<T: Integer>(n: T) -> Result<T, Fault> {
    let factors = factors(n)?;
    let shrink = |phi: u64, &(p, _): &(u64, u32)| phi / p * (p - 1);
    from_word(factors.powers().iter().fold(word(n)?, shrink))
}

/// μ(n): 0 unless squarefree, else (-1)^ω(n).
pub(crate) fn moebius<T: Integer>(n: T) -> Result<T, Fault> {
    let factors = factors(n)?;
    let squarefree = factors.powers().iter().all(|&(_, e)| e == 1);
    let sign = if factors.powers().len().is_multiple_of(2) { 1 } else { -1 };
    Ok(T::from_small(if squarefree { sign } else { 0 }))
}

/// ω(n), the number of distinct prime factors.
pub(crate) fn omega<T: Integer>(n: T) -> Result<T, Fault> {
    from_word(factors(n)?.powers().len() as u64)
}

/// Ω(n), the number of prime factors with multiplicity.
pub(crate) fn big_omega<T: Integer>(n: T) -> Result<T, Fault> {
    from_word(factors(n)?.powers().iter().map(|&(_, e)| u64::from(e)).sum())
}

/// The least prime factor; 1 for 1.
pub(crate) fn least_prime_factor<T: Integer>(n: T) -> Result<T, Fault> {
    from_word(factors(n)?.powers().first().map_or(1, |&(p, _)| p))
}

/// The greatest prime factor; 1 for 1.
pub(crate) fn greatest_prime_factor<T: Integer>(n: T) -> Result<T, Fault> {
    from_word(factors(n)?.powers().last().map_or(1, |&(p, _)| p))
}

/// The product of the distinct prime factors.
pub(crate) fn radical<T: Integer>(n: T) -> Result<T, Fault> {
    from_word(factors(n)?.powers().iter().map(|&(p, _)| p).product())
}

/// 1 if no square above 1 divides n, else 0; 0 for n < 1.
pub(crate) fn is_squarefree<T: Integer>(n: T) -> Result<T, Fault> {
    if n.is_negative() || n.is_zero() {
        return Ok(T::from_small(0));
    }
    let squarefree = factors(n)?.powers().iter().all(|&(_, e)| e == 1);
    Ok(T::from_small(squarefree.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;
    use crate::arith::is_prime;

    #[test]
    fn every_function_has_the_value_of_its_definition() {
        for n in 1..3_000i64 {
            let divisors: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
            let primes: Vec<i64> =
                divisors.iter().copied().filter(|&d| is_prime(d as u64)).collect();
            let powers = |p: &i64| (1..).take_while(|&e| n % p.pow(e) == 0).count() as i64;
            let multiplicity: i64 = primes.iter().map(powers).sum();
            let coprime = (1..=n).filter(|k| (2..=n.min(*k)).all(|d| n % d != 0 || k % d != 0));
            let squarefree = divisors.iter().all(|d| *d == 1 || n % (d * d) != 0);
            let sign = if primes.len().is_multiple_of(2) { 1 } else { -1 };
            assert_eq!(number_of_divisors(n), Ok(divisors.len() as i64));
            for k in 0..4 {
                assert_eq!(sigma(n, k.into()), Ok(divisors.iter().map(|d| d.pow(k)).sum()));
            }
            if n < 400 {
                assert_eq!(euler_phi(n), Ok(coprime.count() as i64));
            }
            assert_eq!(moebius(n), Ok(if squarefree { sign } else { 0 }));
            assert_eq!(is_squarefree(n), Ok(squarefree.into()));
            assert_eq!(omega(n), Ok(primes.len() as i64));
            assert_eq!(big_omega(n), Ok(multiplicity));
            assert_eq!(least_prime_factor(n), Ok(primes.first().copied().unwrap_or(1)));
            assert_eq!(greatest_prime_factor(n), Ok(primes.last().copied().unwrap_or(1)));
            assert_eq!(radical(n), Ok(primes.iter().product()));
        }
    }

    #[test]
    fn what_is_no_positive_word_is_refused() {
        let wide: Int = format!("1{}", "0".repeat(30)).parse().unwrap();
        assert_eq!(number_of_divisors(0i64), Err(Fault::OutOfDomain));
        assert_eq!(euler_phi(-4i128), Err(Fault::OutOfDomain));
        assert_eq!(omega(wide), Err(Fault::Overflow));
        assert_eq!(is_squarefree(-1i64), Ok(0));
        assert_eq!(sigma(6i64, -1), Err(Fault::OutOfDomain));
        assert_eq!(sigma(10i64, 30), Err(Fault::Overflow));
        let sum = sigma(Int::from(10i64), Int::from(30i64));
        assert_eq!(sum, Ok(Int::from((1 + 2i128.pow(30)) * (1 + 5i128.pow(30)))));
    }
}
