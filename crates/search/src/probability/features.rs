//! What speaks for a law, as numbers.

use std::collections::HashSet;

use ansatz_expr::math;

use crate::catalogue::Catalogue;
use crate::problem::Variety;
use crate::rank::Candidate;
use crate::{Evidence, Group, Problem, Profile, Term};

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
    pub const COUNT: usize = 38;

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
        "met when rounded",
        "breaks the order",
        "changes the sign",
        "new values",
        "ends early",
        "leap",
        "famous",
        "margin by length",
        "lead by length",
        "no rival by length",
        "spare by length",
        "agreement by length",
        "law bits by length",
        "increasing by length",
        "two values by length",
        "rivals by length",
        "famous by length",
    ];

    /// Short and long beginnings are different problems: some numbers also count
    /// by how far the logarithm of the length is from that of so many terms.
    const USUAL_LENGTH: f64 = 18.0;

    pub(crate) fn of<T: Term>(
        candidate: &Candidate<T>,
        problem: &Problem<'_, T>,
        standing: Standing,
    ) -> Features {
        let Evidence { given, exceptions, spare, freedom, law_bits, term_bits, .. } =
            candidate.evidence;
        let shown = problem.known().max(1) as f64;
        let margin = term_bits - law_bits;
        let proposal = &candidate.proposal;
        let reach = proposal.expr.degree().saturating_sub(proposal.lead).min(given);
        let Variety { different, increasing } = problem.variety();
        let lead = if standing.rivals == 0 { 0.0 } else { standing.lead };
        let alone = flag(standing.rivals == 0);
        let rivals = math::ln_1p(standing.rivals as f64);
        let spare_terms = math::ln_1p(spare as f64);
        let law_length = law_bits.min(200.0) / 50.0;
        let increasing = flag(increasing);
        let two_values = flag(different <= 2);
        // Whoever enumerates from the same terms agrees with himself.
        let enumerating = |origin: &&&Profile| origin.group == Group::Enumerative;
        let enumerators = candidate.origins.iter().filter(enumerating).count();
        let agreeing = candidate.origins.len() - enumerators.saturating_sub(1);
        let agreement = math::ln(agreeing as f64);
        // What has a name is what people ask about.
        let famous = flag(candidate.origins.iter().any(|origin| origin.id == Catalogue::ID));
        let small_lead = lead.clamp(-20.0, 40.0) / 20.0;
        let length = math::ln(shown) - math::ln(Features::USUAL_LENGTH);
        let Continuity { breaks_order, changes_sign, new_values, ends_early, leap } =
            candidate.continuity;
        let values = [
            1.0,
            margin.clamp(-20.0, 40.0) / 20.0,
            large(margin),
            (margin / shown).clamp(-2.0, 10.0),
            spare_terms,
            flag(spare == 0),
            spare as f64 / (spare + freedom).max(1) as f64,
            small_lead,
            large(lead),
            alone,
            rivals,
            exceptions as f64 / 4.0,
            reach as f64 / 10.0,
            law_length,
            math::ln(shown),
            different as f64 / shown,
            two_values,
            increasing,
            math::ln_1p(problem.known_bits() / shown),
            agreement,
            flag(problem.digits().are_few()),
            // Short decimals that a law does not give to the last digit are measurements.
            flag(problem.digits().are_few() && !candidate.fit.exactly),
            flag(breaks_order),
            flag(changes_sign),
            new_values,
            flag(ends_early),
            leap,
            famous,
            length * large(margin),
            length * small_lead,
            length * alone,
            length * spare_terms,
            length * agreement,
            length * law_length,
            length * increasing,
            length * two_values,
            length * rivals,
            length * famous,
        ];
        Features { values, by: proposal.origin.id }
    }
}

fn flag(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// Large numbers count by their logarithms.
fn large(bits: f64) -> f64 {
    bits.signum() * math::ln_1p(bits.abs())
}

/// How the terms that a law predicts go with those shown: what has always
/// increased and suddenly does not is less likely to be right.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Continuity {
    /// The terms shown never decrease, or never increase, and those predicted do.
    breaks_order: bool,
    /// The terms shown have one sign, and some of those predicted have the other.
    changes_sign: bool,
    /// Where the terms shown have few values: the share of the predicted ones that
    /// have another.
    new_values: f64,
    /// The law has no value before ten terms are predicted.
    ends_early: bool,
    /// How differently the number of digits grows.
    leap: f64,
}

impl Continuity {
    /// Of the ten terms that follow, or as many as there are.
    pub fn of<T: Term>(problem: &Problem<'_, T>, next: &[T]) -> Continuity {
        let shown: Vec<f64> = problem.terms().iter().map(|term| term.to_double()).collect();
        let following: Vec<f64> = next.iter().map(|term| term.to_double()).collect();
        let joined: Vec<f64> = shown.iter().chain(&following).copied().collect();
        let all = |terms: &[f64], holds: fn(f64, f64) -> bool| {
            terms.windows(2).all(|pair| holds(pair[0], pair[1]))
        };
        let breaks = |holds: fn(f64, f64) -> bool| all(&shown, holds) && !all(&joined, holds);
        let turns = |is: fn(f64) -> bool| {
            shown.iter().all(|&term| is(term)) && !joined.iter().all(|&term| is(term))
        };
        let known: HashSet<_> = problem.terms().iter().map(|term| term.key()).collect();
        let others = next.iter().filter(|term| !known.contains(&term.key())).count();
        let has_few_values = 3 * known.len() <= shown.len();
        let size = |at: usize| joined.get(at).map_or(0.0, |term| math::log2(1.0 + term.abs()));
        let slope = |from: usize, to: usize| {
            if to > from { (size(to) - size(from)) / (to - from) as f64 } else { 0.0 }
        };
        let last = shown.len().saturating_sub(1);
        let leap = slope(last, joined.len().saturating_sub(1)) - slope(last / 2, last);
        Continuity {
            breaks_order: breaks(|a, b| a <= b) || breaks(|a, b| a >= b),
            changes_sign: turns(|term| term >= 0.0) || turns(|term| term <= 0.0),
            new_values: match has_few_values {
                true => others as f64 / next.len().max(1) as f64,
                false => 0.0,
            },
            ends_early: next.len() < Continuity::TERMS,
            leap: if leap.is_finite() { leap.abs().min(2.0) } else { 2.0 },
        }
    }

    /// As many terms are looked at.
    pub const TERMS: usize = 10;
}

/// Laws that predict the same next term, as numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Continuation {
    /// One number for each of [`Continuation::NAMES`].
    pub values: [f64; Continuation::COUNT],
    /// What speaks for the likeliest of them.
    pub best: Features,
}

impl Continuation {
    /// How many numbers there are.
    pub const COUNT: usize = 5;

    /// What they are, in order.
    pub const NAMES: [&'static str; Continuation::COUNT] =
        ["told together", "told by the best", "laws that agree", "share of laws", "all agree"];

    /// Of laws that predict the same next term, each with the probability of its
    /// next ten; `all` laws fit.
    pub(super) fn of(laws: &[(Features, f64)], all: usize) -> Option<Continuation> {
        let (best, highest) = laws.iter().copied().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let together = laws.iter().map(|(_, ten)| ten).sum::<f64>();
        let agreeing = laws.len() as f64;
        let values = [
            log_odds(together),
            log_odds(highest),
            math::ln(agreeing),
            agreeing / all.max(1) as f64,
            f64::from(u8::from(laws.len() == all)),
        ];
        Some(Continuation { values, best })
    }
}

/// Of a probability that is never quite certain.
fn log_odds(probability: f64) -> f64 {
    let share = probability.clamp(0.002, 0.998);
    math::ln(share / (1.0 - share))
}
