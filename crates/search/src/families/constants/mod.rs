//! Laws with a real constant in them: its digits, its partial quotients, the
//! integer parts of its multiples.
//!
//! The terms say between which two numbers the constant lies; a bank of constants
//! that are short to say has those that lie there.

mod bank;
mod digits;
mod fraction;
mod multiples;
mod roots;

use ansatz_expr::{Expr, Int};

use crate::verify::offer_exact;
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};

/// Digits, partial quotients and multiples of constants.
#[derive(Debug, Clone, Copy)]
pub struct Constants;

static PROFILE: Profile =
    Profile { id: "constants", label: "real constants", group: Group::Classical, searches: false };

/// Fewer terms say nothing about a constant.
const LEAST_TERMS: usize = 6;
/// Larger terms are beyond what doubles tell apart.
const LARGEST: i128 = 1 << 45;

/// Where laws of constants go.
struct ConstantSearch<'a> {
    problem: &'a Problem<'a, Int>,
    sink: &'a mut dyn Sink,
}

impl ConstantSearch<'_> {
    /// Passes a law on if it reproduces the terms. `price` is what it takes to
    /// say which constant it is, and how it is used, in bits.
    fn offer(&mut self, expr: Result<Expr, ansatz_expr::Error>, price: f64) -> bool {
        let Ok(expr) = expr else { return false };
        if self.sink.is_cancelled() {
            return false;
        }
        let mut proposal = Proposal::new(expr, &PROFILE);
        (proposal.fitted, proposal.solved) = (1, true);
        proposal.stated_bits = Some(price);
        offer_exact(proposal, self.problem, self.sink)
    }
}

impl Constants {
    /// Hands to the sink the laws of this shape that reproduce the terms.
    pub fn propose(self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        let small = |term: &Int| term.to_i128().filter(|term| term.abs() <= LARGEST);
        let Some(terms) = problem.terms().iter().map(small).collect::<Option<Vec<i128>>>() else {
            return;
        };
        // A constant explains nothing in terms that hardly vary.
        let varied = terms.iter().any(|term| Some(term) != terms.first());
        if terms.len() < LEAST_TERMS || !varied || terms.iter().any(|term| *term < 0) {
            return;
        }
        let mut search = ConstantSearch { problem, sink };
        digits::propose(&mut search, &terms);
        fraction::propose(&mut search, &terms);
        multiples::propose(&mut search, &terms);
    }
}

impl ByTerms for Constants {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        Constants::propose(*self, problem, sink);
    }
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::Ranking;

    /// What the best law continues the terms with, if it makes an answer, and the
    /// law.
    pub(super) fn continuation(terms: &[i64], count: usize) -> (Vec<i64>, String) {
        let terms: Vec<Int> = terms.iter().map(|&term| Int::from(term)).collect();
        let problem = Problem::new(&terms);
        let mut ranking = Ranking::new(&problem, count);
        Constants.propose(&problem, &mut ranking);
        let Some(best) = ranking.answer() else { return Default::default() };
        let next = best.next.iter().map(|term| term.to_f64() as i64).collect();
        (next, best.proposal.expr.to_string())
    }
}
