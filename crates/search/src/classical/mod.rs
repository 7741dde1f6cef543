//! Classical methods: each solves for a law of one shape.
//!
//! Every method is usable alone through [`Method`]; [`propose`] runs them all.
//! They offer only laws that reproduce every term shown; whether that proves
//! anything is for the evidence to say.

pub(crate) mod field;
mod float;
mod floored;
mod holonomic;
mod interleave;
mod lift;
mod linear;
mod polynomial;
mod rational;
mod residue;
mod residues;
mod series;
mod template;
pub(crate) mod write;

use ansatz_expr::{Expr, Int};

pub(crate) use field::{PRIMES, relation};
pub(crate) use float::{approximate, float_features, snapped_multiples};
pub(crate) use linear::in_x;
pub use rational::Fractions;
pub(crate) use residues::Residues;
pub(crate) use write::{polynomial, sum};

use crate::verify::offer_exact;
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};

/// A classical method for integer sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Polynomials in n, also over an integer.
    Polynomial,
    /// Linear recurrences with constant coefficients.
    Linear,
    /// Linear recurrences with polynomial coefficients.
    Holonomic,
    /// Integer parts of polynomials with a denominator, and of `c / n`.
    Floored,
    /// Coefficients of rational generating functions and finite products.
    Series,
    /// Linear recurrences modulo a number.
    Residue,
    /// Laws of differences, partial sums and quotients.
    Lift,
    /// Several sequences taken in turns.
    Interleave,
}

/// The profile of a classical method.
const fn method(id: &'static str, label: &'static str) -> Profile {
    Profile { id, label, group: Group::Classical, searches: false }
}

impl Method {
    /// All of them, in the order in which [`propose`] runs them.
    pub const ALL: [Method; 8] = [
        Method::Polynomial,
        Method::Linear,
        Method::Holonomic,
        Method::Floored,
        Method::Series,
        Method::Residue,
        Method::Lift,
        Method::Interleave,
    ];

    /// Who its proposals are by.
    pub fn profile(self) -> &'static Profile {
        static POLYNOMIAL: Profile = method("polynomial", "polynomial");
        static LINEAR: Profile = method("linear", "linear recurrence");
        static HOLONOMIC: Profile = method("holonomic", "polynomial coefficients");
        static FLOORED: Profile = method("integer-part", "integer part");
        static SERIES: Profile = method("series", "generating function");
        static RESIDUE: Profile = method("residue", "recurrence modulo m");
        static LIFT: Profile = method("lift", "differences and quotients");
        static INTERLEAVE: Profile = method("interleave", "interleaving");
        match self {
            Method::Polynomial => &POLYNOMIAL,
            Method::Linear => &LINEAR,
            Method::Holonomic => &HOLONOMIC,
            Method::Floored => &FLOORED,
            Method::Series => &SERIES,
            Method::Residue => &RESIDUE,
            Method::Lift => &LIFT,
            Method::Interleave => &INTERLEAVE,
        }
    }

    /// Hands to the sink the laws of this shape that reproduce the terms.
    pub fn propose(self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        let mut method = MethodRun { problem, sink, method: self };
        match self {
            Method::Polynomial => polynomial::propose(&mut method),
            Method::Linear => linear::propose(&mut method),
            Method::Holonomic => holonomic::propose(&mut method),
            Method::Floored => floored::propose(&mut method),
            Method::Series => series::propose(&mut method),
            Method::Residue => residue::propose(&mut method),
            Method::Lift => lift::propose(&mut method),
            Method::Interleave => interleave::propose(&mut method),
        }
    }
}

impl ByTerms for Method {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        Method::profile(*self)
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        Method::propose(*self, problem, sink);
    }
}

/// Runs every method on the terms.
pub fn propose(problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
    for method in Method::ALL {
        if sink.is_cancelled() {
            return;
        }
        method.propose(problem, sink);
    }
}

/// Runs the methods for floats on the terms.
pub fn propose_floats(problem: &Problem<'_, f64>, sink: &mut dyn Sink) {
    float::propose(problem, sink);
}

/// Laws of floats that are linear in unknown coefficients.
#[derive(Debug, Clone, Copy)]
pub struct LeastSquares;

static LEAST_SQUARES: Profile = method("least-squares", "least squares");

impl ByTerms for LeastSquares {
    type Term = f64;

    fn profile(&self) -> &'static Profile {
        &LEAST_SQUARES
    }

    fn propose(&self, problem: &Problem<'_, f64>, sink: &mut dyn Sink) {
        float::propose(problem, sink);
    }
}

/// Where a method reads the terms and leaves its laws.
struct MethodRun<'a> {
    problem: &'a Problem<'a, Int>,
    sink: &'a mut dyn Sink,
    method: Method,
}

impl MethodRun<'_> {
    fn terms(&self) -> &[Int] {
        self.problem.terms()
    }

    /// An empty form for a law of this method.
    fn draft(&self, expr: Expr) -> Proposal {
        Proposal::new(expr, self.method.profile())
    }

    /// Passes a law on if it reproduces the terms after those it is given.
    fn offer(&mut self, proposal: Proposal) -> bool {
        offer_exact(proposal, self.problem, self.sink)
    }
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::Ranking;

    pub(super) fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Int> {
        values.into_iter().map(Int::from).collect()
    }

    pub(super) fn proposals(method: Method, terms: &[Int]) -> Vec<Proposal> {
        let mut list = Vec::new();
        method.propose(&Problem::new(terms), &mut list);
        list
    }

    /// The best law that a method finds, in functional notation.
    pub(super) fn best(method: Method, terms: &[Int]) -> String {
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 10);
        method.propose(&problem, &mut ranking);
        ranking.best().map(|best| format!("{:?}", best.proposal.expr)).unwrap_or_default()
    }

    /// What a method's best law continues the terms with.
    pub(super) fn continuation(method: Method, terms: &[Int], count: usize) -> Vec<Int> {
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, count);
        method.propose(&problem, &mut ranking);
        ranking.best().map(|best| best.next.clone()).unwrap_or_default()
    }
}
