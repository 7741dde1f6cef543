//! Least squares: linear, and by Levenberg and Marquardt's method.
//!
//! Laws here have six constants at most, so the normal equations are small; their
//! columns are scaled, which keeps powers of n apart.

/// The most constants that a law has.
pub(super) const MOST: usize = 6;

/// A vector of as many numbers as there are constants; the rest is zero.
pub(super) type Row = [f64; MOST];

/// One term to be met: which one, what it is, and how much it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    /// Its place in the series, from 0.
    pub at: usize,
    /// The term.
    pub value: f64,
    /// The inverse of its variance, up to a factor.
    pub weight: f64,
}

/// A function with constants to be fitted.
pub(super) trait Model {
    /// How many constants there are.
    fn count(&self) -> usize;

    /// The value at a place, and its derivative by each constant.
    fn gradient(&self, constants: &Row, at: usize) -> (f64, Row);

    /// The value alone.
    fn value(&self, constants: &Row, at: usize) -> f64 {
        self.gradient(constants, at).0
    }
}

/// Sums of products of derivatives and of residuals.
#[derive(Debug, Clone, Copy)]
struct Normal {
    matrix: [Row; MOST],
    right: Row,
    cost: f64,
}

impl Normal {
    fn zero() -> Normal {
        Normal { matrix: [[0.0; MOST]; MOST], right: [0.0; MOST], cost: 0.0 }
    }

    fn add(&mut self, row: &Row, residual: f64, weight: f64, count: usize) {
        for i in 0..count {
            let scaled = weight * row[i];
            for (cell, other) in self.matrix[i].iter_mut().zip(row).take(i + 1) {
                *cell += scaled * other;
            }
            self.right[i] += scaled * residual;
        }
        self.cost += weight * residual * residual;
    }

    /// Solves for the constants that are free, with a share of the diagonal added.
    fn solve(&self, free: &[usize], damping: f64) -> Option<Row> {
        let lower = self.factor(free, damping)?;
        let mut found = [0.0; MOST];
        for (place, value) in lower.solve(|place| self.right[free[place]]).into_iter().enumerate() {
            if let Some(&index) = free.get(place) {
                found[index] = value;
            }
        }
        Some(found)
    }

    fn factor(&self, free: &[usize], damping: f64) -> Option<Lower> {
        let size = free.len();
        let entry = |i: usize, j: usize| self.matrix[free[i].max(free[j])][free[i].min(free[j])];
        let mut scale = [1.0; MOST];
        for (place, scale) in scale.iter_mut().enumerate().take(size) {
            *scale = entry(place, place).sqrt();
            if !(*scale > 0.0 && scale.is_finite()) {
                return None;
            }
        }
        let mut rows = [[0.0; MOST]; MOST];
        for i in 0..size {
            for j in 0..=i {
                let mut sum = entry(i, j) / (scale[i] * scale[j]);
                if i == j {
                    sum += damping;
                }
                for (a, b) in rows[i].iter().zip(&rows[j]).take(j) {
                    sum -= a * b;
                }
                if i == j {
                    // A column that others make up has no value of its own.
                    if sum <= 1e-13 {
                        return None;
                    }
                    rows[i][i] = sum.sqrt();
                } else {
                    rows[i][j] = sum / rows[j][j];
                }
            }
        }
        Some(Lower { rows, scale, size })
    }
}

/// Cholesky's factor of a scaled matrix.
struct Lower {
    rows: [Row; MOST],
    scale: Row,
    size: usize,
}

impl Lower {
    fn solve(&self, right: impl Fn(usize) -> f64) -> Row {
        let mut found = [0.0; MOST];
        for i in 0..self.size {
            let mut sum = right(i) / self.scale[i];
            for (k, earlier) in found.iter().enumerate().take(i) {
                sum -= self.rows[i][k] * earlier;
            }
            found[i] = sum / self.rows[i][i];
        }
        for i in (0..self.size).rev() {
            let mut sum = found[i];
            for (k, later) in found.iter().enumerate().take(self.size).skip(i + 1) {
                sum -= self.rows[k][i] * later;
            }
            found[i] = sum / self.rows[i][i];
        }
        for (value, scale) in found.iter_mut().zip(self.scale) {
            *value /= scale;
        }
        found
    }
}

/// Constants that make the sum of squares smallest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Minimum {
    /// The constants.
    pub constants: Row,
    /// The weighted sum of squares.
    pub cost: f64,
    /// The inverse of the normal matrix: times the variance of the noise, the
    /// covariance of the constants. Rows of constants that are held are zero.
    pub inverse: [Row; MOST],
}

/// Coefficients of `count` functions whose sum is nearest to the points, and the
/// weighted sum of squares.
pub(super) fn linear(
    points: &[Point],
    count: usize,
    functions: impl Fn(usize) -> Row,
) -> Option<(Row, f64)> {
    let mut normal = Normal::zero();
    for point in points {
        normal.add(&functions(point.at), point.value, point.weight, count);
    }
    let free: Vec<usize> = (0..count).collect();
    let found = normal.solve(&free, 0.0)?;
    let cost = points.iter().map(|point| {
        let row = functions(point.at);
        let value: f64 = row.iter().zip(&found).map(|(function, factor)| function * factor).sum();
        point.weight * (point.value - value).powi(2)
    });
    let cost: f64 = cost.sum();
    (cost.is_finite() && found.iter().all(|value| value.is_finite())).then_some((found, cost))
}

/// Improves constants from a start; those that are not free stay as they are.
/// `None` if the model has no value there.
pub(super) fn minimise(
    model: &impl Model,
    points: &[Point],
    start: Row,
    free: &[usize],
    rounds: usize,
) -> Option<Minimum> {
    /// A step that gains less than this share is the last.
    const ENOUGH: f64 = 1e-9;
    let cost_at = |constants: &Row| -> f64 {
        points
            .iter()
            .map(|point| point.weight * (point.value - model.value(constants, point.at)).powi(2))
            .sum()
    };
    let normal_at = |constants: &Row| {
        let mut normal = Normal::zero();
        for point in points {
            let (value, row) = model.gradient(constants, point.at);
            normal.add(&row, point.value - value, point.weight, model.count());
        }
        normal
    };
    let mut constants = start;
    let mut normal = normal_at(&constants);
    if !normal.cost.is_finite() {
        return None;
    }
    let mut damping = 1e-4;
    for _ in 0..rounds {
        if free.is_empty() {
            break;
        }
        let Some(step) = normal.solve(free, damping) else {
            damping = (damping * 10.0f64).max(1e-8);
            if damping > 1e8 {
                break;
            }
            continue;
        };
        let mut next = constants;
        next.iter_mut().zip(step).for_each(|(value, step)| *value += step);
        let cost = cost_at(&next);
        if cost.is_finite() && cost <= normal.cost {
            let gained = normal.cost - cost;
            constants = next;
            normal = normal_at(&constants);
            damping = (damping * 0.1).max(1e-14);
            if gained <= ENOUGH * cost {
                break;
            }
        } else {
            damping *= 10.0;
            if damping > 1e8 {
                break;
            }
        }
    }
    let mut inverse = [[0.0; MOST]; MOST];
    if let Some(lower) = normal.factor(free, 0.0) {
        for (column, &index) in free.iter().enumerate() {
            let solved = lower.solve(|place| if place == column { 1.0 } else { 0.0 });
            for (place, &other) in free.iter().enumerate() {
                inverse[other][index] = solved[place];
            }
        }
    } else if !free.is_empty() {
        return None;
    }
    Some(Minimum { constants, cost: normal.cost, inverse })
}

#[cfg(test)]
mod tests {
    use ansatz_expr::math;

    use super::*;

    struct Decay;

    impl Model for Decay {
        fn count(&self) -> usize {
            3
        }

        fn gradient(&self, c: &Row, at: usize) -> (f64, Row) {
            let n = at as f64 + 1.0;
            let e = math::exp(c[2] * n);
            (c[0] + c[1] * e, [1.0, e, c[1] * n * e, 0.0, 0.0, 0.0])
        }
    }

    fn points(law: impl Fn(f64) -> f64) -> Vec<Point> {
        (0..40).map(|at| Point { at, value: law(at as f64 + 1.0), weight: 1.0 }).collect()
    }

    #[test]
    fn a_line_is_solved_for_at_once() {
        let points = points(|n| 7.0 - 0.25 * n);
        let basis = |at: usize| [1.0, at as f64 + 1.0, 0.0, 0.0, 0.0, 0.0];
        let (found, cost) = linear(&points, 2, basis).unwrap();
        assert!((found[0] - 7.0).abs() < 1e-9 && (found[1] + 0.25).abs() < 1e-9, "{found:?}");
        assert!(cost < 1e-18);
        // Two functions that are the same have no coefficients of their own.
        assert!(linear(&points, 2, |_| [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]).is_none());
    }

    #[test]
    fn a_decay_is_found_from_afar_and_constants_can_be_held() {
        let points = points(|n| 20.0 + 70.0 * math::exp(-0.1 * n));
        let start = [0.0, 10.0, -0.02, 0.0, 0.0, 0.0];
        let found = minimise(&Decay, &points, start, &[0, 1, 2], 60).unwrap();
        for (value, truth) in found.constants.iter().zip([20.0, 70.0, -0.1]) {
            assert!((value - truth).abs() < 1e-5, "{:?}", found.constants);
        }
        let held = minimise(&Decay, &points, start, &[0, 1], 60).unwrap();
        assert_eq!(held.constants[2], -0.02);
        assert!(held.cost > found.cost);
        assert_eq!(held.inverse[2], [0.0; MOST]);
    }
}
