//! Whether an answer is right: the paper's protocol.

use ansatz_expr::{Domain, Expr, Value};
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
    let predicted = match shown {
        _ if !task.is_symbolic() => {
            Some(vocabulary.decode_numbers(written)).map(|tokens| match task.domain() {
                Domain::Integer => Terms::Integers(numbers::read_integers(&tokens)),
                Domain::Float => Terms::Floats(numbers::read_floats(&tokens)),
            })
        }
        Terms::Integers(shown) => vocabulary
            .decode_expr(written)
            .and_then(|expr| continued(&expr, shown, next.len()))
            .map(Terms::Integers),
        Terms::Floats(shown) => vocabulary
            .decode_expr(written)
            .and_then(|expr| continued(&expr, shown, next.len()))
            .map(Terms::Floats),
    };
    predicted.is_some_and(|predicted| terms_are_right(&predicted, next, tolerance))
}

/// Whether every one of the terms to predict has its prediction, and a right one.
pub fn terms_are_right(predicted: &Terms, next: &Terms, tolerance: f64) -> bool {
    predicted.relative_errors(next).iter().all(|error| *error <= tolerance)
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

#[cfg(test)]
mod tests {
    use super::*;
    use ansatz_expr::Int;

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
        let close = |predicted: Terms, next: Terms| terms_are_right(&predicted, &next, TOLERANCE);
        assert!(close(ints(&[10_i64.pow(15) + 1]), ints(&[10_i64.pow(15)])));
        assert!(!close(ints(&[11]), ints(&[10])));
        let floats = |value: f64| Terms::Floats(vec![value]);
        assert!(close(floats(0.0), floats(0.0)));
        assert!(!close(floats(1e-300), floats(0.0)));
        assert!(!close(floats(f64::NAN), floats(1.0)));
    }
}
