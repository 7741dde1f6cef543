//! Small least-squares problems, by modified Gram–Schmidt.

/// The coefficients that combine the columns to the targets, if every row
/// comes out within `slack`. Nothing if the columns are as good as dependent.
pub(super) fn solve(rows: &[Vec<f64>], targets: &[f64], slack: f64) -> Option<Vec<f64>> {
    let columns = rows.first()?.len();
    let mut basis: Vec<Vec<f64>> = Vec::with_capacity(columns);
    let mut triangle: Vec<Vec<f64>> = Vec::with_capacity(columns);
    for column in 0..columns {
        let mut vector: Vec<f64> = rows.iter().filter_map(|row| row.get(column).copied()).collect();
        let size = norm(&vector);
        if !size.is_finite() || size == 0.0 {
            return None;
        }
        let mut above = Vec::with_capacity(column + 1);
        for known in &basis {
            let overlap = dot(known, &vector);
            vector.iter_mut().zip(known).for_each(|(v, k)| *v -= overlap * k);
            above.push(overlap);
        }
        let rest = norm(&vector);
        if rest < 1e-11 * size {
            return None;
        }
        vector.iter_mut().for_each(|v| *v /= rest);
        above.push(rest);
        basis.push(vector);
        triangle.push(above);
    }
    let mut remainder = targets.to_vec();
    let mut projected = Vec::with_capacity(columns);
    for vector in &basis {
        let overlap = dot(vector, &remainder);
        remainder.iter_mut().zip(vector).for_each(|(r, v)| *r -= overlap * v);
        projected.push(overlap);
    }
    if !remainder.iter().all(|r| r.abs() <= slack) {
        return None;
    }
    let mut solution = vec![0.0; columns];
    for column in (0..columns).rev() {
        let mut value = projected[column];
        for later in column + 1..columns {
            value -= triangle[later][column] * solution[later];
        }
        solution[column] = value / triangle[column][column];
    }
    solution.iter().all(|value| value.is_finite()).then_some(solution)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use ansatz_expr::math;

    use super::*;

    #[test]
    fn recovers_what_was_combined() {
        let rows: Vec<Vec<f64>> =
            (1..9).map(|n| vec![f64::from(n), 1.0, math::sin(f64::from(n))]).collect();
        let targets: Vec<f64> =
            rows.iter().map(|row| 2.0 * row[0] - 0.5 * row[1] + 7.0 * row[2]).collect();
        let solution = solve(&rows, &targets, 1e-9).unwrap();
        for (found, truth) in solution.iter().zip([2.0, -0.5, 7.0]) {
            assert!((found - truth).abs() < 1e-9);
        }
        let noisy: Vec<f64> = targets.iter().enumerate().map(|(i, t)| t + (i % 2) as f64).collect();
        assert_eq!(solve(&rows, &noisy, 1e-9), None);
    }

    #[test]
    fn dependent_columns_have_no_solution() {
        let rows: Vec<Vec<f64>> = (1..9).map(|n| vec![f64::from(n), 2.0 * f64::from(n)]).collect();
        assert_eq!(solve(&rows, &[1.0; 8], 1e9), None);
        assert_eq!(solve(&[], &[], 1.0), None);
    }
}
