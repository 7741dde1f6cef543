//! Running a law freely over the terms that are shown.

use ansatz_expr::{Domain, Expr, Int, Rational, Value};
use ansatz_model::NetworkTerm;

use crate::precision::{FORGIVEN, Precision, Step, places};
use crate::{Problem, Proposal, Sink};

/// A float below this may have been meant as zero.
const CANCELLED: f64 = 1e-12;

/// How a law fares on one term.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The relative error; infinite where the law is undefined.
    pub error: f64,
    /// Whether the term is met.
    pub is_right: bool,
    /// If so, how many bits of it the law leaves open all the same.
    pub open: f64,
}

/// A term as the search sees it: an [`Int`], which must be met exactly, or
/// a double, which must be met within a tolerance.
pub trait Term: NetworkTerm {
    /// The largest relative error that passes as equal, for these terms.
    fn tolerance(terms: &[Self]) -> f64;

    /// The bits that each of the terms takes to state without a law.
    fn bits(terms: &[Self]) -> Vec<f64>;

    /// Compares a law with a term. `free` is what the law computed from its own
    /// terms, `history` are the true terms before this one.
    fn meet(
        self,
        free: Option<Self>,
        law: &Expr,
        history: &[Self],
        digits: &Digits,
        tolerance: f64,
    ) -> Hit;

    /// So many terms beyond those shown by a law that is run without any rounding, if
    /// it meets every term shown exactly. Integers need no such thing.
    fn run_exactly(
        _law: &Proposal,
        _problem: &Problem<'_, Self>,
        _count: usize,
    ) -> Option<Vec<Rational>> {
        None
    }

    /// The nearest term to a fraction; `None` if it is none.
    fn from_rational(_value: Rational) -> Option<Self> {
        None
    }

    /// What [`Term::bits`] would be if the terms are exactly what they say and
    /// not rounded; `None` where that is the same.
    fn exact_bits(_terms: &[Self]) -> Option<Vec<f64>> {
        None
    }

    /// What two terms have in common that count as equal, to look them up.
    type Key: Clone + std::fmt::Debug + Eq + std::hash::Hash;

    /// The key of a term.
    fn key(self) -> Self::Key;
}

/// How exactly the terms of a sequence are known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Digits(Precision);

impl Digits {
    /// Reads it off the terms.
    pub fn of<T: Term>(terms: &[T]) -> Digits {
        match T::DOMAIN {
            Domain::Integer => Digits(Precision::EXACT),
            Domain::Float => {
                let terms: Vec<f64> = terms.iter().map(|term| term.to_double()).collect();
                Digits(Precision::of(&terms))
            }
        }
    }

    /// How far each term may be off.
    pub(crate) fn precision(&self) -> Precision {
        self.0
    }

    /// Whether the terms have so many decimals, mostly the same number, and not so many
    /// significant digits.
    pub(crate) fn are_places<T: Term>(&self, terms: &[T]) -> bool {
        let places: Vec<i32> =
            terms.iter().filter_map(|term| Some(places(term.to_double())?.max(0))).collect();
        let most = places.iter().copied().max().unwrap_or_default();
        let alike = places.iter().filter(|places| **places == most).count();
        self.are_few() && 3 * alike >= 2 * terms.len()
    }

    /// A term with no more digits than are known.
    pub(crate) fn shown(&self, term: f64) -> f64 {
        let unit = 2.0 * self.0.resolution(term);
        let rounded = (term / unit).round() * unit;
        if rounded.is_finite() { rounded } else { term }
    }

    /// Whether terms are rounded, so that different laws may meet them.
    pub fn are_few(&self) -> bool {
        self.0 != Precision::EXACT
    }
}

impl Term for Int {
    fn tolerance(_terms: &[Self]) -> f64 {
        0.0
    }

    fn bits(terms: &[Self]) -> Vec<f64> {
        crate::information::integer_bits(terms)
    }

    /// Integers are met by the free run or not at all.
    fn meet(self, free: Option<Self>, _: &Expr, _: &[Self], _: &Digits, tolerance: f64) -> Hit {
        let error = free.map_or(f64::INFINITY, |value| value.relative_error(self));
        Hit { error, is_right: error <= tolerance, open: 0.0 }
    }

    type Key = Int;

    fn key(self) -> Int {
        self
    }
}

impl Term for f64 {
    /// What rounding to the digits that are shown can do; a billionth where
    /// all digits are shown, since errors grow on the way.
    fn tolerance(terms: &[Self]) -> f64 {
        let digits = terms.iter().map(|term| significant_digits(*term)).max().unwrap_or(17);
        if digits >= 11 { FORGIVEN } else { 2.0 * 10f64.powi(1 - digits as i32) }
    }

    fn bits(terms: &[Self]) -> Vec<f64> {
        let precision = Precision::of(terms);
        let resolution = |term| precision.resolution(term);
        match precision == Precision::EXACT {
            true => crate::information::float_bits(terms, resolution),
            false => crate::information::rounded_bits(terms, resolution),
        }
    }

    /// Each term from the true ones before it: a free run starts from terms
    /// that are cut off, and what was cut off grows on the way.
    fn meet(
        self,
        _: Option<Self>,
        law: &Expr,
        history: &[Self],
        digits: &Digits,
        tolerance: f64,
    ) -> Hit {
        let Some(step) = Step::of(law, history, self, &digits.0) else {
            return Hit { error: f64::INFINITY, is_right: false, open: 0.0 };
        };
        let error = match step.value.relative_error(self) {
            // A zero that comes out of cancellation is rarely exact.
            _ if self == 0.0 && step.value.abs() < CANCELLED => step.value.abs(),
            error => error,
        };
        // A tolerance says less than the digits do, where only few are shown.
        let is_right = step.open.is_some() || (digits.0 == Precision::EXACT && error <= tolerance);
        Hit { error, is_right, open: step.open.unwrap_or(0.0) }
    }

    fn run_exactly(
        law: &Proposal,
        problem: &Problem<'_, f64>,
        count: usize,
    ) -> Option<Vec<Rational>> {
        if !law.expr.is_rational() {
            return None;
        }
        let (terms, fractions) = (problem.terms(), problem.fractions());
        let start = law.start().min(terms.len());
        let mut history = vec![Rational::ZERO; law.lead];
        for (index, &term) in terms.iter().enumerate().take(start) {
            let known = fractions.get(index).copied();
            history.push(known.or_else(|| Rational::from_f64(term))?);
        }
        for (index, &term) in terms.iter().enumerate().skip(start) {
            let next = law.expr.eval_rational(&history)?;
            let is_met = match fractions.get(index) {
                Some(known) => next == *known,
                None => next.rounds_to(term),
            };
            history.push(is_met.then_some(next)?);
        }
        let shown = history.len();
        while history.len() < shown + count
            && let Some(next) = law.expr.eval_rational(&history)
        {
            history.push(next);
        }
        Some(history.split_off(shown))
    }

    fn from_rational(value: Rational) -> Option<f64> {
        Some(value.to_f64()).filter(|term| term.is_finite())
    }

    /// Decimals are integers over a power of ten.
    fn exact_bits(terms: &[f64]) -> Option<Vec<f64>> {
        let meant: Vec<Rational> =
            terms.iter().map(|&term| Rational::from_decimal(term)).collect::<Option<_>>()?;
        let mut common = Int::ONE;
        for term in &meant {
            let scaled = term.checked_mul(Rational::integer(common))?;
            common = common.checked_mul(scaled.denominator())?;
        }
        let scaled =
            meant.iter().map(|term| Some(term.checked_mul(Rational::integer(common))?.numerator()));
        Some(crate::information::integer_bits(&scaled.collect::<Option<Vec<Int>>>()?))
    }

    type Key = String;

    /// Laws that differ beyond the digits shown are different laws.
    fn key(self) -> String {
        format!("{:.8e}", self + 0.0)
    }
}

/// How many decimal digits a double was rounded to; at least 3, for a few
/// round numbers do not mean that all are rounded that coarsely. What is left
/// of a double's own rounding (1.7770000000000001) does not count.
fn significant_digits(value: f64) -> usize {
    (3..17)
        .find(|digits| {
            let rounded: f64 = format!("{value:.*e}", digits - 1).parse().unwrap_or(f64::NAN);
            (rounded - value).abs() <= 1e-14 * value.abs()
        })
        .unwrap_or(17)
}

/// How a law fares on the terms that are shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit<T> {
    /// How many of the first terms were given to it.
    pub start: usize,
    /// What it computes from there on, until it is undefined.
    pub computed: Vec<T>,
    /// The relative error of every term after the given ones; infinite where
    /// the law is undefined.
    pub errors: Vec<f64>,
    /// How many terms are not met.
    pub wrong: usize,
    /// The first of those, from 0.
    pub first_wrong: Option<usize>,
    /// How many bits of every term the law leaves open although it meets it,
    /// since the terms that it starts from are rounded.
    pub open: Vec<f64>,
    /// Whether these are decimals or fractions, and it gives them to the last
    /// digit.
    pub exactly: bool,
}

impl<T: Term> Fit<T> {
    /// Runs a law from its first true terms over all of them: what it computes
    /// it continues from, right or wrong. Float terms are compared one by one,
    /// each from the true terms before it: see [`Term::meet`].
    pub fn of(proposal: &Proposal, problem: &Problem<'_, T>) -> Fit<T> {
        let (terms, tolerance, digits) = (problem.terms(), problem.tolerance(), problem.digits());
        let start = proposal.start().min(terms.len());
        let mut history = vec![T::ZERO; proposal.lead];
        let given = proposal.lead + start;
        history.extend_from_slice(&terms[..start]);
        // An undefined term ends the run.
        let _ = proposal.expr.extend(&mut history, terms.len() - start);
        let computed = history.split_off(given.min(history.len()));
        if T::run_exactly(proposal, problem, 0).is_some() {
            let explained = terms.len() - start;
            return Fit {
                start,
                computed: terms[start..].to_vec(),
                errors: vec![0.0; explained],
                wrong: 0,
                first_wrong: None,
                open: vec![0.0; explained],
                exactly: true,
            };
        }
        let mut truth = vec![T::ZERO; proposal.lead];
        truth.extend_from_slice(terms);
        let hits: Vec<Hit> = (start..terms.len())
            .map(|index| {
                let free = computed.get(index - start).copied();
                let history = &truth[..proposal.lead + index];
                terms[index].meet(free, &proposal.expr, history, digits, tolerance)
            })
            .collect();
        Fit {
            start,
            computed,
            errors: hits.iter().map(|hit| hit.error).collect(),
            wrong: hits.iter().filter(|hit| !hit.is_right).count(),
            first_wrong: hits.iter().position(|hit| !hit.is_right).map(|at| at + start),
            open: hits.iter().map(|hit| hit.open).collect(),
            exactly: false,
        }
    }

    /// Whether every term that was not given came out right.
    pub fn is_exact(&self) -> bool {
        self.wrong == 0
    }

    /// The mean relative error, each capped at 1 so that one term cannot
    /// outweigh all others.
    pub fn mean_error(&self) -> f64 {
        if self.errors.is_empty() {
            return 0.0;
        }
        self.errors.iter().map(|error| error.min(1.0)).sum::<f64>() / self.errors.len() as f64
    }
}

/// Passes a law on if it reproduces the terms after those it is given.
pub(crate) fn offer_exact<T: Term>(
    proposal: Proposal,
    problem: &Problem<'_, T>,
    sink: &mut dyn Sink,
) -> bool {
    let fits = proposal.start() < problem.terms().len() && Fit::of(&proposal, problem).is_exact();
    if fits {
        sink.propose(proposal);
    }
    fits
}

/// The terms that follow those shown, at most `count`; fewer where the law is
/// undefined.
pub fn next_terms<T: Term>(proposal: &Proposal, problem: &Problem<'_, T>, count: usize) -> Vec<T> {
    let mut history = vec![T::ZERO; proposal.lead];
    history.extend_from_slice(problem.terms());
    let shown = history.len();
    let exactly = T::run_exactly(proposal, problem, count).unwrap_or_default();
    history.extend(exactly.into_iter().map_while(T::from_rational));
    let missing = (shown + count).saturating_sub(history.len());
    let _ = proposal.expr.extend(&mut history, missing);
    history.split_off(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposal::testing::SEARCHER;

    fn law(words: &str) -> Proposal {
        let expr = Expr::from_words(words.split_whitespace()).unwrap();
        Proposal::new(expr, &SEARCHER)
    }

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    #[test]
    fn a_law_runs_on_its_own_terms() {
        // Doubling misses 7, and from there on what follows from 8.
        let fit = Fit::of(&law("mul 2 u1"), &Problem::new(&ints(&[1, 2, 4, 7, 16])));
        assert_eq!((fit.start, fit.wrong, fit.first_wrong), (1, 1, Some(3)));
        assert_eq!(fit.computed, ints(&[2, 4, 8, 16]));
        assert_eq!(fit.errors, [0.0, 0.0, 1.0 / 7.0, 0.0]);
    }

    #[test]
    fn an_undefined_term_is_wrong_and_so_is_all_after_it() {
        let fit = Fit::of(&law("idiv 6 sub 3 n"), &Problem::new(&ints(&[3, 6, 9, -6])));
        assert_eq!((fit.wrong, fit.first_wrong), (2, Some(2)));
        assert_eq!(fit.errors[2..], [f64::INFINITY; 2]);
    }

    #[test]
    fn imagined_zeros_let_a_law_look_back_beyond_the_first_term() {
        // Coefficients of 1/(1 - x^2 - x^3).
        let mut padovan = law("add u2 u3");
        (padovan.lead, padovan.skip) = (3, 1);
        let terms = ints(&[1, 0, 1, 1, 1, 2, 2, 3]);
        assert!(Fit::of(&padovan, &Problem::new(&terms)).is_exact());
        assert_eq!(next_terms(&padovan, &Problem::new(&terms), 2), ints(&[4, 5]));
    }

    #[test]
    fn tolerance_follows_the_digits_shown() {
        assert_eq!(f64::tolerance(&[1.0 / 3.0, 2.0]), 1e-9);
        assert!((f64::tolerance(&[0.3333, 1.25]) - 2e-3).abs() < 1e-12);
        assert!((f64::tolerance(&[-15.870000000000001]) - 2e-3).abs() < 1e-12);
    }

    #[test]
    fn nothing_shown_is_nothing_wrong() {
        let fit = Fit::of(&law("add u1 u2"), &Problem::new(&ints(&[])));
        assert!(fit.is_exact());
        assert!(next_terms(&law("add u1 u2"), &Problem::new(&ints(&[1])), 3).is_empty());
    }
}
