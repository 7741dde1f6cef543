//! Integers as decimal text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Int, Magnitude, Repr};
use crate::Error;

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Wide { negative, magnitude } => {
                f.pad_integral(!negative, "", &magnitude.to_string())
            }
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Int {
    type Err = Error;

    /// Decimal digits with an optional sign, up to 704 bits of magnitude.
    fn from_str(text: &str) -> Result<Self, Error> {
        if let Ok(small) = text.parse::<i128>() {
            return Ok(Int(Repr::Small(small)));
        }
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Error::NotAnInteger { text: text.to_owned() });
        }
        Magnitude::from_str_radix(digits, 10)
            .map(|magnitude| Int::from_parts(negative, magnitude))
            .map_err(|_| Error::TooManyDigits { digits: digits.len(), limit: Int::MAX_DIGITS })
    }
}

impl Serialize for Int {
    /// A decimal string: JSON numbers lose digits above 2^53.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_an_integer_is_named() {
        for text in ["", "-", "1.5", "12a", "--3"] {
            assert!(matches!(text.parse::<Int>(), Err(Error::NotAnInteger { .. })), "{text}");
        }
        let long = "9".repeat(400);
        assert!(matches!(long.parse::<Int>(), Err(Error::TooManyDigits { digits: 400, .. })));
    }
}
