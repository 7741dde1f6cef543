//! How far further terms may be off.

use ansatz_expr::math;

use super::fitted::{Fitted, Series};
use super::squares::{MOST, Row};

/// The intervals that hold each of the next terms with a chance of 90 %: noise, what
/// noise does to later terms where a law looks back, what is unknown of the
/// constants, and what other laws say that describe the terms about as well.
pub(super) fn intervals(
    series: &Series<'_>,
    fitted: &Fitted,
    constants: &Row,
    next: &[f64],
    rivals: Option<&Rivals>,
) -> Vec<[f64; 2]> {
    let Fitted { family, kind, deviation, solution, .. } = fitted;
    let reach = family.reach();
    let quantile = student_95(fitted.freedom() as f64);
    let shown = series.terms.len();
    let all =
        |at: usize| series.terms.get(at).or_else(|| next.get(at.checked_sub(shown)?)).copied();
    // Of the last two terms: by how much each moves with each constant, and how
    // their noise varies together.
    let mut moved = [[0.0; MOST]; 2];
    let mut noise = [[0.0; 2]; 2];
    let mut found = Vec::with_capacity(next.len());
    for (ahead, &value) in next.iter().enumerate() {
        let at = shown + ahead;
        let before = [1, 2].map(|back| at.checked_sub(back).and_then(all).unwrap_or(0.0));
        let (_, direct) = family.gradient(constants, at as f64 + 1.0, before);
        let slopes = if reach > 0 { family.slopes(constants, before) } else { [0.0; 2] };
        let mut by = direct;
        for (place, by) in by.iter_mut().enumerate() {
            *by += slopes[0] * moved[0][place] + slopes[1] * moved[1][place];
        }
        let fresh = (deviation * series.scale(*kind, value)).powi(2);
        let own = slopes[0] * slopes[0] * noise[0][0]
            + 2.0 * slopes[0] * slopes[1] * noise[0][1]
            + slopes[1] * slopes[1] * noise[1][1]
            + fresh;
        let cross = slopes[0] * noise[0][0] + slopes[1] * noise[0][1];
        (moved, noise) = ([by, moved[0]], [[own, cross], [cross, noise[0][0]]]);
        let unknown: f64 = (0..MOST)
            .map(|i| (0..MOST).map(|j| by[i] * solution.inverse[i][j] * by[j]).sum::<f64>())
            .sum();
        let doubt = rivals.map_or(0.0, |rivals| rivals.variance(ahead, value));
        let half = quantile * (own + deviation * deviation * unknown.max(0.0) + doubt).sqrt();
        if !half.is_finite() {
            break;
        }
        found.push([value - half, value + half]);
    }
    found
}

/// Laws that describe the terms about as well as the best does, with what they
/// expect and how likely each is the right one.
pub(super) struct Rivals(Vec<(f64, Vec<f64>)>);

impl Rivals {
    /// A description that is longer by so many bits is out of the question.
    const FAR: f64 = 12.0;

    /// Those among the fits, with so many terms each.
    pub(super) fn of(series: &Series<'_>, fits: &[Fitted], count: usize) -> Rivals {
        let best = fits.iter().map(Fitted::bits).fold(f64::INFINITY, f64::min);
        let mut near: Vec<(f64, Vec<f64>)> = fits
            .iter()
            .filter(|fitted| fitted.bits() < best + Rivals::FAR)
            .map(|fitted| (math::exp2(best - fitted.bits()), expected(series, fitted, count)))
            .collect();
        let total: f64 = near.iter().map(|(weight, _)| weight).sum();
        near.iter_mut().for_each(|(weight, _)| *weight /= total);
        Rivals(near)
    }

    /// How far they are from a value in the mean, squared.
    fn variance(&self, ahead: usize, value: f64) -> f64 {
        let squares = self.0.iter().filter_map(|(weight, expected)| {
            Some(weight * (expected.get(ahead)? - value).powi(2)).filter(|it| it.is_finite())
        });
        squares.sum()
    }
}

/// The next terms by a fit, each from those before.
fn expected(series: &Series<'_>, fitted: &Fitted, count: usize) -> Vec<f64> {
    let shown = series.terms.len();
    let back = |at: usize| at.checked_sub(1).map_or(0.0, |at| series.terms[at]);
    let mut before = [back(shown), back(shown.saturating_sub(1))];
    (shown..shown + count)
        .map(|at| {
            let constants = &fitted.solution.constants;
            let value = fitted.family.gradient(constants, at as f64 + 1.0, before).0;
            before = [value, before[0]];
            value
        })
        .collect()
}

/// The 95 % quantile of Student's distribution, by Cornish and Fisher's expansion;
/// its first values are exact.
fn student_95(freedom: f64) -> f64 {
    /// Of one and two degrees of freedom, where the expansion is too far off.
    const FEW: [f64; 2] = [6.314, 2.920];
    match freedom {
        freedom if freedom < 1.5 => return FEW[0],
        freedom if freedom < 2.5 => return FEW[1],
        _ => {}
    }
    let z: f64 = 1.644_853_626_951;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, known) in
            [(1.0, 6.314), (2.0, 2.920), (3.0, 2.353), (5.0, 2.015), (10.0, 1.812), (30.0, 1.697)]
        {
            let quantile = student_95(freedom);
            assert!((quantile - known).abs() < 0.01, "{freedom} {quantile}");
        }
    }
}
