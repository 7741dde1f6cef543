//! Small linear systems with more equations than unknowns.

use crate::classical::field::{self, PRIMES};

/// How many equations must be left over.
const LEAST_SPARE: usize = 2;
/// Larger coefficients are accidents.
const LARGEST: i128 = 4096;
const LARGEST_DENOMINATOR: i128 = 24;

/// The last column as a combination of the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solution {
    /// The coefficients times the denominator.
    pub(super) numerators: Vec<i128>,
    /// Above 0.
    pub(super) denominator: i128,
}

/// Solves for the last column of the rows, which are as long as each other.
/// Nothing where there is no solution, no single one, or no simple one.
pub(super) fn solve(rows: &[Vec<i128>]) -> Option<Solution> {
    let columns = rows.first()?.len();
    if rows.len() + 1 < columns + LEAST_SPARE {
        return None;
    }
    let cell = |row: usize, column: usize| -> i128 {
        rows.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or(0)
    };
    let relation = field::relation(columns, 0..rows.len(), |which, row, column| {
        let prime = PRIMES.get(which).copied().unwrap_or(PRIMES[0]);
        field::residue(cell(row, column), prime)
    })?;
    let (&last, others) = relation.split_last()?;
    let sign = last.signum();
    let numerators: Vec<i128> = others.iter().map(|other| -sign * other).collect();
    let simple = last != 0
        && last.abs() <= LARGEST_DENOMINATOR
        && numerators.iter().all(|numerator| numerator.abs() <= LARGEST);
    if !simple || !(0..rows.len()).all(|row| holds(rows.get(row), &relation)) {
        return None;
    }
    Some(Solution { numerators, denominator: last.abs() })
}

/// Whether the relation, which was found modulo primes, is one.
fn holds(row: Option<&Vec<i128>>, relation: &[i128]) -> bool {
    let sum = row.into_iter().flatten().zip(relation).try_fold(0i128, |sum, (cell, factor)| {
        cell.checked_mul(*factor).and_then(|product| sum.checked_add(product))
    });
    sum == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_follows_from_the_others() {
        // (3a - b)/2
        let rows: Vec<Vec<i128>> =
            [(2, 4), (6, 2), (8, -2), (4, 0)].map(|(a, b)| vec![a, b, (3 * a - b) / 2]).into();
        let solution = Solution { numerators: vec![3, -1], denominator: 2 };
        assert_eq!(solve(&rows), Some(solution));
        assert_eq!(solve(&rows[..3]), None);
    }

    #[test]
    fn columns_that_depend_on_each_other_have_no_single_solution() {
        let rows: Vec<Vec<i128>> = (1..8).map(|a| vec![a, 2 * a, 3 * a]).collect();
        assert_eq!(solve(&rows), None);
    }
}
