//! One arithmetic for machine words and wide integers.

use super::Int;

/// The arithmetic that the integer operators are written in, so that one rule
/// serves machine words and wide integers alike. `None` means "does not fit".
pub(crate) trait Integer: Copy + Ord {
    /// Whether nothing is wider.
    const IS_WIDE: bool = false;
    fn from_small(value: i64) -> Self;
    fn from_i128(value: i128) -> Option<Self>;
    fn to_i128(self) -> Option<i128>;
    fn from_wide(value: Int) -> Option<Self>;
    fn to_wide(self) -> Int;
    /// Rounded, for messages.
    fn to_f64(self) -> f64;
    fn is_zero(self) -> bool;
    fn is_negative(self) -> bool;
    fn checked_add(self, other: Self) -> Option<Self>;
    fn checked_sub(self, other: Self) -> Option<Self>;
    fn checked_mul(self, other: Self) -> Option<Self>;
    fn checked_neg(self) -> Option<Self>;
    /// Quotient rounded towards minus infinity; the divisor is not zero.
    fn checked_div_floor(self, divisor: Self) -> Option<Self>;
    /// Remainder with the sign of the divisor; the divisor is not zero.
    fn checked_rem_floor(self, divisor: Self) -> Option<Self>;
}

impl Integer for i64 {
    fn from_small(value: i64) -> Self {
        value
    }
    fn from_i128(value: i128) -> Option<Self> {
        value.try_into().ok()
    }
    fn to_i128(self) -> Option<i128> {
        Some(self.into())
    }
    fn from_wide(value: Int) -> Option<Self> {
        value.to_i128()?.try_into().ok()
    }
    fn to_wide(self) -> Int {
        self.into()
    }
    fn to_f64(self) -> f64 {
        self as f64
    }
    fn is_zero(self) -> bool {
        self == 0
    }
    fn is_negative(self) -> bool {
        self < 0
    }
    fn checked_add(self, other: Self) -> Option<Self> {
        i64::checked_add(self, other)
    }
    fn checked_sub(self, other: Self) -> Option<Self> {
        i64::checked_sub(self, other)
    }
    fn checked_mul(self, other: Self) -> Option<Self> {
        i64::checked_mul(self, other)
    }
    fn checked_neg(self) -> Option<Self> {
        i64::checked_neg(self)
    }
    fn checked_div_floor(self, divisor: Self) -> Option<Self> {
        let quotient = self.checked_div(divisor)?;
        let inexact = self.wrapping_rem(divisor) != 0 && (self < 0) != (divisor < 0);
        Some(quotient - i64::from(inexact))
    }
    fn checked_rem_floor(self, divisor: Self) -> Option<Self> {
        let remainder = self.wrapping_rem(divisor);
        let wrong_side = remainder != 0 && (remainder < 0) != (divisor < 0);
        Some(if wrong_side { remainder + divisor } else { remainder })
    }
}

impl Integer for i128 {
    fn from_small(value: i64) -> Self {
        value.into()
    }
    fn from_i128(value: i128) -> Option<Self> {
        Some(value)
    }
    fn to_i128(self) -> Option<i128> {
        Some(self)
    }
    fn from_wide(value: Int) -> Option<Self> {
        value.to_i128()
    }
    fn to_wide(self) -> Int {
        self.into()
    }
    fn to_f64(self) -> f64 {
        self as f64
    }
    fn is_zero(self) -> bool {
        self == 0
    }
    fn is_negative(self) -> bool {
        self < 0
    }
    fn checked_add(self, other: Self) -> Option<Self> {
        i128::checked_add(self, other)
    }
    fn checked_sub(self, other: Self) -> Option<Self> {
        i128::checked_sub(self, other)
    }
    fn checked_mul(self, other: Self) -> Option<Self> {
        // Most operands are small, and a product of 64-bit words cannot overflow.
        match (i64::try_from(self), i64::try_from(other)) {
            (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
            _ => i128::checked_mul(self, other),
        }
    }
    fn checked_neg(self) -> Option<Self> {
        i128::checked_neg(self)
    }
    fn checked_div_floor(self, divisor: Self) -> Option<Self> {
        // Dividing words is several times as fast. i64::MIN / -1 does not fit
        // one, but fits 128 bits.
        if let (Ok(a), Ok(b)) = (i64::try_from(self), i64::try_from(divisor))
            && let Some(quotient) = Integer::checked_div_floor(a, b)
        {
            return Some(quotient.into());
        }
        let quotient = self.checked_div(divisor)?;
        let inexact = self % divisor != 0 && (self < 0) != (divisor < 0);
        Some(quotient - i128::from(inexact))
    }
    fn checked_rem_floor(self, divisor: Self) -> Option<Self> {
        if let (Ok(a), Ok(b)) = (i64::try_from(self), i64::try_from(divisor)) {
            return Integer::checked_rem_floor(a, b).map(i128::from);
        }
        let remainder = self.wrapping_rem(divisor);
        let wrong_side = remainder != 0 && (remainder < 0) != (divisor < 0);
        Some(if wrong_side { remainder + divisor } else { remainder })
    }
}
