//! Sets among the proposers.

use ansatz_expr::{Expr, Int};

use super::find;
use crate::{
    Candidate, Context, Effort, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing,
    Ranking, Settings,
};

/// Who it is.
static SETS: Profile = Profile {
    id: "sets",
    label: "numbers with a property",
    group: Group::Classical,
    searches: false,
};

/// What the family can say beyond what its prices tell, in bits: what makes 97 % of
/// the laws right that are verified, on OEIS sequences of 25 terms that are in no
/// test bed.
const UNPRICED: f64 = 6.0;

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
        let is_verified = |best: &Candidate<Int>| best.evidence.verdict.is_verified();
        settings.effort != Effort::Quick && !found.best().is_some_and(is_verified)
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, Int>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<Int>,
    ) -> Proposing<'a> {
        proposals(problem).into_iter().for_each(|proposal| findings.propose(proposal));
        Proposing::Done
    }
}

/// The best laws, written in the language.
pub(super) fn proposals(problem: &Problem<'_, Int>) -> Vec<Proposal> {
    let words = problem.terms().iter().map(|term| i64::try_from(term.to_i128()?).ok());
    let Some(terms) = words.collect::<Option<Vec<i64>>>() else { return Vec::new() };
    let laws = find(&terms).into_iter().filter(|law| law.margin() > 0.0);
    let written = laws.take(PROPOSED).filter_map(|law| {
        // The text is the law; what the language does not have is not said.
        let mut proposal = Proposal::new(law.to_string().parse::<Expr>().ok()?, &SETS);
        proposal.skip = proposal.skip.max(law.skip);
        // Numbers in increasing order tell less than each of them by itself.
        let told: f64 = problem.bits().iter().skip(proposal.start()).sum();
        proposal.stated_bits = Some((told - law.margin()).max(law.bits) + UNPRICED);
        Some(proposal)
    });
    written.collect()
}
