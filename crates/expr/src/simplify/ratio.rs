//! Coefficients: exact fractions of machine words.
//!
//! Every operation says `None` when 128 bits do not hold the result; the
//! simplifier then gives up on the rewriting that needed it.

/// A fraction in lowest terms with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ratio {
    pub num: i128,
    pub den: i128,
}

/// The greatest common divisor of the magnitudes; 0 only for two zeros.
pub(super) fn gcd(a: i128, b: i128) -> Option<i128> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).ok()
}

/// How many decimal digits the magnitude has.
pub(super) fn digits(value: i128) -> usize {
    value.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1
}

/// The exact square root, if there is one.
pub(super) fn exact_sqrt(value: i128) -> Option<i128> {
    if value < 0 {
        return None;
    }
    let root = value.isqrt();
    (root * root == value).then_some(root)
}

impl Ratio {
    pub const ZERO: Ratio = Ratio { num: 0, den: 1 };
    pub const ONE: Ratio = Ratio { num: 1, den: 1 };
    pub const MINUS_ONE: Ratio = Ratio { num: -1, den: 1 };

    pub fn int(num: i128) -> Ratio {
        Ratio { num, den: 1 }
    }

    pub fn new(num: i128, den: i128) -> Option<Ratio> {
        if den == 1 {
            return Some(Ratio { num, den });
        }
        if den == 0 {
            return None;
        }
        let shared = gcd(num, den)?;
        let (num, den) = (num.checked_div(shared)?, den.checked_div(shared)?);
        if den < 0 {
            Some(Ratio { num: num.checked_neg()?, den: den.checked_neg()? })
        } else {
            Some(Ratio { num, den })
        }
    }

    pub fn is_zero(self) -> bool {
        self.num == 0
    }

    pub fn is_one(self) -> bool {
        self == Ratio::ONE
    }

    /// Whether it is 1 or -1.
    pub fn is_unit(self) -> bool {
        self.den == 1 && (self.num == 1 || self.num == -1)
    }

    pub fn is_negative(self) -> bool {
        self.num < 0
    }

    /// The value if it is an integer.
    pub fn as_int(self) -> Option<i128> {
        (self.den == 1).then_some(self.num)
    }

    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    pub fn add(self, other: Ratio) -> Option<Ratio> {
        let left = self.num.checked_mul(other.den)?;
        let right = other.num.checked_mul(self.den)?;
        Ratio::new(left.checked_add(right)?, self.den.checked_mul(other.den)?)
    }

    pub fn mul(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?)
    }

    /// The reciprocal; `None` for 0.
    pub fn inverse(self) -> Option<Ratio> {
        Ratio::new(self.den, self.num)
    }

    pub fn abs(self) -> Option<Ratio> {
        Some(Ratio { num: self.num.checked_abs()?, den: self.den })
    }

    pub fn pow(self, power: i32) -> Option<Ratio> {
        let base = if power < 0 { self.inverse()? } else { self };
        let power = power.unsigned_abs();
        Some(Ratio { num: base.num.checked_pow(power)?, den: base.den.checked_pow(power)? })
    }

    pub fn exact_sqrt(self) -> Option<Ratio> {
        Some(Ratio { num: exact_sqrt(self.num)?, den: exact_sqrt(self.den)? })
    }

    /// What both share: the divisor of both numerators over the divisor of
    /// both denominators, so that `x/2 + y/2` has 1/2 in common, and `x + y/2`
    /// nothing. Zero shares everything.
    pub fn shared(self, other: Ratio) -> Option<Ratio> {
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        Some(Ratio { num: gcd(self.num, other.num)?, den: gcd(self.den, other.den)? })
    }
}
