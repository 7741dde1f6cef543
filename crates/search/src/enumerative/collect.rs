//! Hits on their way out: confirmed exactly, scored, one a continuation.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use ansatz_expr::{Expr, Int, Node, Value};

use super::bank::{Bank, Piece, Word};
use super::cost;
use crate::{Origin, Proposal, Sink};

/// Laws that need so many bits more than the best are not looked for.
const MARGIN: f64 = 10.0;

/// So many laws are handed on at most.
const KEEP: usize = 32;

/// Two laws that agree on so many further terms are one answer.
const CONTINUED: usize = 10;

/// Fewer terms than this are explained by anything.
const LEAST_EXPLAINED: usize = 3;

/// Terms that hits are compared with.
pub(super) trait Term: Value {
    /// Whether a computed value is this term.
    fn is(self, computed: Self, tolerance: f64) -> bool;
    /// What each term would cost without a law.
    fn bits(terms: &[Self], tolerance: f64) -> Vec<f64>;
}

impl Term for Int {
    fn is(self, computed: Int, _: f64) -> bool {
        self == computed
    }
    fn bits(terms: &[Int], _: f64) -> Vec<f64> {
        cost::term_bits(terms)
    }
}

struct Candidate<T> {
    expr: Expr,
    skip: usize,
    /// Bits of the law and of the terms that it takes as given.
    score: f64,
    next: Vec<T>,
}

/// Confirms hits and keeps the best.
pub(super) struct Collector<'a, T> {
    terms: &'a [T],
    /// Bits of the first i terms.
    given: Vec<f64>,
    tolerance: f64,
    kept: Vec<Candidate<T>>,
    seen: HashSet<u64>,
    confirmations: usize,
}

impl<'a, T: Term> Collector<'a, T> {
    pub(super) fn new(terms: &'a [T], tolerance: f64, confirmations: usize) -> Self {
        let mut sum = 0.0;
        let mut given = vec![0.0];
        for bits in T::bits(terms, tolerance) {
            sum += bits;
            given.push(sum);
        }
        Collector { terms, given, tolerance, kept: Vec::new(), seen: HashSet::new(), confirmations }
    }

    /// The most bits that a law may have to be of interest.
    pub(super) fn limit(&self) -> f64 {
        let best = self.kept.first().map_or(f64::INFINITY, |best| best.score + MARGIN);
        match self.kept.get(KEEP - 1) {
            Some(worst) => best.min(worst.score),
            None => best,
        }
    }

    /// Takes a law that fits the last window of the input.
    pub(super) fn offer<V: Word>(&mut self, bank: &Bank<V>, pieces: &[Piece]) {
        let bits = f64::from(bank.price(pieces));
        if bits > self.limit() || self.confirmations == 0 {
            return;
        }
        let Some(expr) = bank.expr(pieces) else { return };
        let mut hasher = DefaultHasher::new();
        expr.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            return;
        }
        self.confirmations -= 1;
        let Some(skip) = self.confirm(&expr) else { return };
        let score = bits + self.given.get(skip).copied().unwrap_or(f64::INFINITY);
        if score > self.limit() {
            return;
        }
        let next = self.continuation(&expr);
        // A law that stops where the terms do explains them by accident.
        if next.is_empty() {
            return;
        }
        self.keep(Candidate { expr, skip, score, next });
    }

    /// After how many terms the law holds to the end, if that leaves enough.
    fn confirm(&self, expr: &Expr) -> Option<usize> {
        let mut skip = self.terms.len();
        while let Some(before) = skip.checked_sub(1) {
            let (history, term) = (self.terms.get(..before)?, self.terms.get(before)?);
            match expr.eval(history) {
                Ok(value) if term.is(value, self.tolerance) => skip = before,
                _ => break,
            }
        }
        (self.terms.len() >= skip + LEAST_EXPLAINED).then_some(skip.max(expr.degree()))
    }

    fn continuation(&self, expr: &Expr) -> Vec<T> {
        let mut terms = self.terms.to_vec();
        for _ in 0..CONTINUED {
            match expr.eval(&terms) {
                Ok(value) => terms.push(value),
                Err(_) => break,
            }
        }
        terms.split_off(self.terms.len())
    }

    fn keep(&mut self, candidate: Candidate<T>) {
        let same = |other: &Candidate<T>| {
            other.next.len() == candidate.next.len()
                && other.next.iter().zip(&candidate.next).all(|(a, b)| a.is(*b, self.tolerance))
        };
        if let Some(position) = self.kept.iter().position(same) {
            match self.kept.get(position) {
                Some(known) if known.score <= candidate.score => return,
                _ => drop(self.kept.remove(position)),
            }
        }
        let place = self.kept.partition_point(|other| other.score <= candidate.score);
        self.kept.insert(place, candidate);
        self.kept.truncate(KEEP);
    }

    /// Bits that the terms hold beyond the best law and what it takes as given.
    pub(super) fn gain(&self) -> Option<f64> {
        let all = self.given.last()?;
        self.kept.first().map(|best| all - best.score)
    }

    /// By how many bits the best beats the next that continues differently.
    pub(super) fn lead(&self) -> Option<f64> {
        match self.kept.as_slice() {
            [best, next, ..] => Some(next.score - best.score),
            [_] => Some(MARGIN),
            [] => None,
        }
    }

    /// Hands the best on, shortest description first.
    pub(super) fn finish(self, sink: &mut dyn Sink) {
        for candidate in self.kept {
            let fitted = candidate
                .expr
                .nodes()
                .iter()
                .filter(|node| matches!(node, Node::Int(_) | Node::Real(_) | Node::Const(_)))
                .count();
            sink.propose(Proposal {
                expr: candidate.expr,
                skip: candidate.skip,
                origin: Origin::Enumerative,
                fitted,
                log_likelihood: None,
                form: None,
            });
        }
    }
}
