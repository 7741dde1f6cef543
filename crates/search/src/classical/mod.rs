//! Classical methods: each solves for a law of one shape.
//!
//! Every method is usable alone through [`Method`]; [`propose`] runs them all.
//! They offer only laws that reproduce every term shown; whether that proves
//! anything is for the evidence to say.

mod ansatz;
mod field;
mod float;
mod floored;
mod holonomic;
mod interleave;
mod lift;
mod linear;
mod polynomial;
mod residue;
mod series;
mod write;

use ansatz_expr::{Expr, Int};

pub(crate) use float::{approximate, float_features, snapped_multiples};

use crate::verify::Fit;
use crate::{Origin, Proposal, Sink};
use ansatz::Shown;

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

    /// The name that its proposals carry.
    pub fn name(self) -> &'static str {
        match self {
            Method::Polynomial => "polynomial",
            Method::Linear => "linear recurrence",
            Method::Holonomic => "polynomial coefficients",
            Method::Floored => "integer part",
            Method::Series => "generating function",
            Method::Residue => "recurrence modulo m",
            Method::Lift => "differences and quotients",
            Method::Interleave => "interleaving",
        }
    }

    /// Hands to the sink the laws of this shape that reproduce the terms.
    pub fn propose(self, terms: &[Int], sink: &mut dyn Sink) {
        self.run(&mut Desk { shown: &Shown::new(terms), sink, method: self });
    }

    fn run(self, desk: &mut Desk<'_>) {
        match self {
            Method::Polynomial => polynomial::propose(desk),
            Method::Linear => linear::propose(desk),
            Method::Holonomic => holonomic::propose(desk),
            Method::Floored => floored::propose(desk),
            Method::Series => series::propose(desk),
            Method::Residue => residue::propose(desk),
            Method::Lift => lift::propose(desk),
            Method::Interleave => interleave::propose(desk),
        }
    }
}

/// Runs every method on the terms.
pub fn propose(terms: &[Int], sink: &mut dyn Sink) {
    let shown = Shown::new(terms);
    for method in Method::ALL {
        if sink.is_cancelled() {
            return;
        }
        method.run(&mut Desk { shown: &shown, sink, method });
    }
}

/// Runs the methods for floats on the terms.
pub fn propose_floats(terms: &[f64], sink: &mut dyn Sink) {
    float::propose(terms, sink);
}

/// Where a method reads the terms and leaves its laws.
struct Desk<'a> {
    shown: &'a Shown<'a>,
    sink: &'a mut dyn Sink,
    method: Method,
}

impl Desk<'_> {
    fn terms(&self) -> &[Int] {
        self.shown.terms()
    }

    /// An empty form for a law of this method.
    fn draft(&self, expr: Expr) -> Proposal {
        Proposal::new(expr, Origin::Classical(self.method.name()))
    }

    /// Passes a law on if it reproduces the terms after those it is given.
    fn offer(&mut self, proposal: Proposal) -> bool {
        let terms = self.shown.terms();
        let fits = proposal.start() < terms.len() && Fit::of(&proposal, terms, 0.0).is_exact();
        if fits {
            self.sink.propose(proposal);
        }
        fits
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
        method.propose(terms, &mut list);
        list
    }

    /// The best law that a method finds, in functional notation.
    pub(super) fn best(method: Method, terms: &[Int]) -> String {
        let mut ranking = Ranking::new(terms, 10);
        method.propose(terms, &mut ranking);
        ranking.best().map(|best| format!("{:?}", best.proposal.expr)).unwrap_or_default()
    }

    /// What a method's best law continues the terms with.
    pub(super) fn continuation(method: Method, terms: &[Int], count: usize) -> Vec<Int> {
        let mut ranking = Ranking::new(terms, count);
        method.propose(terms, &mut ranking);
        ranking.best().map(|best| best.next.clone()).unwrap_or_default()
    }
}
