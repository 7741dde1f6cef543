//! Recurrences whose indices are earlier terms: Hofstadter's, Conway's and
//! Golomb's.

use ansatz_expr::{Expr, Int};

use super::IndexedLaw;
use crate::classical::write::{self, Summand};
use crate::families::system::{self, Solution};

/// Terms at computed indices.
const NESTED: [&str; 17] = [
    "at u1",
    "at u2",
    "at sub n u1",
    "at sub n u2",
    "at sub n u3",
    "at sub n u4",
    "at sub sub n u1 1",
    "at sub sub n u2 1",
    "at sub sub n u2 2",
    "at add u1 1",
    "at at u1",
    "at at u2",
    "at at at u1",
    "at sub n at u1",
    "at sub n at u2",
    "at add at add u1 1 1",
    "at sub n at sub n u1",
];

/// Larger coefficients make no nested recurrence that anybody has seen.
const LARGEST: i128 = 2;
/// How many first terms may be given.
const MOST_GIVEN: usize = 4;

/// A term at a computed index, where it is defined.
struct NestedTerm {
    expr: Expr,
    values: Vec<Option<i128>>,
}

/// Laws with one or two terms at computed indices.
pub(super) fn laws(terms: &[Int], small: &[i128]) -> Vec<IndexedLaw> {
    // Indices are between 1 and n.
    let is_index = |(n, term): (i128, &i128)| *term >= 0 && *term <= n + 1;
    if !(1i128..).zip(small).all(is_index) {
        return Vec::new();
    }
    let entries: Vec<NestedTerm> = NESTED
        .into_iter()
        .filter_map(|words| {
            let expr = Expr::from_words(words.split(' ')).ok()?;
            let value =
                |index: usize| -> Option<i128> { expr.eval(terms.get(..index)?).ok()?.to_i128() };
            let values: Vec<Option<i128>> = (0..terms.len()).map(value).collect();
            let defined = values.iter().skip(MOST_GIVEN).all(Option::is_some);
            defined.then_some(NestedTerm { expr, values })
        })
        .collect();
    let mut laws = Vec::new();
    for (at, first) in entries.iter().enumerate() {
        for with_n in [false, true] {
            laws.extend(solve(&[first], with_n, false, small));
            laws.extend(solve(&[first], with_n, true, small));
        }
        for second in entries.iter().skip(at + 1) {
            laws.extend(solve(&[first, second], false, false, small));
        }
    }
    laws
}

fn solve(
    entries: &[&NestedTerm],
    with_n: bool,
    with_one: bool,
    terms: &[i128],
) -> Option<IndexedLaw> {
    let mut rows: Vec<Vec<i128>> = Vec::new();
    let mut skip = 0;
    for (index, term) in terms.iter().enumerate() {
        let values = entries.iter().map(|entry| entry.values.get(index).copied().flatten());
        let n = with_n.then_some(Some(index as i128 + 1));
        let one = with_one.then_some(Some(1));
        match values.chain(n).chain(one).chain([Some(*term)]).collect() {
            Some(row) => rows.push(row),
            None => {
                rows.clear();
                skip = index + 1;
            }
        }
    }
    // Hofstadter's laws often begin one or two terms later than they could.
    for later in 0..3usize {
        let Some(Solution { numerators, denominator: 1 }) =
            system::solve(rows.get(later..).unwrap_or_default())
        else {
            continue;
        };
        if numerators.iter().any(|c| *c == 0 || c.abs() > LARGEST) {
            return None;
        }
        let factors = entries.iter().map(|entry| Some(entry.expr.clone()));
        let factors = factors.chain(with_n.then(|| Some(Expr::n()))).chain([None]);
        let summands: Vec<Summand> = numerators.iter().copied().zip(factors).collect();
        let expr = write::sum(summands).ok()?;
        return Some(IndexedLaw { expr, skip: skip + later, fitted: numerators.len() });
    }
    None
}
