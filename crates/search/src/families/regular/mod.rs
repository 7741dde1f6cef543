//! Sequences whose terms follow from terms at computed indices: u(k·m + r)
//! from u(m), and indices that are earlier terms themselves.

mod nested;
mod sections;

use ansatz_expr::{Expr, Int, sort};

use crate::families::offer::{ends_evenly, offer};
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};

/// Fewer terms are not cut into sections.
const FEWEST_TERMS: usize = 9;
/// How many laws are passed on.
const MOST_LAWS: usize = 6;

static PROFILE: Profile =
    Profile { id: "regular", label: "computed index", group: Group::Classical, searches: false };

/// Finds k-regular sequences and nested recurrences.
#[derive(Debug, Clone, Copy)]
pub struct Regular;

impl ByTerms for Regular {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        propose(problem, sink);
    }
}

/// A law of all terms after the first few.
struct IndexedLaw {
    expr: Expr,
    skip: usize,
    fitted: usize,
}

/// Hands to the sink the laws that reproduce the terms.
pub fn propose(problem: &Problem<'_, Int>, sink: &mut (impl Sink + ?Sized)) {
    let terms = problem.terms();
    let small: Option<Vec<i128>> = terms
        .iter()
        .map(|term| term.to_i128().filter(|value| value.unsigned_abs() >> 100 == 0))
        .collect();
    let Some(small) = small.filter(|small| small.len() >= FEWEST_TERMS) else { return };
    if ends_evenly(&small) {
        return;
    }
    let mut laws = sections::laws(&small);
    laws.extend(nested::laws(terms, &small));
    sort::by_key(&mut laws, |law| law.skip + law.fitted);
    let mut passed = 0;
    for law in laws {
        if sink.is_cancelled() || passed == MOST_LAWS {
            return;
        }
        let mut draft = Proposal::new(law.expr, &PROFILE);
        draft.skip = law.skip.max(draft.skip);
        (draft.fitted, draft.solved) = (law.fitted, true);
        passed += usize::from(offer(draft, problem, sink));
    }
}

#[cfg(test)]
mod tests;
