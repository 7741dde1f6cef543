//! What a proposer says, and to whom.

use ansatz_expr::Expr;

/// Who found a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The network's beam search.
    Beam,
    /// A classical method, by its name: "linear recurrence", "polynomial", ….
    Classical(&'static str),
    /// Bottom-up enumeration of small expressions.
    Enumerative,
    /// An approximation and a law of what it leaves.
    Refinement,
}

/// A law that a proposer believes in, not yet verified.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The right-hand side of `u(n) = …`.
    pub expr: Expr,
    /// The law is claimed only for n > `skip`: the terms before are given, not
    /// explained.
    pub skip: usize,
    /// How many zeros are imagined before the first term ("u(n) = 0 for
    /// n < 1"), so that a law may look back beyond it, as the coefficients of
    /// a generating function do. `n` counts from the first of them.
    pub lead: usize,
    /// Who found it.
    pub origin: Origin,
    /// How many numbers were solved for, or chosen to make the terms fit: as
    /// many terms prove nothing.
    pub fitted: usize,
    /// Whether the fitted numbers follow from as many terms, as the solution
    /// of a linear system does. Those terms then state the law as well as its
    /// writing does. A law found by trying many is not solved for.
    pub solved: bool,
    /// The network's log-likelihood, where it has one.
    pub log_likelihood: Option<f64>,
    /// The law in a form of its own where that says more: a closed form or a
    /// generating function.
    pub form: Option<String>,
}

impl Proposal {
    /// A law that is claimed wherever it can be computed, nothing fitted.
    pub fn new(expr: Expr, origin: Origin) -> Self {
        let skip = expr.degree();
        Proposal {
            expr,
            skip,
            lead: 0,
            origin,
            fitted: 0,
            solved: false,
            log_likelihood: None,
            form: None,
        }
    }

    /// How many terms are given rather than explained: at least `skip`, and
    /// as many as the law looks back (imagined zeros aside).
    pub fn start(&self) -> usize {
        self.skip.max(self.expr.degree().saturating_sub(self.lead))
    }
}

/// Who listens to proposals.
pub trait Sink {
    /// Takes a proposal.
    fn propose(&mut self, proposal: Proposal);

    /// Whether the listener has enough: proposers look between steps.
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl Sink for Vec<Proposal> {
    fn propose(&mut self, proposal: Proposal) {
        self.push(proposal);
    }
}
