//! Functions of the digits of a number, in any base from 2 to 2^32.

use super::{fits, from_word, word};
use crate::int::Integer;
use crate::op::Fault;

/// Calls `see` with each digit of `n` in `base`, the last digit first; 0 has one
/// digit. Not defined for negative numbers and for bases below 2.
fn each_digit<T: Integer>(
    n: T,
    base: u64,
    mut see: impl FnMut(u64) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if n.is_negative() || base < 2 {
        return Err(Fault::OutOfDomain);
    }
    if base > 1 << 32 {
        return Err(Fault::Overflow);
    }
    // As many digits at a time as a word holds, so that wide divisions are few.
    let count = (i64::MAX as u64).ilog(base);
    let chunk = T::from_small(base.pow(count) as i64);
    let mut rest = n;
    let mut low = loop {
        if let Ok(low) = word(rest) {
            break low;
        }
        let mut low = word(fits(rest.checked_rem_floor(chunk))?)?;
        rest = fits(rest.checked_div_floor(chunk))?;
        for _ in 0..count {
            see(low % base)?;
            low /= base;
        }
    };
    loop {
        see(low % base)?;
        low /= base;
        if low == 0 {
            return Ok(());
        }
    }
}

/// The sum of the digits of `n`.
pub(crate) fn digit_sum<T: Integer>(n: T, base: T) -> Result<T, Fault> {
    let mut sum = 0u64;
    each_digit(n, word(base)?, |digit| {
        sum += digit;
        Ok(())
    })?;
    from_word(sum)
}

/// How many digits `n` has; 0 has one.
pub(crate) fn digit_count<T: Integer>(n: T, base: T) -> Result<T, Fault> {
    let mut count = 0;
    each_digit(n, word(base)?, |_| {
        count += 1;
        Ok(())
    })?;
    from_word(count)
}

/// How often `digit` is among the digits of `n`.
pub(crate) fn count_digit<T: Integer>(n: T, digit: T, base: T) -> Result<T, Fault> {
    let wanted = digit.to_i128();
    let mut count = 0;
    each_digit(n, word(base)?, |digit| {
        count += u64::from(wanted == Some(digit.into()));
        Ok(())
    })?;
    from_word(count)
}

/// The digits of `n` from back to front, as a number.
pub(crate) fn reverse_digits<T: Integer>(n: T, base: T) -> Result<T, Fault> {
    let mut reversed = T::from_small(0);
    each_digit(n, word(base)?, |digit| {
        let shifted = fits(reversed.checked_mul(base))?;
        reversed = fits(shifted.checked_add(from_word(digit)?))?;
        Ok(())
    })?;
    Ok(reversed)
}

/// The digits of `n` in base `from`, read as if they were in base `to`, which may
/// be smaller than the digits.
pub(crate) fn read_in_base<T: Integer>(n: T, from: T, to: T) -> Result<T, Fault> {
    let (mut sum, mut place) = (T::from_small(0), Some(T::from_small(1)));
    each_digit(n, word(from)?, |digit| {
        if digit != 0 {
            let value = fits(fits(place)?.checked_mul(from_word(digit)?))?;
            sum = fits(sum.checked_add(value))?;
        }
        // A place too large to hold matters only if a digit stands on it.
        place = place.and_then(|place| place.checked_mul(to));
        Ok(())
    })?;
    Ok(sum)
}

/// How often `p` divides `n`, with p ≥ 2 and n ≠ 0.
pub(crate) fn valuation<T: Integer>(n: T, p: T) -> Result<T, Fault> {
    if n.is_zero() || p < T::from_small(2) {
        return Err(Fault::OutOfDomain);
    }
    let (mut rest, mut count) = (n, 0);
    while fits(rest.checked_rem_floor(p))?.is_zero() {
        rest = fits(rest.checked_div_floor(p))?;
        count += 1;
    }
    Ok(T::from_small(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;

    fn digits(mut n: i64, base: i64) -> Vec<i64> {
        let mut digits = vec![n % base];
        while n >= base {
            n /= base;
            digits.push(n % base);
        }
        digits
    }

    fn value(digits: impl Iterator<Item = i64>, base: i64) -> i64 {
        digits.fold(0, |value, digit| value * base + digit)
    }

    #[test]
    fn functions_of_digits_have_the_values_of_their_definitions() {
        for base in 2..=16i64 {
            for n in (0..2_000).chain(100_000..100_200) {
                let digits = digits(n, base);
                assert_eq!(digit_sum(n, base), Ok(digits.iter().sum()));
                assert_eq!(digit_count(n, base), Ok(digits.len() as i64));
                for digit in 0..base {
                    let count = digits.iter().filter(|&&d| d == digit).count() as i64;
                    assert_eq!(count_digit(n, digit, base), Ok(count));
                }
                assert_eq!(reverse_digits(n, base), Ok(value(digits.iter().copied(), base)));
                for to in [1, 2, 3, 10] {
                    let expected = value(digits.iter().rev().copied(), to);
                    assert_eq!(read_in_base(n, base, to), Ok(expected), "{n} {base} {to}");
                }
                if n > 0 {
                    let power = |e: &u32| n % base.pow(*e) == 0;
                    let expected = (0..40).take_while(power).last().unwrap();
                    assert_eq!(valuation(n, base), Ok(expected.into()));
                    assert_eq!(valuation(-n, base), Ok(expected.into()));
                }
            }
        }
    }

    #[test]
    fn wide_numbers_agree_with_their_decimal_form() {
        let text = "7000000000000000000000000123456789012345678901234567890000000001";
        let (n, ten): (Int, Int) = (text.parse().unwrap(), Int::from(10i64));
        let sum = text.bytes().map(|byte| i64::from(byte - b'0')).sum::<i64>();
        let zeros = text.bytes().filter(|&byte| byte == b'0').count() as i64;
        assert_eq!(digit_sum(n, ten), Ok(Int::from(sum)));
        assert_eq!(digit_count(n, ten), Ok(Int::from(text.len() as i64)));
        assert_eq!(count_digit(n, Int::ZERO, ten), Ok(Int::from(zeros)));
        let reversed: String = text.chars().rev().collect();
        assert_eq!(reverse_digits(n, ten), Ok(reversed.parse().unwrap()));
        assert_eq!(read_in_base(n, ten, ten), Ok(n));
        let power = Int::from(1i128 << 100);
        let cube = power.checked_mul(power).unwrap().checked_mul(power).unwrap();
        assert_eq!(valuation(cube, Int::from(2i64)), Ok(Int::from(300i64)));
        assert_eq!(digit_sum(cube, Int::from(2i64)), Ok(Int::ONE));
    }

    #[test]
    fn what_has_no_digits_is_refused() {
        assert_eq!(digit_sum(-5i64, 10), Err(Fault::OutOfDomain));
        assert_eq!(digit_sum(5i64, 1), Err(Fault::OutOfDomain));
        assert_eq!(digit_sum(5i64, -10), Err(Fault::OutOfDomain));
        assert_eq!(digit_sum(5i64, i64::MAX), Err(Fault::Overflow));
        assert_eq!(reverse_digits(i64::MAX, 10), Ok(7_085_774_586_302_733_229));
        assert_eq!(reverse_digits(8_999_999_999_999_999_999i64, 10), Err(Fault::Overflow));
        assert_eq!(valuation(0i64, 2), Err(Fault::OutOfDomain));
        assert_eq!(valuation(8i64, 1), Err(Fault::OutOfDomain));
        assert_eq!(digit_count(0i64, 10), Ok(1));
    }
}
