//! Laws with an exception in the middle, written `if(n == 5, 26, n^2)`: a misprint, or
//! a term that has a reason of its own.

use ansatz_expr::{Expr, Int, Op, math};

use super::offer::offer;
use super::system::{self, Solution};
use crate::classical::write;
use crate::price::description_bits;
use crate::{
    Context, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Ranking, Settings,
};

/// Closed forms that all terms but a few follow.
#[derive(Debug, Clone, Copy)]
pub struct Exceptions;

static PROFILE: Profile = Profile {
    id: "exceptions",
    label: "laws with exceptions",
    group: Group::Classical,
    searches: false,
};

/// Fewer terms have no exceptions: whatever does not fit them is wrong.
const LEAST_TERMS: usize = 8;

/// So many terms must follow for each exception.
const TERMS_PER_EXCEPTION: usize = 6;

/// The highest degree of a polynomial.
const MOST_DEGREE: usize = 3;

/// So many terms beyond its coefficients must lie on a polynomial at one end.
const LEAST_SPARE: usize = 2;

/// So many terms must follow the last exception.
const LEAST_AFTER: usize = 2;

impl Proposer<Int> for Exceptions {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    /// A law without exceptions that explains the terms is plainer.
    fn is_worth_running(&self, _: &Settings, found: &Ranking<'_, Int>) -> bool {
        !found.best().is_some_and(|best| best.evidence.verdict.is_verified())
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, Int>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<Int>,
    ) -> Proposing<'a> {
        let terms = problem.terms();
        if terms.len() < LEAST_TERMS {
            return Proposing::Done;
        }
        let mut laws = polynomials(terms);
        let near = findings.ranking().candidates().into_iter();
        let near = near.filter(|law| !law.is_exact() && law.proposal.lead == 0);
        laws.extend(near.map(|law| law.proposal.expr.clone()));
        for law in laws {
            if let Some(proposal) = with_exceptions(&law, problem) {
                offer(proposal, problem, findings);
            }
        }
        Proposing::Done
    }
}

/// The polynomials of low degree that the first and the last terms lie on, and some
/// more terms than it takes to say so.
fn polynomials(terms: &[Int]) -> Vec<Expr> {
    let values: Option<Vec<i128>> = terms.iter().map(|term| term.to_i128()).collect();
    let Some(values) = values else { return Vec::new() };
    let rows: Vec<(i128, i128)> = (1..).zip(values).collect();
    let mut laws: Vec<Expr> = Vec::new();
    for count in 1..=MOST_DEGREE + 1 {
        let length = count + LEAST_SPARE;
        let last = rows.len().checked_sub(length).and_then(|from| rows.get(from..));
        let ends = [rows.get(..length), last].into_iter().flatten();
        for law in ends.filter_map(|end| through(end, count)) {
            if !laws.contains(&law) {
                laws.push(law);
            }
        }
    }
    laws
}

/// The polynomial with so many coefficients through these places and values.
fn through(points: &[(i128, i128)], count: usize) -> Option<Expr> {
    let row = |&(index, value): &(i128, i128)| {
        let powers = (0..count as u32).map(|power| index.checked_pow(power));
        powers.chain([Some(value)]).collect::<Option<Vec<i128>>>()
    };
    let rows: Vec<Vec<i128>> = points.iter().map(row).collect::<Option<_>>()?;
    let Solution { numerators, denominator } = system::solve(&rows)?;
    let dividend = write::sum(vec![write::polynomial(&numerators).ok()?]).ok()?;
    write::quotient(&dividend, &Expr::int(Int::from(denominator))).ok()
}

/// The law with every term that it misses as an exception, if these are few and some
/// of them stand in the middle.
fn with_exceptions(law: &Expr, problem: &Problem<'_, Int>) -> Option<Proposal> {
    let terms = problem.terms();
    let start = law.degree();
    let mut history = terms.get(..start)?.to_vec();
    // An undefined term ends the run.
    let _ = law.extend(&mut history, terms.len() - start);
    let missed = |&(index, term): &(usize, &Int)| history.get(index) != Some(term);
    let odd: Vec<(usize, &Int)> = terms.iter().enumerate().filter(missed).collect();
    let (last, _) = odd.last()?;
    let few = odd.len() * TERMS_PER_EXCEPTION <= terms.len();
    if !few || last + LEAST_AFTER >= terms.len() {
        return None;
    }
    // What is irregular at the start only is given to a law, and no exception in it.
    if odd.iter().enumerate().all(|(count, (index, _))| start + count == *index) {
        return None;
    }
    let mut expr = law.clone();
    for (index, term) in odd.iter().rev() {
        let here = Expr::binary(Op::Eq, &Expr::n(), &Expr::int(*index as i64 + 1)).ok()?;
        expr = Expr::call(Op::If, &[&here, &Expr::int(**term), &expr]).ok()?;
    }
    let place_bits = odd.len() as f64 * math::log2(terms.len() as f64);
    let term_bits: f64 = odd.iter().filter_map(|(index, _)| problem.bits().get(*index)).sum();
    Some(Proposal {
        fitted: 2 * odd.len(),
        stated_bits: Some(description_bits(law) + place_bits + term_bits),
        ..Proposal::new(expr, &PROFILE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Int> {
        values.into_iter().map(Int::from).collect()
    }

    fn found(terms: &[Int]) -> Option<String> {
        let problem = Problem::new(terms);
        let laws = polynomials(terms);
        let mut proposals: Vec<Proposal> =
            laws.iter().filter_map(|law| with_exceptions(law, &problem)).collect();
        proposals.dedup_by(|a, b| a.expr == b.expr);
        (proposals.len() == 1).then(|| proposals[0].expr.to_string())
    }

    #[test]
    fn a_misprint_among_squares_is_an_exception() {
        let mut terms = ints((1..=13).map(|n| n * n));
        assert_eq!(found(&terms), None, "nothing is missed");
        terms[4] = 26i64.into();
        assert_eq!(found(&terms).as_deref(), Some("if(n == 5, 26, n^2)"));
        terms[7] = 65i64.into();
        let both = "if(n == 5, 26, if(n == 8, 65, n^2))";
        assert_eq!(found(&terms).as_deref(), Some(both));
    }

    #[test]
    fn irregular_beginnings_and_ends_are_no_exceptions() {
        let mut terms = ints((1..=12).map(|n| 3 * n));
        terms[0] = 5i64.into();
        assert_eq!(found(&terms), None);
        let mut terms = ints((1..=12).map(|n| 3 * n));
        terms[11] = 37i64.into();
        assert_eq!(found(&terms), None);
    }
}
