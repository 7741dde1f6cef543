//! The terms of a sequence of either domain.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Domain, Int, Value};

/// Terms, all exact integers or all floats.
///
/// Serialized, they are a list: integers are decimal strings, for most readers
/// of JSON round them to doubles otherwise; floats are numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Terms {
    /// Exact integers.
    Integers(Vec<Int>),
    /// Doubles.
    Floats(Vec<f64>),
}

impl Terms {
    /// How many there are.
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

    /// The first ones, or all if there are no more.
    ///
    /// ```
    /// use ansatz_expr::Terms;
    /// let terms = Terms::Floats(vec![0.5, 1.5, 2.5]);
    /// assert_eq!(terms.first(2), Terms::Floats(vec![0.5, 1.5]));
    /// ```
    pub fn first(&self, count: usize) -> Terms {
        match self {
            Terms::Integers(terms) => Terms::Integers(terms.iter().take(count).copied().collect()),
            Terms::Floats(terms) => Terms::Floats(terms.iter().take(count).copied().collect()),
        }
    }

    /// What they are.
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
            Terms::Integers(terms) => {
                terms.iter().map(|term| 1 + term.digits_base_10000().len()).sum()
            }
            Terms::Floats(terms) => terms.len() * 3,
        }
    }

    /// Each as text, exact and without loss.
    pub fn to_texts(&self) -> Vec<String> {
        match self {
            Terms::Integers(terms) => terms.iter().map(|term| term.to_text()).collect(),
            Terms::Floats(terms) => terms.iter().map(|term| term.to_text()).collect(),
        }
    }

    /// The relative error of every true term ([`Value::relative_error`]): infinite where
    /// there is no prediction for it, so that short predictions are not credited.
    ///
    /// ```
    /// use ansatz_expr::Terms;
    /// let truth = Terms::from(vec![2.0, 4.0, 8.0]);
    /// let errors = Terms::from(vec![2.0, 5.0]).relative_errors(&truth);
    /// assert_eq!(errors, [0.0, 0.25, f64::INFINITY]);
    /// ```
    pub fn relative_errors(&self, truth: &Terms) -> Vec<f64> {
        fn compared<T: Value>(predicted: &[T], truth: &[T]) -> Vec<f64> {
            let pairs = truth.iter().enumerate().map(|(at, &truth)| (predicted.get(at), truth));
            pairs
                .map(|(value, truth)| value.map_or(f64::INFINITY, |v| v.relative_error(truth)))
                .collect()
        }
        match (self, truth) {
            (Terms::Integers(predicted), Terms::Integers(truth)) => compared(predicted, truth),
            (Terms::Floats(predicted), Terms::Floats(truth)) => compared(predicted, truth),
            _ => vec![f64::INFINITY; truth.len()],
        }
    }

    /// The integers, if they are integers.
    pub fn integers(&self) -> Option<&[Int]> {
        match self {
            Terms::Integers(terms) => Some(terms),
            Terms::Floats(_) => None,
        }
    }

    /// The floats, if they are floats.
    pub fn floats(&self) -> Option<&[f64]> {
        match self {
            Terms::Integers(_) => None,
            Terms::Floats(terms) => Some(terms),
        }
    }
}

/// Borrowed terms of either domain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TermSlice<'a> {
    /// Exact integers.
    Integers(&'a [Int]),
    /// Doubles.
    Floats(&'a [f64]),
}

impl TermSlice<'_> {
    /// How many terms there are.
    pub fn len(&self) -> usize {
        match self {
            TermSlice::Integers(terms) => terms.len(),
            TermSlice::Floats(terms) => terms.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The domain of the terms.
    pub fn domain(&self) -> Domain {
        match self {
            TermSlice::Integers(_) => Domain::Integer,
            TermSlice::Floats(_) => Domain::Float,
        }
    }
}

impl Terms {
    /// The terms without a copy.
    pub fn as_slice(&self) -> TermSlice<'_> {
        match self {
            Terms::Integers(terms) => TermSlice::Integers(terms),
            Terms::Floats(terms) => TermSlice::Floats(terms),
        }
    }
}

impl From<Vec<Int>> for Terms {
    fn from(terms: Vec<Int>) -> Self {
        Terms::Integers(terms)
    }
}

impl From<Vec<f64>> for Terms {
    fn from(terms: Vec<f64>) -> Self {
        Terms::Floats(terms)
    }
}

impl fmt::Display for Terms {
    /// Separated by a comma and a space; floats in the fewest digits that lead
    /// back to them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_texts().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_strings_in_json_and_floats_numbers() {
        let googol: Int = format!("1{}", "0".repeat(100)).parse().unwrap();
        for (terms, json) in [
            (Terms::from(vec![Int::from(-2i64), googol]), format!(r#"["-2","{googol}"]"#)),
            (Terms::from(vec![0.5, 1e300]), "[0.5,1e+300]".to_owned()),
        ] {
            assert_eq!(serde_json::to_string(&terms).unwrap(), json);
            assert_eq!(serde_json::from_str::<Terms>(&json).unwrap(), terms);
        }
    }

    #[test]
    fn tokens_are_counted_as_in_the_paper() {
        assert_eq!(Terms::Floats(vec![1.5; 7]).token_length(), 21);
        let terms = [3, -10_000].map(|term: i64| Int::from(term)).to_vec();
        assert_eq!(Terms::Integers(terms).token_length(), 5);
    }

    #[test]
    fn wide_integers_must_be_equal_to_the_last_digit() {
        let truth: Int = "100000000000000000000000000000000000000001".parse().unwrap();
        let near: Int = "100000000000000000000000000000000000000002".parse().unwrap();
        assert_eq!(truth.relative_error(truth), 0.0);
        let error = near.relative_error(truth);
        assert!(error > 0.0 && error < 1e-40, "{error}");
        assert_eq!(near.relative_error(Int::ZERO), f64::INFINITY);
    }

    #[test]
    fn a_zero_must_be_met_exactly_and_a_missing_term_is_wrong() {
        let predicted = Terms::Floats(vec![0.0, 1e-300, 2.02, f64::NAN]);
        let truth = Terms::Floats(vec![0.0, 0.0, 2.0, 3.0, 5.0]);
        let errors = predicted.relative_errors(&truth);
        assert_eq!(errors[..2], [0.0, f64::INFINITY]);
        assert!((errors[2] - 0.01).abs() < 1e-12);
        assert_eq!(errors[3..], [f64::INFINITY; 2]);
        let integers = Terms::from(vec![Int::from(0i64)]);
        assert_eq!(predicted.relative_errors(&integers), [f64::INFINITY]);
    }

    #[test]
    fn they_are_printed_as_a_list() {
        assert_eq!(Terms::from(vec![Int::from(1i64), Int::from(-7i64)]).to_string(), "1, -7");
        assert_eq!(Terms::from(vec![1.0, 0.1]).to_string(), "1.0, 0.1");
    }
}
