//! What may stand in the gaps.

use std::ops::Range;

use ansatz_expr::{Expr, Int, Node, Op, Rational, math, sort};
use ansatz_search::{Entry, Term};

use super::templates;
use crate::{Candidate, Predictor};

/// Terms that may be missing.
pub(super) trait Gapped: Term {
    /// What was meant, as a fraction.
    fn exactly(self) -> Option<Rational>;

    /// A value for a gap, written as the known terms are.
    fn like(value: Rational, known: &[Self]) -> Option<Self>;

    /// A value that a law computes, written as the known terms are.
    fn rounded_like(self, known: &[Self]) -> Self;

    /// What famous sequences have.
    fn by_catalogue(_slots: &Slots<Self>) -> Vec<Vec<Self>> {
        Vec::new()
    }

    /// The values from one term to another; none if there are more than so many.
    fn values_between(_from: Self, _to: Self, _most: usize) -> Vec<Self> {
        Vec::new()
    }

    /// What terms that are rounded may have in a gap, if they go on smoothly.
    fn near(_slots: &Slots<Self>) -> Vec<Vec<Self>> {
        Vec::new()
    }

    /// Whether two fillings are the same.
    fn are_alike(one: &[Self], other: &[Self]) -> bool {
        one.iter().zip(other).all(|(a, b)| a.key() == b.key())
    }
}

impl Gapped for Int {
    fn exactly(self) -> Option<Rational> {
        Some(Rational::integer(self))
    }

    fn like(value: Rational, _: &[Int]) -> Option<Int> {
        (value.is_integer() && value.numerator().in_range()).then(|| value.numerator())
    }

    fn rounded_like(self, _: &[Int]) -> Int {
        self
    }

    fn by_catalogue(slots: &Slots<Int>) -> Vec<Vec<Int>> {
        /// How many of the first terms of an entry may be left out.
        const MOST_SHIFTED: usize = 3;
        // Beyond this nobody leaves gaps in a famous sequence.
        if slots.len() > Predictor::MOST_LOOKED_AT {
            return Vec::new();
        }
        let mut found = Vec::new();
        for entry in Entry::all() {
            // Most entries differ soon: the others are computed as far as is needed.
            let mut own = entry.law.initial().to_vec();
            for wanted in [12.min(slots.len()), slots.len()] {
                let more = (wanted + MOST_SHIFTED).saturating_sub(own.len());
                let _ = entry.law.extend(&mut own, more);
                let has = |shift: &usize| {
                    let own = own.get(*shift..).unwrap_or_default();
                    own.len() >= wanted
                        && slots
                            .0
                            .iter()
                            .zip(own)
                            .take(wanted)
                            .all(|(slot, term)| slot.is_none_or(|known| known == *term))
                };
                let Some(shift) = (0..=MOST_SHIFTED).find(has) else { break };
                if wanted == slots.len() {
                    let own = own.get(shift..).unwrap_or_default();
                    let values = slots.missing().into_iter().map(|gap| own.get(gap).copied());
                    found.extend(values.collect::<Option<Vec<Int>>>());
                    break;
                }
            }
        }
        found
    }

    fn values_between(from: Int, to: Int, most: usize) -> Vec<Int> {
        let (low, high) = if from <= to { (from, to) } else { (to, from) };
        let span = high.checked_sub(low).and_then(Int::to_i128);
        match span.filter(|&span| span <= most as i128) {
            Some(span) => (0..=span).filter_map(|step| low.checked_add(Int::from(step))).collect(),
            None => Vec::new(),
        }
    }
}

impl Gapped for f64 {
    fn exactly(self) -> Option<Rational> {
        Rational::from_f64(self)
    }

    fn like(value: Rational, known: &[f64]) -> Option<f64> {
        let value = value.to_f64();
        value.is_finite().then(|| value.rounded_like(known))
    }

    fn rounded_like(self, known: &[f64]) -> f64 {
        // As many decimals as others have: sums of prices are prices.
        let Some(decimals) = decimals(known).filter(|_| self.is_finite()) else { return self };
        format!("{self:.decimals$}").parse().map_or(self, |rounded: f64| rounded + 0.0)
    }

    fn near(slots: &Slots<f64>) -> Vec<Vec<f64>> {
        /// With more decimals a smooth curve does not tell the last.
        const MOST_DECIMALS: usize = 4;
        const OFFSETS: [f64; 7] = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0];
        let known = slots.terms();
        let decimals = decimals(&known).filter(|&decimals| decimals <= MOST_DECIMALS);
        let missing = slots.missing();
        let (Some(decimals), &[gap]) = (decimals, &missing[..]) else { return Vec::new() };
        let unit = 10f64.powi(-(decimals as i32));
        let is_positive = known.iter().all(|term| *term > 0.0);
        let plainly = through(slots, gap, |term| term);
        let by_logarithm = through(slots, gap, math::ln).map(math::exp).filter(|_| is_positive);
        let mut found = Vec::new();
        for offset in OFFSETS {
            for value in [plainly, by_logarithm].into_iter().flatten() {
                let value = (value + offset * unit).rounded_like(&known);
                found.extend(Some(vec![value]).filter(|_| value.is_finite()));
            }
        }
        found
    }
}

/// The terms in order; `None` for those that are missing.
#[derive(Debug, Clone)]
pub(super) struct Slots<T>(Vec<Option<T>>);

impl<T: Gapped> Slots<T> {
    /// `missing` has the n of each gap, in order.
    pub(super) fn new(known: &[T], missing: &[usize]) -> Self {
        let mut known = known.iter();
        let mut slots = Vec::new();
        for index in 1..=known.len() + missing.len() {
            let is_gap = missing.contains(&index);
            slots.push(if is_gap { None } else { known.next().copied() });
        }
        Slots(slots)
    }

    /// How many terms there are, with those that are missing.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many are known.
    pub(super) fn known(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// So many of the first ones.
    pub(super) fn first(&self, count: usize) -> Self {
        Slots(self.0.iter().take(count).copied().collect())
    }

    /// The places of the gaps, from 0.
    pub(super) fn missing(&self) -> Vec<usize> {
        self.0.iter().enumerate().filter(|(_, slot)| slot.is_none()).map(|(at, _)| at).collect()
    }

    fn terms(&self) -> Vec<T> {
        self.0.iter().flatten().copied().collect()
    }

    /// The terms with these values in the gaps.
    pub(super) fn filled_with(&self, values: &[T]) -> Vec<T> {
        let mut values = values.iter();
        self.0.iter().filter_map(|slot| slot.or_else(|| values.next().copied())).collect()
    }

    /// By linear algebra, and by what famous sequences have.
    pub(super) fn by_templates(&self) -> Vec<Vec<T>> {
        let known = self.terms();
        let exact: Option<Vec<Option<Rational>>> = self
            .0
            .iter()
            .map(|slot| match slot {
                None => Some(None),
                Some(term) => term.exactly().map(Some),
            })
            .collect();
        let mut found = T::by_catalogue(self);
        for values in templates::fillings(&exact.unwrap_or_default()) {
            found.extend(
                values.into_iter().map(|value| T::like(value, &known)).collect::<Option<Vec<T>>>(),
            );
        }
        found
    }

    /// The terms before the first gap, and the longest run of others, if enough stand
    /// there to look for a law.
    pub(super) fn runs(&self) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        let mut start = 0;
        for gap in self.missing().into_iter().chain([self.len()]) {
            if gap - start > Predictor::LEAST_TERMS {
                runs.push(start..gap);
            }
            start = gap + 1;
        }
        let longest = runs.iter().max_by_key(|run| run.len()).cloned();
        runs.truncate(1);
        runs.extend(longest.filter(|longest| !runs.contains(longest)));
        runs
    }

    /// The terms of a run.
    pub(super) fn run(&self, run: &Range<usize>) -> Vec<T> {
        self.0.get(run.clone()).unwrap_or_default().iter().flatten().copied().collect()
    }

    /// How many terms after a run a law must have to reach beyond the last gap.
    pub(super) fn reach(&self, run: &Range<usize>) -> usize {
        /// So many terms after the last gap tell a law that misses them.
        const BEYOND: usize = 8;
        let last = self.missing().last().map_or(run.end, |last| last + 1 + BEYOND);
        last.clamp(run.end, self.len().max(run.end)) - run.end
    }

    /// What a law of a run has for the gaps, and how many of the known terms around
    /// them it misses.
    pub(super) fn by_law(&self, run: &Range<usize>, law: &Candidate) -> Option<(usize, Vec<T>)> {
        let known = self.terms();
        let tolerance = T::tolerance(&known);
        let next = T::of_terms(&law.next)?;
        let explicit =
            law.law.initial().is_empty().then(|| later(law.formula(), run.start)).flatten();
        let value = |at: usize| match at.checked_sub(run.end) {
            Some(after) => next.get(after).copied(),
            // Before the run only a law that does not look back says anything.
            None => explicit.as_ref()?.eval(&vec![T::ZERO; at]).ok(),
        };
        let values = self.missing().into_iter().map(value).collect::<Option<Vec<T>>>()?;
        let last = (run.end + next.len()).min(self.len());
        let missed = (run.end..last).filter(|&at| {
            let Some(Some(truth)) = self.0.get(at) else { return false };
            value(at).is_none_or(|own| own.relative_error(*truth) > tolerance)
        });
        let missed = missed.count();
        Some((missed, values.into_iter().map(|value| value.rounded_like(&known)).collect()))
    }

    /// Where terms go one way, everything that may stand between the neighbours of a
    /// gap; where they have few values, those. No more than `most` fillings.
    pub(super) fn between(&self, most: usize) -> Vec<Vec<T>> {
        /// So few values are a choice of them.
        const FEW_VALUES: usize = 4;
        let mut near = T::near(self);
        if !near.is_empty() {
            near.truncate(most);
            return near;
        }
        let known = self.terms();
        let goes = |is: fn(&f64, &f64) -> bool| {
            known.windows(2).all(|pair| is(&pair[0].to_double(), &pair[1].to_double()))
        };
        let is_strict = goes(f64::lt) || goes(f64::gt);
        let is_ordered = goes(f64::le) || goes(f64::ge);
        let mut values: Vec<T> = Vec::new();
        for term in &known {
            if values.len() <= FEW_VALUES && !values.contains(term) {
                values.push(*term);
            }
        }
        let has_few = values.len() <= FEW_VALUES && 2 * values.len() < known.len();
        let mut fillings: Vec<Vec<T>> = vec![Vec::new()];
        for gap in self.missing() {
            let before = self.0.iter().take(gap).rev().find_map(|slot| *slot);
            let after = self.0.iter().skip(gap).find_map(|slot| *slot);
            let choice: Vec<T> = match (before, after) {
                _ if has_few => values.clone(),
                (Some(before), Some(after)) if is_ordered => {
                    T::values_between(before, after, 2 * most)
                }
                _ => Vec::new(),
            };
            fillings = fillings
                .iter()
                .flat_map(|filling| {
                    choice.iter().map(move |value| [&filling[..], &[*value]].concat())
                })
                // Every gap multiplies; beyond this the product is dropped below.
                .take(50 * most)
                .collect();
        }
        let keeps_order = |filling: &Vec<T>| {
            let filled = self.filled_with(filling);
            let all = |is: fn(&f64, &f64) -> bool| {
                filled.windows(2).all(|pair| is(&pair[0].to_double(), &pair[1].to_double()))
            };
            match (is_strict, is_ordered) {
                (true, _) => all(f64::lt) || all(f64::gt),
                (false, true) => all(f64::le) || all(f64::ge),
                _ => true,
            }
        };
        fillings.retain(keeps_order);
        // Part of a list would favour what happens to come first.
        if fillings.len() > most { Vec::new() } else { fillings }
    }
}

/// How many decimals terms are written with; `None` if with all that a double holds.
fn decimals(known: &[f64]) -> Option<usize> {
    const MOST_DIGITS: usize = 15;
    let mut most = 0;
    for term in known {
        let text = format!("{term:e}");
        let (mantissa, exponent) = text.split_once('e')?;
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
        if digits > MOST_DIGITS {
            return None;
        }
        most = most.max(digits as i32 - 1 - exponent.parse::<i32>().ok()?);
    }
    usize::try_from(most).ok()
}

/// The value in a gap of the cubic through the terms that are nearest to it.
fn through(slots: &Slots<f64>, gap: usize, scale: fn(f64) -> f64) -> Option<f64> {
    const POINTS: usize = 4;
    let known = slots.0.iter().enumerate().filter_map(|(at, slot)| Some((at, (*slot)?)));
    let mut points: Vec<(usize, f64)> = known.collect();
    sort::by_key(&mut points, |(at, _)| at.abs_diff(gap));
    points.truncate(POINTS);
    let distance = |from: usize, to: usize| from as f64 - to as f64;
    let sum = points.iter().map(|&(at, term)| {
        let others = points.iter().filter(|(other, _)| *other != at);
        let share: f64 =
            others.map(|&(other, _)| distance(gap, other) / distance(at, other)).product();
        share * scale(term)
    });
    Some(sum.sum::<f64>()).filter(|value| value.is_finite() && points.len() == POINTS)
}

/// A law for terms that begin so many earlier, if it says every term by itself.
fn later(law: &Expr, by: usize) -> Option<Expr> {
    if law.degree() > 0 || law.nodes().contains(&Node::Op(Op::At)) {
        return None;
    }
    if by == 0 {
        return Some(law.clone());
    }
    let moved = [Node::Op(Op::Sub), Node::N, Node::Int(Int::from(by as i64))];
    let write = |node: &Node| match node {
        Node::N => moved.to_vec(),
        other => vec![*other],
    };
    Expr::from_prefix(law.nodes().iter().flat_map(write).collect()).ok()
}
