//! One family, fitted to a series with noise of one kind.

use ansatz_expr::{Expr, math, sort};

use super::family::{Curve, Over};
use super::squares::{Minimum, Model, Point, Row, minimise};
use super::{NoiseKind, starts};

/// So many residuals in a row tell whether they are those of a smooth function.
const SMOOTH_STRETCH: usize = 8;

/// A residual beyond so many standard deviations is an outlier: of Gaussian ones
/// seven in a million are.
const OUTLIER: f64 = 4.5;

/// Where residuals begin to count for nothing, in standard deviations: Tukey's
/// biweight loses five percent of efficiency on Gaussian noise.
const BIWEIGHT: f64 = 4.685;

/// Fewer terms have no outliers.
const LEAST_FOR_OUTLIERS: usize = 12;

/// At most one term in so many is an outlier.
const TERMS_AN_OUTLIER: usize = 10;

/// Rounds of improving constants, and of taking weights anew.
const ROUNDS: usize = 40;
const REWEIGHTINGS: usize = 4;

/// A series, and how finely each term is known.
pub(super) struct Series<'a> {
    /// The terms.
    pub terms: &'a [f64],
    /// The width of the cell that each term was rounded to.
    pub cells: Vec<f64>,
    /// The size of a typical term: noise that is relative is no smaller than for a
    /// thousandth of it.
    pub size: f64,
}

/// A family with its constants.
#[derive(Debug, Clone)]
pub(super) struct Fitted {
    /// The family.
    pub family: Curve,
    /// What the noise is relative to.
    pub kind: NoiseKind,
    /// The constants and their covariance, up to the variance of the noise.
    pub solution: Minimum,
    /// The standard deviation of the noise, in units of a term or as a share.
    pub deviation: f64,
    /// Places of terms that are no part of the noise.
    pub outliers: Vec<usize>,
    /// How many terms it was fitted to.
    pub used: usize,
    /// What the law, the outliers and the first terms take to state, in bits.
    pub law_bits: f64,
    /// What the digits of its constants take besides, in bits: families have that in
    /// common, and other laws do not.
    pub digit_bits: f64,
    /// What the terms take to state with it, in bits.
    pub rest_bits: f64,
}

impl Fitted {
    /// The whole description beside other families, in bits.
    pub(super) fn bits(&self) -> f64 {
        self.law_bits + self.rest_bits
    }

    /// How many terms were left beside the constants.
    pub(super) fn freedom(&self) -> usize {
        self.used.saturating_sub(self.family.count())
    }
}

impl Series<'_> {
    /// What the deviation of noise is multiplied with where the law has a value.
    pub(super) fn scale(&self, kind: NoiseKind, value: f64) -> f64 {
        match kind {
            NoiseKind::Absolute => 1.0,
            NoiseKind::Relative => value.abs().max(1e-3 * self.size),
        }
    }

    /// The terms at these places as points of equal weight.
    fn points(&self, places: &[usize], kind: NoiseKind) -> Vec<Point> {
        places
            .iter()
            .map(|&at| {
                let value = self.terms[at];
                Point { at, value, weight: self.scale(kind, value).powi(-2) }
            })
            .collect()
    }

    /// Fits a family from the best starts.
    pub(super) fn fit(
        &self,
        family: Curve,
        kind: NoiseKind,
        places: &[usize],
        frequencies: &[f64],
    ) -> Option<Fitted> {
        let over = Over { family, terms: self.terms };
        let places = self.within(family, places);
        let points = self.points(&places, kind);
        let span = self.terms.len() as f64;
        let starts = starts::starts(&over, &points, frequencies, span);
        let all: Vec<usize> = (0..family.count()).collect();
        let solved = starts
            .into_iter()
            .filter_map(|start| minimise(&over, &points, start, &all, ROUNDS))
            .min_by(|a, b| a.cost.total_cmp(&b.cost))?;
        self.improve(family, kind, &places, solved.constants)
    }

    /// Fits a family again from constants that are near, with weights that follow
    /// from the law, and without outliers.
    pub(super) fn improve(
        &self,
        family: Curve,
        kind: NoiseKind,
        places: &[usize],
        start: Row,
    ) -> Option<Fitted> {
        let over = Over { family, terms: self.terms };
        let places = self.within(family, places);
        let count = family.count();
        if places.len() < count + 2 {
            return None;
        }
        let all: Vec<usize> = (0..count).collect();
        let mut points = self.points(&places, kind);
        let mut constants = start;
        let solve = |points: &[Point], start: Row| minimise(&over, points, start, &all, ROUNDS);
        let weigh = |points: &mut [Point], constants: &Row| {
            for point in points.iter_mut() {
                let value = over.value(constants, point.at);
                point.weight = self.scale(kind, value).powi(-2);
            }
        };
        let rounds = if kind == NoiseKind::Relative { REWEIGHTINGS } else { 1 };
        for _ in 0..rounds {
            weigh(&mut points, &constants);
            constants = solve(&points, constants)?.constants;
        }
        let mut outliers = Vec::new();
        if places.len() >= LEAST_FOR_OUTLIERS {
            outliers = self.outliers(&over, &mut points, &mut constants, kind)?;
            points.retain(|point| !outliers.contains(&point.at));
        }
        weigh(&mut points, &constants);
        let solution = solve(&points, constants)?;
        self.described(family, kind, &points, solution, outliers)
    }

    /// Places of terms far from the law. Constants are moved to where the other
    /// terms have them.
    fn outliers(
        &self,
        over: &Over<'_>,
        points: &mut [Point],
        constants: &mut Row,
        kind: NoiseKind,
    ) -> Option<Vec<usize>> {
        let all: Vec<usize> = (0..over.count()).collect();
        let standard = |points: &[Point], constants: &Row| -> (Vec<f64>, f64) {
            let residuals: Vec<f64> = points
                .iter()
                .map(|point| {
                    let value = over.value(constants, point.at);
                    (point.value - value) / self.scale(kind, value)
                })
                .collect();
            let mut sizes: Vec<f64> = residuals.iter().map(|residual| residual.abs()).collect();
            sort::by(&mut sizes, f64::total_cmp);
            // The median of the size of Gaussian residuals, of those not fitted away.
            let free = (points.len() as f64 / (points.len() - over.count()).max(1) as f64).sqrt();
            (residuals, 1.4826 * free * sizes[sizes.len() / 2])
        };
        let far = |residual: &f64, deviation: f64| residual.abs() > OUTLIER * deviation;
        let (residuals, deviation) = standard(points, constants);
        if deviation <= 0.0 || !residuals.iter().any(|residual| far(residual, deviation)) {
            return Some(Vec::new());
        }
        for _ in 0..REWEIGHTINGS {
            let (residuals, deviation) = standard(points, constants);
            for (point, residual) in points.iter_mut().zip(residuals) {
                let share = residual / (BIWEIGHT * deviation.max(f64::MIN_POSITIVE));
                let value = over.value(constants, point.at);
                let trust = if share.abs() < 1.0 { (1.0 - share * share).powi(2) } else { 0.0 };
                point.weight = trust * self.scale(kind, value).powi(-2);
            }
            *constants = minimise(over, points, *constants, &all, ROUNDS)?.constants;
        }
        let (residuals, deviation) = standard(points, constants);
        let far: Vec<usize> = points
            .iter()
            .zip(&residuals)
            .filter(|(_, residual)| far(residual, deviation))
            .map(|(point, _)| point.at)
            .collect();
        Some(if far.len() <= points.len() / TERMS_AN_OUTLIER { far } else { Vec::new() })
    }

    /// The places that a family can explain.
    fn within(&self, family: Curve, places: &[usize]) -> Vec<usize> {
        places.iter().copied().filter(|&at| at >= family.reach()).collect()
    }

    /// The noise, and what all takes to state.
    fn described(
        &self,
        family: Curve,
        kind: NoiseKind,
        points: &[Point],
        solution: Minimum,
        outliers: Vec<usize>,
    ) -> Option<Fitted> {
        let over = Over { family, terms: self.terms };
        let used = points.len();
        let freedom = used.checked_sub(family.count()).filter(|&freedom| freedom > 1)?;
        let mut squares = 0.0;
        let mut scale_bits = 0.0;
        let mut finest = Vec::with_capacity(used);
        for point in points {
            let value = over.value(&solution.constants, point.at);
            let scale = self.scale(kind, value);
            squares += ((point.value - value) / scale).powi(2);
            let cell = self.cells[point.at].max(f64::MIN_POSITIVE);
            scale_bits += math::log2(scale / cell);
            finest.push(cell / scale);
        }
        sort::by(&mut finest, f64::total_cmp);
        // Rounding alone is noise of a twelfth of the cell's square.
        let rounding = finest.get(used / 2)? / 12f64.sqrt();
        let likeliest = (squares / used as f64).sqrt().max(rounding);
        let deviation = (squares / freedom as f64).sqrt().max(rounding);
        let gauss = 0.5 * math::log2(2.0 * std::f64::consts::PI * std::f64::consts::E);
        let rest_bits = used as f64 * (gauss + math::log2(likeliest)) + scale_bits;
        if !rest_bits.is_finite() {
            return None;
        }
        let n = self.terms.len() as f64;
        // The constants and the deviation, each as exactly as the terms tell; where
        // these are few, constants fit by luck, as Akaike's corrected criterion has it.
        let numbers = family.count() as f64 + 1.0;
        let luck = used as f64 / (used as f64 - numbers - 1.0).max(0.5);
        let least = 0.5 * math::log2(n) * luck;
        let number_bits = |index: usize| {
            let error = deviation * solution.inverse[index][index].max(0.0).sqrt();
            let steps = solution.constants[index].abs() / error.max(f64::MIN_POSITIVE);
            (1.0 + math::log2(1.0 + steps) - least).max(0.0)
        };
        let digit_bits: f64 = (0..family.count()).map(number_bits).sum();
        let frequency = if family.swings() { math::log2(n) } else { 0.0 };
        let term_bits = self.term_bits();
        let law_bits = numbers * least
            + frequency
            + structure_bits(family)
            + family.reach() as f64 * term_bits
            + outliers.len() as f64 * (math::log2(n) + term_bits);
        Some(Fitted {
            family,
            kind,
            solution,
            deviation,
            outliers,
            used,
            law_bits,
            digit_bits,
            rest_bits,
        })
    }

    /// What a term takes to state without a law, in bits.
    fn term_bits(&self) -> f64 {
        let low = self.terms.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self.terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let cell = self.cells.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        1.0 + math::log2(((high - low) / cell).max(1.0))
    }

    /// What the terms take to state with any law, if what it leaves is noise, in bits.
    pub(super) fn bits_with(&self, law: &Expr) -> f64 {
        let reach = law.degree();
        let mut best = f64::INFINITY;
        for kind in [NoiseKind::Absolute, NoiseKind::Relative] {
            let (mut squares, mut sizes, mut scale_bits) = (0.0, 0.0, 0.0);
            for at in reach..self.terms.len() {
                let Ok(value) = law.eval(&self.terms[..at]) else { return f64::INFINITY };
                let value: f64 = value;
                let scale = self.scale(kind, value);
                // No residual is nothing: terms are rounded.
                let residual = (self.terms[at] - value).abs().max(0.25 * self.cells[at]) / scale;
                squares += residual * residual;
                sizes += residual;
                scale_bits += math::log2(scale / self.cells[at].max(f64::MIN_POSITIVE));
            }
            let count = (self.terms.len() - reach.min(self.terms.len())).max(1) as f64;
            let gauss = 0.5 * math::log2(2.0 * std::f64::consts::PI * std::f64::consts::E);
            let gauss = gauss + math::log2((squares / count).sqrt());
            // Where a few terms are far off and the others met, Laplace's law is shorter.
            let laplace = math::log2(2.0 * std::f64::consts::E * sizes / count);
            best = best.min(count * gauss.min(laplace) + scale_bits);
        }
        best + crate::description_bits(law) + reach as f64 * self.term_bits()
    }

    /// What the law leaves of each term that it computes, in units of the noise's
    /// scale.
    fn residuals(&self, fitted: &Fitted) -> Vec<f64> {
        let over = Over { family: fitted.family, terms: self.terms };
        let left = |at: usize| {
            let value = over.value(&fitted.solution.constants, at);
            (self.terms[at] - value) / self.scale(fitted.kind, value)
        };
        (fitted.family.reach()..self.terms.len()).map(left).collect()
    }

    /// How rough the residuals are beside their size: about 1 where they are noise,
    /// near 0 where they are values of a smooth function, and 1 where there are too
    /// few to tell.
    pub(super) fn roughness(&self, fitted: &Fitted) -> f64 {
        let residuals = self.residuals(fitted);
        let limit = OUTLIER * fitted.deviation;
        let stretches = residuals.split(|residual| residual.abs() > limit);
        let Some(stretch) = stretches.max_by_key(|stretch| stretch.len()) else { return 1.0 };
        if stretch.len() < SMOOTH_STRETCH {
            return 1.0;
        }
        // Medians: where a law is far off at its beginning that is not to count.
        let median = |values: &[f64]| {
            let mut sizes: Vec<f64> = values.iter().map(|value| value.abs()).collect();
            sort::by(&mut sizes, f64::total_cmp);
            sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)
        };
        // Third differences of noise have twenty times its variance.
        let thirds: Vec<f64> =
            stretch.windows(4).map(|r| r[3] - 3.0 * r[2] + 3.0 * r[1] - r[0]).collect();
        let size = median(stretch);
        if size > 0.0 { median(&thirds) / 20f64.sqrt() / size } else { 1.0 }
    }

    /// How much residuals that follow each other have in common: nothing, where
    /// they are noise.
    pub(super) fn correlation(&self, fitted: &Fitted) -> f64 {
        let limit = OUTLIER * fitted.deviation;
        let residuals: Vec<f64> = self
            .residuals(fitted)
            .into_iter()
            .map(|residual| residual.clamp(-limit, limit))
            .collect();
        let squares: f64 = residuals.iter().map(|residual| residual * residual).sum();
        let products: f64 = residuals.windows(2).map(|pair| pair[0] * pair[1]).sum();
        if squares > 0.0 { products / squares } else { 0.0 }
    }
}

/// What a family takes to name: the length of its writing without constants.
fn structure_bits(family: Curve) -> f64 {
    let constants: Vec<String> = (0..family.count()).map(|_| "1".to_owned()).collect();
    let whole = family.write(&constants).map_or(0.0, |law| crate::description_bits(&law));
    let one = Expr::int(1i64);
    whole - family.count() as f64 * crate::description_bits(&one)
}
