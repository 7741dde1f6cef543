//! Arithmetic functions and functions of digits: laws that are sums, products
//! and quotients of them.
//!
//! A bank holds some ten thousand functions of n with their first values. A
//! target is looked up modulo offset and factor; for sums and products, what is
//! left when one entry is taken off is looked up.

mod bank;
mod combine;
mod index;
mod joins;
mod tables;
#[cfg(test)]
mod tests;
mod views;

use ansatz_expr::{Expr, Int};

use crate::verify::Fit;
use crate::{
    Context, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, description_bits,
};

/// Fewer terms than this say nothing about functions.
const LEAST_TERMS: usize = 6;

/// How many laws are proposed.
const MOST_PROPOSED: usize = 6;

/// Laws made of arithmetic functions and functions of digits.
#[derive(Debug, Clone, Copy)]
pub struct Functions;

static PROFILE: Profile = Profile {
    id: "functions",
    label: "arithmetic functions",
    group: Group::Classical,
    searches: false,
};

/// A law that may fit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draft {
    pub expr: Expr,
    pub skip: usize,
    pub fitted: usize,
}

impl Proposer<Int> for Functions {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, Int>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<Int>,
    ) -> Proposing<'a> {
        if problem.terms().len() >= LEAST_TERMS {
            let drafts = joins::search(problem, findings);
            offer(drafts, &PROFILE, problem, findings);
        }
        Proposing::Done
    }
}

/// Passes the shortest laws on that fit.
pub(crate) fn offer(
    mut drafts: Vec<Draft>,
    origin: &'static Profile,
    problem: &Problem<'_, Int>,
    sink: &mut (impl crate::Sink + ?Sized),
) {
    let terms = problem.bits();
    let given = |skip: usize| terms.iter().take(skip).sum::<f64>();
    let price = |draft: &Draft| description_bits(&draft.expr) + given(draft.skip);
    let most = terms.iter().sum::<f64>() + problem.thresholds().most_excess_bits;
    drafts.retain(|draft| price(draft) <= most);
    drafts.sort_by(|a, b| price(a).total_cmp(&price(b)));
    drafts.dedup();
    let mut left = MOST_PROPOSED;
    for draft in drafts {
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
