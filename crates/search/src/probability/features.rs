//! What speaks for a law, as numbers.

use crate::problem::Variety;
use crate::rank::Candidate;
use crate::{Evidence, Problem, Term};

/// How a law stands among the others that fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Standing {
    /// By how many bits the shortest description of the terms with another law
    /// is longer than with this one; negative if it is shorter.
    pub lead: f64,
    /// How many other laws fit.
    pub rivals: usize,
}

/// What speaks for a law, as numbers of about the same size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features {
    /// One number for each of [`Features::NAMES`].
    pub values: [f64; Features::COUNT],
    /// Whose writing of the law it is.
    pub by: &'static str,
}

impl Features {
    /// How many numbers there are.
    pub const COUNT: usize = 21;

    /// What they are, in order.
    pub const NAMES: [&'static str; Features::COUNT] = [
        "one",
        "margin",
        "large margin",
        "margin a term",
        "spare terms",
        "no spare term",
        "share of spare terms",
        "lead",
        "large lead",
        "no rival",
        "rivals",
        "exceptions",
        "reach",
        "law bits",
        "terms",
        "different terms",
        "two values",
        "increasing",
        "bits a term",
        "agreement",
        "few digits",
    ];

    pub(crate) fn of<T: Term>(
        candidate: &Candidate<T>,
        problem: &Problem<'_, T>,
        standing: Standing,
    ) -> Features {
        let Evidence { given, spare, freedom, law_bits, term_bits, .. } = candidate.evidence;
        let shown = problem.terms().len().max(1) as f64;
        let margin = term_bits - law_bits;
        let proposal = &candidate.proposal;
        let reach = proposal.expr.degree().saturating_sub(proposal.lead).min(given);
        let Variety { different, increasing } = problem.variety();
        let flag = |value: bool| f64::from(u8::from(value));
        let lead = if standing.rivals == 0 { 0.0 } else { standing.lead };
        let large = |bits: f64| bits.signum() * bits.abs().ln_1p();
        let values = [
            1.0,
            margin.clamp(-20.0, 40.0) / 20.0,
            large(margin),
            (margin / shown).clamp(-2.0, 10.0),
            (spare as f64).ln_1p(),
            flag(spare == 0),
            spare as f64 / (spare + freedom).max(1) as f64,
            lead.clamp(-20.0, 40.0) / 20.0,
            large(lead),
            flag(standing.rivals == 0),
            (standing.rivals as f64).ln_1p(),
            (given - reach) as f64 / 4.0,
            reach as f64 / 10.0,
            law_bits.min(200.0) / 50.0,
            shown.ln(),
            different as f64 / shown,
            flag(different <= 2),
            flag(increasing),
            (problem.bits().iter().sum::<f64>() / shown).ln_1p(),
            (candidate.origins.len() as f64).ln(),
            flag(problem.digits().are_few()),
        ];
        Features { values, by: proposal.origin.id }
    }
}
