//! Whether an answer is right: the paper's protocol.

use ansatz_expr::{Expr, Int, Value};
use ansatz_gen::Terms;
use ansatz_model::{Task, Vocabulary, numbers};

/// Relative error that a term may have.
pub const TOLERANCE: f64 = 1e-10;

/// Whether what a network wrote is right on every one of the terms to predict.
///
/// A formula is continued from the shown terms. Fewer numbers than there are
/// terms, or a formula that is none or has no value, is wrong.
pub fn is_right(
    task: Task,
    vocabulary: &Vocabulary,
    written: &[u32],
    shown: &Terms,
    next: &Terms,
    tolerance: f64,
) -> bool {
    match (shown, next) {
        (Terms::Integers(shown), Terms::Integers(next)) => {
            let predicted = if task.is_symbolic() {
                vocabulary.decode_expr(written).and_then(|expr| continued(&expr, shown, next.len()))
            } else {
                Some(numbers::read_integers(&vocabulary.decode_numbers(written)))
            };
            predicted.is_some_and(|predicted| {
                all_close(&predicted, next, |p, t| integers_close(p, t, tolerance))
            })
        }
        (Terms::Floats(shown), Terms::Floats(next)) => {
            let predicted = if task.is_symbolic() {
                vocabulary.decode_expr(written).and_then(|expr| continued(&expr, shown, next.len()))
            } else {
                Some(numbers::read_floats(&vocabulary.decode_numbers(written)))
            };
            predicted.is_some_and(|predicted| {
                all_close(&predicted, next, |p, t| floats_close(p, t, tolerance))
            })
        }
        _ => false,
    }
}

/// Whether every one of the terms to predict has its prediction, and a right one.
pub fn terms_are_right(predicted: &Terms, next: &Terms, tolerance: f64) -> bool {
    match (predicted, next) {
        (Terms::Integers(predicted), Terms::Integers(next)) => {
            all_close(predicted, next, |p, t| integers_close(p, t, tolerance))
        }
        (Terms::Floats(predicted), Terms::Floats(next)) => {
            all_close(predicted, next, |p, t| floats_close(p, t, tolerance))
        }
        _ => false,
    }
}

/// The `count` terms after those shown, if the formula has values there.
fn continued<T: Value>(expr: &Expr, shown: &[T], count: usize) -> Option<Vec<T>> {
    let mut terms = shown.to_vec();
    for _ in 0..count {
        let next = expr.eval(&terms).ok()?;
        terms.push(next);
    }
    Some(terms.split_off(shown.len()))
}

/// Every term must have its prediction: zipping alone would credit short answers.
fn all_close<T: Copy>(predicted: &[T], next: &[T], close: impl Fn(T, T) -> bool) -> bool {
    predicted.len() >= next.len() && predicted.iter().zip(next).all(|(p, t)| close(*p, *t))
}

fn integers_close(predicted: Int, term: Int, tolerance: f64) -> bool {
    predicted == term
        || predicted
            .checked_sub(term)
            .is_some_and(|error| error.to_f64().abs() <= tolerance * term.to_f64().abs())
}

/// NaN is close to nothing.
fn floats_close(predicted: f64, term: f64, tolerance: f64) -> bool {
    predicted == term || (predicted - term).abs() <= tolerance * term.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i64]) -> Terms {
        Terms::Integers(values.iter().map(|value| Int::from(*value)).collect())
    }

    #[test]
    fn formulas_are_judged_by_the_next_terms() {
        let vocabulary = Vocabulary::new(Task::IntegerSymbolic);
        let judge = |formula: &str, next: &[i64]| {
            let expr = Expr::from_words(formula.split(' ')).unwrap();
            let written = vocabulary.encode_expr(&expr).unwrap();
            let (shown, next) = (ints(&[1, 1, 2, 3]), ints(next));
            is_right(Task::IntegerSymbolic, &vocabulary, &written, &shown, &next, TOLERANCE)
        };
        assert!(judge("add u1 u2", &[5, 8, 13]));
        assert!(!judge("add u1 u2", &[5, 8, 14]));
        assert!(!judge("idiv u1 0", &[5, 8, 13]));
    }

    #[test]
    fn short_numeric_answers_are_wrong() {
        let vocabulary = Vocabulary::new(Task::IntegerNumeric);
        let judge = |numbers: &[i64]| {
            let numbers: Vec<Int> = numbers.iter().map(|n| Int::from(*n)).collect();
            let written = vocabulary.encode_integers(&numbers).unwrap();
            let (shown, next) = (ints(&[1, 2]), ints(&[3, 4]));
            is_right(Task::IntegerNumeric, &vocabulary, &written, &shown, &next, TOLERANCE)
        };
        assert!(judge(&[3, 4]));
        assert!(judge(&[3, 4, 5]));
        assert!(!judge(&[3]));
        assert!(!judge(&[]));
    }

    #[test]
    fn tolerance_is_relative_and_zero_needs_zero() {
        let big = Int::from(10_i64.pow(15));
        assert!(integers_close(big.checked_add(Int::ONE).unwrap(), big, TOLERANCE));
        assert!(!integers_close(Int::from(11_i64), Int::from(10_i64), TOLERANCE));
        assert!(floats_close(0.0, 0.0, TOLERANCE));
        assert!(!floats_close(1e-300, 0.0, TOLERANCE));
        assert!(!floats_close(f64::NAN, 1.0, TOLERANCE));
    }
}
