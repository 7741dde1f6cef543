//! Terms of either domain.

use ansatz_expr::{Domain, Int};
use serde::{Deserialize, Serialize};

/// A run of terms, all integers or all floats. In JSON integers are decimal
/// strings, as numbers would lose digits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Terms {
    /// Exact integers.
    Integers(Vec<Int>),
    /// Doubles.
    Floats(Vec<f64>),
}

impl Terms {
    /// How many terms there are.
    pub fn len(&self) -> usize {
        match self {
            Terms::Integers(terms) => terms.len(),
            Terms::Floats(terms) => terms.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the terms are.
    pub fn domain(&self) -> Domain {
        match self {
            Terms::Integers(_) => Domain::Integer,
            Terms::Floats(_) => Domain::Float,
        }
    }

    /// How many tokens the paper writes them in: for an integer its sign and
    /// its base-10,000 digits, for a float sign, mantissa and exponent.
    pub fn token_length(&self) -> usize {
        match self {
            Terms::Integers(terms) => terms.iter().map(|&term| integer_tokens(term)).sum(),
            Terms::Floats(terms) => terms.len() * FLOAT_TOKENS,
        }
    }
}

/// Sign, mantissa, exponent.
pub(crate) const FLOAT_TOKENS: usize = 3;

/// A sign and at least one digit.
pub(crate) fn integer_tokens(term: Int) -> usize {
    1 + match term.to_i128() {
        Some(small) => small.unsigned_abs().checked_ilog10().unwrap_or(0) as usize / 4 + 1,
        None => term.digits_base_10000().len(),
    }
}

/// [`integer_tokens`] of a machine word.
pub(crate) fn word_tokens(term: i64) -> usize {
    match term.unsigned_abs() {
        0..10_000 => 2,
        magnitude => 2 + magnitude.ilog10() as usize / 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_encoding() {
        for text in ["0", "-1", "9999", "10000", "-99999999", "100000000", &"9".repeat(100)] {
            let term: Int = text.parse().unwrap();
            assert_eq!(integer_tokens(term), 1 + term.digits_base_10000().len(), "{text}");
            if let Ok(word) = text.parse() {
                assert_eq!(word_tokens(word), integer_tokens(term), "{text}");
            }
        }
        assert_eq!(Terms::Floats(vec![1.5; 7]).token_length(), 21);
        let terms = [3, -10_000].map(|term: i64| Int::from(term)).to_vec();
        assert_eq!(Terms::Integers(terms).token_length(), 5);
    }

    #[test]
    fn json_tells_the_domains_apart() {
        for terms in
            [Terms::Integers(vec![Int::from(-7i64), Int::ZERO]), Terms::Floats(vec![-7.0, 0.5])]
        {
            let json = serde_json::to_string(&terms).unwrap();
            assert_eq!(serde_json::from_str::<Terms>(&json).unwrap(), terms);
        }
    }
}
