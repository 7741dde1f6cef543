//! Primality, the n-th prime and the number of primes.

use std::sync::OnceLock;

use ruint::Uint;

use super::modular::Montgomery;

/// Numbers below this have their least prime factor in a table.
pub const TABLE: usize = 1 << 16;

/// The n-th prime and the number of primes are known below this.
pub const SIEVED: u64 = 1 << 24;

/// Below this, the sieve is small.
pub(super) const FIRST_SIEVED: u64 = 1 << 20;

/// The least prime factor of every number below [`TABLE`], 0 where the number is
/// prime or below 2. (A composite number below 2^16 has a factor below 2^8.)
///
/// Computed when it is first asked for, then shared: 64 KB.
pub fn least_factors() -> &'static [u8] {
    static LEAST: OnceLock<Vec<u8>> = OnceLock::new();
    LEAST.get_or_init(|| {
        let mut least = vec![0u8; TABLE];
        for p in 2..=u8::MAX {
            let first = usize::from(p) * usize::from(p);
            if least.get(usize::from(p)) == Some(&0) {
                for entry in least.iter_mut().skip(first).step_by(p.into()) {
                    if *entry == 0 {
                        *entry = p;
                    }
                }
            }
        }
        least
    })
}

/// As [`least_factors`], below 2^20 in 2 MB, for those who factor many numbers.
pub(super) fn more_least_factors() -> &'static [u16] {
    static LEAST: OnceLock<Vec<u16>> = OnceLock::new();
    LEAST.get_or_init(|| {
        let mut least = vec![0u16; FIRST_SIEVED as usize];
        for p in 2..1u16 << 10 {
            let first = usize::from(p) * usize::from(p);
            if least.get(usize::from(p)) == Some(&0) {
                for entry in least.iter_mut().skip(first).step_by(p.into()) {
                    if *entry == 0 {
                        *entry = p;
                    }
                }
            }
        }
        least
    })
}

/// Whether `n` is a prime number.
pub fn is_prime(n: u64) -> bool {
    if let Some(least) = usize::try_from(n).ok().and_then(|n| least_factors().get(n)) {
        return n > 1 && *least == 0;
    }
    if n < FIRST_SIEVED {
        return small_sieve().is_prime(n);
    }
    if [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].iter().any(|p| n.is_multiple_of(*p)) {
        return false;
    }
    // These bases have no strong pseudoprime below 2^32 (Jaeschke), and below
    // 2^64 (Sinclair).
    let bases: &[u64] = if n >> 32 == 0 {
        &[2, 7, 61]
    } else {
        &[2, 325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022]
    };
    let field = Montgomery::new(n);
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    bases.iter().all(|&base| {
        let base = field.enter(base);
        if base == 0 {
            return true;
        }
        let mut power = field.pow(base, odd);
        if power == field.one || power == field.minus_one() {
            return true;
        }
        (1..twos).any(|_| {
            power = field.mul(power, power);
            power == field.minus_one()
        })
    })
}

/// Whether a number above 64 bits is prime; `None` where that is not known for
/// certain: above 3.3·10^24.
pub fn is_prime_wide(n: u128) -> Option<bool> {
    if let Ok(word) = u64::try_from(n) {
        return Some(is_prime(word));
    }
    // The first 13 primes as bases have no strong pseudoprime below this
    // (Sorenson and Webster).
    const CERTAIN: u128 = 3_317_044_064_679_887_385_961_981;
    const BASES: [u128; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    if BASES.iter().any(|p| n.is_multiple_of(*p)) {
        return Some(false);
    }
    let modulus = Uint::<128, 2>::from(n);
    let minus_one = Uint::<128, 2>::from(n - 1);
    let twos = (n - 1).trailing_zeros();
    let odd = Uint::<128, 2>::from((n - 1) >> twos);
    let passes = |base: u128| {
        let mut power = Uint::<128, 2>::from(base).pow_mod(odd, modulus);
        if power == Uint::ONE || power == minus_one {
            return true;
        }
        (1..twos).any(|_| {
            power = power.mul_mod(power, modulus);
            power == minus_one
        })
    };
    if !BASES.into_iter().all(passes) {
        return Some(false);
    }
    (n < CERTAIN).then_some(true)
}

/// Odd numbers, a bit each, set where composite, and how many primes are before
/// each word.
struct Sieve {
    composite: Vec<u64>,
    before: Vec<u32>,
}

/// A sieve that knows the n-th prime: the first 82,000 cost a millisecond and
/// 100 KB, all below [`SIEVED`] cost 50 times as much when one of them is asked for.
fn sieve_for_rank(n: u64) -> &'static Sieve {
    if n < 82_000 { small_sieve() } else { large_sieve() }
}

fn small_sieve() -> &'static Sieve {
    static SIEVE: OnceLock<Sieve> = OnceLock::new();
    SIEVE.get_or_init(|| Sieve::below(FIRST_SIEVED as usize))
}

fn large_sieve() -> &'static Sieve {
    static SIEVE: OnceLock<Sieve> = OnceLock::new();
    SIEVE.get_or_init(|| Sieve::below(SIEVED as usize))
}

impl Sieve {
    /// Whether a number above 2 and below the limit is prime.
    fn is_prime(&self, n: u64) -> bool {
        let bit = (n / 2) as usize;
        n % 2 == 1 && self.composite.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 0)
    }

    fn below(limit: usize) -> Sieve {
        // Bit i stands for 2i + 1; that of 1 stands for the prime 2.
        let mut composite = vec![0u64; limit / 128];
        let root = limit.isqrt();
        for p in (3..=root).step_by(2) {
            if composite.get(p / 128).is_some_and(|word| word >> (p / 2 % 64) & 1 == 0) {
                for bit in (p * p / 2..limit / 2).step_by(p) {
                    if let Some(word) = composite.get_mut(bit / 64) {
                        *word |= 1 << (bit % 64);
                    }
                }
            }
        }
        let mut count = 0;
        let before = composite
            .iter()
            .map(|word| {
                let here = count;
                count += word.count_zeros();
                here
            })
            .collect();
        Sieve { composite, before }
    }
}

/// The n-th prime, from prime(1) = 2; `None` for 0 and above π(2^24) = 1,077,871.
pub fn prime(n: u64) -> Option<u64> {
    // There are fewer below the limit; no sieve is made to say no.
    let rank = u32::try_from(n.checked_sub(1)?).ok().filter(|&rank| rank < 1_077_871)?;
    let sieve = sieve_for_rank(n);
    let at = sieve.before.partition_point(|&before| before <= rank).checked_sub(1)?;
    let mut primes = !*sieve.composite.get(at)?;
    for _ in *sieve.before.get(at)?..rank {
        primes &= primes.wrapping_sub(1);
    }
    let bit = 64 * at as u64 + u64::from(primes.trailing_zeros());
    match (primes, bit) {
        (0, _) => None,
        (_, 0) => Some(2),
        (_, bit) => Some(2 * bit + 1),
    }
}

/// π(n), the number of primes up to n; `None` from 2^24 on.
pub fn prime_count(n: u64) -> Option<u64> {
    if n < 2 {
        return Some(0);
    }
    if n >= SIEVED {
        return None;
    }
    let bit = usize::try_from((n - 1) / 2).ok()?;
    let sieve = if n < FIRST_SIEVED { small_sieve() } else { large_sieve() };
    let primes = !*sieve.composite.get(bit / 64)?;
    let before = *sieve.before.get(bit / 64)?;
    Some(u64::from(before) + u64::from((primes << (63 - bit % 64)).count_ones()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_definition(n: u64) -> bool {
        n > 1 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d))
    }

    #[test]
    fn primes_are_those_of_the_definition() {
        let near = [0, TABLE as u64 - 500, 1 << 20, (1 << 32) - 300, 1 << 32, 1 << 40];
        for start in near {
            for n in start..start + 1_000 {
                assert_eq!(is_prime(n), by_definition(n), "{n}");
                assert_eq!(is_prime_wide(n.into()), Some(is_prime(n)), "{n}");
            }
        }
    }

    #[test]
    fn strong_pseudoprimes_are_composite() {
        // To bases 2; 2, 3, 5, 7; the first nine; Carmichael numbers.
        for n in [2047, 3_215_031_751, 3_825_123_056_546_413_051, 561, 1_729, 825_265] {
            assert!(!is_prime(n), "{n}");
        }
        for n in [u64::MAX - 58, 9_223_372_036_854_775_783, (1 << 61) - 1] {
            assert!(is_prime(n), "{n}");
        }
        assert!(!is_prime(u64::MAX));
    }

    #[test]
    fn wide_primes_are_certain_or_not_claimed() {
        assert_eq!(is_prime_wide((1 << 64) + 13), Some(true));
        assert_eq!(is_prime_wide((1 << 64) + 15), Some(false));
        // 2^127 - 1 is prime, but above what thirteen bases prove.
        assert_eq!(is_prime_wide((1 << 127) - 1), None);
        assert_eq!(is_prime_wide(((1 << 61) - 1) * ((1 << 61) - 1)), Some(false));
        assert_eq!(is_prime_wide(u128::MAX), Some(false));
    }

    #[test]
    fn counting_and_ranking_primes_are_inverse() {
        let mut count = 0;
        for n in 0..1_100_000 {
            if is_prime(n) {
                count += 1;
                assert_eq!(prime(count), Some(n));
            }
            assert_eq!(prime_count(n), Some(count), "{n}");
        }
        assert_eq!(prime(0), None);
        assert_eq!(prime(1_000_000), Some(15_485_863));
        assert_eq!(prime_count(SIEVED - 1), Some(1_077_871));
        assert_eq!(prime_count(SIEVED), None);
        assert_eq!(prime(1_077_871), Some(16_777_213));
        assert_eq!(prime(1_077_872), None);
        assert_eq!(prime(u64::MAX), None);
    }
}
