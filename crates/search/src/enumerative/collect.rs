//! Hits on their way out: confirmed exactly, scored, one a continuation.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use ansatz_expr::{Domain, Expr, Node};

use super::bank::Bank;
use super::pieces::{BankValue, Piece};
use crate::{Problem, Profile, Proposal, Sink, Term};

/// Laws that need so many bits more than the best are not looked for.
const MARGIN: f64 = 10.0;

/// So many laws are handed on at most.
const KEEP: usize = 32;

/// Two laws that agree on so many further terms are one answer.
const CONTINUED: usize = 10;

/// Fewer terms than this are explained by anything.
const LEAST_EXPLAINED: usize = 3;

struct FoundLaw<T> {
    expr: Expr,
    skip: usize,
    /// Bits of the law and of the terms that it takes as given.
    score: f64,
    next: Vec<T>,
}

/// Confirms hits and keeps the best.
pub(super) struct Collector<'a, T: Term> {
    problem: &'a Problem<'a, T>,
    /// The information in the first i terms.
    given: Vec<f64>,
    kept: Vec<FoundLaw<T>>,
    seen: HashSet<u64>,
    confirmations: usize,
}

impl<'a, T: Term> Collector<'a, T> {
    /// Nothing is kept yet; so many hits may be confirmed.
    pub(super) fn new(problem: &'a Problem<'a, T>, confirmations: usize) -> Self {
        let given = running_sum(problem.bits());
        Collector { problem, given, kept: Vec::new(), seen: HashSet::new(), confirmations }
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
    pub(super) fn offer<V: BankValue>(&mut self, bank: &Bank<V>, pieces: &[Piece]) {
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
        let Some((skip, open)) = self.confirm(&expr) else { return };
        let score = bits + open + self.given.get(skip).copied().unwrap_or(f64::INFINITY);
        if score > self.limit() {
            return;
        }
        let next = self.continuation(&expr);
        // A law that stops where the terms do explains them by accident.
        if next.is_empty() {
            return;
        }
        self.keep(FoundLaw { expr, skip, score, next });
    }

    /// After how many terms the law holds to the end, if that leaves enough,
    /// and how many bits it leaves open.
    fn confirm(&self, expr: &Expr) -> Option<(usize, f64)> {
        let mut skip = self.problem.terms().len();
        let mut open = 0.0;
        while let Some(before) = skip.checked_sub(1).filter(|&before| before >= expr.degree()) {
            let (history, term) =
                (self.problem.terms().get(..before)?, self.problem.terms().get(before)?);
            // Integers are met by the law's own value, floats by how far it may be off.
            let value = match T::DOMAIN {
                Domain::Integer => expr.eval(history).ok(),
                Domain::Float => None,
            };
            let (digits, tolerance) = (self.problem.digits(), self.problem.tolerance());
            let hit = term.meet(value, expr, history, digits, tolerance);
            if !hit.is_right {
                break;
            }
            open += hit.open;
            skip = before;
        }
        (self.problem.terms().len() >= skip + LEAST_EXPLAINED).then_some((skip, open))
    }

    fn continuation(&self, expr: &Expr) -> Vec<T> {
        let mut terms = self.problem.terms().to_vec();
        // Where it ends, it ends.
        let _ = expr.extend(&mut terms, CONTINUED);
        terms.split_off(self.problem.terms().len())
    }

    fn keep(&mut self, candidate: FoundLaw<T>) {
        let same = |other: &FoundLaw<T>| {
            other.next.len() == candidate.next.len()
                && other.next.iter().zip(&candidate.next).all(|(a, b)| a.key() == b.key())
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

    /// How many bits fewer the best law needs for the terms that it explains
    /// than the best code without a law.
    pub(super) fn gain(&self) -> Option<f64> {
        let best = self.kept.first()?;
        let explained = self.given.last()? - self.given.get(best.skip)?;
        let law = best.score - self.given.get(best.skip)?;
        Some(explained - law)
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
    pub(super) fn finish(self, origin: &'static Profile, sink: &mut dyn Sink) {
        for candidate in self.kept {
            let fitted = candidate
                .expr
                .nodes()
                .iter()
                .filter(|node| matches!(node, Node::Int(_) | Node::Real(_) | Node::Const(_)))
                .count();
            let skip = candidate.skip;
            let proposal = Proposal::new(candidate.expr, origin);
            sink.propose(Proposal { skip, fitted, ..proposal });
        }
    }
}

fn running_sum(bits: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let sums = bits.iter().map(|bits| {
        sum += bits;
        sum
    });
    std::iter::once(0.0).chain(sums).collect()
}
