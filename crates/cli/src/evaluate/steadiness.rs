//! Whether answers are steady: what becomes of them when one more term is shown.

use ansatz::Terms;
use serde::Serialize;

use super::judge::{Judge, Outcome, progress};
use super::read::Row;
use super::report::percent;
use crate::error::Error;

/// A probability above this is hardly ever to fall.
const HIGH: f64 = 0.9;

/// By how much a probability must fall to count as fallen.
const FALL: f64 = 0.05;

/// What one more term, which was as predicted, did to the answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Steadiness {
    /// How many answers were verified and right.
    pub verified: usize,
    /// How many of these became a wrong answer.
    pub turned_wrong: usize,
    /// How many answers were right and had a probability above 0.9.
    pub likely: usize,
    /// Percent of these whose probability fell by more than 0.05.
    pub fell: f64,
}

impl Steadiness {
    /// Asks once more, with one more term.
    pub fn measure(
        judge: &Judge<'_>,
        rows: &[Row],
        before: &[Outcome],
        tolerance: f64,
    ) -> Result<Steadiness, Error> {
        let longer: Vec<Row> = rows.iter().map(with_one_more).collect();
        let after = judge.judge_all(&longer, &progress(rows.len()))?;
        let right = |outcome: &Outcome| {
            outcome.answer().is_some_and(|answer| answer.is_right_beyond(tolerance))
        };
        let told = |outcome: &Outcome| {
            outcome.answer().and_then(|answer| answer.probability).map_or(0.0, |told| told.ten)
        };
        let pairs = || before.iter().zip(&after).filter(|(before, _)| right(before));
        let verified = || pairs().filter(|(before, _)| before.is_verified());
        let likely = || pairs().filter(|(before, _)| told(before) > HIGH);
        let fallen = likely().filter(|(before, after)| told(after) < told(before) - FALL).count();
        Ok(Steadiness {
            verified: verified().count(),
            turned_wrong: verified().filter(|(_, after)| !right(after)).count(),
            likely: likely().count(),
            fell: percent(fallen, likely().count()),
        })
    }
}

/// The same sequence, the first term that was to be predicted shown.
fn with_one_more(row: &Row) -> Row {
    let (terms, truth) = match (&row.terms, &row.truth) {
        (Terms::Integers(terms), Terms::Integers(truth)) => {
            let (terms, truth) = moved(terms, truth);
            (Terms::Integers(terms), Terms::Integers(truth))
        }
        (Terms::Floats(terms), Terms::Floats(truth)) => {
            let (terms, truth) = moved(terms, truth);
            (Terms::Floats(terms), Terms::Floats(truth))
        }
        (terms, truth) => (terms.clone(), truth.clone()),
    };
    let (name, keywords) = (row.name.clone(), row.keywords.clone());
    Row { name, keywords, terms, truth, asked: row.asked.saturating_sub(1), law: row.law }
}

fn moved<T: Copy>(terms: &[T], truth: &[T]) -> (Vec<T>, Vec<T>) {
    let first = truth.first().copied();
    let terms = terms.iter().copied().chain(first).collect();
    (terms, truth.iter().skip(1).copied().collect())
}
