//! Laws that are linear in what is unknown: `Σ c(a,k) · n^a · u(n-k) = 0`.

use ansatz_expr::{Error, Expr, sort};

use super::field::{self, PRIMES};
use super::{Residues, write};

/// One unknown of a template: the coefficient of `n^power · u(n-lag)`, or of
/// `n^power` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unknown {
    pub(super) power: usize,
    /// 0 is the term itself.
    pub(super) lag: Option<usize>,
}

/// A law with unknown coefficients.
#[derive(Debug, Clone)]
pub(super) struct Template {
    /// Those of the term itself last: the relation is solved for it.
    columns: Vec<Unknown>,
    /// Whether terms before the first count as 0 instead of being unknown.
    zeros_before: bool,
}

/// What was found for a template.
pub(super) struct TemplateSolution {
    /// The law, solved for u(n).
    pub(super) expr: Expr,
    /// How many numbers were solved for.
    pub(super) fitted: usize,
    /// The coefficients of u(n), u(n-1), … where they are constants and there
    /// is nothing else: the law is Σ coefficient · u(n-k) = 0.
    pub(super) constant: Option<Vec<i128>>,
}

impl Template {
    /// `u(n) = Σ over lags c·u(n-lag) + polynomial of n`. `powers` is how many
    /// powers of n the polynomial has.
    pub(super) fn constant(lags: impl IntoIterator<Item = usize>, powers: usize) -> Self {
        Template::with_powers(lags, 1, powers, 1)
    }

    /// Each u(n-lag) times a polynomial of `lag_powers` powers, u(n) times one
    /// of `own_powers`, plus a polynomial of `powers`.
    pub(super) fn with_powers(
        lags: impl IntoIterator<Item = usize>,
        lag_powers: usize,
        powers: usize,
        own_powers: usize,
    ) -> Self {
        let mut columns: Vec<Unknown> =
            (0..powers).map(|power| Unknown { power, lag: None }).collect();
        for lag in lags {
            columns.extend((0..lag_powers).map(|power| Unknown { power, lag: Some(lag) }));
        }
        columns.extend((0..own_powers).map(|power| Unknown { power, lag: Some(0) }));
        Template { columns, zeros_before: false }
    }

    /// Takes what lies before the first term for 0.
    pub(super) fn with_zeros_before(self) -> Self {
        Template { zeros_before: true, ..self }
    }

    /// How many terms cannot be explained for want of earlier ones.
    fn reach(&self) -> usize {
        if self.zeros_before { 0 } else { self.degree() }
    }

    /// How far back it looks.
    pub(super) fn degree(&self) -> usize {
        self.columns.iter().filter_map(|column| column.lag).max().unwrap_or(0)
    }

    /// How many numbers have to be solved for.
    pub(super) fn unknowns(&self) -> usize {
        self.columns.len().saturating_sub(1)
    }

    /// How many equations are left over on so many terms.
    pub(super) fn spare(&self, terms: usize, start: usize) -> Option<usize> {
        terms.checked_sub(start.max(self.reach()) + self.unknowns())
    }

    /// Whether there may be a law of this form for the terms after the first
    /// `start`; nearly always not, and quick to say so.
    pub(super) fn may_hold(&self, shown: &Residues, start: usize) -> bool {
        let rows = start.max(self.reach())..shown.len();
        field::may_be_related(self.columns.len(), rows, |row, column| {
            self.cell(shown, 0, row, column)
        })
    }

    /// The law of this form that holds for all terms after the first `start`,
    /// if there is one.
    pub(super) fn solve(&self, shown: &Residues, start: usize) -> Option<TemplateSolution> {
        let rows = start.max(self.reach())..shown.len();
        let coefficients = field::relation(self.columns.len(), rows, |which, row, column| {
            self.cell(shown, which, row, column)
        })?;
        self.write(&coefficients).ok().flatten()
    }

    /// `n^power · u(n-lag)` modulo a prime, at the term with this index from 0.
    fn cell(&self, shown: &Residues, which: usize, row: usize, column: usize) -> u64 {
        let Some(Unknown { power, lag }) = self.columns.get(column) else { return 0 };
        let factor = match lag {
            None => 1,
            Some(lag) => row
                .checked_sub(*lag)
                .and_then(|at| shown.modulo(which).get(at))
                .copied()
                .unwrap_or(0),
        };
        if *power == 0 {
            return factor;
        }
        let powers = shown.powers(which).get(row);
        let power = powers.and_then(|list| list.get(*power)).copied().unwrap_or(0);
        factor * power % u64::from(PRIMES[which])
    }

    /// Whether every law of this form is one of the other form too.
    pub(super) fn is_within(&self, other: &Template) -> bool {
        self.zeros_before == other.zeros_before
            && self.columns.iter().all(|column| other.columns.contains(column))
    }

    /// The relation solved for u(n); nothing if it does not contain u(n).
    fn write(&self, coefficients: &[i128]) -> Result<Option<TemplateSolution>, Error> {
        let mut own = Vec::new();
        let mut lags: Vec<(Option<usize>, Vec<i128>)> = Vec::new();
        for (column, &coefficient) in self.columns.iter().zip(coefficients) {
            let list = match column.lag {
                Some(0) => &mut own,
                lag => {
                    if lags.last().is_none_or(|(last, _)| *last != lag) {
                        lags.push((lag, Vec::new()));
                    }
                    match lags.last_mut() {
                        Some((_, list)) => list,
                        None => continue,
                    }
                }
            };
            list.resize(column.power, 0);
            list.push(coefficient);
        }
        let Some(leading) = own.iter().rev().find(|&&c| c != 0) else { return Ok(None) };
        // u(n) with a positive leading coefficient on the left, the rest on the right.
        let sign = if *leading < 0 { 1 } else { -1 };
        let mut summands = Vec::new();
        // The most recent terms first, then n.
        sort::by_key(&mut lags, |(lag, _)| lag.unwrap_or(usize::MAX));
        for (lag, list) in &lags {
            let list: Vec<i128> = list.iter().map(|c| c * sign).collect();
            let factor = match lag {
                None => None,
                Some(lag) => Some(Expr::prev(u16::try_from(*lag).unwrap_or(u16::MAX))?),
            };
            // A lone polynomial adds its terms one by one: u(n-1) + 2n + 1.
            if factor.is_none() && lags.iter().any(|(lag, _)| lag.is_some()) && list.len() <= 2 {
                for (power, &coefficient) in list.iter().enumerate().rev() {
                    summands.push((coefficient, (power > 0).then(Expr::n)));
                }
            } else {
                summands.push(write::multiple(&list, factor)?);
            }
        }
        let own: Vec<i128> = own.iter().map(|c| c * -sign).collect();
        let divisor = write::single(write::multiple(&own, None)?)?;
        let expr = write::quotient(&write::sum(summands)?, &divisor)?;
        let fitted = coefficients.iter().filter(|c| **c != 0).count().saturating_sub(1);
        Ok(Some(TemplateSolution {
            expr,
            fitted: fitted.max(self.unknowns()),
            constant: self.constants(coefficients),
        }))
    }

    fn constants(&self, coefficients: &[i128]) -> Option<Vec<i128>> {
        let mut list = vec![0; self.degree() + 1];
        for (column, &coefficient) in self.columns.iter().zip(coefficients) {
            if coefficient == 0 {
                continue;
            }
            match (column.lag, column.power) {
                (Some(lag), 0) => *list.get_mut(lag)? = coefficient,
                _ => return None,
            }
        }
        Some(list)
    }
}
