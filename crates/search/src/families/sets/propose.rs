//! Sets among the proposers.

use ansatz_expr::{Expr, Int};

use super::find;
use crate::{
    Context, Effort, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Ranking,
    Settings,
};

/// Who it is.
static SETS: Profile = Profile {
    id: "sets",
    label: "numbers with a property",
    group: Group::Classical,
    searches: true,
};

/// How many laws are proposed.
const PROPOSED: usize = 3;

/// Proposes sets of integers in increasing order, and the places of one of two
/// values; see the [module](super).
#[derive(Debug, Clone, Copy)]
pub struct Sets;

impl Proposer<Int> for Sets {
    fn profile(&self) -> &'static Profile {
        &SETS
    }

    fn is_worth_running(&self, settings: &Settings, found: &Ranking<'_, Int>) -> bool {
        settings.effort != Effort::Quick && !found.explains()
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, Int>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<Int>,
    ) -> Proposing<'a> {
        let words = problem.terms().iter().map(|term| i64::try_from(term.to_i128()?).ok());
        let Some(terms) = words.collect::<Option<Vec<i64>>>() else { return Proposing::Done };
        let laws = find(&terms).into_iter().filter(|law| law.margin() > 0.0);
        for law in laws.take(PROPOSED) {
            // The text is the law; what the language does not have is not said.
            if let Ok(expr) = law.to_string().parse::<Expr>() {
                let mut proposal = Proposal::new(expr, &SETS);
                proposal.skip = proposal.skip.max(law.skip);
                findings.propose(proposal);
            }
        }
        Proposing::Done
    }
}
