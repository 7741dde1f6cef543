//! Laws that are no linear recurrence: quotients as of Somos, convolutions as of
//! algebraic generating functions, powers (a + b·n)^n, and binomials.

mod binomials;
mod power;
mod products;
mod ratio;

use ansatz_expr::Int;

use crate::verify::Fit;
use crate::{Context, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Sink};

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
struct Desk<'a> {
    problem: &'a Problem<'a, Int>,
    sink: &'a mut dyn Sink,
}

impl Desk<'_> {
    /// Passes a law on if it reproduces the terms after those it is given.
    fn offer(&mut self, proposal: Proposal) -> bool {
        let fits = proposal.start() < self.problem.terms().len()
            && Fit::of(&proposal, self.problem).is_exact();
        if fits {
            self.sink.propose(proposal);
        }
        fits
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
        let mut desk = Desk { problem, sink };
        products::propose(&mut desk);
        power::propose(&mut desk);
        binomials::propose(&mut desk);
    }
}

impl Proposer<Int> for Guessed {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, Int>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<Int>,
    ) -> Proposing<'a> {
        Guessed::propose(*self, problem, findings);
        Proposing::Done
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
