//! Common divisors, powers, roots and binomial coefficients.

use super::modular::power_modulo;
use super::{fits, from_word, word};
use crate::int::Integer;
use crate::math;
use crate::op::Fault;

fn magnitude<T: Integer>(n: T) -> Result<T, Fault> {
    if n.is_negative() { fits(n.checked_neg()) } else { Ok(n) }
}

/// The greatest common divisor, not negative; gcd(0, 0) = 0.
pub(crate) fn gcd<T: Integer>(a: T, b: T) -> Result<T, Fault> {
    let (mut a, mut b) = (magnitude(a)?, magnitude(b)?);
    while !b.is_zero() {
        (a, b) = (b, fits(a.checked_rem_floor(b))?);
    }
    Ok(a)
}

/// The least common multiple, not negative; 0 if either is 0.
pub(crate) fn lcm<T: Integer>(a: T, b: T) -> Result<T, Fault> {
    let divisor = gcd(a, b)?;
    if divisor.is_zero() {
        return Ok(divisor);
    }
    magnitude(fits(fits(a.checked_div_floor(divisor))?.checked_mul(b))?)
}

/// n!
pub(crate) fn factorial<T: Integer>(n: T) -> Result<T, Fault> {
    let n = word(n)?;
    // No integer here holds 171!.
    if n > 170 {
        return Err(Fault::Overflow);
    }
    (2..=n as i64)
        .try_fold(T::from_small(1), |product, k| fits(product.checked_mul(T::from_small(k))))
}

/// In how many ways k of n things can be chosen: 0 for k < 0 and for k > n. Not
/// defined for n < 0, where conventions differ.
pub(crate) fn binomial<T: Integer>(n: T, k: T) -> Result<T, Fault> {
    if n.is_negative() {
        return Err(Fault::OutOfDomain);
    }
    let rest = fits(n.checked_sub(k))?;
    if k.is_negative() || rest.is_negative() {
        return Ok(T::from_small(0));
    }
    let k = k.min(rest);
    let (one, mut chosen, mut result) = (T::from_small(1), T::from_small(0), T::from_small(1));
    // At least doubles with each step, so that it soon ends or does not fit.
    while chosen < k {
        let factor = fits(n.checked_sub(chosen))?;
        chosen = fits(chosen.checked_add(one))?;
        result = fits(fits(result.checked_mul(factor))?.checked_div_floor(chosen))?;
    }
    Ok(result)
}

/// base^exponent; 0^0 = 1. Not defined for negative exponents.
pub(crate) fn power<T: Integer>(base: T, exponent: T) -> Result<T, Fault> {
    if exponent.is_negative() {
        return Err(Fault::OutOfDomain);
    }
    let one = T::from_small(1);
    if base.is_zero() || base == one {
        return Ok(if exponent.is_zero() { one } else { base });
    }
    if base == T::from_small(-1) {
        let odd = !fits(exponent.checked_rem_floor(T::from_small(2)))?.is_zero();
        return Ok(if odd { base } else { one });
    }
    let mut exponent = word(exponent)?;
    let (mut result, mut square) = (one, base);
    loop {
        if exponent & 1 == 1 {
            result = fits(result.checked_mul(square))?;
        }
        exponent >>= 1;
        if exponent == 0 {
            return Ok(result);
        }
        square = fits(square.checked_mul(square))?;
    }
}

/// base^exponent modulo `modulus`, between 0 and `modulus`: powers far too large to
/// be written out. Not defined for negative exponents and for a modulus below 1.
pub(crate) fn power_mod<T: Integer>(base: T, exponent: T, modulus: T) -> Result<T, Fault> {
    let divisor = word(modulus)?;
    if divisor == 0 {
        return Err(Fault::OutOfDomain);
    }
    let base = word(fits(base.checked_rem_floor(modulus))?)?;
    from_word(fits(power_modulo(base, word(exponent)?, divisor))?)
}

/// The square root, rounded down.
pub(crate) fn square_root<T: Integer>(n: T) -> Result<T, Fault> {
    if n.is_negative() {
        return Err(Fault::OutOfDomain);
    }
    match n.to_i128() {
        Some(n) => fits(T::from_i128(n.isqrt())),
        None => root(n, T::from_small(2)),
    }
}

/// The k-th root, rounded down. Not defined for n < 0 and for k < 1.
pub(crate) fn root<T: Integer>(n: T, k: T) -> Result<T, Fault> {
    let one = T::from_small(1);
    if n.is_negative() || k < one {
        return Err(Fault::OutOfDomain);
    }
    if n <= one || k == one {
        return Ok(n);
    }
    // n < 2^bits: the root is below 2^(bits/k + 1), from where Newton's
    // iteration only descends. Roots of very high order are 1.
    let bits = math::log2(n.to_f64()) as i64 + 2;
    let Some(order) = k.to_i128().and_then(|k| i64::try_from(k).ok()).filter(|&k| k <= bits) else {
        return Ok(one);
    };
    let less = T::from_small(order - 1);
    let Ok(mut x) = power(T::from_small(2), T::from_small((bits / order + 1).min(bits - 1))) else {
        return Err(Fault::Overflow);
    };
    loop {
        // A power too large to hold leaves nothing of n.
        let quotient = match power(x, less) {
            Ok(power) => fits(n.checked_div_floor(power))?,
            Err(_) => T::from_small(0),
        };
        let sum = less.checked_mul(x).and_then(|sum| sum.checked_add(quotient));
        // Only the quotient by a small x can be too large, and then it ends here.
        let Some(next) = sum.and_then(|sum| sum.checked_div_floor(k)) else { return Ok(x) };
        if next >= x {
            return Ok(x);
        }
        x = next;
    }
}

/// 1 if n is a square, else 0.
pub(crate) fn is_square<T: Integer>(n: T) -> Result<T, Fault> {
    if n.is_negative() {
        return Ok(T::from_small(0));
    }
    let root = square_root(n)?;
    Ok(T::from_small((fits(root.checked_mul(root))? == n).into()))
}

/// The Kronecker symbol (a/b), for operands of 128 bits.
pub(crate) fn kronecker<T: Integer>(a: T, b: T) -> Result<T, Fault> {
    let (mut a, b) = (fits(a.to_i128())?, fits(b.to_i128())?);
    let mut sign = if b < 0 && a < 0 { -1 } else { 1 };
    let mut b = b.unsigned_abs();
    if b == 0 {
        return Ok(T::from_small((a.unsigned_abs() == 1).into()));
    }
    // (a/2) is 0 for even a, else 1 or -1 as a is ±1 or ±3 modulo 8.
    let twos = b.trailing_zeros();
    if twos > 0 {
        if a % 2 == 0 {
            return Ok(T::from_small(0));
        }
        if twos % 2 == 1 && matches!(a.rem_euclid(8), 3 | 5) {
            sign = -sign;
        }
        b >>= twos;
    }
    // The Jacobi symbol from here on, by reciprocity.
    let Ok(modulus) = i128::try_from(b) else { return Err(Fault::Overflow) };
    a = a.rem_euclid(modulus);
    let mut a = a.unsigned_abs();
    while a != 0 {
        let twos = a.trailing_zeros();
        a >>= twos;
        if twos % 2 == 1 && matches!(b % 8, 3 | 5) {
            sign = -sign;
        }
        if a % 4 == 3 && b % 4 == 3 {
            sign = -sign;
        }
        (a, b) = (b % a, a);
    }
    Ok(T::from_small(if b == 1 { sign } else { 0 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;
    use crate::arith::is_prime;

    fn int(value: i64) -> Int {
        Int::from(value)
    }

    #[test]
    fn common_divisors_and_multiples_are_those_of_the_definition() {
        for a in -40..=40i64 {
            for b in -40..=40i64 {
                let divides = |d: &i64| a % d == 0 && b % d == 0;
                let expected = (1..=40).filter(divides).max().filter(|_| a != 0 || b != 0);
                assert_eq!(gcd(a, b), Ok(expected.unwrap_or(0)), "{a} {b}");
                assert_eq!(gcd(int(a), int(b)), Ok(int(expected.unwrap_or(0))));
                let common = |m: &i64| m % a == 0 && m % b == 0;
                let multiple = if a == 0 || b == 0 { Some(0) } else { (1..).find(common) };
                assert_eq!(lcm(a, b), Ok(multiple.unwrap()), "{a} {b}");
            }
        }
        assert_eq!(gcd(i64::MIN, 0), Err(Fault::Overflow));
        assert_eq!(gcd(int(i64::MIN), Int::ZERO), Ok(int(i64::MIN).negated()));
    }

    #[test]
    fn binomials_are_pascals_triangle() {
        let mut row = vec![1i128];
        for n in 0..100i128 {
            for (k, &value) in row.iter().enumerate() {
                assert_eq!(binomial(Int::from(n), Int::from(k as i128)), Ok(Int::from(value)));
            }
            assert_eq!(binomial(n, n + 1), Ok(0));
            assert_eq!(binomial(n, -1), Ok(0));
            let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
            row = std::iter::once(1).chain(inner).chain(std::iter::once(1)).collect();
        }
        assert_eq!(binomial(-1i64, 0), Err(Fault::OutOfDomain));
        assert_eq!(binomial(i64::MAX, 1), Ok(i64::MAX));
        assert_eq!(binomial(int(i64::MAX), int(i64::MAX / 2)), Err(Fault::Overflow));
        assert_eq!(factorial(int(30)).unwrap().to_string(), "265252859812191058636308480000000");
        assert_eq!(factorial(21i64), Err(Fault::Overflow));
        assert_eq!(factorial(-1i64), Err(Fault::OutOfDomain));
        assert_eq!((factorial(0i64), factorial(10i64)), (Ok(1), Ok(3_628_800)));
    }

    #[test]
    fn powers_and_roots_are_inverse() {
        for base in -9..=9i64 {
            for exponent in 0..=19u32 {
                assert_eq!(power(base, exponent.into()), Ok(base.pow(exponent)));
            }
        }
        assert_eq!(power(2i64, -1), Err(Fault::OutOfDomain));
        assert_eq!(power(-1i64, i64::MAX), Ok(-1));
        assert_eq!(power(2i64, 63), Err(Fault::Overflow));
        assert_eq!(power_mod(-2i64, 5, 7), Ok(3));
        assert_eq!(power_mod(3i64, 1_000_000_006, 1_000_000_007), Ok(1));
        assert_eq!(power_mod(3i64, -1, 7), Err(Fault::OutOfDomain));
        assert_eq!(power_mod(3i64, 2, 0), Err(Fault::OutOfDomain));
        for n in 0..3_000i64 {
            for k in 1..14u32 {
                let expected = (0..=n).take_while(|r| r.checked_pow(k).is_some_and(|p| p <= n));
                let expected = expected.last().unwrap();
                assert_eq!(root(n, k.into()), Ok(expected), "{n} {k}");
                assert_eq!(root(Int::from(n), int(k.into())), Ok(int(expected)));
            }
            assert_eq!(square_root(n), Ok(n.isqrt()));
            assert_eq!(is_square(n), Ok((n.isqrt().pow(2) == n).into()));
        }
        for (value, order) in [(12_345_678_901i64, 9i64), (987_654_321, 20), (3, 400), (7, 2)] {
            let power = power(int(value), int(order)).unwrap();
            let below = power.checked_sub(Int::ONE).unwrap();
            assert_eq!(root(power, int(order)), Ok(int(value)));
            assert_eq!(root(below, int(order)), Ok(int(value - 1)));
        }
        assert_eq!(root(i64::MAX, 2), Ok(3_037_000_499));
        assert_eq!(root(i64::MAX, 62), Ok(2));
        assert_eq!(root(i64::MAX, 63), Ok(1));
        assert_eq!(root(i64::MAX, i64::MAX), Ok(1));
        assert_eq!(root(-8i64, 3), Err(Fault::OutOfDomain));
        assert_eq!(is_square(-4i64), Ok(0));
        let wide = power(int(10), int(60)).unwrap();
        assert_eq!(is_square(wide), Ok(Int::ONE));
        assert_eq!(is_square(wide.checked_add(Int::ONE).unwrap()), Ok(Int::ZERO));
    }

    #[test]
    fn the_kronecker_symbol_is_multiplicative_and_right_at_primes() {
        for a in -60..=60i64 {
            assert_eq!(kronecker(a, 0), Ok((a.abs() == 1).into()));
            assert_eq!(kronecker(a, 1), Ok(1));
            assert_eq!(kronecker(a, -1), Ok(if a < 0 { -1 } else { 1 }));
            let two = [0, 1, 0, -1, 0, -1, 0, 1][a.rem_euclid(8) as usize];
            assert_eq!(kronecker(a, 2), Ok(two));
            for p in (3..60).filter(|&p| is_prime(p as u64)) {
                let square = (1..p).any(|x| (x * x - a) % p == 0);
                let expected = if a % p == 0 { 0 } else { 2 * i64::from(square) - 1 };
                assert_eq!(kronecker(a, p), Ok(expected), "{a} {p}");
            }
            for b in -40..=40i64 {
                for c in [-3, -2, 2, 7, 9, 10] {
                    let product = kronecker(a, b).unwrap() * kronecker(a, c).unwrap();
                    if b != 0 {
                        assert_eq!(kronecker(a, b * c), Ok(product), "{a} {b} {c}");
                    }
                }
            }
        }
        assert_eq!(kronecker(i128::MIN, i128::MIN), Ok(0));
        assert_eq!(kronecker(3, i128::MIN), Ok(-1));
        assert_eq!(kronecker(7, i128::MIN), Ok(1));
    }
}
