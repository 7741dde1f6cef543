//! Transforms: what is left of a sequence when sums or products over divisors,
//! partitions, convolutions or binomial sums are undone is looked up among
//! functions of n.

mod convolution;
mod dirichlet;
mod factors;
mod left;
mod runs;
#[cfg(test)]
mod tests;

use ansatz_expr::{Error, Expr, Int, Op};

pub(in crate::families) use left::{LeftLaw, describe, substitute};

use super::functions::{FunctionDraft, Origins, offer, origins};
use crate::{ByTerms, Problem, Profile, Sink};

/// Fewer terms than this say nothing about transforms.
const LEAST_TERMS: usize = 8;

/// Sequences that become simple by a transform.
#[derive(Debug, Clone, Copy)]
pub struct Transforms;

static PROFILES: Origins = origins("transforms", "transforms");

impl ByTerms for Transforms {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILES[0]
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        if problem.terms().len() >= LEAST_TERMS {
            let drafts = search(problem, sink);
            offer(drafts, most_bits(problem), &PROFILES, problem, sink);
        }
    }
}

/// Transforms are few, and what they leave is looked up once: their laws may be
/// as long as any answer.
fn most_bits(problem: &Problem<'_, Int>) -> f64 {
    problem.bits().iter().sum::<f64>() + problem.thresholds().most_excess_bits
}

/// Laws that may fit.
fn search(problem: &Problem<'_, Int>, sink: &(impl Sink + ?Sized)) -> Vec<FunctionDraft> {
    let terms: Option<Vec<i128>> = problem.terms().iter().map(|term| term.to_i128()).collect();
    let Some(terms) = terms else { return Vec::new() };
    let mut drafts = Vec::new();
    dirichlet::propose(&terms, &mut drafts);
    factors::propose(&terms, &mut drafts);
    if !sink.is_cancelled() {
        convolution::propose(&terms, &mut drafts);
        runs::propose(&terms, &mut drafts);
    }
    drafts
}

/// `n`, or `n - shift`.
fn shifted(shift: usize) -> Result<Expr, Error> {
    match shift {
        0 => Ok(Expr::n()),
        shift => Expr::binary(Op::Sub, &Expr::n(), &Expr::int(shift as i64)),
    }
}
