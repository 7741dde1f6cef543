//! Enumeration: every small expression, and pairs of them that meet.
//!
//! Expressions are built bottom-up, cheapest first, over `n`, small constants
//! and earlier terms. Earlier terms are the true ones of the input, so an
//! expression is a vector of values, and of those with equal values only the
//! cheapest is kept: the bank. Words beyond the paper's (gcd, isprime, u(n//2), …)
//! are among the leaves where the terms look like it. Laws beyond the bank are found without being
//! built: for an `a` of the bank, `u - a` is looked up, and if it is there as
//! `b`, the law is `a + b`; likewise for other operators, for targets such as
//! `u * x` in place of `u`, and for constants, which are worked out from the
//! values rather than tried.
//!
//! Work is bounded by numbers of expressions and joins, never by time, so the
//! same terms always get the same answer.

mod bank;
mod collect;
mod completion;
mod context;
mod dual;
mod float_targets;
mod floats;
mod frame;
mod index;
mod infer;
mod integers;
mod joins;
mod looks;
mod pieces;
mod targets;

pub use completion::Completion;
pub use floats::propose_floats;
pub use integers::propose_integers;

use ansatz_expr::Int;

use crate::{Context, Effort, Findings, Group, Problem, Profile, Proposer, Proposing};

/// Every small expression, and pairs of them that meet.
#[derive(Debug, Clone, Copy)]
pub struct Enumerator;

static ENUMERATION: Profile =
    Profile { id: "enumerative", label: "enumeration", group: Group::Enumerative, searches: true };

static COMPLETION: Profile =
    Profile { id: "completion", label: "completion", group: Group::Enumerative, searches: true };

impl Proposer<Int> for Enumerator {
    fn profile(&self) -> &'static Profile {
        &ENUMERATION
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, Int>,
        context: Context<'a>,
        findings: &'a mut dyn Findings<Int>,
    ) -> Proposing<'a> {
        let best = findings.ranking().best();
        let is_verified = best.is_some_and(|best| best.evidence.verdict.is_verified());
        // What is verified is looked for in a shorter writing only.
        let budget = match context.settings.effort {
            Effort::Normal if is_verified => Budget::QUICK,
            effort => Budget::of(effort),
        };
        propose_integers(problem, &budget, findings);
        Proposing::Done
    }
}

impl Proposer<f64> for Enumerator {
    fn profile(&self) -> &'static Profile {
        &ENUMERATION
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, f64>,
        context: Context<'a>,
        findings: &'a mut dyn Findings<f64>,
    ) -> Proposing<'a> {
        propose_floats(problem, &Budget::of(context.settings.effort), findings);
        Proposing::Done
    }
}

/// How much work to spend, and how much memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Expressions computed for the bank, those with known values included.
    pub expressions: u64,
    /// Pairs of expressions looked up or computed beyond the bank.
    pub joins: u64,
    /// Hits that are checked exactly on all terms.
    pub confirmations: usize,
    /// Bytes that the bank, the targets and their tables may take together;
    /// below a quarter of a megabyte the smallest tables are more than that.
    /// See [`SearchStats::bytes`] for what was taken.
    pub bytes: usize,
}

impl Budget {
    /// A few milliseconds.
    pub const QUICK: Budget =
        Budget { expressions: 12_000, joins: 80_000, confirmations: 300, bytes: 8 << 20 };
    /// Some tens of milliseconds.
    pub const NORMAL: Budget =
        Budget { expressions: 100_000, joins: 1_200_000, confirmations: 2_000, bytes: 64 << 20 };
    /// About a second.
    pub const THOROUGH: Budget =
        Budget { expressions: 600_000, joins: 16_000_000, confirmations: 6_000, bytes: 64 << 20 };
}

impl Budget {
    /// What an effort buys.
    pub fn of(effort: Effort) -> Budget {
        match effort {
            Effort::Quick => Budget::QUICK,
            Effort::Normal => Budget::NORMAL,
            Effort::Thorough => Budget::THOROUGH,
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::NORMAL
    }
}

/// What a search came to.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SearchStats {
    /// Expressions computed for the bank.
    pub expressions: u64,
    /// Distinct ones among them: the size of the bank.
    pub distinct: u64,
    /// Pairs looked up or computed beyond the bank.
    pub joins: u64,
    /// Bytes held at the end, by the capacity of every large vector and table.
    /// The bound is kept by limiting the number of entries beforehand, each
    /// counted twice: while a vector grows, the old and the new are both there.
    /// Not counted are the few hundred laws under confirmation.
    pub bytes: usize,
    /// Bits of information in all terms, less those of the best law
    /// and of the terms that it takes as given. Negative: the terms themselves
    /// are the shorter description, the law says nothing.
    pub gain: Option<f64>,
    /// By how many bits the best law beats the next one that continues the
    /// terms differently.
    pub lead: Option<f64>,
}
