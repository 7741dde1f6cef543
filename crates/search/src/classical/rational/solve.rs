//! Linear systems over the fractions.

use ansatz_expr::Rational;

/// The one solution c ≠ 0 of `row · c = 0` for all rows, up to a factor; nothing
/// if there is none, or more than one, or the numbers grow too long.
pub(super) fn kernel(mut rows: Vec<Vec<Rational>>, columns: usize) -> Option<Vec<Rational>> {
    // For every row of the echelon form the column of its leading 1.
    let mut leading: Vec<usize> = Vec::new();
    for column in 0..columns {
        let done = leading.len();
        let pivot = (done..rows.len()).find(|&row| !at(&rows, row, column).is_zero());
        let Some(pivot) = pivot else { continue };
        rows.swap(done, pivot);
        let divisor = at(&rows, done, column);
        let lead: Vec<Rational> = rows
            .get(done)?
            .iter()
            .map(|entry| entry.checked_div(divisor))
            .collect::<Option<_>>()?;
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row.get(column).copied().unwrap_or(Rational::ZERO);
            if index == done || factor.is_zero() {
                continue;
            }
            for (entry, lead) in row.iter_mut().zip(&lead) {
                *entry = entry.checked_sub(factor.checked_mul(*lead)?)?;
            }
        }
        *rows.get_mut(done)? = lead;
        leading.push(column);
        if leading.len() == columns {
            return None;
        }
    }
    if leading.len() + 1 != columns {
        return None;
    }
    let free = (0..columns).find(|column| !leading.contains(column))?;
    let mut solution = vec![Rational::ZERO; columns];
    *solution.get_mut(free)? = Rational::integer(1i64);
    for (row, &column) in leading.iter().enumerate() {
        *solution.get_mut(column)? = at(&rows, row, free).negated();
    }
    Some(solution)
}

fn at(rows: &[Vec<Rational>], row: usize, column: usize) -> Rational {
    rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(Rational::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(entries: &[&[i64]]) -> Vec<Vec<Rational>> {
        entries
            .iter()
            .map(|row| row.iter().map(|&entry| Rational::integer(entry)).collect())
            .collect()
    }

    #[test]
    fn the_only_solution_is_found() {
        let solution = kernel(rows(&[&[1, 2, 3], &[2, 4, 7], &[3, 6, 10]]), 3).unwrap();
        let texts: Vec<String> = solution.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["-2", "1", "0"]);
    }

    #[test]
    fn none_and_many_are_nothing() {
        assert_eq!(kernel(rows(&[&[1, 0], &[0, 1]]), 2), None);
        assert_eq!(kernel(rows(&[&[1, 2, 3]]), 3), None);
        assert_eq!(kernel(vec![], 1), Some(vec![Rational::integer(1i64)]));
    }
}
