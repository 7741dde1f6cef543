//! Laws that are no linear recurrence: quotients as of Somos, convolutions as of
//! algebraic generating functions, powers (a + b·n)^n, and binomials.

mod binomials;
mod power;
mod products;
mod ratio;

use ansatz_expr::Int;

use crate::verify::offer_exact;
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};

/// Products of earlier terms, convolutions and powers.
#[derive(Debug, Clone, Copy)]
pub struct Guessed;

static PROFILE: Profile =
    Profile { id: "guessed", label: "products of terms", group: Group::Classical, searches: false };

/// Fewer terms prove nothing.
const LEAST_TERMS: usize = 7;
/// Products of smaller numbers than this come out by chance.
const LEAST_LARGEST: i64 = 20;

/// Where laws go.
struct GuessSearch<'a> {
    problem: &'a Problem<'a, Int>,
    sink: &'a mut dyn Sink,
}

impl GuessSearch<'_> {
    /// Passes a law on if it reproduces the terms after those it is given.
    fn offer(&mut self, proposal: Proposal) -> bool {
        offer_exact(proposal, self.problem, self.sink)
    }
}

impl Guessed {
    /// Hands to the sink the laws of these shapes that reproduce the terms.
    pub fn propose(self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        let terms = problem.terms();
        let large = terms.iter().any(|term| term.abs() > Int::from(LEAST_LARGEST));
        if terms.len() < LEAST_TERMS || !large {
            return;
        }
        let mut search = GuessSearch { problem, sink };
        products::propose(&mut search);
        power::propose(&mut search);
        binomials::propose(&mut search);
    }
}

impl ByTerms for Guessed {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        Guessed::propose(*self, problem, sink);
    }
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::Ranking;

    pub(super) fn ints(values: &[i128]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    /// What the best law continues the terms with, and the law.
    pub(super) fn continuation(terms: &[i128], count: usize) -> (Vec<Int>, String) {
        let terms = ints(terms);
        let problem = Problem::new(&terms);
        let mut ranking = Ranking::new(&problem, count);
        Guessed.propose(&problem, &mut ranking);
        let Some(best) = ranking.answer() else { return Default::default() };
        (best.next.clone(), best.proposal.expr.to_string())
    }
}
