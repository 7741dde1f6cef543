//! Completion: the network writes the top of a law, the enumeration its bottom.
//!
//! Where the network's laws do not fit, often one part of them is wrong. Every part
//! is taken out in turn. What must stand in its place follows from the terms, as far
//! as the operators above can be undone, and is looked up in a bank of small
//! expressions and in pairs of them; where they cannot be undone, the first of the
//! bank are tried.

use std::collections::HashMap;

use ansatz_expr::{Expr, Int, Node, Op};

use super::{Budget, COMPLETION};
use super::{floats::complete_floats, integers::complete_integers};
use crate::beam::Networks;
use crate::verify::Term;
use crate::{
    Context, Effort, Findings, Problem, Profile, Proposer, Proposing, Ranking, Settings, Sink,
};

/// So many expressions are tried in a place that cannot be solved for.
pub(super) const PREFIX: u32 = 4_000;

/// So many are tried in all such places together.
pub(super) const FORWARD: u64 = 600_000;

/// Words that are less likely than this are left out of the bank.
const UNLIKELY: f64 = 0.03;

/// The network's laws with another part.
#[derive(Debug, Clone, Copy)]
pub struct Completion;

impl Completion {
    const NORMAL: Budget =
        Budget { expressions: 30_000, joins: 300_000, confirmations: 500, bytes: 32 << 20 };
    const THOROUGH: Budget =
        Budget { expressions: 120_000, joins: 3_000_000, confirmations: 2_000, bytes: 64 << 20 };

    fn is_worth_running<T: Term>(settings: &Settings, found: &Ranking<'_, T>) -> bool {
        let best = found.best();
        settings.effort != Effort::Quick
            && !found.drafts().is_empty()
            && !best.is_some_and(|best| best.evidence.verdict.is_verified())
    }

    fn budget(settings: &Settings) -> Budget {
        match settings.effort {
            Effort::Thorough => Completion::THOROUGH,
            Effort::Quick | Effort::Normal => Completion::NORMAL,
        }
    }
}

macro_rules! proposer {
    ($term:ty, $complete:expr) => {
        impl Proposer<$term> for Completion {
            fn profile(&self) -> &'static Profile {
                &COMPLETION
            }

            fn is_available(&self, networks: &Networks) -> bool {
                networks.get(<$term as Term>::SYMBOLIC).is_some()
            }

            fn is_worth_running(&self, settings: &Settings, found: &Ranking<'_, $term>) -> bool {
                Completion::is_worth_running(settings, found)
            }

            fn propose<'a>(
                &'a self,
                problem: &'a Problem<'a, $term>,
                context: Context<'a>,
                findings: &'a mut dyn Findings<$term>,
            ) -> Proposing<'a> {
                let laws = findings.ranking().drafts().to_vec();
                let budget = Completion::budget(context.settings);
                let sink: &mut dyn Sink = findings;
                $complete(problem, &laws, &budget, sink);
                Proposing::Done
            }
        }
    };
}

proposer!(Int, complete_integers);
proposer!(f64, complete_floats);

/// Which words the network finds likely, by its laws.
pub(super) struct Prior(HashMap<Node, f64>);

impl Prior {
    pub(super) fn of(laws: &[(f64, Expr)]) -> Prior {
        let most = laws.iter().map(|law| law.0).fold(f64::NEG_INFINITY, f64::max);
        // Flatter than the network's own opinion, which was wrong so far.
        let weight = |opinion: f64| ((opinion - most) / 2.0).exp();
        let total: f64 = laws.iter().map(|law| weight(law.0)).sum();
        let mut words: HashMap<Node, f64> = HashMap::new();
        for (opinion, law) in laws {
            let mut nodes = law.nodes().to_vec();
            nodes.sort_by_key(|node| format!("{node:?}"));
            nodes.dedup();
            for node in nodes {
                *words.entry(node).or_default() += weight(*opinion) / total;
            }
        }
        words.retain(|_, share| *share >= UNLIKELY);
        Prior(words)
    }

    pub(super) fn has_op(&self, op: Op) -> bool {
        matches!(op, Op::Add | Op::Sub | Op::Mul) || self.has(&Node::Op(op))
    }

    pub(super) fn has(&self, node: &Node) -> bool {
        match node {
            Node::N | Node::Prev(1) => true,
            Node::Int(value) => matches!(value.to_i128(), Some(1 | 2)) || self.0.contains_key(node),
            _ => self.0.contains_key(node),
        }
    }

    /// Its integers, in order.
    pub(super) fn integers(&self) -> impl Iterator<Item = i64> {
        let value = |node: &Node| match node {
            Node::Int(value) => value.to_i128().and_then(|value| i64::try_from(value).ok()),
            _ => None,
        };
        let mut values: Vec<i64> = self.0.keys().filter_map(value).filter(|&v| v != 0).collect();
        values.sort_unstable();
        values.into_iter()
    }
}
