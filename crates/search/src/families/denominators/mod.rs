//! Generating functions P(x)/Q(x) whose denominator is a product of few short
//! factors, as (1 - x)^2·(1 - x^5).
//!
//! A linear recurrence of order k takes 2k terms to be solved for. Most long
//! ones that occur have a denominator that is quickly said; then all but the
//! terms of the numerator are proof. So products are tried, cheapest first, and
//! each costs what it takes to say which it is.

mod factors;
mod finish;
mod product;

use ansatz_expr::{Error, Expr, Int};

use crate::classical::{in_x, sum};
use crate::verify::offer_exact;
use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};
use factors::{Factor, Polynomial};

/// Laws with a denominator that is a product of short factors.
#[derive(Debug, Clone, Copy)]
pub struct Denominators;

static PROFILE: Profile = Profile {
    id: "denominators",
    label: "short denominators",
    group: Group::Classical,
    searches: false,
};

/// Fewer terms prove no product.
const LEAST_TERMS: usize = 7;
/// What it takes to say that there is such a law, in bits: see
/// [`Thresholds::shape_bits`](crate::Thresholds).
const SHAPE_BITS: f64 = 14.0;
/// What a law must save more where a single term is proof, in bits. Of 18 laws
/// with one or none that saved less, on OEIS sequences of 15 terms, all were wrong.
const ONE_SPARE_BITS: f64 = 15.0;
/// How many laws are proposed.
const MOST_LAWS: usize = 6;
/// A numerator longer than this is not written out.
const LONGEST_NUMERATOR: usize = 12;

/// A denominator with which the terms have a numerator of so many.
#[derive(Debug, Clone, PartialEq)]
struct Denominator {
    factors: Vec<Factor>,
    /// How many terms the numerator has: those are given.
    given: usize,
    /// What it takes to say which denominator it is, in bits.
    price: f64,
}

/// The best denominators so far.
struct Shortlist<'a> {
    /// What the first terms tell, by how many they are.
    told: &'a [f64],
    found: Vec<(f64, Denominator)>,
}

impl Shortlist<'_> {
    /// What a law takes that is given so many terms.
    fn total(&self, price: f64, given: usize) -> Option<f64> {
        self.told.get(given).map(|told| told + given as f64 + price)
    }

    /// Whether a law of so many factors would be among the best, and saves as
    /// much as it must.
    fn admits(&self, price: f64, given: usize, factors: usize, least: f64) -> bool {
        let (Some(total), Some(all)) = (self.total(price, given), self.told.last()) else {
            return false;
        };
        // All terms but those given and as many as there are factors are proof.
        let least = match self.told.len().checked_sub(given + factors + 1) {
            None | Some(0) => return false,
            Some(1) => least + ONE_SPARE_BITS,
            Some(_) => least,
        };
        total + least + SHAPE_BITS < *all
            && (self.found.len() < MOST_LAWS
                || self.found.last().is_none_or(|(worst, _)| total < *worst))
    }

    fn add(&mut self, found: Denominator) {
        let Some(total) = self.total(found.price, found.given) else { return };
        let place = self.found.partition_point(|(other, _)| *other <= total);
        self.found.insert(place, (total, found));
        self.found.truncate(MOST_LAWS);
    }
}

impl Denominators {
    /// Hands to the sink the laws of this shape that reproduce the terms.
    pub fn propose(self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        let terms = problem.terms();
        let Some(series) = terms.iter().map(|term| term.to_i128()).collect::<Option<Vec<_>>>()
        else {
            return;
        };
        if series.len() < LEAST_TERMS {
            return;
        }
        let mut told = vec![0.0];
        for bits in problem.bits() {
            told.push(told.last().copied().unwrap_or(0.0) + bits);
        }
        let mut list = Shortlist { told: &told, found: Vec::new() };
        product::search(&series, &mut list);
        finish::search(&series, &mut list);
        for (_, found) in list.found {
            if sink.is_cancelled() {
                return;
            }
            let Some(Ok(proposal)) = law(&found, &series) else { continue };
            offer_exact(proposal, problem, sink);
        }
    }
}

impl ByTerms for Denominators {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        Denominators::propose(*self, problem, sink);
    }
}

/// The recurrence that a denominator says.
fn law(found: &Denominator, series: &[i128]) -> Option<Result<Proposal, Error>> {
    let mut denominator = Polynomial::one();
    for factor in &found.factors {
        denominator = denominator.times(factor)?;
    }
    let coefficients = denominator.coefficients();
    let write = || -> Result<Expr, Error> {
        let mut summands = Vec::new();
        for (lag, &coefficient) in coefficients.iter().enumerate().skip(1) {
            if coefficient != 0 {
                let lag = u16::try_from(lag).unwrap_or(u16::MAX);
                summands.push((-coefficient, Some(Expr::prev(lag)?)));
            }
        }
        sum(summands)
    };
    Some(write().map(|expr| {
        let mut proposal = Proposal::new(expr, &PROFILE);
        proposal.skip = found.given;
        let order = proposal.expr.degree();
        proposal.lead = if found.given < order { order } else { 0 };
        proposal.fitted = found.factors.len();
        proposal.solved = true;
        proposal.stated_bits = Some(found.price);
        proposal.form = form(found, coefficients, series);
        proposal
    }))
}

/// The generating function Σ u(n)·x^n, its denominator in factors.
fn form(found: &Denominator, denominator: &[i128], series: &[i128]) -> Option<String> {
    if found.given > LONGEST_NUMERATOR {
        return None;
    }
    let mut numerator = vec![0i128];
    for index in 0..found.given {
        let mut total = 0i128;
        for (lag, c) in denominator.iter().enumerate().take(index + 1) {
            total = total.checked_add(c.checked_mul(*series.get(index - lag)?)?)?;
        }
        numerator.push(total);
    }
    let mut parts: Vec<(String, usize)> = Vec::new();
    for factor in &found.factors {
        let text = in_x(Polynomial::one().times(factor)?.coefficients());
        match parts.iter_mut().find(|(other, _)| *other == text) {
            Some((_, times)) => *times += 1,
            None => parts.push((text, 1)),
        }
    }
    let parts: Vec<String> = parts
        .into_iter()
        .map(
            |(text, times)| {
                if times == 1 { format!("({text})") } else { format!("({text})^{times}") }
            },
        )
        .collect();
    Some(format!("g.f. ({})/({})", in_x(&numerator), parts.join("*")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ranking;

    /// The coefficients of P/Q.
    fn series(numerator: &[i64], factors: &[&[i64]], count: usize) -> Vec<i64> {
        let mut list = numerator.to_vec();
        list.resize(count, 0);
        for factor in factors {
            for at in 0..count {
                for (lag, c) in factor.iter().enumerate().skip(1) {
                    if let Some(before) = at.checked_sub(lag) {
                        list[at] -= c * list[before];
                    }
                }
            }
        }
        list
    }

    fn one_minus(power: usize) -> Vec<i64> {
        let mut list = vec![0; power + 1];
        (list[0], list[power]) = (1, -1);
        list
    }

    fn continuation(terms: &[i64], count: usize) -> (Vec<i64>, Option<String>) {
        let terms: Vec<Int> = terms.iter().map(|&term| Int::from(term)).collect();
        let problem = Problem::new(&terms);
        let mut ranking = Ranking::new(&problem, count);
        Denominators.propose(&problem, &mut ranking);
        let best = ranking.answer();
        let next =
            best.map(|best| best.next.iter().map(|term| term.to_i128().unwrap() as i64).collect());
        (next.unwrap_or_default(), best.and_then(|best| best.proposal.form.clone()))
    }

    fn holds(numerator: &[i64], factors: &[&[i64]], shown: usize) {
        let all = series(numerator, factors, shown + 10);
        let (next, form) = continuation(&all[..shown], 10);
        assert_eq!(next, all[shown..], "{form:?}");
    }

    #[test]
    fn coins_and_numerators_from_fewer_terms_than_the_order_takes() {
        holds(&[1, 0, 0, 1], &[&one_minus(1), &one_minus(1), &one_minus(3), &one_minus(3)], 22);
        holds(&[1, 1, 1], &[&[1, 0, 1], &[1, -2, 1], &one_minus(2), &one_minus(2)], 22);
    }

    #[test]
    fn growing_factors_beside_cyclotomic_ones() {
        let far = [1, -1, 0, 0, 0, 0, 0, 0, 0, -2];
        holds(&[1, 2, 2, 2], &[&far], 15);
        holds(&[3, -1], &[&[1, -7, 3], &one_minus(1), &one_minus(4)], 13);
        holds(&[1, 0, 5], &[&[1, 0, 0, 0, -10], &one_minus(1), &one_minus(3)], 15);
        // The sum of the last eleven terms.
        let mut sum = vec![-1; 12];
        sum[0] = 1;
        holds(&[1], &[&sum], 17);
    }

    #[test]
    fn the_generating_function_is_written_in_factors() {
        let all = series(&[1, 4], &[&one_minus(2), &one_minus(2), &one_minus(5)], 15);
        let (_, form) = continuation(&all, 1);
        assert_eq!(form.as_deref(), Some("g.f. (x + 4*x^2)/((1 - x^2)^2*(1 - x^5))"));
    }

    #[test]
    fn primes_and_digits_have_none() {
        let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
        assert!(continuation(&primes, 3).0.is_empty());
        let digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4];
        assert!(continuation(&digits, 3).0.is_empty());
    }
}
