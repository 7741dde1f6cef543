//! Numbers as the paper's tokens: the input of the `tokens` encoding and the
//! output of the numeric tasks.
//!
//! An integer is a sign and its base-10,000 digits, most significant first; a
//! float is a sign, a mantissa of four digits and the exponent of that mantissa
//! read as an integer.
//!
//! A network that writes one term at a time ([`NextTerm`]) has digits of another base,
//! and may name one of the continuations that it was shown instead of a number.

use std::fmt;

use ansatz_expr::{Domain, Int};

use crate::config::NextTerm;

/// Smallest and largest exponent of a four-digit mantissa.
pub const EXPONENTS: std::ops::RangeInclusive<i16> = -100..=100;

/// How many values a base-10,000 digit takes.
pub const DIGITS: u16 = 10_000;

/// One token of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumberToken {
    /// Begins a number that is not negative.
    Plus,
    /// Begins a negative number.
    Minus,
    /// A base-10,000 digit, or the mantissa of a float; or a digit of another base.
    Digit(u16),
    /// The power of ten the mantissa is multiplied by.
    Exponent(i16),
    /// The continuation at a place of those shown, from 0.
    Slot(u8),
}

impl fmt::Display for NumberToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberToken::Plus => f.write_str("+"),
            NumberToken::Minus => f.write_str("-"),
            NumberToken::Digit(digit) => write!(f, "N{digit:04}"),
            NumberToken::Exponent(exponent) => write!(f, "E{exponent}"),
            NumberToken::Slot(slot) => write!(f, "#{slot}"),
        }
    }
}

impl NumberToken {
    /// Every token of a domain, in a fixed order.
    pub fn vocabulary(domain: Domain) -> Vec<NumberToken> {
        let mut tokens = vec![NumberToken::Plus, NumberToken::Minus];
        tokens.extend((0..DIGITS).map(NumberToken::Digit));
        if domain == Domain::Float {
            tokens.extend(EXPONENTS.map(NumberToken::Exponent));
        }
        tokens
    }

    /// How many tokens a domain has.
    pub fn vocabulary_size(domain: Domain) -> usize {
        let exponents = match domain {
            Domain::Integer => 0,
            Domain::Float => EXPONENTS.count(),
        };
        2 + usize::from(DIGITS) + exponents
    }

    /// Every token of a network that writes one term at a time.
    pub fn of_next_term(domain: Domain, format: NextTerm) -> Vec<NumberToken> {
        let mut tokens: Vec<NumberToken> = (0..format.slots).map(NumberToken::Slot).collect();
        tokens.extend([NumberToken::Plus, NumberToken::Minus]);
        tokens.extend((0..format.base).map(NumberToken::Digit));
        if domain == Domain::Float {
            tokens.extend(EXPONENTS.map(NumberToken::Exponent));
        }
        tokens
    }

    /// Place in [`NumberToken::vocabulary`], where slots have none.
    pub fn index(self) -> usize {
        match self {
            NumberToken::Slot(slot) => {
                2 + usize::from(DIGITS) + EXPONENTS.count() + usize::from(slot)
            }
            NumberToken::Plus => 0,
            NumberToken::Minus => 1,
            NumberToken::Digit(digit) => 2 + usize::from(digit),
            NumberToken::Exponent(exponent) => {
                2 + usize::from(DIGITS) + (exponent - EXPONENTS.start()) as usize
            }
        }
    }
}

/// Appends the tokens of an integer.
pub fn push_integer(value: Int, tokens: &mut Vec<NumberToken>) {
    tokens.push(match value.is_negative() {
        true => NumberToken::Minus,
        false => NumberToken::Plus,
    });
    tokens.extend(value.digits_base_10000().into_iter().map(NumberToken::Digit));
}

/// A float rounded to `digits` significant decimal digits: the digits as an
/// integer and the exponent of the first one. Zero has mantissa 0.
pub(crate) fn significant_digits(value: f64, digits: usize) -> (u64, i32) {
    if value == 0.0 {
        return (0, 0);
    }
    // Formatting rounds correctly, which arithmetic on doubles does not.
    let text = format!("{:.*e}", digits - 1, value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa
        .bytes()
        .filter(u8::is_ascii_digit)
        .fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0'));
    (mantissa, exponent.parse().unwrap_or(0))
}

/// Appends the tokens of a finite float. Below 1e-100 it is written as zero.
pub fn push_float(value: f64, tokens: &mut Vec<NumberToken>) {
    let (mut mantissa, leading) = significant_digits(value, 4);
    let mut exponent = leading - 3;
    if mantissa == 0 || exponent < i32::from(*EXPONENTS.start()) {
        (mantissa, exponent) = (0, 0);
    }
    let exponent = exponent.min(i32::from(*EXPONENTS.end()));
    tokens.push(match value < 0.0 && mantissa != 0 {
        true => NumberToken::Minus,
        false => NumberToken::Plus,
    });
    tokens.push(NumberToken::Digit(mantissa as u16));
    tokens.push(NumberToken::Exponent(exponent as i16));
}

/// Appends the tokens of an integer with digits of a base, a power of ten.
pub fn push_integer_in(value: Int, base: u16, tokens: &mut Vec<NumberToken>) {
    tokens.push(match value.is_negative() {
        true => NumberToken::Minus,
        false => NumberToken::Plus,
    });
    let text = value.abs().to_string();
    push_digits(&text, base, tokens);
}

/// Appends the tokens of a finite float, its four digits in a base of which
/// 10,000 is a power.
pub fn push_float_in(value: f64, base: u16, tokens: &mut Vec<NumberToken>) {
    let mut whole = Vec::new();
    push_float(value, &mut whole);
    for token in whole {
        match token {
            NumberToken::Digit(mantissa) => push_digits(&format!("{mantissa:04}"), base, tokens),
            other => tokens.push(other),
        }
    }
}

/// Decimal digits, several together, the first ones as many as are left over.
fn push_digits(text: &str, base: u16, tokens: &mut Vec<NumberToken>) {
    let together = width(base);
    let mut place = 0;
    while place < text.len() {
        let end = text.len() - (text.len() - place - 1) / together * together;
        tokens.push(NumberToken::Digit(text[place..end].parse().unwrap_or(0)));
        place = end;
    }
}

/// Decimal digits of a digit.
fn width(base: u16) -> usize {
    base.max(10).ilog10() as usize
}

/// Reads one integer that was written with digits of a base.
pub fn read_integer_in(tokens: &[NumberToken], base: u16) -> Option<Int> {
    let (sign, digits) = tokens.split_first()?;
    let text = digits_text(digits, base)?;
    let value: Int = text.parse().ok()?;
    match sign {
        NumberToken::Plus => Some(value),
        NumberToken::Minus => Some(value.negated()),
        _ => None,
    }
}

/// Reads one float whose mantissa was written with digits of a base.
pub fn read_float_in(tokens: &[NumberToken], base: u16) -> Option<f64> {
    let (sign, rest) = tokens.split_first()?;
    let (NumberToken::Exponent(exponent), digits) = rest.split_last()? else { return None };
    let mantissa = digits_text(digits, base)?;
    let value: f64 = format!("{mantissa}e{exponent}").parse().ok()?;
    match sign {
        NumberToken::Plus => Some(value),
        NumberToken::Minus => Some(-value),
        _ => None,
    }
}

/// The decimal digits of at least one digit.
fn digits_text(tokens: &[NumberToken], base: u16) -> Option<String> {
    let together = width(base);
    let digits: Option<String> = tokens
        .iter()
        .map(|token| match token {
            NumberToken::Digit(digit) => Some(format!("{digit:0together$}")),
            _ => None,
        })
        .collect();
    digits.filter(|text| !text.is_empty())
}

/// Reads integers back; stops at the first that is malformed.
pub fn read_integers(tokens: &[NumberToken]) -> Vec<Int> {
    let mut numbers = Vec::new();
    let mut rest = tokens;
    while let [sign @ (NumberToken::Plus | NumberToken::Minus), tail @ ..] = rest {
        let count = tail.iter().take_while(|token| matches!(token, NumberToken::Digit(_))).count();
        let mut text = String::from(if *sign == NumberToken::Minus { "-" } else { "" });
        for token in &tail[..count] {
            if let NumberToken::Digit(digit) = token {
                text.push_str(&format!("{digit:04}"));
            }
        }
        match text.parse() {
            Ok(value) if count > 0 => numbers.push(value),
            _ => break,
        }
        rest = &tail[count..];
    }
    numbers
}

/// Reads floats back; stops at the first that is malformed.
pub fn read_floats(tokens: &[NumberToken]) -> Vec<f64> {
    tokens
        .chunks(3)
        .map_while(|chunk| match chunk {
            [
                sign @ (NumberToken::Plus | NumberToken::Minus),
                NumberToken::Digit(mantissa),
                NumberToken::Exponent(exponent),
            ] => {
                let sign = if *sign == NumberToken::Minus { "-" } else { "" };
                format!("{sign}{mantissa}e{exponent}").parse().ok()
            }
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(tokens: &[NumberToken]) -> String {
        let words: Vec<String> = tokens.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    #[test]
    fn integers_are_written_as_in_the_paper() {
        for (value, expected) in [
            ("0", "+ N0000"),
            ("-10000", "- N0001 N0000"),
            ("1234500006789", "+ N0001 N2345 N0000 N6789"),
        ] {
            let mut tokens = Vec::new();
            push_integer(value.parse().unwrap(), &mut tokens);
            assert_eq!(words(&tokens), expected);
            assert_eq!(read_integers(&tokens), [value.parse::<Int>().unwrap()]);
        }
    }

    #[test]
    fn floats_keep_four_digits() {
        for (value, expected, read) in [
            (2.508_58, "+ N2509 E-3", 2.509),
            (-0.000_123_449, "- N1234 E-7", -0.000_123_4),
            (99_999.0, "+ N1000 E2", 100_000.0),
            (0.0, "+ N0000 E0", 0.0),
            (-1e-120, "+ N0000 E0", 0.0),
            (1e103, "+ N1000 E100", 1e103),
        ] {
            let mut tokens = Vec::new();
            push_float(value, &mut tokens);
            assert_eq!(words(&tokens), expected);
            assert_eq!(read_floats(&tokens), [read]);
        }
    }

    #[test]
    fn other_bases_lead_back() {
        for base in [10, 100, 1000, 10_000] {
            for text in ["0", "7", "-99", "100", "-1000", "10203", "-98765432109876543210"] {
                let value: Int = text.parse().unwrap();
                let mut tokens = Vec::new();
                push_integer_in(value, base, &mut tokens);
                assert_eq!(read_integer_in(&tokens, base), Some(value), "{text} in {base}");
            }
        }
        for value in [2.509, -1.234e-7, 0.0, 1e100] {
            let mut tokens = Vec::new();
            push_float_in(value, 100, &mut tokens);
            assert_eq!(tokens.len(), 4);
            assert_eq!(read_float_in(&tokens, 100), Some(value));
        }
        assert_eq!(read_integer_in(&[NumberToken::Plus], 100), None);
        assert_eq!(read_integer_in(&[NumberToken::Slot(1)], 100), None);
        assert_eq!(read_float_in(&[NumberToken::Plus, NumberToken::Digit(3)], 100), None);
    }

    #[test]
    fn malformed_numbers_end_the_list() {
        use NumberToken::{Digit, Exponent, Minus, Plus};
        assert_eq!(read_integers(&[Plus, Digit(7), Minus, Plus]), [Int::from(7_i64)]);
        assert!(read_integers(&[Digit(7)]).is_empty());
        assert_eq!(read_floats(&[Plus, Digit(5), Exponent(0), Digit(3)]), [5.0]);
    }

    #[test]
    fn indices_follow_the_vocabulary() {
        for domain in [Domain::Integer, Domain::Float] {
            let vocabulary = NumberToken::vocabulary(domain);
            assert_eq!(vocabulary.len(), NumberToken::vocabulary_size(domain));
            assert!(vocabulary.iter().enumerate().all(|(i, token)| token.index() == i));
        }
    }
}
