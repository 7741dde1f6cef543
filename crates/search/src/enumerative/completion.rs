//! Completion: the network writes the top of a law, the enumeration its bottom.
//!
//! Where the network's laws do not fit, often one part of them is wrong. Every part
//! is taken out in turn. What must stand in its place follows from the terms, as far
//! as the operators above can be undone, and is looked up in a bank of small
//! expressions and in pairs of them; where they cannot be undone, the first of the
//! bank are tried.

use std::collections::HashMap;

use ansatz_expr::{Expr, Int, Node, Op, math, sort};
use ansatz_model::NetworkTerm;

use super::{Budget, COMPLETION};
use super::{floats::complete_floats, integers::complete_integers};
use crate::beam::Networks;
use crate::verify::Term;
use crate::{
    Context, Effort, Findings, Problem, Profile, Proposer, Proposing, Ranking, Settings, Sink,
};

/// So many expressions are tried in a place that cannot be solved for.
pub(super) const PREFIX: u32 = 10_000;

/// So many are tried in all such places together.
pub(super) const FORWARD: u64 = 1_500_000;

/// Words that are less likely than this are left out of the bank.
const UNLIKELY: f64 = 0.03;

/// The network's laws with another part.
#[derive(Debug, Clone, Copy)]
pub struct Completion;

impl Completion {
    const NORMAL: Budget =
        Budget { expressions: 100_000, joins: 600_000, confirmations: 1_000, bytes: 32 << 20 };
    const THOROUGH: Budget =
        Budget { expressions: 400_000, joins: 4_000_000, confirmations: 4_000, bytes: 64 << 20 };

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
                networks.get(<$term as NetworkTerm>::SYMBOLIC).is_some()
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
        let weight = |opinion: f64| math::exp((opinion - most) / 2.0);
        let total: f64 = laws.iter().map(|law| weight(law.0)).sum();
        let mut words: HashMap<Node, f64> = HashMap::new();
        for (opinion, law) in laws {
            let mut nodes = law.nodes().to_vec();
            sort::by_key(&mut nodes, |node| format!("{node:?}"));
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
        sort::by(&mut values, Ord::cmp);
        values.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Proposal;
    use crate::proposal::testing::WRITER;

    fn law(words: &str) -> Expr {
        Expr::from_words(words.split(' ')).unwrap()
    }

    fn is_completed<T: Term>(
        truth: &str,
        first: &[T],
        draft: &str,
        complete: impl Fn(&Problem<'_, T>, &[(f64, Expr)], &Budget, &mut dyn Sink),
    ) -> bool {
        let truth = law(truth);
        let mut terms = first.to_vec();
        truth.extend(&mut terms, 25 - first.len()).unwrap();
        let shown = &terms[..20];
        let mut found: Vec<Proposal> = Vec::new();
        complete(&Problem::new(shown), &[(-1.0, law(draft))], &Completion::NORMAL, &mut found);
        found.iter().any(|proposal| {
            assert_eq!(proposal.origin.id, "completion");
            let mut made = shown.to_vec();
            proposal.expr.extend(&mut made, 5).is_ok()
                && made.iter().zip(&terms).all(|(made, term)| {
                    (made.to_double() - term.to_double()).abs() <= 1e-9 * term.to_double().abs()
                })
        })
    }

    #[test]
    fn a_wrong_bottom_of_a_law_of_integers_is_replaced() {
        let first = [3, 5].map(|term: i64| Int::from(term));
        let completed = |truth, draft| is_completed(truth, &first, draft, complete_integers);
        let truth = "add mod mul u1 n 23 relu sub u2 mul n 2";
        assert!(completed(truth, "add mod mul u1 n 23 relu u2"));
        assert!(completed(truth, "add mod add u1 n 23 relu sub u2 mul n 2"));
    }

    #[test]
    fn a_wrong_part_of_a_law_of_integers_is_replaced_where_it_stands() {
        let first = [3, 5].map(|term: i64| Int::from(term));
        let completed = |truth, draft| is_completed(truth, &first, draft, complete_integers);
        // Both summands are too long for the bank, so that the place of the whole law
        // does not suffice: one of them must be the network's.
        let truth = "add mod add mul u1 n mul u2 13 101 mod add sqr n mul u2 7 89";
        assert!(completed(truth, "add mod add mul u1 n mul u2 13 101 mod add sqr n mul u1 7 89"));
        assert!(completed(truth, "add mod add mul u1 n mul u2 13 101 mul mul u2 7 sqr n"));
        // The same words as in the first, hence the same bank, but no part of the law.
        assert!(!completed(truth, "mod add mul sqr n 101 mul add u1 7 mod u2 13 89"));
    }

    #[test]
    fn a_wrong_bottom_of_a_law_of_floats_is_replaced() {
        let completed = |truth, draft| is_completed(truth, &[0.5], draft, complete_floats);
        let truth = "add mul sqrt n sin add u1 n div 1 add n 2";
        assert!(completed(truth, "add mul sqrt n sin add u1 n div 1 n"));
        assert!(completed(truth, "add mul sqrt n sin u1 div 1 add n 2"));
        assert!(!completed(truth, "cos n"));
    }

    #[test]
    fn without_the_network_there_is_nothing_to_complete() {
        assert!(!Proposer::<Int>::is_available(&Completion, &Networks::default()));
        assert!(!Proposer::<f64>::is_available(&Completion, &Networks::default()));
        let terms: Vec<Int> = [3, 1, 4, 1, 5, 9, 2, 6].map(|term: i64| Int::from(term)).into();
        let problem = Problem::new(&terms);
        let mut ranking = Ranking::new(&problem, 3);
        let settings = Settings::default();
        assert!(!Proposer::is_worth_running(&Completion, &settings, &ranking));
        let draft = Proposal::new(law("add u1 n"), &WRITER);
        ranking.add(Proposal { log_likelihood: Some(-1.0), ..draft });
        assert!(Proposer::is_worth_running(&Completion, &settings, &ranking));
        let quick = Settings { effort: Effort::Quick, ..settings };
        assert!(!Proposer::is_worth_running(&Completion, &quick, &ranking));
    }

    #[test]
    fn what_the_network_hardly_writes_is_left_out() {
        let laws = [(0.0, law("mod u2 17")), (-20.0, law("abs u3"))];
        let prior = Prior::of(&laws);
        assert!(prior.has_op(Op::Mod) && prior.has_op(Op::Add) && !prior.has_op(Op::Abs));
        assert!(prior.has(&Node::Prev(2)) && prior.has(&Node::N) && !prior.has(&Node::Prev(3)));
        assert_eq!(prior.integers().collect::<Vec<_>>(), [17]);
    }
}
