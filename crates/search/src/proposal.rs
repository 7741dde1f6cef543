//! What a proposer says, who said it, and to whom.

use std::cmp::Ordering;

use ansatz_expr::Expr;

use crate::Measurement;

/// Kinds of proposers, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// The network's symbolic proposals.
    Beam,
    /// Methods that solve for laws of one shape.
    Classical,
    /// Enumeration of small expressions.
    Enumerative,
    /// Laws of what approximations leave.
    Refinement,
    /// The numeric network's terms without a law.
    Numeric,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 5] =
        [Group::Beam, Group::Classical, Group::Enumerative, Group::Refinement, Group::Numeric];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            Group::Beam => "beam",
            Group::Classical => "classical",
            Group::Enumerative => "enumerative",
            Group::Refinement => "refinement",
            Group::Numeric => "numeric",
        }
    }

    /// How it is called where people see it.
    pub fn label(self) -> &'static str {
        match self {
            Group::Beam => "network",
            Group::Classical => "classical",
            Group::Enumerative => "enumeration",
            Group::Refinement => "refinement",
            Group::Numeric => "numeric network",
        }
    }
}

/// Who a proposer is. Options, stages, `foundBy` and tables name it by this and
/// by nothing else.
#[derive(Debug)]
pub struct Profile {
    /// The name in options: lower case, hyphens.
    pub id: &'static str,
    /// How it is called where people see it.
    pub label: &'static str,
    /// Its kind.
    pub group: Group,
    /// Whether it tries so many laws that some fit by luck.
    pub searches: bool,
}

impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Profile {}

impl PartialOrd for Profile {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Profile {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.group, self.label, self.id).cmp(&(other.group, other.label, other.id))
    }
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
    pub origin: &'static Profile,
    /// How many numbers were solved for, or chosen to make the terms fit: as
    /// many terms prove nothing.
    pub fitted: usize,
    /// Whether the fitted numbers follow from as many terms, as the solution
    /// of a linear system does. Those terms then state the law as well as its
    /// writing does. A law found by trying many is not solved for.
    pub solved: bool,
    /// What the law costs in a code of the family that found it, in bits, where that
    /// is nearer to the truth than the length of its writing: about log2 of how many
    /// laws as simple the family has.
    pub stated_bits: Option<f64>,
    /// The network's log-likelihood, where it has one.
    pub log_likelihood: Option<f64>,
    /// The law in a form of its own where that says more: a closed form or a
    /// generating function.
    pub form: Option<String>,
    /// What is known of the noise, if the law was fitted to terms with noise: it
    /// then meets them within that and not to the last digit.
    pub measurement: Option<Box<Measurement>>,
}

impl Proposal {
    /// A law that is claimed wherever it can be computed, nothing fitted.
    pub fn new(expr: Expr, origin: &'static Profile) -> Self {
        let skip = expr.degree();
        Proposal {
            expr,
            skip,
            lead: 0,
            origin,
            fitted: 0,
            solved: false,
            stated_bits: None,
            log_likelihood: None,
            form: None,
            measurement: None,
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

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A proposer that solves for its laws.
    pub(crate) static SOLVER: Profile =
        Profile { id: "solver", label: "solver", group: Group::Classical, searches: false };
    /// A proposer that tries many.
    pub(crate) static SEARCHER: Profile =
        Profile { id: "searcher", label: "searcher", group: Group::Enumerative, searches: true };
    /// The network.
    pub(crate) static WRITER: Profile =
        Profile { id: "writer", label: "writer", group: Group::Beam, searches: false };
}
