//! Where to begin: rates, exponents and frequencies are tried on a grid, and for
//! each the other constants follow by linear least squares.

use ansatz_expr::{math, sort};

use super::family::{Curve, Over};
use super::squares::{MOST, Point, Row, linear};

/// So many starts of a family are improved.
const STARTS: usize = 3;

/// So many frequencies are looked at more closely.
const FREQUENCIES: usize = 4;

/// Rates of exponentials, for the whole series.
const RATES: [f64; 14] =
    [-40.0, -20.0, -10.0, -5.0, -2.5, -1.0, -0.3, 0.3, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0];

/// Exponents of powers.
const EXPONENTS: [f64; 12] = [-3.0, -2.0, -1.0, -0.5, 0.25, 0.5, 0.75, 1.25, 1.5, 2.0, 3.0, 4.5];

/// Constants to begin with, the nearest first. `frequencies` are those of
/// [`frequencies`], `span` is how many terms the points cover.
pub(super) fn starts(
    over: &Over<'_>,
    points: &[Point],
    frequencies: &[f64],
    span: f64,
) -> Vec<Row> {
    let family = over.family;
    let count = family.count();
    let n = |at: usize| at as f64 + 1.0;
    let mut found: Vec<(f64, Row)> = Vec::new();
    let mut take = |solved: Option<(Row, f64)>, constants: &dyn Fn(&Row) -> Row| {
        if let Some((factors, cost)) = solved {
            found.push((cost, constants(&factors)));
        }
    };
    match family {
        Curve::Growth => {
            for rate in RATES.map(|rate| rate / span) {
                let solved = linear(points, 1, |at| row(&[math::exp(rate * n(at))]));
                take(solved, &|c| row(&[c[0], rate]));
            }
        }
        Curve::Saturation => {
            for rate in RATES.map(|rate| rate / span) {
                let solved = linear(points, 2, |at| row(&[1.0, math::exp(rate * n(at))]));
                take(solved, &|c| row(&[c[0], c[1], rate]));
            }
        }
        Curve::SaturationTrend => {
            for rate in RATES.map(|rate| rate / span) {
                let solved = linear(points, 3, |at| row(&[1.0, n(at), math::exp(rate * n(at))]));
                take(solved, &|c| row(&[c[0], c[1], c[2], rate]));
            }
        }
        Curve::Power => {
            for exponent in EXPONENTS {
                let solved = linear(points, 1, |at| row(&[math::powf(n(at), exponent)]));
                take(solved, &|c| row(&[c[0], exponent]));
            }
        }
        Curve::PowerOffset => {
            for exponent in EXPONENTS {
                let solved = linear(points, 2, |at| row(&[1.0, math::powf(n(at), exponent)]));
                take(solved, &|c| row(&[c[0], c[1], exponent]));
            }
        }
        Curve::Logistic => {
            for rate in [-32.0, -16.0, -8.0, -4.0, 4.0, 8.0, 16.0, 32.0].map(|rate| rate / span) {
                for middle in [0.1, 0.3, 0.5, 0.7, 0.9, 1.2].map(|share| share * span) {
                    let share = |at: usize| 1.0 / (1.0 + math::exp(rate * (middle - n(at))));
                    let solved = linear(points, 1, |at| row(&[share(at)]));
                    take(solved, &|c| row(&[c[0], rate * middle, rate]));
                }
            }
        }
        Curve::Sinusoid => {
            for &turn in frequencies {
                let swing = |at: usize| math::sin_cos(turn * n(at));
                let solved = linear(points, 3, |at| row(&[1.0, swing(at).0, swing(at).1]));
                take(solved, &|c| {
                    row(&[c[0], math::hypot(c[1], c[2]), turn, math::atan2(c[2], c[1])])
                });
            }
        }
        Curve::SinusoidTrend => {
            for &turn in frequencies {
                let swing = |at: usize| math::sin_cos(turn * n(at));
                let solved = linear(points, 4, |at| row(&[1.0, n(at), swing(at).0, swing(at).1]));
                take(solved, &|c| {
                    row(&[c[0], c[1], math::hypot(c[2], c[3]), turn, math::atan2(c[3], c[2])])
                });
            }
        }
        Curve::Damped => {
            for &turn in frequencies {
                for rate in [-30.0, -10.0, -3.0, -1.0, 1.0, 3.0].map(|rate| rate / span) {
                    let swing = |at: usize| {
                        let (sin, cos) = math::sin_cos(turn * n(at));
                        let size = math::exp(rate * n(at));
                        row(&[1.0, size * sin, size * cos])
                    };
                    take(linear(points, 3, swing), &|c| {
                        row(&[c[0], math::hypot(c[1], c[2]), rate, turn, math::atan2(c[2], c[1])])
                    });
                }
            }
        }
        _ => {
            let moved: Vec<Point> = points
                .iter()
                .map(|point| {
                    let fixed = family.fixed(over.before(point.at));
                    Point { value: point.value - fixed, ..*point }
                })
                .collect();
            let functions =
                |at: usize| family.functions(n(at), over.before(at)).unwrap_or([0.0; MOST]);
            match count {
                0 => found.push((0.0, [0.0; MOST])),
                _ => take(linear(&moved, count, functions), &|c| *c),
            }
        }
    }
    sort::by(&mut found, |a, b| a.0.total_cmp(&b.0));
    found.truncate(STARTS);
    found.into_iter().map(|(_, constants)| constants).collect()
}

fn row(values: &[f64]) -> Row {
    let mut row = [0.0; MOST];
    row.iter_mut().zip(values).for_each(|(place, value)| *place = *value);
    row
}

/// The frequencies that the terms swing with most, in radians a term: peaks of the
/// periodogram, the trend taken off, four times as fine as the terms can tell.
pub(super) fn frequencies(terms: &[f64]) -> Vec<f64> {
    let count = terms.len();
    let points: Vec<Point> =
        terms.iter().enumerate().map(|(at, &value)| Point { at, value, weight: 1.0 }).collect();
    let mut found = Vec::new();
    // A parabola too, so that what bends is not taken for a swing.
    for degree in [1, 2] {
        let powers = |at: usize| {
            let n = at as f64 / count as f64;
            row(&[1.0, n, n * n][..=degree])
        };
        let Some((trend, _)) = linear(&points, degree + 1, powers) else { continue };
        let rest: Vec<f64> = points
            .iter()
            .map(|point| {
                let value: f64 = powers(point.at).iter().zip(&trend).map(|(p, c)| p * c).sum();
                point.value - value
            })
            .collect();
        let step = std::f64::consts::PI / (2.0 * count as f64);
        let power: Vec<f64> = (1..2 * count).map(|k| strength(&rest, step * k as f64)).collect();
        let is_peak = |&at: &usize| {
            let around = |at: Option<usize>| at.and_then(|at| power.get(at)).copied();
            around(at.checked_sub(1)).is_none_or(|before| before <= power[at])
                && around(Some(at + 1)).is_none_or(|after| after < power[at])
        };
        let mut peaks: Vec<usize> = (0..power.len()).filter(is_peak).collect();
        sort::by(&mut peaks, |&a, &b| power[b].total_cmp(&power[a]));
        found.extend(peaks.into_iter().take(FREQUENCIES).map(|at| step * (at + 1) as f64));
    }
    found
}

/// How much of a frequency there is, by turning a vector from term to term.
fn strength(terms: &[f64], turn: f64) -> f64 {
    let (sin, cos) = math::sin_cos(turn);
    let (mut x, mut y) = (1.0, 0.0);
    let (mut real, mut imaginary) = (0.0, 0.0);
    for term in terms {
        real += term * x;
        imaginary += term * y;
        (x, y) = (x * cos - y * sin, x * sin + y * cos);
    }
    real * real + imaginary * imaginary
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frequency_of_a_swing_is_among_the_first() {
        for (count, turn) in [(20, 1.1), (100, 0.2), (500, 2.9), (40, 0.25)] {
            let terms: Vec<f64> = (1..=count)
                .map(|n| 3.0 + 0.1 * f64::from(n) + math::cos(turn * f64::from(n)))
                .collect();
            let found = frequencies(&terms);
            let near = found.iter().any(|f| (f - turn).abs() < 3.0 / f64::from(count));
            assert!(near, "{turn} {found:?}");
        }
    }
}
