//! What a prediction is about, worked out once.

use std::cell::OnceCell;
use std::collections::HashSet;

use ansatz_expr::{Int, Rational};

use crate::classical::Residues;
use crate::evidence::Thresholds;
use crate::verify::{Digits, Term};

/// The terms that are shown, with what every proposer and the evidence need to
/// know of them. Each property is worked out when it is first asked for.
///
/// ```
/// use ansatz_expr::{Int, Rational};
/// use ansatz_search::Problem;
/// let terms = [1, 1, 2, 3, 5, 8].map(|term: i64| Int::from(term));
/// let problem = Problem::new(&terms);
/// assert_eq!(problem.terms().len(), 6);
/// assert_eq!(problem.tolerance(), 0.0);
/// assert_eq!(problem.bits().len(), 6);
/// ```
#[derive(Debug)]
pub struct Problem<'a, T: Term> {
    terms: &'a [T],
    filled: &'a [usize],
    fractions: &'a [Rational],
    tolerance: OnceCell<f64>,
    digits: OnceCell<Digits>,
    bits: OnceCell<Vec<f64>>,
    exact_bits: OnceCell<Option<Vec<f64>>>,
    variety: OnceCell<Variety>,
    residues: OnceCell<Residues>,
    thresholds: Thresholds,
}

impl<'a, T: Term> Problem<'a, T> {
    /// A problem of these terms.
    pub fn new(terms: &'a [T]) -> Self {
        Problem {
            terms,
            filled: &[],
            fractions: &[],
            tolerance: OnceCell::new(),
            digits: OnceCell::new(),
            bits: OnceCell::new(),
            exact_bits: OnceCell::new(),
            variety: OnceCell::new(),
            residues: OnceCell::new(),
            thresholds: Thresholds::FITTED,
        }
    }

    /// The same with other thresholds: to fit them.
    pub fn with_thresholds(self, thresholds: Thresholds) -> Self {
        Problem { thresholds, ..self }
    }

    /// The same where some of the terms, counted from 0, were not shown but filled in:
    /// they prove nothing.
    pub fn with_filled(self, filled: &'a [usize]) -> Self {
        Problem { filled, ..self }
    }

    /// The same where the terms are the doubles next to these fractions, one for each.
    pub fn with_fractions(self, fractions: &'a [Rational]) -> Self {
        let fractions = if fractions.len() == self.terms.len() { fractions } else { &[] };
        Problem { fractions, ..self }
    }

    /// The fractions that the terms are, if they were written as such; empty otherwise.
    pub fn fractions(&self) -> &'a [Rational] {
        self.fractions
    }

    /// Which terms were filled in, from 0.
    pub fn filled(&self) -> &'a [usize] {
        self.filled
    }

    /// How many terms were really shown.
    pub(crate) fn known(&self) -> usize {
        let filled = self.filled.iter().filter(|&&index| index < self.terms.len());
        self.terms.len() - filled.count()
    }

    /// The information in the terms that were really shown, in bits.
    pub(crate) fn known_bits(&self) -> f64 {
        let bits = self.bits();
        let filled = self.filled.iter().filter_map(|&index| bits.get(index));
        bits.iter().sum::<f64>() - filled.sum::<f64>()
    }

    /// The terms that are shown.
    pub fn terms(&self) -> &'a [T] {
        self.terms
    }

    /// The largest relative error that passes as equal.
    pub fn tolerance(&self) -> f64 {
        *self.tolerance.get_or_init(|| T::tolerance(self.terms))
    }

    /// How exactly the terms are known.
    pub fn digits(&self) -> &Digits {
        self.digits.get_or_init(|| Digits::of(self.terms))
    }

    /// The information in each term, in bits.
    pub fn bits(&self) -> &[f64] {
        self.bits.get_or_init(|| T::bits(self.terms))
    }

    /// The information in each term if the digits shown are all it has.
    pub(crate) fn exact_bits(&self) -> &[f64] {
        let exactly = self.exact_bits.get_or_init(|| T::exact_bits(self.terms));
        exactly.as_deref().unwrap_or_else(|| self.bits())
    }

    /// What kind of terms they are.
    pub(crate) fn variety(&self) -> Variety {
        *self.variety.get_or_init(|| {
            let shown = self.terms.iter().enumerate().filter(|(at, _)| !self.filled.contains(at));
            let keys: HashSet<_> = shown.map(|(_, term)| term.key()).collect();
            let rises = |pair: &[T]| pair[0].to_double() < pair[1].to_double();
            Variety { different: keys.len(), increasing: self.terms.windows(2).all(rises) }
        })
    }

    /// What counts as evidence.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }
}

/// What kind of terms a sequence has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Variety {
    /// How many different ones.
    pub different: usize,
    /// Whether each is above the one before.
    pub increasing: bool,
}

impl Problem<'_, Int> {
    /// The terms modulo a few primes, for linear algebra.
    pub(crate) fn residues(&self) -> &Residues {
        self.residues.get_or_init(|| Residues::new(self.terms))
    }
}
