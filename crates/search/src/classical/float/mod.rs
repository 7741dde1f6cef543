//! Floats: laws that are linear in unknown coefficients, by least squares.
//!
//! A coefficient that comes out near a small fraction or a known constant is
//! taken for it; the free run over all terms decides whether that was right.

mod least_squares;
pub(super) mod snap;

use ansatz_expr::{Error, Expr, Op, math};

use crate::verify::Fit;
use crate::{Problem, Proposal, Sink};
use least_squares::solve;
use snap::Coefficient;

/// How far back dense recurrences look.
const MAX_ORDER: u16 = 6;
/// The highest power of n in a polynomial.
const MAX_POWER: usize = 5;
/// So many terms are solved for; all are verified.
const MOST_SOLVED: usize = 256;
/// How many laws of a kind are enough.
const ENOUGH: usize = 12;

/// Windows for snapping coefficients, in tolerances.
const SNAPPING: [f64; 3] = [0.5, 4.0, 30.0];

/// With how many digits a coefficient is written that is no known number: as
/// few as will do.
const MEASURED: [usize; 6] = [3, 4, 6, 9, 12, 17];

/// What coefficients may stand before, in prefix words.
const FEATURES: [&str; 37] = [
    "n",
    "u1",
    "u2",
    "u3",
    "u4",
    "u5",
    "u6",
    "mul n u1",
    "mul n u2",
    "div u1 n",
    "div n u1",
    "sqr n",
    "inv n",
    "sqrt n",
    "log n",
    "sqr u1",
    "sqr u2",
    "mul u1 u2",
    "inv u1",
    "inv u2",
    "div u1 u2",
    "div u2 u1",
    "abs u1",
    "abs u2",
    "sqrt abs u1",
    "sqrt abs u2",
    "log abs u1",
    "log abs u2",
    "sin n",
    "cos n",
    "sin u1",
    "cos u1",
    "arctan u1",
    "sin u2",
    "cos u2",
    "arctan u2",
    "exp u1",
];

/// How the term itself may enter: u = outer(linear combination).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outer {
    Plain,
    Inverse,
    Exponential,
    Root,
}

impl Outer {
    const ALL: [Outer; 4] = [Outer::Plain, Outer::Inverse, Outer::Exponential, Outer::Root];

    /// What the combination must be for the term to come out.
    fn undone(self, term: f64) -> Option<f64> {
        let value = match self {
            Outer::Plain => term,
            Outer::Inverse => 1.0 / term,
            Outer::Exponential => (term > 0.0).then(|| math::ln(term))?,
            Outer::Root => (term >= 0.0).then_some(term * term)?,
        };
        value.is_finite().then_some(value)
    }

    fn around(self, expr: Expr) -> Result<Expr, Error> {
        match self {
            Outer::Plain => Ok(expr),
            Outer::Inverse => Expr::unary(Op::Inv, &expr),
            Outer::Exponential => Expr::unary(Op::Exp, &expr),
            Outer::Root => Expr::unary(Op::Sqrt, &expr),
        }
    }
}

/// An expression with its values at the terms shown, where it has any.
struct FloatFeature {
    expr: Expr,
    values: Vec<Option<f64>>,
}

impl FloatFeature {
    fn new(expr: Expr, terms: &[f64]) -> Self {
        let values = (0..terms.len()).map(|index| expr.eval(&terms[..index]).ok()).collect();
        FloatFeature { expr, values }
    }
}

/// What else may lead a sequence, in prefix words; 1 is the last.
const LEADERS: [&str; 9] = [
    "mul n sqr n",
    "sqr sqr n",
    "mul n sqr sqr n",
    "mul n log n",
    "exp n",
    "div exp n sqrt n",
    "div sin n sqrt n",
    "div cos n sqrt n",
    "1",
];

/// Expressions whose multiples may come near a sequence.
pub(crate) fn float_features() -> impl Iterator<Item = Expr> {
    let words = FEATURES.iter().chain(&LEADERS);
    words.filter_map(|words| Expr::from_words(words.split(' ')).ok())
}

/// Laws of one or two features and perhaps a constant that come near the
/// terms, however near: at most `most`, the nearest first.
pub(crate) fn approximate(terms: &[f64], most: usize) -> Vec<Expr> {
    /// With so many digits coefficients of an approximation are written.
    const DIGITS: usize = 6;
    let features: Vec<FloatFeature> =
        float_features().map(|expr| FloatFeature::new(expr, terms)).collect();
    let Some((one, others)) = features.split_last() else { return Vec::new() };
    let mut scored: Vec<(f64, Expr)> = Vec::new();
    let mut consider = |outer: Outer, chosen: &[&FloatFeature]| {
        let Some(system) = System::new(terms, outer, chosen) else { return };
        let Some(solution) = solve(&system.rows, &system.targets, f64::INFINITY) else { return };
        let error = system.mean_error(&solution);
        // Only what may be among the best is written out.
        if !error.is_finite() || scored.get(most.max(1) - 1).is_some_and(|worst| error >= worst.0) {
            return;
        }
        let number = |value: f64| match snap::nearest(value, 1e-4) {
            Coefficient::Real(value) => Coefficient::Real(snap::rounded(value, DIGITS)),
            simple => simple,
        };
        let parts = chosen.iter().zip(&solution).map(|(feature, &c)| (&feature.expr, number(c)));
        if let Ok(expr) = snap::combination(parts).and_then(|expr| outer.around(expr)) {
            let place = scored.partition_point(|known| known.0 <= error);
            scored.insert(place, (error, expr));
            scored.truncate(most);
        }
    };
    for outer in Outer::ALL {
        for (index, first) in others.iter().enumerate() {
            consider(outer, &[first]);
            consider(outer, &[first, one]);
            for second in &others[..index] {
                consider(outer, &[second, first]);
                consider(outer, &[second, first, one]);
            }
        }
    }
    scored.into_iter().map(|(_, expr)| expr).collect()
}

/// An expression times simple numbers that are near a factor.
pub(crate) fn snapped_multiples(expr: &Expr, factor: f64) -> Vec<Expr> {
    /// How near, relatively: the nearer the number, the longer it may be.
    const WINDOWS: [f64; 3] = [1e-3, 1e-2, 0.15];
    let mut numbers: Vec<Coefficient> =
        WINDOWS.iter().map(|&window| snap::nearest(factor, window)).collect();
    numbers.dedup();
    numbers.retain(|number| !number.is_zero() && !matches!(number, Coefficient::Real(_)));
    numbers
        .into_iter()
        .filter_map(|number| snap::combination([(expr, number)].into_iter()).ok())
        .collect()
}

/// Hands to the sink the laws that least squares finds.
pub fn propose(problem: &Problem<'_, f64>, sink: &mut dyn Sink) {
    let terms = problem.terms();
    if terms.len() < 4 || terms.iter().any(|term| !term.is_finite()) {
        return;
    }
    let solved = terms.get(..MOST_SOLVED).unwrap_or(terms);
    let mut fitter = Fitter { problem, solved, sink };
    let features: Vec<FloatFeature> = FEATURES
        .iter()
        .filter_map(|words| Expr::from_words(words.split(' ')).ok())
        .map(|expr| FloatFeature::new(expr, solved))
        .collect();
    let one = FloatFeature::new(Expr::int(1i64), solved);
    for outer in Outer::ALL {
        if fitter.sink.is_cancelled() {
            return;
        }
        fitter.few(outer, &one, &features);
    }
    fitter.dense(&one);
}

/// The equations for the coefficients of some features.
struct System {
    /// How far back the features look.
    start: usize,
    /// Every row counts relative to its term.
    rows: Vec<Vec<f64>>,
    targets: Vec<f64>,
}

impl System {
    /// Nothing if a feature has no value somewhere, or if no equations are
    /// left to check the solution with.
    fn new(terms: &[f64], outer: Outer, features: &[&FloatFeature]) -> Option<System> {
        let start = features.iter().map(|feature| feature.expr.degree()).max().unwrap_or(0);
        if terms.len() < start + features.len() + 2 {
            return None;
        }
        let mut rows = Vec::with_capacity(terms.len() - start);
        let mut targets = Vec::with_capacity(terms.len() - start);
        for (index, &term) in terms.iter().enumerate().skip(start) {
            let target = outer.undone(term)?;
            let weight = 1.0 / target.abs().max(1e-30);
            let row = features.iter().map(|feature| Some(feature.values[index]? * weight));
            rows.push(row.collect::<Option<Vec<f64>>>()?);
            targets.push(target * weight);
        }
        Some(System { start, rows, targets })
    }

    /// How far a solution is off on average, relative to the terms.
    fn mean_error(&self, solution: &[f64]) -> f64 {
        let errors = self.rows.iter().zip(&self.targets).map(|(row, target)| {
            let made: f64 = row.iter().zip(solution).map(|(value, c)| value * c).sum();
            (made - target).abs()
        });
        errors.sum::<f64>() / self.rows.len().max(1) as f64
    }
}

struct Fitter<'a> {
    problem: &'a Problem<'a, f64>,
    /// The terms that coefficients are solved from.
    solved: &'a [f64],
    sink: &'a mut dyn Sink,
}

impl Fitter<'_> {
    /// One feature or two, with or without a constant.
    fn few(&mut self, outer: Outer, one: &FloatFeature, features: &[FloatFeature]) {
        let mut found = usize::from(self.attempt(outer, &[one]));
        for feature in features {
            found += usize::from(self.attempt(outer, &[feature]));
        }
        if found > 0 {
            return;
        }
        for feature in features {
            found += usize::from(self.attempt(outer, &[feature, one]));
        }
        for (index, first) in features.iter().enumerate() {
            for second in &features[..index] {
                if found >= ENOUGH {
                    return;
                }
                found += usize::from(self.attempt(outer, &[second, first]));
            }
        }
        if found > 0 {
            return;
        }
        for (index, first) in features.iter().enumerate() {
            for second in &features[..index] {
                if found >= ENOUGH {
                    return;
                }
                found += usize::from(self.attempt(outer, &[second, first, one]));
            }
        }
    }

    /// Linear recurrences and polynomials.
    fn dense(&mut self, one: &FloatFeature) {
        let terms = self.solved;
        let feature =
            |expr: Result<Expr, Error>| expr.ok().map(|expr| FloatFeature::new(expr, terms));
        let power = |exponent: usize| {
            let mut expr = Expr::n();
            for _ in 1..exponent {
                expr = Expr::binary(Op::Mul, &Expr::n(), &expr)?;
            }
            Ok(expr)
        };
        let powers: Vec<FloatFeature> =
            (1..=MAX_POWER).filter_map(|exponent| feature(power(exponent))).collect();
        let lags: Vec<FloatFeature> =
            (1..=MAX_ORDER).filter_map(|back| feature(Expr::prev(back))).collect();
        let none: [&FloatFeature; 0] = [];
        for added in [&none[..], &[one], &[one, &powers[0]]] {
            for order in 2..=lags.len() {
                let mut chosen: Vec<&FloatFeature> = lags[..order].iter().collect();
                chosen.extend_from_slice(added);
                if self.attempt(Outer::Plain, &chosen) {
                    break;
                }
            }
        }
        for degree in 2..=powers.len() {
            let mut chosen: Vec<&FloatFeature> = powers[..degree].iter().collect();
            chosen.push(one);
            if self.attempt(Outer::Plain, &chosen) {
                break;
            }
        }
    }

    /// Fits the features and offers what comes out, coefficients snapped as
    /// far as they may be.
    fn attempt(&mut self, outer: Outer, features: &[&FloatFeature]) -> bool {
        let Some(system) = System::new(self.solved, outer, features) else { return false };
        let slack = 20.0 * self.problem.tolerance();
        let Some(solution) = solve(&system.rows, &system.targets, slack) else { return false };
        // The wider the window, the simpler the numbers; the ranking weighs
        // what fits. As measured only if nothing else does.
        let mut tried: Vec<Vec<Coefficient>> = Vec::new();
        let mut found = false;
        for factor in SNAPPING {
            let window = factor * self.problem.tolerance();
            let coefficients: Vec<Coefficient> =
                solution.iter().map(|&value| snap::nearest(value, window)).collect();
            let is_nothing = coefficients.iter().all(Coefficient::is_zero);
            if is_nothing || tried.contains(&coefficients) {
                continue;
            }
            found |= self.offer(outer, features, &coefficients, system.start);
            tried.push(coefficients);
        }
        found
            || MEASURED.iter().any(|&digits| {
                let measured = |&value: &f64| Coefficient::Real(snap::rounded(value, digits));
                let coefficients: Vec<Coefficient> = solution.iter().map(measured).collect();
                self.offer(outer, features, &coefficients, system.start)
            })
    }

    fn offer(
        &mut self,
        outer: Outer,
        features: &[&FloatFeature],
        coefficients: &[Coefficient],
        start: usize,
    ) -> bool {
        let parts = features.iter().zip(coefficients).map(|(feature, c)| (&feature.expr, *c));
        let Ok(expr) = snap::combination(parts).and_then(|expr| outer.around(expr)) else {
            return false;
        };
        let mut proposal = Proposal::new(expr, &super::LEAST_SQUARES);
        (proposal.skip, proposal.fitted) = (start, features.len());
        let fits = Fit::of(&proposal, self.problem).is_exact();
        if fits {
            self.sink.propose(proposal);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Candidate, Ranking};
    use ansatz_expr::Value;

    fn best(terms: &[f64]) -> Candidate<f64> {
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 10);
        propose(&problem, &mut ranking);
        ranking.into_candidates().remove(0)
    }

    fn grown(first: &[f64], count: usize, law: impl Fn(f64, &[f64]) -> f64) -> Vec<f64> {
        let mut terms = first.to_vec();
        while terms.len() < count {
            terms.push(law(terms.len() as f64 + 1.0, &terms));
        }
        terms
    }

    /// Continues well, and says that it is verified.
    fn check(first: &[f64], law: impl Fn(f64, &[f64]) -> f64) -> Candidate<f64> {
        let all = grown(first, 25, law);
        let best = best(&all[..15]);
        for (next, truth) in best.next.iter().zip(&all[15..]) {
            assert!(next.relative_error(*truth) < 1e-6, "{next} {truth} {:?}", best.proposal.expr);
        }
        assert!(best.evidence.verdict.is_verified(), "{:?}", best.evidence);
        best
    }

    #[test]
    fn recurrences_with_small_fractions() {
        let found = check(&[1.0, 2.5], |_, u| 0.5 * u[u.len() - 1] + 0.75 * u[u.len() - 2]);
        assert!(found.proposal.expr.nodes().len() <= 11, "{:?}", found.proposal.expr);
    }

    #[test]
    fn known_constants_are_recognised() {
        let pi = std::f64::consts::PI;
        let found = check(&[1.3], |n, u| u[u.len() - 1] / pi + n);
        assert!(format!("{:?}", found.proposal.expr).contains("pi"), "{:?}", found.proposal.expr);
        let found = check(&[], |n, _| std::f64::consts::E * n - 1.0);
        assert!(format!("{:?}", found.proposal.expr).contains('e'));
    }

    #[test]
    fn functions_of_the_term_before() {
        let found = check(&[0.3], |n, u| math::cos(u[u.len() - 1]) + n);
        assert!(format!("{:?}", found.proposal.expr).contains("cos(u1)"));
        check(&[2.0], |n, u| 1.0 / (u[u.len() - 1] + 3.0 * n));
        check(&[2.0], |n, u| (u[u.len() - 1] + n).sqrt());
    }

    #[test]
    fn polynomials() {
        check(&[], |n, _| 0.25 * n * n * n - 2.0 * n + 1.5);
    }

    #[test]
    fn any_real_coefficient_is_written_out() {
        check(&[1.0], |_, u| 1.234_567_891_23 * u[u.len() - 1]);
    }

    #[test]
    fn four_digits_are_enough_for_a_simple_law() {
        let rounded = |value: f64| format!("{value:.3e}").parse::<f64>().unwrap();
        let all = grown(&[3.0], 15, |n, u| 0.5 * u[u.len() - 1] + n);
        let shown: Vec<f64> = all.into_iter().map(rounded).collect();
        let found = best(&shown);
        assert_eq!(found.fit.wrong, 0);
        assert!(found.proposal.expr.nodes().len() <= 7, "{:?}", found.proposal.expr);
    }

    #[test]
    fn laws_of_odd_input_can_be_written_down_and_read_again() {
        for terms in [
            vec![],
            vec![1.0],
            vec![0.0; 12],
            vec![f64::NAN; 9],
            vec![f64::INFINITY, 1.0, 2.0, 3.0, 4.0],
            vec![1e300, -1e300, 1e300, -1e300, 1e300, 1e-300, 0.0],
        ] {
            let mut list: Vec<Proposal> = Vec::new();
            propose(&Problem::new(&terms), &mut list);
            for law in list {
                let read = law.expr.to_string().parse::<Expr>();
                assert_eq!(read, Ok(law.expr), "{terms:?}");
            }
        }
    }
}
