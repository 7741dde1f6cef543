//! Laws over the fractions: what decimals and fractions mean exactly.
//!
//! `0.1, 0.2, 0.3` are tenths and `1, 3/2, 11/6` are fractions. Shapes that are
//! linear in unknown coefficients are solved for without rounding: polynomials
//! and quotients of them, recurrences, also with polynomials for coefficients, and the
//! same for differences and quotients of neighbours and for inverses. Decimals that are rounded from such laws are looked for besides.

mod change;
mod recurrent;
mod rounded;
mod shape;
mod solve;

use ansatz_expr::Rational;

use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};
use change::Change;
use shape::SHAPES;

/// Laws of decimals and fractions as they are written.
#[derive(Debug, Clone, Copy)]
pub struct Fractions;

static FRACTIONS: Profile = Profile {
    id: "fractions",
    label: "decimals and fractions",
    group: Group::Classical,
    searches: false,
};

impl ByTerms for Fractions {
    type Term = f64;

    fn profile(&self) -> &'static Profile {
        &FRACTIONS
    }

    fn propose(&self, problem: &Problem<'_, f64>, sink: &mut dyn Sink) {
        propose(problem, sink);
    }
}

/// More terms only confirm what so many have told.
const MOST_TERMS: usize = 40;

/// Hands to the sink the laws over the fractions that reproduce the terms.
pub(crate) fn propose(problem: &Problem<'_, f64>, sink: &mut dyn Sink) {
    let terms = problem.terms();
    let meant: Option<Vec<Rational>> = match problem.fractions() {
        [] => terms.iter().take(MOST_TERMS).map(|&term| Rational::from_f64(term)).collect(),
        known => Some(known.iter().take(MOST_TERMS).copied().collect()),
    };
    let Some(meant) = meant else { return };
    for change in Change::ALL {
        let Some(changed) = change.of(&meant) else { continue };
        for shape in SHAPES.iter().filter(|shape| change == Change::None || shape.is_closed()) {
            if sink.is_cancelled() {
                return;
            }
            let Some(law) = shape.solve(&changed, change.back()) else { continue };
            for writing in law.writings() {
                let Some(expr) = change.undone(&writing) else { continue };
                let fitted = shape.unknowns() - 1;
                let proposal = Proposal::new(expr, &FRACTIONS);
                sink.propose(Proposal { fitted, solved: true, ..proposal });
            }
            // Wider shapes have the same law as a special case.
            break;
        }
    }
    for change in [Change::None, Change::Inverse] {
        let Some(changed) = change.of(&meant).filter(|_| !sink.is_cancelled()) else { continue };
        for law in recurrent::laws(&changed) {
            let Some(expr) = change.undone(&law.expr) else { continue };
            let proposal = Proposal::new(expr, &FRACTIONS);
            let (skip, fitted) = (law.start, law.fitted);
            sink.propose(Proposal { skip, fitted, solved: true, ..proposal });
        }
    }
    if problem.digits().are_few() {
        for expr in rounded::laws(terms) {
            let fitted = rounded::fitted(&expr);
            sink.propose(Proposal { fitted, ..Proposal::new(expr, &FRACTIONS) });
        }
    }
}

#[cfg(test)]
mod tests {
    use ansatz_expr::math;

    use super::*;
    use crate::Ranking;

    fn best(terms: &[f64]) -> (String, Vec<f64>) {
        let problem = Problem::new(terms);
        let mut ranking = Ranking::new(&problem, 3);
        propose(&problem, &mut ranking);
        let best = ranking.best();
        best.map(|best| (best.proposal.expr.to_string(), best.next.clone())).unwrap_or_default()
    }

    fn sums(count: usize, summand: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut sum = 0.0;
        (1..=count)
            .map(|n| {
                sum += summand(n as f64);
                sum
            })
            .collect()
    }

    #[test]
    fn decimals_are_what_they_say() {
        assert_eq!(best(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), ("n/10".into(), vec![0.7, 0.8, 0.9]));
        assert_eq!(best(&[1.5, 2.5, 3.5, 4.5]).1, [5.5, 6.5, 7.5]);
        assert_eq!(best(&[1.1, 2.2, 3.3]).1, [4.4, 5.5, 6.6]);
        assert_eq!(best(&[100.0, 97.5, 95.0, 92.5]).1, [90.0, 87.5, 85.0]);
    }

    #[test]
    fn fractions_are_exact() {
        let cases: [Vec<f64>; 7] = [
            sums(9, |n| 1.0 / n),
            sums(9, |n| 1.0 / (n * n)),
            sums(9, |n| math::powf(0.5f64, n)),
            (1..10).map(|n| f64::from(n) / f64::from(n + 1)).collect(),
            (1..10).map(|n| 2.0 / f64::from(n * n + n)).collect(),
            vec![
                1.0,
                2.0,
                3.0 / 2.0,
                5.0 / 3.0,
                8.0 / 5.0,
                13.0 / 8.0,
                21.0 / 13.0,
                34.0 / 21.0,
                55.0 / 34.0,
            ],
            (0..9).map(|n| 3f64.powi(-n)).collect(),
        ];
        for all in cases {
            let (shown, next) = all.split_at(6);
            let (law, found) = best(shown);
            assert_eq!(found.len(), 3, "{law}");
            for (found, truth) in found.iter().zip(next) {
                // The truth is summed up in doubles.
                assert!((found - truth).abs() < 1e-14, "{law}: {found} for {truth}");
            }
        }
    }

    #[test]
    fn what_has_no_law_gets_none() {
        assert_eq!(best(&[0.3, 0.1, 0.4, 0.1, 0.5, 0.9, 0.2, 0.6]).0, "");
        assert_eq!(best(&[]).0, "");
        assert_eq!(best(&[std::f64::consts::PI; 5]).0, "");
    }
}
