//! Powers modulo an odd number, without division.

/// Arithmetic modulo an odd number in Montgomery's form: `a` is kept as
/// a·2^64 mod n, so that a product needs two multiplications and no division.
/// Dividing 128 bits is slow everywhere and very slow in a browser.
#[derive(Clone, Copy)]
pub(super) struct Montgomery {
    modulus: u64,
    /// -1/modulus modulo 2^64.
    inverse: u64,
    /// 1 in this form.
    pub(super) one: u64,
    /// 2^128 modulo the modulus, which takes a number into this form.
    square: u64,
}

impl Montgomery {
    /// The modulus must be odd: others are not inverted by what follows.
    pub(super) fn new(modulus: u64) -> Self {
        // Newton's iteration doubles the correct bits: 5, 10, 20, 40, 80.
        let mut inverse = modulus.wrapping_mul(3) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        let modulus = modulus.max(1);
        let one = (u64::MAX % modulus).wrapping_add(1) % modulus;
        let square = (u128::from(one) * u128::from(one) % u128::from(modulus)) as u64;
        Montgomery { modulus, inverse: inverse.wrapping_neg(), one, square }
    }

    /// `a` in this form.
    pub(super) fn enter(&self, a: u64) -> u64 {
        self.mul(a % self.modulus, self.square)
    }

    pub(super) fn mul(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let factor = (product as u64).wrapping_mul(self.inverse);
        // The low half of the sum is 0 by the choice of the factor, so its carry
        // is 1 unless the low half of the product was 0.
        let low = u128::from(product as u64 != 0);
        let high = (product >> 64) + ((u128::from(factor) * u128::from(self.modulus)) >> 64) + low;
        let modulus = u128::from(self.modulus);
        (if high >= modulus { high - modulus } else { high }) as u64
    }

    pub(super) fn add(&self, a: u64, b: u64) -> u64 {
        let (sum, carried) = a.overflowing_add(b);
        if carried || sum >= self.modulus { sum.wrapping_sub(self.modulus) } else { sum }
    }

    /// A number in this form as it is.
    pub(super) fn leave(&self, a: u64) -> u64 {
        self.mul(a, 1)
    }

    pub(super) fn pow(&self, mut base: u64, mut exponent: u64) -> u64 {
        let mut power = self.one;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        power
    }

    /// -1 in this form.
    pub(super) fn minus_one(&self) -> u64 {
        self.modulus - self.one
    }
}

/// base^exponent modulo `modulus`; `None` for modulus 0.
pub fn power_modulo(base: u64, mut exponent: u64, modulus: u64) -> Option<u64> {
    if modulus % 2 == 1 {
        let field = Montgomery::new(modulus);
        return Some(field.leave(field.pow(field.enter(base), exponent)));
    }
    let wide = u128::from(modulus);
    let mut square = u128::from(base).checked_rem(wide)?;
    let mut power = 1 % wide;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % wide;
        }
        square = square * square % wide;
        exponent >>= 1;
    }
    u64::try_from(power).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_the_definition() {
        let odd = [1, 3, 5, 9, 255, 65_537, (1 << 32) + 15, u64::MAX - 58, u64::MAX];
        let even = [2, 4, 6, 10, 1 << 32, u64::MAX - 1];
        for modulus in odd.into_iter().chain(even) {
            let wide = u128::from(modulus);
            for base in [0, 1, 2, 3, 10, 12_345, 1 << 40, u64::MAX - 1, u64::MAX] {
                let mut expected = 1 % wide;
                for exponent in 0..70 {
                    let power = power_modulo(base, exponent, modulus).map(u128::from);
                    assert_eq!(power, Some(expected), "{base}^{exponent} % {modulus}");
                    expected = expected * (u128::from(base) % wide) % wide;
                }
            }
        }
        assert_eq!(power_modulo(2, 3, 0), None);
    }

    #[test]
    fn sums_stay_below_the_modulus() {
        for modulus in [3, 255, u64::MAX - 58, u64::MAX] {
            let field = Montgomery::new(modulus);
            for (a, b) in [(0, 0), (1, 1), (modulus - 1, 1), (modulus - 1, modulus - 1)] {
                let expected = (u128::from(a) + u128::from(b)) % u128::from(modulus);
                assert_eq!(u128::from(field.add(a, b)), expected);
            }
        }
    }
}
