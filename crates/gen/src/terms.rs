//! How many of the paper's tokens a term takes, without writing them.

use ansatz_expr::Int;

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
    }
}
