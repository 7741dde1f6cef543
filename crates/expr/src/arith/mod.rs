//! Functions of integers that number theory has names for: what the operators
//! beyond arithmetic mean.
//!
//! All are total (a fault where they are not defined or too large), never
//! panic, and take a bounded number of steps. Those that look at digits, powers
//! or common divisors work on integers of every width. Those that need prime
//! factors take numbers of 64 bits; primality is certain up to 3.3·10^24.
//!
//! Primality and factoring are written here, in some 200 lines without
//! dependencies, rather than taken from a crate. `num-prime` 0.7 brings 20 crates,
//! among them `rand` 0.8, whose `getrandom` 0.2 does not build for browsers
//! without a feature of its own, and `num-bigint`; `machine-prime` 1.5 tests
//! primality only. Neither has a table of least factors, which is what makes
//! millions of calls on small numbers cheap.

mod digits;
mod divisors;
mod factor;
mod modular;
mod powers;
mod primes;

pub(crate) use digits::{
    count_digit, digit_count, digit_sum, read_in_base, reverse_digits, valuation,
};
pub(crate) use divisors::{
    big_omega, euler_phi, greatest_prime_factor, is_squarefree, least_prime_factor, moebius,
    number_of_divisors, omega, radical, sigma,
};
pub use factor::Factors;
pub use modular::power_modulo;
pub(crate) use powers::{
    binomial, factorial, gcd, is_square, kronecker, lcm, power, power_mod, root, square_root,
};
pub use primes::{SIEVED, TABLE, is_prime, is_prime_wide, least_factors, prime, prime_count};

use crate::int::Integer;
use crate::op::Fault;

/// `None` becomes an overflow.
fn fits<T>(value: Option<T>) -> Result<T, Fault> {
    value.ok_or(Fault::Overflow)
}

/// An operand that is not negative, as a machine word.
fn word<T: Integer>(n: T) -> Result<u64, Fault> {
    if n.is_negative() {
        return Err(Fault::OutOfDomain);
    }
    fits(n.to_i128().and_then(|n| u64::try_from(n).ok()))
}

fn from_word<T: Integer>(value: u64) -> Result<T, Fault> {
    fits(T::from_i128(value.into()))
}

/// 1 if `n` is a prime number, else 0.
pub(crate) fn prime_indicator<T: Integer>(n: T) -> Result<T, Fault> {
    if n.is_negative() {
        return Ok(T::from_small(0));
    }
    let n = fits(n.to_i128().and_then(|n| u128::try_from(n).ok()))?;
    Ok(T::from_small(fits(is_prime_wide(n))?.into()))
}

/// The n-th prime; prime(1) = 2.
pub(crate) fn nth_prime<T: Integer>(n: T) -> Result<T, Fault> {
    match word(n)? {
        0 => Err(Fault::OutOfDomain),
        n => from_word(fits(prime(n))?),
    }
}

/// The number of primes up to n.
pub(crate) fn prime_pi<T: Integer>(n: T) -> Result<T, Fault> {
    if n.is_negative() { Ok(T::from_small(0)) } else { from_word(fits(prime_count(word(n)?))?) }
}

/// The row of the n-th place of a triangle that is read by rows of 1, 2, 3, …
/// entries, from 1: 1, 2, 2, 3, 3, 3, ….
pub(crate) fn triangle_row<T: Integer>(n: T) -> Result<T, Fault> {
    let n = triangle_place(n)?;
    fits(T::from_i128(row(n)))
}

/// The place of the n-th entry in its row, from 1: 1, 1, 2, 1, 2, 3, ….
pub(crate) fn triangle_column<T: Integer>(n: T) -> Result<T, Fault> {
    let n = triangle_place(n)?;
    let row = row(n);
    fits(T::from_i128(n - row * (row - 1) / 2))
}

fn triangle_place<T: Integer>(n: T) -> Result<i128, Fault> {
    match word(n)? {
        0 => Err(Fault::OutOfDomain),
        n => Ok(n.into()),
    }
}

/// The r with r(r-1)/2 < n ≤ r(r+1)/2, for 1 ≤ n < 2^64.
fn row(n: i128) -> i128 {
    ((8 * n - 7).isqrt() + 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;

    #[test]
    fn places_of_a_triangle_are_counted_by_rows() {
        let mut n = 0i64;
        for row in 1..=60i64 {
            for column in 1..=row {
                n += 1;
                assert_eq!((triangle_row(n), triangle_column(n)), (Ok(row), Ok(column)));
            }
        }
        assert_eq!(triangle_row(0i64), Err(Fault::OutOfDomain));
        assert_eq!(triangle_row(u64::MAX as i128), Ok(6_074_001_000));
    }

    #[test]
    fn primes_of_every_width() {
        assert_eq!(prime_indicator(-7i64), Ok(0));
        assert_eq!(prime_indicator(97i128), Ok(1));
        let mersenne: Int = "2305843009213693951".parse().unwrap();
        assert_eq!(prime_indicator(mersenne), Ok(Int::ONE));
        let googol: Int = format!("1{}", "0".repeat(100)).parse().unwrap();
        assert_eq!(prime_indicator(googol), Err(Fault::Overflow));
        assert_eq!(nth_prime(25i64), Ok(97));
        assert_eq!(nth_prime(0i64), Err(Fault::OutOfDomain));
        assert_eq!(nth_prime(i64::MAX), Err(Fault::Overflow));
        assert_eq!((prime_pi(-5i64), prime_pi(100i64)), (Ok(0), Ok(25)));
    }
}
