//! Triangles read by rows, and arrays read by antidiagonals, which have the
//! same shape.

mod combination;
mod edges;
mod explicit;
mod grid;
mod recurrence;
mod separable;

use ansatz_expr::Int;

use self::grid::{Grid, RowLengths};
use crate::families::offer::{ends_evenly, offer};
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};

/// Fewer terms make no triangle.
const FEWEST_TERMS: usize = 9;
/// How many laws of a shape are passed on.
const MOST_LAWS: usize = 4;

static PROFILE: Profile =
    Profile { id: "triangles", label: "triangle", group: Group::Classical, searches: false };

/// Finds T(n,k) from its neighbours.
#[derive(Debug, Clone, Copy)]
pub struct Triangles;

impl ByTerms for Triangles {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        propose(problem, sink);
    }
}

/// Hands to the sink the laws that reproduce the terms.
pub fn propose(problem: &Problem<'_, Int>, sink: &mut (impl Sink + ?Sized)) {
    let terms = problem.terms();
    if terms.len() < FEWEST_TERMS {
        return;
    }
    for shape in RowLengths::ALL {
        let Some(grid) = Grid::new(shape, terms) else { return };
        if ends_evenly(grid.terms()) {
            return;
        }
        if shape == RowLengths::ALL[0] {
            for law in explicit::laws(&grid) {
                offer(Proposal::new(law, &PROFILE), problem, sink);
            }
            for separable::SeparableLaw { expr, fitted } in separable::laws(&grid) {
                offer(Proposal { fitted, ..Proposal::new(expr, &PROFILE) }, problem, sink);
            }
        }
        let mut passed = 0;
        for law in recurrence::laws(&grid) {
            if sink.is_cancelled() {
                return;
            }
            let mut draft = Proposal::new(law.expr, &PROFILE);
            draft.skip = law.skip.max(draft.skip);
            (draft.fitted, draft.solved) = (law.fitted, true);
            draft.form = Some(law.form);
            passed += usize::from(offer(draft, problem, sink));
            if passed == MOST_LAWS {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests;
