//! The prime factors of a number.

use super::modular::Montgomery;
use super::primes::{FIRST_SIEVED, is_prime, least_factors, more_least_factors};

/// The prime factors of a number of 64 bits with their exponents, in increasing
/// order. There are at most 15 of them, so nothing is allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factors {
    powers: [(u64, u32); 15],
    distinct: usize,
}

impl Factors {
    /// The factors of `n`; `None` for 0. About n^(1/4) steps at worst.
    pub fn of(n: u64) -> Option<Factors> {
        let mut factors = Factors { powers: [(0, 0); 15], distinct: 0 };
        let mut rest = n;
        if n == 0 {
            return None;
        }
        // What has its least factor in the table needs no trial division.
        let trials: &[u8] = if n < FIRST_SIEVED { &[] } else { &SMALL };
        for &p in trials {
            while rest.is_multiple_of(p.into()) {
                factors.push(p.into());
                rest /= u64::from(p);
            }
        }
        factors.split(rest);
        Some(factors)
    }

    /// The prime powers p^e as pairs (p, e).
    pub fn powers(&self) -> &[(u64, u32)] {
        self.powers.get(..self.distinct).unwrap_or_default()
    }

    /// Takes apart what has no small factor. Depth is at most 64: each call has
    /// a smaller number.
    fn split(&mut self, n: u64) {
        if n == 1 {
            return;
        }
        if n < FIRST_SIEVED {
            let at = n as usize;
            let least = match least_factors().get(at) {
                Some(&least) => Some(u64::from(least)),
                None => more_least_factors().get(at).copied().map(u64::from),
            };
            let p = least.filter(|&p| p > 0).unwrap_or(n);
            self.push(p);
            return self.split(n / p);
        }
        if is_prime(n) {
            return self.push(n);
        }
        let root = n.isqrt();
        let divisor = if root * root == n { root } else { divisor(n) };
        self.split(divisor);
        self.split(n / divisor);
    }

    fn push(&mut self, p: u64) {
        let at = self.powers().iter().rposition(|&(q, _)| q <= p).map_or(0, |at| at + 1);
        if let Some((q, exponent)) = at.checked_sub(1).and_then(|at| self.powers.get_mut(at))
            && *q == p
        {
            *exponent += 1;
        } else if let Some(tail) = self.powers.get_mut(at..=self.distinct) {
            // Factors mostly come in order: there is seldom anything to move.
            tail.rotate_right(1);
            tail.iter_mut().take(1).for_each(|first| *first = (p, 1));
            self.distinct += 1;
        }
    }
}

/// Divided out before anything clever is tried.
const SMALL: [u8; 20] =
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];

/// A proper divisor of an odd composite number that is no square, by Pollard's
/// rho in Brent's form.
fn divisor(n: u64) -> u64 {
    let field = Montgomery::new(n);
    // The polynomials x² + c; a number that all of them fail on does not exist
    // below 2^64 in practice, and trial division would end the search.
    for c in 1..32 {
        let step = |x: u64| field.add(field.mul(x, x), field.enter(c));
        let (mut fast, mut product) = (field.enter(2), field.one);
        let mut length = 1u64;
        // A factor is expected after n^(1/4) < 2^16 steps.
        while length < 1 << 20 {
            let slow = fast;
            let mut done = 0;
            while done < length {
                let restart = fast;
                let batch = (length - done).min(128);
                for _ in 0..batch {
                    fast = step(fast);
                    product = field.mul(product, slow.abs_diff(fast));
                }
                let mut found = gcd(product, n);
                if found == n {
                    // Both factors in one batch: look at each step of it.
                    fast = restart;
                    for _ in 0..batch {
                        fast = step(fast);
                        found = gcd(slow.abs_diff(fast), n);
                        if found > 1 {
                            break;
                        }
                    }
                }
                if found == n {
                    length = 1 << 20;
                    break;
                }
                if found > 1 {
                    return found;
                }
                done += batch;
            }
            length *= 2;
        }
    }
    (3..n.isqrt() + 1).step_by(2).find(|d| n.is_multiple_of(*d)).unwrap_or(n)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(n: u64) {
        let factors = Factors::of(n).unwrap();
        let product = factors.powers().iter().map(|&(p, e)| p.pow(e)).product::<u64>();
        assert_eq!(product, n);
        assert!(factors.powers().iter().all(|&(p, e)| is_prime(p) && e > 0), "{n}");
        assert!(factors.powers().windows(2).all(|pair| pair[0].0 < pair[1].0), "{n}");
    }

    #[test]
    fn factors_are_prime_and_give_the_number() {
        let near = [1, 1 << 16, 1 << 32, 1 << 48, u64::MAX - 2_000];
        for start in near {
            (start..start + 2_000).for_each(check);
        }
        assert_eq!(Factors::of(0), None);
        assert_eq!(Factors::of(1).unwrap().powers(), []);
    }

    #[test]
    fn numbers_hard_for_rho_are_taken_apart() {
        for p in [67, 73, 251, 65_521, 65_537, 4_294_967_291, 2_147_483_647] {
            for q in [73, 79, 65_537, 65_539, 4_294_967_279, 2_147_483_629] {
                check(p * q);
                if let Some(cube) = (p * q).checked_mul(p) {
                    check(cube);
                }
            }
        }
        check(3_825_123_056_546_413_051);
        check(614_889_782_588_491_410);
    }
}
