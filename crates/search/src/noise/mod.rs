//! Laws of what was measured: families that everybody knows, fitted to terms with
//! noise.
//!
//! A law here meets no term to the last digit. It is judged by how much shorter the
//! terms are with it: the law and its constants, and what is left of each term as
//! Gaussian noise, of the same size everywhere or relative to the term, with a few
//! outliers. Of the laws that no other beats in both length and error, the one with
//! the shortest description is the answer, if it says clearly more than a constant
//! does and what it leaves looks like noise.

mod family;
mod fitted;
mod forecast;
mod free;
mod snap;
mod squares;
mod starts;

use ansatz_expr::sort;
use serde::{Deserialize, Serialize};

use crate::precision::Precision;
use crate::verify::next_terms;
use crate::{
    Context, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Ranking, Settings,
    Sink, Verdict,
};
pub use free::FreeConstants;

use family::Curve;
use fitted::{Fitted, Series};

/// Fewer terms show no noise.
const LEAST_TERMS: usize = 6;

/// So many terms of a long series are looked at to find what may fit.
const SEARCHED: usize = 400;

/// So many families are then fitted to all terms.
const KEPT: usize = 5;

/// So many laws are proposed.
const PROPOSED: usize = 6;

/// By how many bits a law must be shorter than a constant with noise.
const LEAST_GAIN: f64 = 14.0;

/// A constant is an answer if the noise is no larger than this share of it.
const NEARLY_CONSTANT: f64 = 0.1;

/// How much residuals that follow each other may have in common: by chance so many
/// standard deviations, and in long series so much.
const CHANCE: f64 = 2.6;
const HARMLESS: f64 = 0.15;
/// Residuals that are less rough than this are those of a smooth function, and no
/// noise.
const ROUGH: f64 = 0.25;

/// What noise is proportional to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum NoiseKind {
    /// Nothing: it is of the same size everywhere.
    Absolute,
    /// The term.
    Relative,
}

/// A constant that was fitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant {
    /// Its value, with as many digits as the terms support.
    pub value: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
    /// Whether it is the simple number that the estimate most likely stands for.
    pub snapped: bool,
}

/// What is known of a law that was fitted to terms with noise.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurement {
    /// What the noise is proportional to.
    pub kind: NoiseKind,
    /// The standard deviation of the noise: in units of a term, or as a share of it.
    pub deviation: f64,
    /// The same as a share of the terms' size in the mean.
    pub share: f64,
    /// The constants, in the order of the law.
    pub constants: Vec<Constant>,
    /// Terms that are no part of the noise, by their n.
    pub outliers: Vec<usize>,
    /// Where each of the next terms is with a chance of 90 %, from and to.
    pub intervals: Vec<[f64; 2]>,
    /// What the law takes to state, in bits.
    pub law_bits: f64,
    /// What the digits of its constants take besides: families have that in common,
    /// and other laws do not.
    pub digit_bits: f64,
    /// What the terms take to state with it, in bits.
    pub rest_bits: f64,
    /// What they would take as a constant with noise.
    pub constant_bits: f64,
    /// Whether it may be given as an answer.
    pub fits: bool,
}

impl Measurement {
    /// What can be said for the law.
    pub fn verdict(&self) -> Verdict {
        match self.fits {
            true => Verdict::Fits { noise_ppm: (1e6 * self.share).clamp(1.0, 4e9) as u32 },
            false => Verdict::Approximate,
        }
    }
}

/// Families of laws with noise, where no exact law is verified.
#[derive(Debug, Clone, Copy)]
pub struct Noise;

static NOISE: Profile =
    Profile { id: "noise", label: "fit with noise", group: Group::Classical, searches: false };

impl Proposer<f64> for Noise {
    fn profile(&self) -> &'static Profile {
        &NOISE
    }

    fn is_worth_running(&self, _: &Settings, found: &Ranking<'_, f64>) -> bool {
        !found.best().is_some_and(|best| best.evidence.verdict.is_verified())
    }

    fn propose<'a>(
        &'a self,
        _: &'a Problem<'a, f64>,
        context: Context<'a>,
        findings: &'a mut dyn Findings<f64>,
    ) -> Proposing<'a> {
        // Laws that come near may be nearer than any family: then these are not the
        // answer. Of a long series the first terms tell.
        let terms = findings.ranking().problem().terms().to_vec();
        let terms = terms.as_slice();
        let begin = Series::new(terms.get(..SEARCHED).unwrap_or(terms));
        let found = findings.ranking();
        let near = found.candidates();
        let near = near.iter().filter(|law| !law.is_exact()).map(|law| &law.proposal.expr);
        let shortest = near
            .chain(found.skeletons())
            .map(|law| begin.bits_with(law))
            .fold(f64::INFINITY, f64::min);
        let rate = terms.len() as f64 / begin.terms.len().max(1) as f64;
        propose(terms, context.settings.predict, shortest * rate, findings);
        Proposing::Done
    }
}

/// Fits every family and proposes those that no other beats in both length and
/// error. `predict` terms get intervals. No law is an answer that describes the terms
/// in more than `shortest` bits.
pub fn propose(terms: &[f64], predict: usize, shortest: f64, sink: &mut dyn Sink) {
    let usable = terms.len() >= LEAST_TERMS && terms.iter().all(|term| term.abs() < 1e100);
    if !usable || terms.windows(2).all(|pair| pair[0] == pair[1]) {
        return;
    }
    let series = Series::new(terms);
    let fits = series.fits(sink);
    let constant = fits
        .iter()
        .filter(|fitted| fitted.family == Curve::Constant)
        .map(Fitted::bits)
        .fold(f64::INFINITY, f64::min);
    let rivals = forecast::Rivals::of(&series, &fits, predict);
    for (place, fitted) in front(fits).into_iter().take(PROPOSED).enumerate() {
        // Only who is first speaks for the others.
        let doubts = if place == 0 { Some(&rivals) } else { None };
        if let Some(mut proposal) = series.proposal(&fitted, constant, predict, doubts) {
            if let Some(known) = proposal.measurement.as_mut() {
                known.fits &= fitted.bits() + fitted.digit_bits <= shortest;
            }
            sink.propose(proposal);
        }
    }
}

/// The fits that no other beats in both the length of the law and what it leaves,
/// the shortest description first.
fn front(mut fits: Vec<Fitted>) -> Vec<Fitted> {
    sort::by(&mut fits, |a, b| a.bits().total_cmp(&b.bits()));
    let mut kept: Vec<Fitted> = Vec::new();
    for fitted in fits {
        let beaten = kept.iter().any(|other| {
            other.family == fitted.family
                || (other.law_bits <= fitted.law_bits && other.rest_bits <= fitted.rest_bits)
        });
        if !beaten {
            kept.push(fitted);
        }
    }
    kept
}

impl<'a> Series<'a> {
    fn new(terms: &'a [f64]) -> Series<'a> {
        let precision = Precision::of(terms);
        let whole = terms.iter().all(|term| term.fract() == 0.0);
        let size =
            (terms.iter().map(|term| term * term).sum::<f64>() / terms.len().max(1) as f64).sqrt();
        let cell = |&term: &f64| match whole {
            true => 1.0,
            false => (2.0 * precision.resolution(term)).max(1e-12 * size),
        };
        Series { terms, cells: terms.iter().map(cell).collect(), size }
    }

    /// What noise may be proportional to: terms of both signs have none that is
    /// relative.
    fn kinds(&self) -> &'static [NoiseKind] {
        let one_sign =
            self.terms.iter().all(|term| *term > 0.0) || self.terms.iter().all(|term| *term < 0.0);
        match one_sign {
            true => &[NoiseKind::Absolute, NoiseKind::Relative],
            false => &[NoiseKind::Absolute],
        }
    }

    /// Every family, fitted to all terms; of a long series only those that do well
    /// on a part of it.
    fn fits(&self, sink: &dyn Sink) -> Vec<Fitted> {
        let count = self.terms.len();
        let all: Vec<usize> = (0..count).collect();
        let stride = count.div_ceil(SEARCHED);
        let spread: Vec<usize> = (0..count).step_by(stride).collect();
        let thinned: Vec<f64> = spread.iter().map(|&at| self.terms[at]).collect();
        let begin = &all[..count.min(SEARCHED)];
        let slow: Vec<f64> =
            starts::frequencies(&thinned).into_iter().map(|turn| turn / stride as f64).collect();
        let fast = match stride {
            1 => Vec::new(),
            _ => starts::frequencies(&self.terms[..begin.len()]),
        };
        let mut found: Vec<Fitted> = Vec::new();
        for family in Curve::ALL {
            for &kind in self.kinds() {
                if sink.is_cancelled() {
                    return Vec::new();
                }
                // A law that looks back needs every term, and is soon solved for.
                let places = if family.reach() > 0 { &all } else { &spread };
                found.extend(self.fit(family, kind, places, &slow));
                if family.swings() && stride > 1 {
                    found.extend(self.fit_growing(family, kind, &all, &fast));
                }
            }
        }
        if stride == 1 {
            return found;
        }
        // What was fitted to few terms is compared by what each of them takes.
        let rate = |fitted: &Fitted| fitted.rest_bits / fitted.used as f64 * count as f64;
        sort::by(&mut found, |a, b| (a.law_bits + rate(a)).total_cmp(&(b.law_bits + rate(b))));
        let mut kept: Vec<Fitted> = Vec::new();
        for fitted in found {
            let few = kept.len() < 2 * KEPT || fitted.family == Curve::Constant;
            if few {
                let Fitted { family, kind, solution, .. } = fitted;
                kept.extend(self.improve(family, kind, &all, solution.constants));
            }
        }
        kept
    }

    /// Fits a swing to the first terms, then to more and more: a frequency that is
    /// known from few is not known well enough for many.
    fn fit_growing(
        &self,
        family: Curve,
        kind: NoiseKind,
        all: &[usize],
        frequencies: &[f64],
    ) -> Option<Fitted> {
        let mut length = SEARCHED.min(all.len());
        let mut fitted = self.fit(family, kind, &all[..length], frequencies)?;
        while length < all.len() {
            length = (2 * length).min(all.len());
            let constants = fitted.solution.constants;
            fitted = self.improve(family, kind, &all[..length], constants)?;
        }
        Some(fitted)
    }

    /// The law with what is known of it.
    fn proposal(
        &self,
        fitted: &Fitted,
        constant_bits: f64,
        predict: usize,
        doubts: Option<&forecast::Rivals>,
    ) -> Option<Proposal> {
        let written = snap::write(self, fitted)?;
        let family = fitted.family;
        let expr = family.write(&written.words)?;
        let errors: Vec<f64> =
            written.constants.iter().map(|constant| constant.standard_error).collect();
        let form = family.form(&written.values, |value, index| {
            let error = errors.get(index).copied().unwrap_or(0.0);
            let is_own = written.values[index] == value;
            snap::text(value, if is_own { error } else { error * value.abs() })
        });
        let mut proposal =
            Proposal { fitted: family.count(), solved: true, form, ..Proposal::new(expr, &NOISE) };
        let next = next_terms(&proposal, &Problem::new(self.terms), predict);
        let share = snap::share(fitted.kind, fitted.deviation, self.size);
        let correlation = self.correlation(fitted);
        let looks_like_noise = correlation.abs()
            <= (CHANCE / (fitted.used as f64).sqrt()).max(HARMLESS)
            && self.roughness(fitted) >= ROUGH;
        let says_more = match family {
            Curve::Constant => share <= NEARLY_CONSTANT,
            _ => constant_bits - fitted.bits() >= LEAST_GAIN,
        };
        proposal.measurement = Some(Box::new(Measurement {
            kind: fitted.kind,
            deviation: fitted.deviation,
            share,
            intervals: forecast::intervals(self, fitted, &written.values, &next, doubts),
            constants: written.constants,
            outliers: fitted.outliers.iter().map(|at| at + 1).collect(),
            law_bits: fitted.law_bits,
            digit_bits: fitted.digit_bits,
            rest_bits: fitted.rest_bits,
            constant_bits,
            fits: looks_like_noise && says_more,
        }));
        Some(proposal)
    }
}
