//! Numbers as the paper's tokens: the input of the `tokens` encoding and the
//! output of the numeric tasks.
//!
//! An integer is a sign and its base-10,000 digits, most significant first; a
//! float is a sign, a mantissa of four digits and the exponent of that mantissa
//! read as an integer.

use std::fmt;

use ansatz_expr::{Domain, Int};

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
    /// A base-10,000 digit, or the mantissa of a float.
    Digit(u16),
    /// The power of ten the mantissa is multiplied by.
    Exponent(i16),
}

impl fmt::Display for NumberToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberToken::Plus => f.write_str("+"),
            NumberToken::Minus => f.write_str("-"),
            NumberToken::Digit(digit) => write!(f, "N{digit:04}"),
            NumberToken::Exponent(exponent) => write!(f, "E{exponent}"),
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

    /// Place in [`NumberToken::vocabulary`].
    pub fn index(self) -> usize {
        match self {
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
