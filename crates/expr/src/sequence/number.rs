//! Words that are numbers: their shape, and their exact value.

use std::ops::Range;

use super::text::{ELLIPSIS, THIN_SPACE, UNIT, is_space};
use super::{Flaw, MAX_DECIMAL_DIGITS, MAX_DIGITS};
use crate::{Int, Rational};

/// How a number is written. That, not its value, decides whether a list is of
/// integers: who writes `2.0` has measured something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// `12`, and `12e3` too: digits without a point that stand for an integer.
    Whole,
    /// `12.`: either Mathematica's float, or an integer that ends a sentence.
    BarePoint,
    /// `1.5`, `.5`, `2.5e10`, `1e-3`.
    Decimal,
    /// `6/3`: a fraction whose value is an integer counts as that integer.
    WholeFraction,
    /// `1/3`.
    Fraction,
    /// `?`: a term that is not known.
    Unknown,
}

impl Notation {
    /// Whether such a number leaves a list one of integers.
    pub(super) fn is_integer(self) -> bool {
        matches!(self, Notation::Whole | Notation::WholeFraction)
    }

    pub(super) fn is_fraction(self) -> bool {
        matches!(self, Notation::Fraction | Notation::WholeFraction)
    }
}

/// A number in the text.
#[derive(Debug, Clone)]
pub(super) struct Number {
    pub(super) span: Range<usize>,
    pub(super) shape: Notation,
}

/// The shape of a word, or what is wrong with it.
pub(super) fn shape(word: &[char]) -> Result<Notation, Flaw> {
    if let Some((numerator, denominator)) = fraction(word) {
        if trim(numerator).is_empty() || trim(denominator).is_empty() {
            return Err(Flaw::HalfFraction);
        }
        let parts = [Decimal::parse(numerator)?, Decimal::parse(denominator)?];
        if !parts.iter().all(|part| part.digits_only) {
            return Err(Flaw::FractionOfDecimals);
        }
        let [numerator, denominator] = parts.map(|part| part.to_int());
        let (numerator, denominator) = (numerator?, denominator?);
        if denominator.is_zero() {
            return Err(Flaw::ZeroDenominator);
        }
        return Ok(match numerator.rem_floor(denominator) {
            Some(rest) if rest.is_zero() => Notation::WholeFraction,
            _ => Notation::Fraction,
        });
    }
    let number = Decimal::parse(word)?;
    Ok(if number.bare_point {
        Notation::BarePoint
    } else if number.point || number.exponent < 0 {
        Notation::Decimal
    } else {
        Notation::Whole
    })
}

/// The exact value of a number that should be an integer.
pub(super) fn to_int(word: &[char]) -> Result<Int, Flaw> {
    match fraction(word) {
        Some((numerator, denominator)) => {
            let numerator = Decimal::parse(numerator)?.to_int()?;
            let denominator = Decimal::parse(denominator)?.to_int()?;
            match (numerator.div_floor(denominator), numerator.rem_floor(denominator)) {
                (Some(quotient), Some(rest)) if rest.is_zero() => Ok(quotient),
                _ => Err(Flaw::NotWhole),
            }
        }
        None => Decimal::parse(word)?.to_int(),
    }
}

/// The nearest double; it is finite.
pub(super) fn to_f64(word: &[char]) -> Result<f64, Flaw> {
    let value = match fraction(word) {
        Some((numerator, denominator)) => {
            let numerator = Decimal::parse(numerator)?.to_int()?;
            numerator.to_f64() / Decimal::parse(denominator)?.to_int()?.to_f64()
        }
        None => Decimal::parse(word)?.to_f64(),
    };
    if value.is_finite() {
        Ok(value + 0.0) // -0.0 becomes 0.0
    } else {
        Err(Flaw::TooLargeFloat)
    }
}

/// The fraction that it is, if its parts are no larger than integers may be.
pub(super) fn to_rational(word: &[char]) -> Option<Rational> {
    if let Some((above, below)) = fraction(word) {
        let part = |part: &[char]| Decimal::parse(part).ok()?.to_int().ok();
        return Rational::new(part(above)?, part(below)?);
    }
    let decimal = Decimal::parse(word).ok()?;
    let places = u64::try_from(-decimal.exponent.min(0)).ok()?;
    let whole = Decimal { exponent: decimal.exponent.max(0), ..decimal }.to_int().ok()?;
    let unit = format!("1{}", "0".repeat(usize::try_from(places).ok()?.min(MAX_DIGITS)));
    Rational::new(whole, unit.parse().ok().filter(|unit: &Int| unit.in_range())?)
        .filter(|_| places <= MAX_DIGITS as u64)
}

/// The two sides of a fraction.
fn fraction(word: &[char]) -> Option<(&[char], &[char])> {
    let slash = word.iter().position(|&c| c == '/')?;
    Some((word.get(..slash)?, word.get(slash + 1..)?))
}

/// A number as written: digits, and the power of ten to multiply them by.
struct Decimal {
    negative: bool,
    /// Without leading zeros; empty for 0.
    digits: String,
    exponent: i64,
    /// Neither point nor exponent.
    digits_only: bool,
    point: bool,
    bare_point: bool,
}

/// What may stand before an exponent: everyone's, Mathematica's, and print's.
const EXPONENT_MARKS: [&[char]; 4] = [&['e'], &['E'], &['*', '^'], &['*', '1', '0', '^']];

impl Decimal {
    fn parse(word: &[char]) -> Result<Decimal, Flaw> {
        let mut rest = trim(word);
        let negative = strip_sign(&mut rest);
        rest = trim(rest);
        let whole = take_digits(&mut rest)?;
        let point = matches!(rest, ['.', ..]);
        let mut decimals = String::new();
        if let ['.', after @ ..] = rest {
            rest = after;
            decimals = take_digits(&mut rest)?;
        }
        if whole.is_empty() && decimals.is_empty() {
            return Err(complaint(word));
        }
        let mark = EXPONENT_MARKS.iter().find_map(|mark| rest.strip_prefix(*mark));
        let mut exponent = 0i64;
        if let Some(after) = mark {
            rest = after;
            let negative = strip_sign(&mut rest);
            let digits = take_digits(&mut rest)?;
            if digits.is_empty() {
                return Err(Flaw::NoExponent);
            }
            // Far beyond both limits, and far from overflowing sums below.
            exponent = digits.parse().unwrap_or(i64::MAX).min(1_000_000_000);
            if negative {
                exponent = -exponent;
            }
        }
        if !rest.is_empty() {
            return Err(complaint(word));
        }
        let written = whole.len() + decimals.len();
        if written > MAX_DECIMAL_DIGITS {
            return Err(Flaw::TooManyDigits { digits: written, limit: MAX_DECIMAL_DIGITS });
        }
        let bare_point = point && decimals.is_empty() && mark.is_none();
        Ok(Decimal {
            negative,
            exponent: exponent - decimals.len() as i64,
            digits: (whole + &decimals).trim_start_matches('0').to_owned(),
            digits_only: !point && mark.is_none(),
            point,
            bare_point,
        })
    }

    fn to_int(&self) -> Result<Int, Flaw> {
        let mut digits = self.digits.clone();
        if digits.is_empty() {
            return Ok(Int::ZERO);
        }
        for _ in 0..(-self.exponent).max(0) {
            if digits.pop() != Some('0') {
                return Err(Flaw::NotWhole);
            }
        }
        let zeros = self.exponent.max(0) as usize;
        let length = digits.len() + zeros;
        if length > MAX_DIGITS {
            return Err(Flaw::TooLongInteger { digits: length });
        }
        digits.extend(std::iter::repeat_n('0', zeros));
        let value: Int = digits.parse().map_err(|_| Flaw::NotWhole)?;
        if !value.in_range() {
            return Err(Flaw::TooLargeInteger);
        }
        Ok(if self.negative { value.negated() } else { value })
    }

    fn to_f64(&self) -> f64 {
        let sign = if self.negative { "-" } else { "" };
        // The standard library rounds correctly; what it is given is a number,
        // so the NaN, which the caller refuses, cannot come out.
        format!("{sign}0{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::NAN)
    }
}

fn is_blank(c: char) -> bool {
    is_space(c) || c == UNIT
}

fn trim(mut word: &[char]) -> &[char] {
    while let [first, rest @ ..] = word
        && is_blank(*first)
    {
        word = rest;
    }
    while let [rest @ .., last] = word
        && is_blank(*last)
    {
        word = rest;
    }
    word
}

/// Takes a sign off the front; whether it was a minus.
fn strip_sign(rest: &mut &[char]) -> bool {
    match *rest {
        [sign @ ('-' | '+'), after @ ..] => {
            *rest = after;
            *sign == '-'
        }
        _ => false,
    }
}

/// Takes digits off the front, without the marks between their groups: any
/// groups with underscores, as in program text, and groups of three with
/// apostrophes or thin spaces, as in print.
fn take_digits(rest: &mut &[char]) -> Result<String, Flaw> {
    let mut digits = String::new();
    let mut groups = vec![0usize];
    let mut printed_mark = false;
    loop {
        match *rest {
            [digit @ '0'..='9', after @ ..] => {
                digits.push(*digit);
                if let Some(group) = groups.last_mut() {
                    *group += 1;
                }
                *rest = after;
            }
            [mark @ ('_' | '\'' | THIN_SPACE), after @ ..]
                if !digits.is_empty() && matches!(after, ['0'..='9', ..]) =>
            {
                printed_mark |= *mark != '_';
                groups.push(0);
                *rest = after;
            }
            _ => break,
        }
    }
    if let (true, [first, others @ ..]) = (printed_mark, &*groups)
        && (*first > 3 || others.iter().any(|group| *group != 3))
    {
        return Err(Flaw::UnevenGroups);
    }
    Ok(digits)
}

/// What to say of a word that is no number.
fn complaint(word: &[char]) -> Flaw {
    let text: String = word.iter().filter(|c| !is_space(**c)).collect();
    let unsigned = text.trim_start_matches(['-', '+']);
    let lower = unsigned.to_lowercase();
    if ["inf", "infinity", "nan", "∞", "oo"].contains(&lower.as_str()) {
        Flaw::NotFinite
    } else if unsigned.is_empty() {
        Flaw::LoneSign
    } else if text.len() > unsigned.len() + 1 {
        Flaw::ManySigns
    } else if unsigned.contains("..") || unsigned.contains(ELLIPSIS) {
        Flaw::LeavesOut
    } else if unsigned.matches('.').count() > 1
        && unsigned.chars().all(|c| c.is_ascii_digit() || c == '.')
    {
        Flaw::ManyPoints
    } else if unsigned.starts_with(|c: char| c.is_ascii_digit())
        && unsigned.chars().all(|c| c.is_ascii_digit() || "+-.".contains(c))
    {
        Flaw::TwoNumbers
    } else {
        Flaw::NotANumber
    }
}
