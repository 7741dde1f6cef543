//! Exact integers of fixed width.
//!
//! Terms of a sequence are at most 10^100 in magnitude ([`Int::in_range`]).
//! An [`Int`] itself holds 704 bits, so that the product of any two terms is
//! exact: laws such as `u(n-1)^2 % n` pass through values far above the bound
//! on their way to a small one. Nothing here allocates.

mod integer;
mod text;

use std::cmp::Ordering;

use ruint::Uint;

pub(crate) use integer::Integer;

/// The magnitude of a wide integer: room for the square of 10^100 and a little.
type Magnitude = Uint<704, 11>;

/// An exact integer of fixed width; see the [module](self) for its bounds.
///
/// ```
/// use ansatz_expr::Int;
/// let googol: Int = format!("1{}", "0".repeat(100)).parse()?;
/// assert!(googol.in_range());
/// assert_eq!(googol.to_string().len(), 101);
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// Canonical: whatever fits 128 bits is `Small`, so derived equality is right.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Repr {
    Small(i128),
    Wide { negative: bool, magnitude: Magnitude },
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Repr::Small(0));
    /// One.
    pub const ONE: Int = Int(Repr::Small(1));
    /// How many decimal digits the largest permitted term has (10^100 itself).
    pub const MAX_DIGITS: usize = 101;

    /// Whether this may be a term of a sequence: at most 10^100 in magnitude.
    pub fn in_range(self) -> bool {
        match self.0 {
            Repr::Small(_) => true,
            Repr::Wide { magnitude, .. } => magnitude <= LIMIT,
        }
    }

    /// The value as a machine word, if it fits.
    pub fn to_i128(self) -> Option<i128> {
        match self.0 {
            Repr::Small(value) => Some(value),
            Repr::Wide { .. } => None,
        }
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        match self.0 {
            Repr::Small(value) => value as f64,
            Repr::Wide { negative, magnitude } => {
                let value = wide_to_f64(magnitude);
                if negative { -value } else { value }
            }
        }
    }

    /// The integer nearest to a double, ties away from 0; `None` for NaN and
    /// for what needs more than 704 bits.
    pub fn from_f64(value: f64) -> Option<Int> {
        let rounded = value.round();
        if rounded.abs() < 2f64.powi(126) {
            return Some(Int::from(rounded as i128));
        }
        if !rounded.is_finite() {
            return None;
        }
        // Large doubles are integers: a mantissa of 53 bits, shifted.
        let bits = rounded.abs().to_bits();
        let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
        let shift = (bits >> 52) as usize - 1075;
        let magnitude = Magnitude::from(mantissa).checked_shl(shift)?;
        Some(Int::from_parts(rounded < 0.0, magnitude))
    }

    /// Whether this is 0.
    pub fn is_zero(self) -> bool {
        self == Int::ZERO
    }

    /// Whether this is below 0.
    pub fn is_negative(self) -> bool {
        match self.0 {
            Repr::Small(value) => value < 0,
            Repr::Wide { negative, .. } => negative,
        }
    }

    /// Magnitude.
    pub fn abs(self) -> Int {
        if self.is_negative() { self.negated() } else { self }
    }

    /// How many bits the magnitude has; 0 for 0.
    pub fn bit_len(self) -> u32 {
        match self.0 {
            Repr::Small(value) => u128::BITS - value.unsigned_abs().leading_zeros(),
            Repr::Wide { magnitude, .. } => magnitude.bit_len() as u32,
        }
    }

    /// The residue modulo `modulus`, in `0..modulus`; `None` for modulus 0.
    pub fn residue(self, modulus: u32) -> Option<u32> {
        if modulus == 0 {
            return None;
        }
        match self.0 {
            Repr::Small(value) => u32::try_from(value.rem_euclid(i128::from(modulus))).ok(),
            Repr::Wide { negative, magnitude } => {
                let remainder = (magnitude % Magnitude::from(modulus)).to::<u64>() as u32;
                Some(if negative && remainder != 0 { modulus - remainder } else { remainder })
            }
        }
    }

    /// The digits of the magnitude in base 10,000, most significant first
    /// (`[0]` for 0): the paper's number encoding without its sign.
    pub fn digits_base_10000(self) -> Vec<u16> {
        const BASE: u64 = 10_000;
        let (_, mut rest) = self.parts();
        let mut digits = Vec::new();
        loop {
            if let Ok(mut small) = u64::try_from(rest) {
                while small >= BASE {
                    digits.push((small % BASE) as u16);
                    small /= BASE;
                }
                digits.push(small as u16);
                break;
            }
            let (quotient, digit) = rest.div_rem(Magnitude::from(BASE));
            digits.push(digit.to::<u64>() as u16);
            rest = quotient;
        }
        digits.reverse();
        digits
    }

    /// `self + other`, unless it needs more than 704 bits.
    pub fn checked_add(self, other: Int) -> Option<Int> {
        Integer::checked_add(self, other)
    }

    /// `self - other`, unless it needs more than 704 bits.
    pub fn checked_sub(self, other: Int) -> Option<Int> {
        Integer::checked_sub(self, other)
    }

    /// `self * other`, unless it needs more than 704 bits.
    pub fn checked_mul(self, other: Int) -> Option<Int> {
        Integer::checked_mul(self, other)
    }

    /// `-self`. Every value has a negative: the representation is symmetric.
    pub fn negated(self) -> Int {
        if let Repr::Small(value) = self.0
            && let Some(value) = value.checked_neg()
        {
            return Int(Repr::Small(value));
        }
        let (negative, magnitude) = self.parts();
        Int::from_parts(!negative, magnitude)
    }

    /// The quotient rounded down; `None` for divisor 0.
    pub fn div_floor(self, divisor: Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        Integer::checked_div_floor(self, divisor)
    }

    /// The remainder with the divisor's sign; `None` for divisor 0.
    pub fn rem_floor(self, divisor: Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        Integer::checked_rem_floor(self, divisor)
    }

    fn parts(self) -> (bool, Magnitude) {
        match self.0 {
            Repr::Small(value) => (value < 0, Magnitude::from(value.unsigned_abs())),
            Repr::Wide { negative, magnitude } => (negative, magnitude),
        }
    }

    fn from_parts(negative: bool, magnitude: Magnitude) -> Int {
        if let Ok(word) = u128::try_from(magnitude) {
            let small =
                if negative { 0i128.checked_sub_unsigned(word) } else { i128::try_from(word).ok() };
            if let Some(small) = small {
                return Int(Repr::Small(small));
            }
        }
        Int(Repr::Wide { negative, magnitude })
    }

    fn small_pair(self, other: Int) -> Option<(i128, i128)> {
        match (self.0, other.0) {
            (Repr::Small(a), Repr::Small(b)) => Some((a, b)),
            _ => None,
        }
    }

    /// Quotient and remainder, both floored; the divisor is not zero.
    fn wide_div_rem(self, divisor: Int) -> Option<(Int, Int)> {
        let (negative, magnitude) = self.parts();
        let (divisor_negative, divisor_magnitude) = divisor.parts();
        let (mut quotient, mut remainder) = magnitude.div_rem(divisor_magnitude);
        if negative != divisor_negative && !remainder.is_zero() {
            quotient = quotient.checked_add(Magnitude::ONE)?;
            remainder = divisor_magnitude - remainder;
        }
        Some((
            Int::from_parts(negative != divisor_negative, quotient),
            Int::from_parts(divisor_negative, remainder),
        ))
    }
}

impl Integer for Int {
    const IS_WIDE: bool = true;
    fn from_small(value: i64) -> Self {
        Int::from(value)
    }
    fn from_i128(value: i128) -> Option<Self> {
        Some(Int::from(value))
    }
    fn to_i128(self) -> Option<i128> {
        Int::to_i128(self)
    }
    fn from_wide(value: Int) -> Option<Self> {
        Some(value)
    }
    fn to_wide(self) -> Int {
        self
    }
    fn to_f64(self) -> f64 {
        Int::to_f64(self)
    }
    fn is_zero(self) -> bool {
        Int::is_zero(self)
    }
    fn is_negative(self) -> bool {
        Int::is_negative(self)
    }
    fn checked_add(self, other: Self) -> Option<Self> {
        if let Some(sum) = self.small_pair(other).and_then(|(a, b)| a.checked_add(b)) {
            return Some(Int(Repr::Small(sum)));
        }
        let (negative, magnitude) = self.parts();
        let (other_negative, other_magnitude) = other.parts();
        if negative == other_negative {
            let sum = magnitude.checked_add(other_magnitude)?;
            Some(Int::from_parts(negative, sum))
        } else if magnitude >= other_magnitude {
            Some(Int::from_parts(negative, magnitude - other_magnitude))
        } else {
            Some(Int::from_parts(other_negative, other_magnitude - magnitude))
        }
    }
    fn checked_sub(self, other: Self) -> Option<Self> {
        if let Some(sum) = self.small_pair(other).and_then(|(a, b)| a.checked_sub(b)) {
            return Some(Int(Repr::Small(sum)));
        }
        Integer::checked_add(self, other.negated())
    }
    fn checked_mul(self, other: Self) -> Option<Self> {
        if let Some((a, b)) = self.small_pair(other)
            && let Some(product) = Integer::checked_mul(a, b)
        {
            return Some(Int(Repr::Small(product)));
        }
        let (negative, magnitude) = self.parts();
        let (other_negative, other_magnitude) = other.parts();
        let product = magnitude.checked_mul(other_magnitude)?;
        Some(Int::from_parts(negative != other_negative, product))
    }
    fn checked_neg(self) -> Option<Self> {
        Some(self.negated())
    }
    fn checked_div_floor(self, divisor: Self) -> Option<Self> {
        if let Some((a, b)) = self.small_pair(divisor)
            && let Some(quotient) = Integer::checked_div_floor(a, b)
        {
            return Some(Int(Repr::Small(quotient)));
        }
        Some(self.wide_div_rem(divisor)?.0)
    }
    fn checked_rem_floor(self, divisor: Self) -> Option<Self> {
        if let Some((a, b)) = self.small_pair(divisor)
            && let Some(remainder) = Integer::checked_rem_floor(a, b)
        {
            return Some(Int(Repr::Small(remainder)));
        }
        Some(self.wide_div_rem(divisor)?.1)
    }
}

/// 10^100 as little-endian limbs.
const LIMIT: Magnitude = Magnitude::from_limbs([
    0,
    0xa82e_8f10_0000_0000,
    0x8e21_1a7c_aab2_4308,
    0x84c4_ce0b_f38a_ce40,
    0xad25_94c3_7ceb_0b27,
    0x1249,
    0,
    0,
    0,
    0,
    0,
]);

/// Rounded to nearest, ties to even, from the top 64 bits and a sticky bit.
fn wide_to_f64(magnitude: Magnitude) -> f64 {
    let bits = magnitude.bit_len();
    if bits <= 64 {
        return magnitude.to::<u64>() as f64;
    }
    let shift = bits - 64;
    let mut top = (magnitude >> shift).to::<u64>();
    if magnitude.trailing_zeros() < shift {
        top |= 1;
    }
    top as f64 * 2f64.powi(shift as i32)
}

impl From<i64> for Int {
    fn from(value: i64) -> Self {
        Int(Repr::Small(value.into()))
    }
}

impl From<i128> for Int {
    fn from(value: i128) -> Self {
        Int(Repr::Small(value))
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        if let Some((a, b)) = self.small_pair(*other) {
            return a.cmp(&b);
        }
        match (self.is_negative(), other.is_negative()) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.parts().1.cmp(&other.parts().1),
            (true, true) => other.parts().1.cmp(&self.parts().1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Int {
        text.parse().unwrap()
    }

    #[test]
    fn the_limit_is_a_googol() {
        let googol = int(&format!("1{}", "0".repeat(100)));
        assert_eq!(googol.parts().1, LIMIT);
        assert!(googol.in_range());
        assert!(!googol.checked_add(Int::ONE).unwrap().in_range());
        assert!(googol.negated().in_range());
    }

    #[test]
    fn the_square_of_any_term_is_exact() {
        let googol = int(&format!("1{}", "0".repeat(100)));
        let square = googol.checked_mul(googol).unwrap();
        assert_eq!(square.to_string(), format!("1{}", "0".repeat(200)));
        assert_eq!(square.div_floor(googol), Some(googol));
        assert_eq!(square.to_f64(), 1e200);
        assert!(square.checked_mul(googol).is_none());
    }

    #[test]
    fn doubles_become_the_nearest_integer() {
        for (value, text) in [(0.4, "0"), (-2.5, "-3"), (1e22, "10000000000000000000000")] {
            assert_eq!(Int::from_f64(value), Some(int(text)));
        }
        for value in [2f64.powi(126), -1e39, 1.5e100, -3.7e200] {
            assert_eq!(Int::from_f64(value).unwrap().to_f64(), value);
        }
        for value in [f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(Int::from_f64(value), None);
        }
    }

    #[test]
    fn division_is_floored_for_every_combination_of_signs() {
        let wide = "123456789012345678901234567890123456789012345678901";
        for scale in ["1", wide] {
            let scale = int(scale);
            for (a, b, quotient, remainder) in
                [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, -2, -3, 0)]
            {
                let a = Int::from(a as i64).checked_mul(scale).unwrap();
                let b = Int::from(b as i64).checked_mul(scale).unwrap();
                assert_eq!(a.div_floor(b), Some(Int::from(quotient as i64)));
                let expected = Int::from(remainder as i64).checked_mul(scale);
                assert_eq!(a.rem_floor(b), expected);
            }
        }
        let min = Int::from(i128::MIN);
        assert_eq!(min.div_floor(Int::from(-1i64)), Some(min.negated()));
        assert_eq!(min.rem_floor(Int::from(-1i64)), Some(Int::ZERO));
        let word = Int::from(i64::MIN);
        assert_eq!(word.div_floor(Int::from(-1i64)), Some(word.negated()));
        assert_eq!(Int::ONE.div_floor(Int::ZERO), None);
    }

    #[test]
    fn the_border_between_small_and_wide_is_seamless() {
        for text in [i128::MAX.to_string(), i128::MIN.to_string()] {
            let edge = int(&text);
            for step in [-1i64, 1] {
                let beyond = edge.checked_add(Int::from(step)).unwrap();
                assert_eq!(beyond.checked_sub(Int::from(step)), Some(edge));
                assert_eq!(int(&beyond.to_string()), beyond);
                assert_eq!(beyond > edge, step > 0);
            }
        }
    }

    #[test]
    fn digits_and_residues_agree_with_the_decimal_form() {
        assert_eq!(Int::ZERO.digits_base_10000(), [0]);
        assert_eq!(int("-120003").digits_base_10000(), [12, 3]);
        let wide = int("-100020003000400050006000700080009000100011");
        assert_eq!(wide.digits_base_10000(), [10, 20, 30, 40, 50, 60, 70, 80, 90, 10, 11]);
        assert_eq!(wide.residue(10), Some(9));
        assert_eq!(wide.residue(0), None);
        assert_eq!(int("-7").residue(3), Some(2));
    }
}
