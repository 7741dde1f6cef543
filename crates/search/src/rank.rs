//! One list of candidates, best first.

use std::cmp::Ordering;
use std::collections::HashMap;

use ansatz_expr::{Domain, Expr, Family, Node, sort};

use crate::evidence::{Evidence, apart};
use crate::price::{description_bits, exotic_bits};
use crate::probability::{Continuity, Features, Probability, ProbabilityModel, Standing};
use crate::verify::{Fit, Term, next_terms};
use crate::{Problem, Profile, Proposal, Sink, Verdict};

/// Laws that agree on this many terms after those shown are one law.
const SAME_CONTINUATION: usize = Continuity::TERMS;

/// Approximate laws that agree on so many terms, and on those that follow, are one.
const SAME_TERMS: usize = 256;

/// A float law that meets no term explains something all the same if its mean
/// relative error is no more than this.
const NEAR: f64 = 0.1;

/// What it takes to read a term that a law is given, and that zeros stand before
/// the first: as much as one or two operators.
const GIVEN_BITS: f64 = 3.0;
const ZEROS_BITS: f64 = 10.0;

/// What it takes to read that a term in the middle is another: its index and itself.
const EXCEPTION_BITS: f64 = 6.0;

/// What it takes to read an operator that goes by a name, beyond its price: what a
/// pupil knows is plainer.
const NAME_BITS: f64 = 6.0;

/// How many candidates with wrong terms are kept: they come cheap and many.
const MOST_APPROXIMATE: usize = 64;

/// A law with the evidence for it and the terms it predicts.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<T> {
    /// The law: of all that were merged, the one with the shortest description.
    pub proposal: Proposal,
    /// How it fares on the terms shown.
    pub fit: Fit<T>,
    /// What that proves.
    pub evidence: Evidence,
    /// The terms that follow those shown; fewer than asked for where the law
    /// is undefined or exceeds what a term may be.
    pub next: Vec<T>,
    /// How the terms it predicts go with those shown.
    pub(crate) continuity: Continuity,
    /// Its plainest writing, where that is not the one with the shortest
    /// description: families have codes of their own.
    plain: Option<Box<(Proposal, Fit<T>)>>,
    /// Everyone who proposed it, in this or another writing, in order.
    pub origins: Vec<&'static Profile>,
    /// Whether somebody who does not search proposed it in a writing that is
    /// verified by itself.
    vouched: bool,
}

impl<T: Term> Candidate<T> {
    /// Whether the law claims to meet every term, and does. One that was fitted to
    /// terms with noise claims no such thing.
    pub fn is_exact(&self) -> bool {
        self.fit.is_exact() && self.proposal.measurement.is_none()
    }

    /// The writing to show, and how it fares: the plainest of all that were
    /// merged.
    pub fn writing(&self) -> (&Proposal, &Fit<T>) {
        match &self.plain {
            Some(plain) => (&plain.0, &plain.1),
            None => (&self.proposal, &self.fit),
        }
    }

    /// How much there is to read in the writing to show: the law, the terms that it
    /// is given, and that there are zeros before them.
    fn writing_bits(&self) -> f64 {
        let (proposal, fit) = self.writing();
        let zeros = if proposal.lead > 0 { ZEROS_BITS } else { 0.0 };
        let (exceptions, regular) = apart(&proposal.expr);
        let is_named = |node: &&Node| match node {
            Node::Op(op) => matches!(
                op.family(),
                Family::NumberTheory | Family::Digits | Family::Construct | Family::Comparison
            ),
            _ => false,
        };
        let names = regular.nodes().iter().filter(is_named).count();
        description_bits(&regular)
            + NAME_BITS * names as f64
            + exotic_bits(&regular)
            + GIVEN_BITS * fit.start as f64
            + EXCEPTION_BITS * exceptions.len() as f64
            + zeros
    }

    /// The plainer one of this and another candidate's writings becomes the one
    /// to show.
    fn take_plainer(&mut self, other: Candidate<T>) {
        let fits = self.is_exact() && other.is_exact();
        if fits && other.writing_bits() < self.writing_bits() {
            let Candidate { proposal, fit, plain, .. } = other;
            self.plain = Some(plain.unwrap_or_else(|| Box::new((proposal, fit))));
        }
    }
}

/// What speaks for a law, and how likely that makes it.
pub type Judgement = (Features, Probability);

/// Verifies proposals as they come and keeps them in order.
///
/// ```
/// use ansatz_expr::{Expr, Int};
/// use ansatz_search::{Problem, Proposal, Ranking, Sink, classical::Method};
/// let terms: Vec<Int> = [1, 2, 4, 8, 16, 32, 64, 128].map(|term: i64| Int::from(term)).into();
/// let problem = Problem::new(&terms);
/// let mut ranking = Ranking::new(&problem, 2);
/// let law = Expr::from_words(["mul", "2", "u1"])?;
/// ranking.propose(Proposal::new(law, Method::Linear.profile()));
/// let best = ranking.best().unwrap();
/// assert!(best.evidence.verdict.is_verified());
/// assert_eq!(best.next, [Int::from(256i64), Int::from(512i64)]);
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
#[derive(Debug)]
pub struct Ranking<'a, T: Term> {
    problem: &'a Problem<'a, T>,
    predict: usize,
    candidates: Vec<Candidate<T>>,
    /// What a candidate computes, to find those that compute the same.
    by_values: HashMap<Vec<T::Key>, usize>,
    /// What the network wrote that does not fit, the likeliest first: laws of which
    /// a part may be wrong.
    skeletons: Vec<(f64, Expr)>,
}

impl<'a, T: Term> Ranking<'a, T> {
    /// No candidates yet, for this problem; `predict` terms are to follow.
    pub fn new(problem: &'a Problem<'a, T>, predict: usize) -> Self {
        Ranking {
            problem,
            predict,
            candidates: Vec::new(),
            by_values: HashMap::new(),
            skeletons: Vec::new(),
        }
    }

    /// The problem with all its terms; proposers may be shown fewer.
    pub fn problem(&self) -> &'a Problem<'a, T> {
        self.problem
    }

    /// The candidates so far, best first.
    pub fn candidates(&self) -> Vec<&Candidate<T>> {
        let mut sorted: Vec<&Candidate<T>> = self.candidates.iter().collect();
        sort::by(&mut sorted, |a, b| compare(a, b));
        sorted
    }

    /// The candidates with what speaks for each, the likeliest first. A law with
    /// wrong terms, whose probability is not asked for, comes after all that fit.
    pub fn by_probability(&self) -> Vec<(&Candidate<T>, Option<Judgement>)> {
        let sorted = self.candidates();
        let fitting: Vec<_> = sorted.iter().copied().take_while(|law| law.is_exact()).collect();
        let others: Vec<&Candidate<T>> = sorted.into_iter().skip(fitting.len()).collect();
        // Families that were fitted to noise and do not fit within it say nothing:
        // what is left of them is no noise.
        let has_noise = self.within_noise().is_some();
        let others = others
            .into_iter()
            .filter(|law| has_noise || law.proposal.measurement.is_none())
            .map(|law| (law, None));
        let mut totals: Vec<f64> = fitting.iter().map(|law| law.evidence.total_bits()).collect();
        sort::by(&mut totals, f64::total_cmp);
        let features: Vec<Features> = fitting
            .iter()
            .map(|law| {
                let standing = Standing {
                    lead: rival(&totals, law.evidence.total_bits()) - law.evidence.total_bits(),
                    rivals: fitting.len() - 1,
                };
                Features::of(law, self.problem, standing)
            })
            .collect();
        let mut terms = HashMap::new();
        let next: Vec<usize> = fitting
            .iter()
            .map(|law| {
                let count = terms.len();
                *terms.entry(law.next.first().map(|term| term.key())).or_insert(count)
            })
            .collect();
        let mut probabilities = ProbabilityModel::fitted(T::DOMAIN).judge(&features, &next);
        if self.problem.digits().are_few() {
            self.join_alike(&fitting, &next, &mut probabilities);
        }
        let known = features.into_iter().zip(probabilities).map(Some);
        let mut ranked: Vec<_> = fitting.into_iter().zip(known).collect();
        // Rounded terms are met by laws of every kind: what the model was fitted to
        // says less about them than the length of the law does.
        if !self.problem.digits().are_few() {
            // The likeliest next term first, and of the laws that predict it the one
            // that is likeliest to go on; among equals the shorter description.
            let told = |law: &Option<Judgement>| law.map_or((0.0, 0.0), |(_, p)| (p.next, p.ten));
            sort::by(&mut ranked, |(_, a), (_, b)| {
                let ((next, ten), (other_next, other_ten)) = (told(a), told(b));
                other_next.total_cmp(&next).then_with(|| other_ten.total_cmp(&ten))
            });
        }
        // A law that fits within noise comes first where no law that meets the terms
        // is likely and every such law is a longer description of them. Decimals are
        // first what they say: a law that gives them to the last digit stands.
        let noise = self.within_noise().map(|noise| noise.evidence.total_bits());
        let stands = ranked.first().is_some_and(|(law, judged)| {
            judged.is_some_and(|(_, told)| told.next >= Probability::ANSWER)
                || (law.fit.exactly && law.evidence.margin() > 0.0)
                || noise.is_none_or(|noise| law.evidence.total_bits() <= noise)
        });
        let (mut noisy, others): (Vec<_>, Vec<_>) = others
            .partition(|(law, _)| !stands && matches!(law.evidence.verdict, Verdict::Fits { .. }));
        noisy.extend(ranked);
        noisy.extend(others);
        noisy
    }

    /// Decimals that are the same in the digits that are shown are right or wrong
    /// together: whichever of them it is, what is told is right. `next` tells apart those
    /// that differ at all, of which each has its probability.
    fn join_alike(
        &self,
        laws: &[&Candidate<T>],
        next: &[usize],
        probabilities: &mut [Probability],
    ) {
        let digits = self.problem.digits();
        let has_places = digits.are_places(self.problem.terms());
        let shown: Vec<Option<u64>> = laws
            .iter()
            .map(|law| law.next.first().filter(|_| has_places || law.fit.exactly))
            .map(|term| term.map(|term| digits.shown(term.to_double()).to_bits()))
            .collect();
        let mut together: HashMap<u64, Vec<(usize, f64)>> = HashMap::new();
        for ((shown, next), told) in shown.iter().zip(next).zip(probabilities.iter()) {
            let Some(shown) = shown else { continue };
            let known = together.entry(*shown).or_default();
            if known.iter().all(|(other, _)| other != next) {
                known.push((*next, told.next));
            }
        }
        for (shown, told) in shown.iter().zip(probabilities) {
            let alike = shown.and_then(|shown| together.get(&shown));
            let sum: f64 = alike.into_iter().flatten().map(|(_, next)| next).sum();
            told.next = sum.max(told.next).min(1.0);
        }
    }

    /// The best candidate so far.
    pub fn best(&self) -> Option<&Candidate<T>> {
        self.candidates.iter().min_by(|a, b| compare(a, b))
    }

    /// The likeliest candidate, if it may be given as the answer: its next term is
    /// more likely right than not.
    pub fn answer(&self) -> Option<&Candidate<T>> {
        let (law, judged) = self.by_probability().into_iter().next()?;
        judged.filter(|(_, told)| told.next >= Probability::ANSWER).map(|_| law)
    }

    /// Laws by the network that do not fit, the likeliest first.
    pub(crate) fn skeletons(&self) -> impl Iterator<Item = &Expr> {
        self.skeletons.iter().map(|(_, expr)| expr)
    }

    /// The same with their log-likelihoods.
    pub(crate) fn drafts(&self) -> &[(f64, Expr)] {
        &self.skeletons
    }

    /// The best law that fits within noise, if that is an answer.
    pub fn within_noise(&self) -> Option<&Candidate<T>> {
        let fits = |law: &&Candidate<T>| matches!(law.evidence.verdict, Verdict::Fits { .. });
        self.candidates.iter().filter(fits).min_by(|a, b| compare(a, b))
    }

    /// Whether a law fits that says more than the terms themselves.
    pub fn explains(&self) -> bool {
        self.best().is_some_and(|best| best.is_exact() && best.evidence.margin() > 0.0)
    }

    /// The candidates, best first.
    pub fn into_candidates(mut self) -> Vec<Candidate<T>> {
        sort::by(&mut self.candidates, compare);
        self.candidates
    }

    /// A candidate by the index that [`Ranking::add`] gave; another addition
    /// may change what it means.
    pub fn get(&self, index: usize) -> Option<&Candidate<T>> {
        self.candidates.get(index)
    }

    /// Verifies a proposal. It becomes a candidate, whose index is given,
    /// unless it explains nothing or is another writing of a known one.
    pub fn add(&mut self, proposal: Proposal) -> Option<usize> {
        if proposal.start() >= self.problem.terms().len() || !proposal.expr.exists_in(T::DOMAIN) {
            return None;
        }
        let fit = Fit::of(&proposal, self.problem);
        if !fit.is_exact()
            && let Some(opinion) = proposal.log_likelihood
        {
            let place = self.skeletons.partition_point(|known| known.0 >= opinion);
            self.skeletons.insert(place, (opinion, proposal.expr.clone()));
            self.skeletons.truncate(MOST_APPROXIMATE);
        }
        let is_near = T::DOMAIN == Domain::Float && fit.mean_error() <= NEAR
            || proposal.measurement.is_some();
        if !fit.is_exact() && fit.wrong == fit.errors.len() && !is_near {
            return None;
        }
        // A law that takes a term that was filled in for an exception does not say it.
        let reach = proposal.expr.degree().saturating_sub(proposal.lead).min(fit.start);
        if self.problem.filled().iter().any(|&index| index < fit.start - reach) {
            return None;
        }
        let is_search = proposal.origin.searches;
        let evidence = Evidence::weigh(&proposal, &fit, self.problem, is_search);
        let vouched = !is_search && evidence.verdict.is_verified();
        let (key, mut next) = self.key_and_continuation(&proposal, &fit);
        let ten = next.get(..SAME_CONTINUATION).unwrap_or(&next);
        let continuity = Continuity::of(self.problem, ten);
        next.truncate(self.predict);
        let origins = vec![proposal.origin];
        let mut candidate =
            Candidate { proposal, fit, evidence, next, continuity, plain: None, origins, vouched };
        let added = match self.by_values.get(&key).and_then(|&index| self.candidates.get_mut(index))
        {
            Some(known) => {
                candidate.origins.extend(&known.origins);
                sort::by(&mut candidate.origins, Ord::cmp);
                candidate.origins.dedup();
                let origins = std::mem::take(&mut candidate.origins);
                // The opinion is on the law, whoever's writing of it is kept.
                let opinion = likelier(&candidate.proposal, &known.proposal);
                let vouched = known.vouched || candidate.vouched;
                if compare(&candidate, known) == Ordering::Less {
                    std::mem::swap(known, &mut candidate);
                }
                known.take_plainer(candidate);
                known.proposal.log_likelihood = opinion;
                // Who agrees is evidence too, if he has any of his own: a
                // recurrence without spare terms agrees with everybody.
                let only_searched = known.proposal.origin.searches && !vouched;
                let (law, fit) = (&known.proposal, &known.fit);
                known.evidence = Evidence::weigh(law, fit, self.problem, only_searched);
                (known.origins, known.vouched) = (origins, vouched);
                None
            }
            None => {
                self.by_values.insert(key.clone(), self.candidates.len());
                self.candidates.push(candidate);
                self.thin_out();
                self.by_values.get(&key).copied()
            }
        };
        if self.problem.digits().are_few() {
            self.settle();
        }
        added
    }

    /// Compares the laws that fit with each other: rounded terms may be met by
    /// two that are equally short, and then neither is verified.
    fn settle(&mut self) {
        let exact = || self.candidates.iter().filter(|known| known.is_exact());
        let mut totals: Vec<f64> = exact().map(|known| known.evidence.total_bits()).collect();
        sort::by(&mut totals, f64::total_cmp);
        for known in self.candidates.iter_mut().filter(|known| known.is_exact()) {
            let total = known.evidence.total_bits();
            known.evidence.settle(rival(&totals, total) - total, self.problem.thresholds());
        }
    }

    /// Drops the worst of the approximate ones once there are far too many.
    fn thin_out(&mut self) {
        let approximate = self.candidates.iter().filter(|known| !known.is_exact()).count();
        if approximate <= 2 * MOST_APPROXIMATE {
            return;
        }
        sort::by(&mut self.candidates, compare);
        let exact = self.candidates.len() - approximate;
        self.candidates.truncate(exact + MOST_APPROXIMATE);
        let key = |known: &Candidate<T>| self.key_and_continuation(&known.proposal, &known.fit).0;
        self.by_values = self.candidates.iter().map(key).zip(0..).collect();
    }

    /// What tells a law apart from others, and the terms that follow by it: as
    /// many as are to be predicted, and enough to tell it apart.
    fn key_and_continuation(&self, proposal: &Proposal, fit: &Fit<T>) -> (Vec<T::Key>, Vec<T>) {
        let next = next_terms(proposal, self.problem, self.predict.max(SAME_CONTINUATION));
        // Laws that fit have the terms themselves in common, wherever they start.
        let is_exact = fit.is_exact() && proposal.measurement.is_none();
        let computed = if is_exact { &[][..] } else { &fit.computed };
        let computed = computed.get(..SAME_TERMS).unwrap_or(computed);
        let key = computed.iter().chain(&next).map(|term| term.key()).collect();
        (key, next)
    }
}

impl<T: Term> Sink for Ranking<'_, T> {
    fn propose(&mut self, proposal: Proposal) {
        self.add(proposal);
    }
}

/// The shortest description with another law, where all are sorted.
fn rival(totals: &[f64], total: f64) -> f64 {
    match totals {
        [first, second, ..] if *first == total => *second,
        [first, ..] if *first < total => *first,
        _ => f64::INFINITY,
    }
}

/// The higher of two opinions.
fn likelier(a: &Proposal, b: &Proposal) -> Option<f64> {
    match (a.log_likelihood, b.log_likelihood) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}

/// Better candidates first: exact before approximate; among exact ones the
/// shorter description; then those that fit within noise, likewise; among the others the one that leaves fewer terms
/// unexplained, then the smaller error; the network's opinion breaks ties, and
/// the writing whatever is left, so that the order never depends on chance.
fn compare<T: Term>(a: &Candidate<T>, b: &Candidate<T>) -> Ordering {
    let missed = |c: &Candidate<T>| match c.is_exact() {
        true => 0,
        false => c.fit.wrong + c.fit.start,
    };
    let error = |c: &Candidate<T>| if c.is_exact() { 0.0 } else { c.fit.mean_error() };
    let is_fit = |c: &Candidate<T>| {
        let known = c.proposal.measurement.as_ref().filter(|known| known.fits)?;
        Some(known.law_bits + known.rest_bits)
    };
    let whole_bits = |c: &Candidate<T>| c.evidence.total_bits().round();
    let opinion = |c: &Candidate<T>| c.proposal.log_likelihood.unwrap_or(f64::NEG_INFINITY);
    a.is_exact()
        .cmp(&b.is_exact())
        .reverse()
        .then_with(|| match (is_fit(a), is_fit(b)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        })
        .then_with(|| missed(a).cmp(&missed(b)))
        .then_with(|| error(a).total_cmp(&error(b)))
        .then_with(|| whole_bits(a).total_cmp(&whole_bits(b)))
        .then_with(|| opinion(b).total_cmp(&opinion(a)))
        .then_with(|| a.evidence.total_bits().total_cmp(&b.evidence.total_bits()))
        .then_with(|| a.proposal.expr.nodes().len().cmp(&b.proposal.expr.nodes().len()))
        .then_with(|| a.proposal.expr.to_words().cmp(&b.proposal.expr.to_words()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposal::testing::{SEARCHER, SOLVER, WRITER};
    use ansatz_expr::Int;

    fn law(words: &str) -> Proposal {
        let expr = Expr::from_words(words.split_whitespace()).unwrap();
        Proposal::new(expr, &WRITER)
    }

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    fn ranked(terms: &[i64], laws: &[&str]) -> Vec<Candidate<Int>> {
        let terms = &ints(terms);
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 3);
        for words in laws {
            ranking.propose(law(words));
        }
        ranking.into_candidates()
    }

    #[test]
    fn exact_before_nearly_and_short_before_long() {
        let squares = [1, 4, 9, 16, 25, 36, 49, 64];
        let list = ranked(&squares, &["add u1 n", "sqr n", "sub mul 2 n 1", "add sqr n mul 0 n"]);
        assert_eq!(format!("{:?}", list[0].proposal.expr), "sqr(n)");
        assert_eq!(list[0].next, ints(&[81, 100, 121]));
        assert_eq!(list[0].evidence.verdict, Verdict::Verified { spare: 8 });
        assert!(list[1..].iter().all(|c| c.evidence.verdict == Verdict::Approximate));
    }

    #[test]
    fn laws_that_compute_the_same_are_one() {
        let doubling = [1, 2, 4, 8, 16, 32, 64];
        let terms = &ints(&doubling);
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 3);
        ranking.propose(Proposal { origin: &SOLVER, ..law("mul 2 u1") });
        ranking.propose(Proposal { origin: &SEARCHER, ..law("add u1 u1") });
        let beamed = law("add u1 mul 2 u2");
        ranking.propose(Proposal { origin: &WRITER, log_likelihood: Some(-2.0), ..beamed });
        let list = ranking.into_candidates();
        assert_eq!(list[0].proposal.log_likelihood, Some(-2.0));
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].origins, [&WRITER, &SOLVER, &SEARCHER]);
        assert_eq!(format!("{:?}", list[0].proposal.expr), "add(u1, u1)");
    }

    #[test]
    fn the_order_does_not_depend_on_who_came_first() {
        let laws = ["add u1 n", "sub mul 2 n 1", "mul n 3", "add 1 n", "u1", "n", "mul u1 2"];
        let terms = [1, 3, 6, 10, 14, 21, 28];
        let forwards = ranked(&terms, &laws);
        let reversed: Vec<&str> = laws.into_iter().rev().collect();
        let backwards = ranked(&terms, &reversed);
        assert_eq!(forwards, backwards);
    }

    #[test]
    fn the_networks_opinion_breaks_ties() {
        let terms = &ints(&[1, 2]);
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 3);
        let unlikely = Proposal { log_likelihood: Some(-9.0), ..law("add u1 n") };
        let likely = Proposal { log_likelihood: Some(-1.0), ..law("mul u1 n") };
        ranking.propose(Proposal { log_likelihood: None, ..law("sub u1 n") });
        ranking.propose(unlikely);
        ranking.propose(likely.clone());
        assert_eq!(ranking.best().unwrap().proposal, likely);
    }

    #[test]
    fn many_wrong_laws_do_not_pile_up() {
        let terms: Vec<i64> = (0..20).map(|k| k * k % 7).collect();
        let terms = &ints(&terms);
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 3);
        for a in 0..40 {
            for m in 2..20 {
                ranking.propose(law(&format!("mod add n {a} {m}")));
            }
        }
        assert!(ranking.candidates().len() <= 2 * MOST_APPROXIMATE + 1);
    }

    #[test]
    fn chance_fits_of_two_letters_are_weak() {
        // A long law for ten bits proves nothing.
        let list = ranked(
            &[0, 1, 1, 0, 1, 0, 0, 1, 1, 0],
            &["mod add add mul 3 u1 mul 5 u2 idiv mul n n 7 2"],
        );
        assert!(list.iter().all(|c| !c.evidence.verdict.is_verified()));
    }

    #[test]
    fn what_only_the_enumerator_finds_must_prove_more() {
        let doubling = [1, 2, 4, 8, 16, 32, 64, 128];
        let searched = || Proposal { origin: &SEARCHER, ..law("mul 2 u1") };
        let terms = &ints(&doubling);
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 3);
        ranking.propose(searched());
        assert_eq!(ranking.best().unwrap().evidence.verdict, Verdict::Weak);
        // Whoever has no spare terms of his own vouches for nothing.
        let fitted = Proposal { fitted: 7, ..law("add u1 mul 2 u2") };
        ranking.propose(Proposal { origin: &SOLVER, ..fitted });
        assert_eq!(ranking.best().unwrap().origins.len(), 2);
        assert_eq!(ranking.best().unwrap().evidence.verdict, Verdict::Weak);
        ranking.propose(Proposal { origin: &SOLVER, ..searched() });
        assert!(ranking.best().unwrap().evidence.verdict.is_verified());
        let long: Vec<i64> = (0..30).map(|n| 1 << n).collect();
        let terms = &ints(&long);
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 3);
        ranking.propose(searched());
        assert!(ranking.best().unwrap().evidence.verdict.is_verified());
    }

    #[test]
    fn rounded_terms_that_two_short_laws_meet_verify_neither() {
        let four = |value: f64| format!("{value:.3e}").parse::<f64>().unwrap();
        // Two constants that differ by 0.000007.
        let laws = ["add mul n sin n sub div e 6 1", "add mul n sin n div sub 1 e pi"];
        let exact = law(laws[0]).expr;
        let terms: Vec<f64> = (0..30).map(|n| four(exact.eval(&vec![0.0; n]).unwrap())).collect();
        let verdict = |laws: &[&str]| {
            let problem = Problem::new(&terms);
            let mut ranking = Ranking::new(&problem, 3);
            for words in laws {
                ranking.propose(law(words));
            }
            ranking.best().unwrap().evidence.verdict
        };
        assert!(verdict(&laws[..1]).is_verified());
        assert!(verdict(&laws[1..]).is_verified());
        assert_eq!(verdict(&laws), Verdict::Weak);
    }

    #[test]
    fn real_sequences_rank_with_tolerance() {
        let terms: Vec<f64> = (1..10).map(|n| 1.0 / f64::from(n)).collect();
        let problem = Problem::new(&terms);
        let mut ranking = Ranking::new(&problem, 2);
        ranking.propose(law("inv n"));
        ranking.propose(law("div 1 n"));
        let list = ranking.into_candidates();
        assert_eq!(list.len(), 1);
        assert!(list[0].evidence.verdict.is_verified());
        assert_eq!(Expr::unary(ansatz_expr::Op::Inv, &Expr::n()).unwrap(), list[0].proposal.expr);
    }
}
