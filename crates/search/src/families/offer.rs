//! Passing laws on.

use ansatz_expr::Int;

use crate::verify::Fit;
use crate::{Evidence, Problem, Proposal, Sink};

/// Passes a law on if it reproduces the terms and is shorter than they are:
/// what is longer fits by luck more often than not.
pub(super) fn offer(
    draft: Proposal,
    problem: &Problem<'_, Int>,
    sink: &mut (impl Sink + ?Sized),
) -> bool {
    if draft.start() >= problem.terms().len() {
        return false;
    }
    let fit = Fit::of(&draft, problem);
    let evidence = Evidence::weigh(&draft, &fit, problem, draft.origin.searches);
    let is_worth_it = fit.is_exact() && evidence.margin() >= 0.0;
    if is_worth_it {
        sink.propose(draft);
    }
    is_worth_it
}

/// Whether the second half is an arithmetic progression: nothing is to be found
/// there, and much fits it.
pub(super) fn ends_evenly(terms: &[i128]) -> bool {
    let half = terms.get(terms.len() / 2..).unwrap_or_default();
    half.windows(3).all(|three| match three {
        [a, b, c] => b - a == c - b,
        _ => true,
    })
}
