//! Arithmetic functions and functions of digits: laws that are sums, products
//! and quotients of them.
//!
//! A bank holds some ten thousand functions of n with their first values. A
//! target is looked up modulo offset and factor; for sums and products, what is
//! left when one entry is taken off is looked up.

mod bank;
mod combine;
mod index;
mod iterated;
mod joins;
mod tables;
#[cfg(test)]
mod tests;
mod views;

use ansatz_expr::{Expr, Int, sort};

pub(crate) use index::gcd;
pub(crate) use joins::known_laws;

use crate::verify::Fit;
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink, description_bits};

/// Fewer terms than this say nothing about functions.
const LEAST_TERMS: usize = 6;

/// How many laws are proposed.
const MOST_PROPOSED: usize = 6;

/// By how much a law may be longer than the information that is not smooth
/// growth, in bits. On calibration rows of 15 terms, 138 of 205 laws that were
/// more than 10 bits longer were wrong; 8 is a guess between that and the rest.
const MOST_EXCESS_BITS: f64 = 8.0;

/// How often differences are taken to see whether the terms grow smoothly.
const MOST_DIFFERENCES: usize = 3;

/// Laws made of arithmetic functions and functions of digits.
#[derive(Debug, Clone, Copy)]
pub struct Functions;

static PROFILES: Origins = origins("functions", "arithmetic functions");

/// Who a family is where its laws are clear, and where they may be luck.
pub(crate) type Origins = [Profile; 2];

/// The two profiles of a family that looks through a bank.
pub(crate) const fn origins(id: &'static str, label: &'static str) -> Origins {
    let group = Group::Classical;
    [Profile { id, label, group, searches: false }, Profile { id, label, group, searches: true }]
}

/// A law that may fit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FunctionDraft {
    pub expr: Expr,
    pub skip: usize,
    pub fitted: usize,
}

impl ByTerms for Functions {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILES[0]
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        if problem.terms().len() >= LEAST_TERMS {
            let drafts = joins::search(problem, sink);
            let most = surprise(problem) + MOST_EXCESS_BITS;
            offer(drafts, most, &PROFILES, problem, sink);
        }
    }
}

/// Passes the shortest laws on that fit and take at most so many bits with the
/// terms they are given.
pub(crate) fn offer(
    mut drafts: Vec<FunctionDraft>,
    most: f64,
    origins: &'static Origins,
    problem: &Problem<'_, Int>,
    sink: &mut (impl crate::Sink + ?Sized),
) {
    let terms = problem.bits();
    let given = |skip: usize| terms.iter().take(skip).sum::<f64>();
    let price = |draft: &FunctionDraft| description_bits(&draft.expr) + given(draft.skip);
    let surprise = surprise(problem);
    drafts.retain(|draft| price(draft) <= most);
    sort::by(&mut drafts, |a, b| price(a).total_cmp(&price(b)));
    drafts.dedup();
    let [clear, luck] = origins;
    let margin = problem.thresholds().margin;
    let mut left = MOST_PROPOSED;
    for draft in drafts {
        let origin = if price(&draft) + margin <= surprise { clear } else { luck };
        let proposal = Proposal {
            skip: draft.skip.max(draft.expr.degree()),
            fitted: draft.fitted,
            ..Proposal::new(draft.expr, origin)
        };
        if proposal.start() < problem.terms().len() && Fit::of(&proposal, problem).is_exact() {
            sink.propose(proposal);
            left -= 1;
            if left == 0 {
                return;
            }
        }
    }
}

/// The information in the terms, or in their differences if that is less: of
/// what grows smoothly the terms themselves tell too much.
fn surprise(problem: &Problem<'_, Int>) -> f64 {
    let mut least: f64 = problem.bits().iter().sum();
    let mut row = problem.terms().to_vec();
    let mut given = 0.0;
    for _ in 0..MOST_DIFFERENCES {
        let Some(bits) = crate::information::integer_bits(&row).first().copied() else { break };
        given += bits;
        let steps = row.windows(2).map(|pair| pair.last()?.checked_sub(*pair.first()?));
        let Some(steps) = steps.collect::<Option<Vec<Int>>>() else { break };
        row = steps;
        least = least.min(given + crate::information::integer_bits(&row).iter().sum::<f64>());
    }
    least
}
