//! Exact fractions, and laws that are computed in them.
//!
//! Who types `0.1, 0.2, 0.3` means tenths, and who types `1, 3/2, 11/6` means
//! fractions. Doubles hold neither; a law that is a rational expression can be
//! run on what was meant all the same.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, Expr, Int, Node, Op};

/// A fraction in lowest terms with a positive denominator. What needs more than
/// an [`Int`] holds is `None`. Serialized, it is a string.
///
/// ```
/// use ansatz_expr::Rational;
/// let tenth = Rational::from_f64(0.1).unwrap();
/// assert_eq!(tenth.to_string(), "1/10");
/// let third = Rational::from_f64(1.0 / 3.0).unwrap();
/// assert_eq!(tenth.checked_add(third).unwrap().to_string(), "13/30");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rational {
    numerator: Int,
    denominator: Int,
}

/// Decimals of more digits are roundings.
const MOST_DIGITS: usize = 15;

/// A double tells fractions apart whose denominators are below this: two of
/// them differ by more than its rounding, up to 1,000 in magnitude.
const LARGEST_DENOMINATOR: i128 = 1_000_000;

/// Decimals with a larger denominator are first taken for fractions.
const LONGEST_DECIMAL: i128 = 10_000_000_000;

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational { numerator: Int::ZERO, denominator: Int::ONE };

    /// An integer.
    pub fn integer(value: impl Into<Int>) -> Rational {
        Rational { numerator: value.into(), denominator: Int::ONE }
    }

    /// In lowest terms; `None` for denominator 0.
    pub fn new(numerator: Int, denominator: Int) -> Option<Rational> {
        if denominator.is_zero() {
            return None;
        }
        let (mut a, mut b) = (numerator.abs(), denominator.abs());
        while !b.is_zero() {
            (a, b) = (b, a.rem_floor(b)?);
        }
        let divisor = if denominator.is_negative() { a.negated() } else { a };
        Some(Rational {
            numerator: numerator.div_floor(divisor)?,
            denominator: denominator.div_floor(divisor)?,
        })
    }

    /// The number that was meant by a double: a decimal of up to 15 digits, or
    /// the one fraction of a small denominator that rounds to it.
    pub fn from_f64(value: f64) -> Option<Rational> {
        // A fraction may have no more digits than a long decimal: -89/9 has fifteen.
        let decimal = Rational::from_decimal(value);
        let is_short = |decimal: &Rational| {
            decimal.denominator.to_i128().is_some_and(|below| below <= LONGEST_DECIMAL)
        };
        match decimal.filter(is_short) {
            None => Rational::from_rounded(value).or(decimal),
            short => short,
        }
    }

    /// A double with few digits as a decimal.
    pub fn from_decimal(value: f64) -> Option<Rational> {
        if !value.is_finite() {
            return None;
        }
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e')?;
        let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
        let written = digits.trim_start_matches('-').len();
        if written > MOST_DIGITS {
            return None;
        }
        let shift = exponent.parse::<i32>().ok()? - (written as i32 - 1);
        let power = power_of_ten(shift.unsigned_abs())?;
        let numerator: Int = digits.parse().ok()?;
        match shift < 0 {
            true => Rational::new(numerator, power),
            false => Some(Rational::integer(numerator.checked_mul(power)?)),
        }
    }

    /// By its continued fraction.
    fn from_rounded(value: f64) -> Option<Rational> {
        if value.is_nan() || value.abs() >= 1e9 {
            return None;
        }
        let (mut before, mut last) = ((0i128, 1i128), (1i128, 0i128));
        let mut rest = value;
        for _ in 0..24 {
            let whole = rest.floor();
            let step = |a: i128, b: i128| (whole as i128).checked_mul(b)?.checked_add(a);
            let next = (step(before.0, last.0)?, step(before.1, last.1)?);
            (before, last) = (last, next);
            if last.1 > LARGEST_DENOMINATOR {
                return None;
            }
            let near = last.0 as f64 / last.1 as f64;
            if (near - value).abs() <= 2.0 * f64::EPSILON * value.abs() {
                return Rational::new(last.0.into(), last.1.into());
            }
            rest = 1.0 / (rest - whole);
            if rest.is_nan() || rest.abs() >= 1e15 {
                return None;
            }
        }
        None
    }

    /// What stands above the line.
    pub fn numerator(self) -> Int {
        self.numerator
    }

    /// What stands below the line; at least 1.
    pub fn denominator(self) -> Int {
        self.denominator
    }

    /// Whether it is 0.
    pub fn is_zero(self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether it is below 0.
    pub fn is_negative(self) -> bool {
        self.numerator.is_negative()
    }

    /// Whether it is an integer.
    pub fn is_integer(self) -> bool {
        self.denominator == Int::ONE
    }

    /// The nearest double, but for its last digit where numerator or
    /// denominator have more than 53 bits.
    pub fn to_f64(self) -> f64 {
        self.numerator.to_f64() / self.denominator.to_f64()
    }

    /// Whether a double is its rounding.
    pub fn rounds_to(self, value: f64) -> bool {
        let own = self.to_f64();
        own == value || (own - value).abs() <= 2.0 * f64::EPSILON * value.abs()
    }

    /// The sum.
    pub fn checked_add(self, other: Rational) -> Option<Rational> {
        if self.denominator == other.denominator {
            return Rational::new(self.numerator.checked_add(other.numerator)?, self.denominator);
        }
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Rational::new(left.checked_add(right)?, denominator)
    }

    /// The negative.
    pub fn negated(self) -> Rational {
        Rational { numerator: self.numerator.negated(), ..self }
    }

    /// The difference.
    pub fn checked_sub(self, other: Rational) -> Option<Rational> {
        self.checked_add(other.negated())
    }

    /// The product.
    pub fn checked_mul(self, other: Rational) -> Option<Rational> {
        Rational::new(
            self.numerator.checked_mul(other.numerator)?,
            self.denominator.checked_mul(other.denominator)?,
        )
    }

    /// The quotient; `None` for divisor 0.
    pub fn checked_div(self, other: Rational) -> Option<Rational> {
        Rational::new(
            self.numerator.checked_mul(other.denominator)?,
            self.denominator.checked_mul(other.numerator)?,
        )
    }

    /// A power whose exponent is an integer.
    fn pow(self, exponent: Rational) -> Option<Rational> {
        if !exponent.is_integer() {
            return None;
        }
        let exponent = exponent.numerator.to_i128()?;
        let base = if exponent < 0 { Rational::integer(1i64).checked_div(self)? } else { self };
        let mut power = Rational::integer(1i64);
        for _ in 0..exponent.unsigned_abs().min(10_000) {
            power = power.checked_mul(base)?;
        }
        (exponent.unsigned_abs() <= 10_000).then_some(power)
    }

    /// Rounded to so many decimals, ties up.
    fn rounded(self, decimals: Rational) -> Option<Rational> {
        let decimals = decimals.is_integer().then_some(decimals.numerator.to_i128()?)?;
        let power = power_of_ten(u32::try_from(decimals).ok()?)?;
        let scaled = self.checked_mul(Rational::integer(power))?;
        let half_up = scaled.checked_add(Rational::new(Int::ONE, 2i64.into())?)?;
        Rational::new(half_up.numerator.div_floor(half_up.denominator)?, power)
    }
}

/// 10^exponent, if an [`Int`] holds it with room to multiply.
fn power_of_ten(exponent: u32) -> Option<Int> {
    if exponent > 100 {
        return None;
    }
    (0..exponent).try_fold(Int::ONE, |power, _| power.checked_mul(10i64.into()))
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_integer() {
            true => write!(f, "{}", self.numerator),
            false => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl FromStr for Rational {
    type Err = Error;

    /// Reads `3`, `-1/2`, and nothing else.
    fn from_str(text: &str) -> Result<Rational, Error> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let (above, below): (Int, Int) = (above.parse()?, below.parse()?);
        Rational::new(above, below)
            .ok_or(Error::DivisionByZero { op: Op::Div, dividend: above.to_f64() })
    }
}

impl TryFrom<String> for Rational {
    type Error = Error;

    fn try_from(text: String) -> Result<Rational, Error> {
        text.parse()
    }
}

impl From<Rational> for String {
    fn from(value: Rational) -> String {
        value.to_string()
    }
}

impl Expr {
    /// Whether it is made of what fractions have: sums, products, quotients,
    /// powers, roundings.
    pub fn is_rational(&self) -> bool {
        self.nodes().iter().all(|node| match node {
            Node::Op(op) => matches!(
                op,
                Op::Add
                    | Op::Sub
                    | Op::Mul
                    | Op::Div
                    | Op::Inv
                    | Op::Sqr
                    | Op::Abs
                    | Op::Pow
                    | Op::Round
            ),
            Node::Real(value) => Rational::from_decimal(*value).is_some(),
            Node::Const(_) | Node::Bound(_) => false,
            Node::Int(_) | Node::N | Node::Prev(_) => true,
        })
    }

    /// [`Expr::eval`] for fractions. `None` where the expression is none of
    /// fractions, has no value, or takes too many digits.
    pub fn eval_rational(&self, history: &[Rational]) -> Option<Rational> {
        let mut stack: Vec<Rational> = Vec::with_capacity(8);
        for node in self.nodes().iter().rev() {
            let value = match *node {
                Node::Int(value) => Rational::integer(value),
                Node::Real(value) => Rational::from_decimal(value)?,
                Node::N => Rational::integer(history.len() as i128 + 1),
                Node::Prev(back) => *history.get(history.len().checked_sub(back.into())?)?,
                Node::Const(_) | Node::Bound(_) => return None,
                Node::Op(op) => {
                    let a = stack.pop()?;
                    let b = if op.arity() > 1 { stack.pop()? } else { a };
                    match op {
                        Op::Add => a.checked_add(b)?,
                        Op::Sub => a.checked_sub(b)?,
                        Op::Mul => a.checked_mul(b)?,
                        Op::Div => a.checked_div(b)?,
                        Op::Inv => Rational::integer(1i64).checked_div(a)?,
                        Op::Sqr => a.checked_mul(a)?,
                        Op::Abs if a.is_negative() => a.negated(),
                        Op::Abs => a,
                        Op::Pow => a.pow(b)?,
                        Op::Round => a.rounded(b)?,
                        _ => return None,
                    }
                }
            };
            stack.push(value);
        }
        stack.pop()
    }

    /// Up to `count` terms that follow a history of doubles, computed from the
    /// fractions that were meant by them: exact as far as they go. None if the
    /// law is none of fractions or the doubles are no short ones.
    pub fn continue_exactly(&self, history: &[f64], count: usize) -> Vec<Rational> {
        if !self.is_rational() {
            return Vec::new();
        }
        // Terms that the law never looks at may be anything.
        let unseen = history.len().saturating_sub(self.degree());
        let meant = |(index, term): (usize, &f64)| match index < unseen {
            true => Some(Rational::ZERO),
            false => Rational::from_f64(*term),
        };
        let Some(mut terms) = history.iter().enumerate().map(meant).collect::<Option<Vec<_>>>()
        else {
            return Vec::new();
        };
        let given = terms.len();
        while terms.len() < given + count
            && let Some(next) = self.eval_rational(&terms)
        {
            terms.push(next);
        }
        terms.split_off(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into()).unwrap()
    }

    #[test]
    fn doubles_stand_for_decimals_and_fractions() {
        for (value, text) in [
            (0.1, "1/10"),
            (-2.5, "-5/2"),
            (0.0, "0"),
            (1e6, "1000000"),
            (1.0 / 3.0, "1/3"),
            (-25.0 / 12.0, "-25/12"),
            (355.0 / 113.0, "355/113"),
        ] {
            assert_eq!(Rational::from_f64(value).unwrap().to_string(), text);
        }
        assert_eq!(Rational::from_f64(std::f64::consts::PI), None);
        assert_eq!(Rational::from_f64(f64::NAN), None);
        assert_eq!(Rational::from_f64(f64::INFINITY), None);
    }

    #[test]
    fn every_small_fraction_is_found_again() {
        for denominator in 1..200 {
            for numerator in -300..300 {
                let meant = rational(numerator, denominator);
                assert_eq!(Rational::from_f64(meant.to_f64()), Some(meant));
            }
        }
    }

    #[test]
    fn laws_run_without_rounding() {
        let harmonic = Expr::parse("u(n-1) + 1/n").unwrap();
        let next = harmonic.continue_exactly(&[1.0, 1.5, 11.0 / 6.0], 3);
        let texts: Vec<String> = next.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["25/12", "137/60", "49/20"]);
        let tenths = Expr::parse("u(n-1) + 0.1").unwrap();
        let next = tenths.continue_exactly(&[0.1, 0.2], 30);
        assert_eq!(next[0].to_f64(), 0.3);
        assert_eq!(next[29].to_f64(), 3.2);
        assert!(Expr::parse("sin(n)").unwrap().continue_exactly(&[1.0], 3).is_empty());
    }

    #[test]
    fn rounding_is_to_decimals_and_up_from_the_middle() {
        let interest = Expr::parse("round(1.05*u(n-1), 2)").unwrap();
        let next = interest.continue_exactly(&[1050.0], 4);
        let values: Vec<f64> = next.iter().map(|term| term.to_f64()).collect();
        assert_eq!(values, [1102.5, 1157.63, 1215.51, 1276.29]);
        // Doubles agree, whatever their last digit.
        let mut doubles = vec![1050.0];
        for _ in 0..4 {
            doubles.push(interest.eval(&doubles).unwrap());
        }
        assert_eq!(doubles[1..], values);
    }

    #[test]
    fn too_many_digits_end_the_run() {
        let map = Expr::parse("3.9*u(n-1)*(1 - u(n-1))").unwrap();
        let next = map.continue_exactly(&[0.4], 30);
        assert!(next.len() > 3 && next.len() < 30);
        assert_eq!(rational(1, 3).pow(rational(1, 2)), None);
        assert_eq!(rational(2, 3).pow(rational(-2, 1)), Some(rational(9, 4)));
    }
}
