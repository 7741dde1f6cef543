//! Laws over the fractions: what decimals and fractions mean exactly.
//!
//! `0.1, 0.2, 0.3` are tenths and `1, 3/2, 11/6` are fractions. Shapes that are
//! linear in unknown coefficients are solved for without rounding: polynomials
//! and quotients of them, recurrences, and the same for differences and quotients
//! of neighbours. Decimals that are rounded from such laws are looked for besides.

mod rounded;
mod solve;

use ansatz_expr::{Domain, Expr, Op, Rational};

use super::float::snap::{Coefficient, combination};
use crate::{
    Context, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Sink,
    description_bits,
};

/// Laws of decimals and fractions as they are written.
#[derive(Debug, Clone, Copy)]
pub struct Fractions;

static FRACTIONS: Profile = Profile {
    id: "fractions",
    label: "decimals and fractions",
    group: Group::Classical,
    searches: false,
};

impl Proposer<f64> for Fractions {
    fn profile(&self) -> &'static Profile {
        &FRACTIONS
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, f64>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<f64>,
    ) -> Proposing<'a> {
        propose(problem, findings);
        Proposing::Done
    }
}

/// More terms only confirm what so many have told.
const MOST_TERMS: usize = 40;

/// Hands to the sink the laws over the fractions that reproduce the terms.
pub(crate) fn propose(problem: &Problem<'_, f64>, sink: &mut dyn Sink) {
    let terms = problem.terms();
    let meant = terms.iter().take(MOST_TERMS).map(|&term| Rational::from_f64(term));
    let Some(meant) = meant.collect::<Option<Vec<Rational>>>() else { return };
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
    if problem.digits().are_few() {
        for expr in rounded::laws(terms) {
            let fitted = rounded::fitted(&expr);
            sink.propose(Proposal { fitted, ..Proposal::new(expr, &FRACTIONS) });
        }
    }
}

/// What is taken of the terms before a shape is fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// u(n)
    None,
    /// u(n) − u(n-1)
    Step,
    /// u(n) / u(n-1)
    Quotient,
    /// (u(n) − u(n-1)) / (u(n-1) − u(n-2))
    StepQuotient,
}

impl Change {
    const ALL: [Change; 4] = [Change::None, Change::Step, Change::Quotient, Change::StepQuotient];

    /// How many terms before are used up.
    fn back(self) -> usize {
        match self {
            Change::None => 0,
            Change::Step | Change::Quotient => 1,
            Change::StepQuotient => 2,
        }
    }

    fn of(self, terms: &[Rational]) -> Option<Vec<Rational>> {
        let pairs = |terms: &[Rational], rule: fn(Rational, Rational) -> Option<Rational>| {
            let after = terms.iter().skip(1);
            terms.iter().zip(after).map(|(&before, &term)| rule(term, before)).collect()
        };
        match self {
            Change::None => Some(terms.to_vec()),
            Change::Step => pairs(terms, Rational::checked_sub),
            Change::Quotient => pairs(terms, Rational::checked_div),
            Change::StepQuotient => {
                let steps: Option<Vec<Rational>> = pairs(terms, Rational::checked_sub);
                pairs(&steps?, Rational::checked_div)
            }
        }
    }

    /// The law of the terms, given one of what was taken of them.
    fn undone(self, law: &Expr) -> Option<Expr> {
        let last = Expr::prev(1).ok()?;
        let whole = match self {
            Change::None => law.clone(),
            Change::Step => Expr::binary(Op::Add, &last, law).ok()?,
            Change::Quotient => Expr::binary(Op::Mul, &last, law).ok()?,
            Change::StepQuotient => {
                let step = Expr::binary(Op::Sub, &last, &Expr::prev(2).ok()?).ok()?;
                let next = Expr::binary(Op::Mul, &step, law).ok()?;
                Expr::binary(Op::Add, &last, &next).ok()?
            }
        };
        let shorter = whole.simplify(Domain::Float);
        let is_shorter = description_bits(&shorter) <= description_bits(&whole);
        Some(if is_shorter { shorter } else { whole })
    }
}

/// n^power · u(n-back), or n^power alone if `back` is 0.
#[derive(Debug, Clone, Copy)]
struct Factor {
    power: u32,
    back: u16,
}

const fn n(power: u32) -> Factor {
    Factor { power, back: 0 }
}

const fn u(back: u16) -> Factor {
    Factor { power: 0, back }
}

impl Factor {
    /// Its value for the term after `history`, where the first term has the
    /// index `offset + 1`.
    fn value(self, history: &[Rational], offset: usize) -> Option<Rational> {
        let mut value = match self.back {
            0 => Rational::integer(1i64),
            back => *history.get(history.len().checked_sub(back.into())?)?,
        };
        for _ in 0..self.power {
            value = value.checked_mul(Rational::integer((history.len() + offset) as i128 + 1))?;
        }
        Some(value)
    }

    fn expr(self) -> Option<Expr> {
        let index = match self.power {
            0 => None,
            1 => Some(Expr::n()),
            power => {
                let mut expr = Expr::unary(Op::Sqr, &Expr::n()).ok()?;
                for _ in 2..power {
                    expr = Expr::binary(Op::Mul, &Expr::n(), &expr).ok()?;
                }
                Some(expr)
            }
        };
        let term = (self.back > 0).then(|| Expr::prev(self.back)).transpose().ok()?;
        match (index, term) {
            (Some(index), Some(term)) => Expr::binary(Op::Mul, &index, &term).ok(),
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => Some(Expr::int(1i64)),
        }
    }
}

/// u(n) = (Σ c·factor) / (Σ d·factor).
struct Shape {
    over: &'static [Factor],
    under: &'static [Factor],
}

/// In the order in which they are tried: fewer unknown numbers first.
const SHAPES: [Shape; 22] = [
    Shape { over: &[n(0)], under: &[n(0)] },
    Shape { over: &[n(1)], under: &[n(0)] },
    Shape { over: &[u(1)], under: &[n(0)] },
    Shape { over: &[n(2)], under: &[n(0)] },
    Shape { over: &[n(0)], under: &[n(1)] },
    Shape { over: &[n(1), n(0)], under: &[n(0)] },
    Shape { over: &[u(1), n(0)], under: &[n(0)] },
    Shape { over: &[n(0)], under: &[n(1), n(0)] },
    Shape { over: &[u(1), u(2)], under: &[n(0)] },
    Shape { over: &[n(2), n(1), n(0)], under: &[n(0)] },
    Shape { over: &[n(1), n(0)], under: &[n(1), n(0)] },
    Shape { over: &[u(1), n(1), n(0)], under: &[n(0)] },
    Shape { over: &[n(0)], under: &[n(2), n(1), n(0)] },
    Shape { over: &[u(1), n(0)], under: &[u(1), n(0)] },
    Shape { over: &[u(1), u(2), n(0)], under: &[n(0)] },
    Shape { over: &[n(3), n(2), n(1), n(0)], under: &[n(0)] },
    Shape { over: &[n(1), n(0)], under: &[n(2), n(1), n(0)] },
    Shape { over: &[n(2), n(1), n(0)], under: &[n(1), n(0)] },
    Shape { over: &[u(1), u(2), u(3)], under: &[n(0)] },
    Shape { over: &[n(2), n(1), n(0)], under: &[n(2), n(1), n(0)] },
    Shape { over: &[n(4), n(3), n(2), n(1), n(0)], under: &[n(0)] },
    Shape { over: &[n(0)], under: &[n(3), n(2), n(1), n(0)] },
];

impl Shape {
    fn unknowns(&self) -> usize {
        self.over.len() + self.under.len()
    }

    fn degree(&self) -> usize {
        self.over.iter().chain(self.under).map(|factor| factor.back.into()).max().unwrap_or(0)
    }

    /// Whether it is a function of n alone.
    fn is_closed(&self) -> bool {
        self.degree() == 0
    }

    /// The law of this shape, if there is exactly one and a term is left to
    /// check it with.
    fn solve(&self, terms: &[Rational], offset: usize) -> Option<Solved<'_>> {
        let (start, unknowns) = (self.degree(), self.unknowns());
        let equations = terms.len().checked_sub(start)?;
        if equations < unknowns {
            return None;
        }
        let row = |index: usize| -> Option<Vec<Rational>> {
            let (history, term) = (terms.get(..index)?, *terms.get(index)?);
            let over = self.over.iter().map(|factor| factor.value(history, offset));
            let under =
                self.under.iter().map(|factor| factor.value(history, offset)?.checked_mul(term));
            over.chain(under).collect()
        };
        // Most shapes fail on the first equations.
        let few: Option<Vec<_>> = (start..start + unknowns).map(row).collect();
        solve::kernel(few?, unknowns)?;
        let all: Option<Vec<_>> = (start..terms.len()).map(row).collect();
        let solution = solve::kernel(all?, unknowns)?;
        let (over, under) = solution.split_at(self.over.len());
        let is_nothing = |part: &[Rational]| part.iter().all(|number| number.is_zero());
        if is_nothing(under) || (is_nothing(over) && terms.iter().any(|term| !term.is_zero())) {
            return None;
        }
        Some(Solved { shape: self, over: over.to_vec(), under: under.to_vec() })
    }
}

/// A shape with its numbers.
struct Solved<'a> {
    shape: &'a Shape,
    over: Vec<Rational>,
    under: Vec<Rational>,
}

impl Solved<'_> {
    /// The law with fractions, and with decimals where it has them.
    fn writings(&self) -> Vec<Expr> {
        [self.written(fraction), self.written(decimal)].into_iter().flatten().collect()
    }

    fn written(&self, number: fn(Rational) -> Option<Coefficient>) -> Option<Expr> {
        let is_written = |found: &&Rational| !found.is_zero();
        // The last number below the line becomes 1.
        let unit = *self.under.iter().rev().find(is_written)?;
        let sum = |numbers: &[Rational], factors: &[Factor], unit: Rational| -> Option<Expr> {
            let mut parts = Vec::new();
            for (found, factor) in numbers.iter().zip(factors) {
                parts.push((factor.expr()?, number(found.checked_div(unit)?)?));
            }
            combination(parts.iter().map(|(expr, coefficient)| (expr, *coefficient))).ok()
        };
        if self.under.iter().filter(is_written).count() == 1 {
            let factor = self.under.iter().zip(self.shape.under).find(|(d, _)| is_written(d))?.1;
            let above = sum(&self.over, self.shape.over, unit.negated())?;
            return match (factor.power, factor.back) {
                (0, 0) => Some(above),
                _ => Expr::binary(Op::Div, &above, &factor.expr()?).ok(),
            };
        }
        // Integers above and below the line.
        let mut common = ansatz_expr::Int::ONE;
        for found in self.over.iter().chain(&self.under) {
            let scaled = found.checked_mul(Rational::integer(common))?;
            common = common.checked_mul(scaled.denominator())?;
        }
        let unit = Rational::integer(1i64).checked_div(Rational::integer(common))?;
        let sign = if self.under.iter().find(is_written)?.is_negative() { -1i64 } else { 1 };
        let unit = unit.checked_mul(Rational::integer(sign))?;
        let above = sum(&self.over, self.shape.over, unit.negated())?;
        Expr::binary(Op::Div, &above, &sum(&self.under, self.shape.under, unit)?).ok()
    }
}

fn fraction(value: Rational) -> Option<Coefficient> {
    let part = |part: ansatz_expr::Int| part.to_i128().and_then(|part| i64::try_from(part).ok());
    Some(Coefficient::Fraction(part(value.numerator())?, part(value.denominator())?))
}

/// A fraction that is a short decimal, and no integer.
fn decimal(value: Rational) -> Option<Coefficient> {
    let nearest = value.to_f64();
    match Rational::from_decimal(nearest) {
        Some(exactly) if exactly == value && !value.is_integer() => {
            Some(Coefficient::Real(nearest))
        }
        _ => fraction(value),
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
