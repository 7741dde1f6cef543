//! Bounds on the value of an expression, wherever it is defined.
//!
//! Bounds are integers that doubles hold exactly; anything larger counts as
//! unbounded.

/// Every value lies in `lo..=hi`; either end may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Range {
    pub lo: f64,
    pub hi: f64,
}

/// Integers up to here are exact in doubles.
pub(crate) const EXACT: f64 = 9_007_199_254_740_992.0;

impl Range {
    /// Nothing is known.
    pub const ALL: Range = Range { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// Rounds outwards to integers that are exact, or to infinity.
    pub fn new(lo: f64, hi: f64) -> Range {
        let (lo, hi) = (lo.floor(), hi.ceil());
        Range {
            lo: if lo > -EXACT { lo.min(EXACT) } else { f64::NEG_INFINITY },
            hi: if hi < EXACT { hi.max(-EXACT) } else { f64::INFINITY },
        }
    }

    pub fn exactly(value: f64) -> Range {
        Range::new(value, value)
    }

    /// Between the two.
    pub const fn within(lo: f64, hi: f64) -> Range {
        Range { lo, hi }
    }

    /// At least `lo`.
    pub const fn from(lo: f64) -> Range {
        Range { lo, hi: f64::INFINITY }
    }

    pub fn is_nonnegative(self) -> bool {
        self.lo >= 0.0
    }

    pub fn is_nonpositive(self) -> bool {
        self.hi <= 0.0
    }

    /// Bounded away from 0, which rounding cannot undo.
    pub fn is_positive(self) -> bool {
        self.lo >= 1.0
    }

    pub fn is_negative(self) -> bool {
        self.hi <= -1.0
    }

    pub fn add(self, other: Range) -> Range {
        Range::new(self.lo + other.lo, self.hi + other.hi)
    }

    pub fn mul(self, other: Range) -> Range {
        // 0 * infinity is 0: the factor is finite, however large.
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let corners = [
            product(self.lo, other.lo),
            product(self.lo, other.hi),
            product(self.hi, other.lo),
            product(self.hi, other.hi),
        ];
        Range::new(
            corners.into_iter().fold(f64::INFINITY, f64::min),
            corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
        )
    }

    pub fn abs(self) -> Range {
        if self.is_nonnegative() {
            self
        } else {
            Range { lo: (-self.hi).max(0.0), hi: self.hi.max(-self.lo) }
        }
    }

    /// Of the smaller of two.
    pub fn min(self, other: Range) -> Range {
        Range { lo: self.lo.min(other.lo), hi: self.hi.min(other.hi) }
    }

    /// Of the larger of two.
    pub fn max(self, other: Range) -> Range {
        Range { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }

    /// Of one or the other.
    pub fn or(self, other: Range) -> Range {
        Range { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// What is left when negative values become 0.
    pub fn relu(self) -> Range {
        Range { lo: self.lo.max(0.0), hi: self.hi.max(0.0) }
    }

    pub fn pow(self, power: i32) -> Range {
        let base = if power % 2 == 0 { self.abs() } else { self };
        if power < 0 {
            return if base.is_nonnegative() {
                Range { lo: 0.0, hi: if base.is_positive() { 1.0 } else { f64::INFINITY } }
            } else if base.is_nonpositive() {
                Range { lo: f64::NEG_INFINITY, hi: 0.0 }
            } else {
                Range::ALL
            };
        }
        // Monotone: odd powers everywhere, even ones from 0 on.
        Range::new(base.lo.powi(power), base.hi.powi(power))
    }

    /// Of the floored quotient.
    pub fn idiv(self, divisor: Range) -> Range {
        if !divisor.is_nonnegative() {
            Range::ALL
        } else if self.is_nonnegative() {
            self.quotient(divisor)
        } else if self.is_nonpositive() {
            Range { lo: self.lo, hi: 0.0 }
        } else {
            self
        }
    }

    /// Of a floored quotient of something not negative by something positive.
    fn quotient(self, divisor: Range) -> Range {
        let least = divisor.lo.max(1.0);
        let lo = if divisor.hi.is_finite() { (self.lo / divisor.hi.max(1.0)).floor() } else { 0.0 };
        let hi = if self.hi.is_finite() { (self.hi / least).floor() } else { f64::INFINITY };
        Range { lo, hi }
    }

    /// Of the remainder, which has the divisor's sign and a smaller magnitude.
    pub fn modulo(self, divisor: Range) -> Range {
        if divisor.is_nonnegative() {
            Range { lo: 0.0, hi: (divisor.hi - 1.0).max(0.0) }
        } else if divisor.is_nonpositive() {
            Range { lo: (divisor.lo + 1.0).min(0.0), hi: 0.0 }
        } else {
            Range::ALL
        }
    }
}
