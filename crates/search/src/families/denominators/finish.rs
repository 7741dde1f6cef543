//! Products of few factors 1 ± x^k and one that grows: 1 - c·x^k,
//! 1 - c·x - d·x^2, or 1 - c·x^j - d·x^k.

use super::factors::{
    END_PRICE, Factor, LONGEST, Unit, coefficient_price, lag_price, length, multiplied, units,
};
use super::{Denominator, Shortlist};

/// Products up to this price are finished with a factor whose coefficients are
/// solved for.
const SOLVED_PRICE: f64 = 10.0;
/// Those up to this price with two lags and small coefficients.
const TRIED_PRICE: f64 = 5.5;
/// Coefficients that are tried where there are two lags.
const LARGEST_TRIED: i128 = 4;
/// Larger coefficients are no short factor.
const LARGEST: i128 = 1 << 20;
/// What it takes to say which of the shapes the last factor has.
const SHAPE_PRICE: f64 = 2.0;
const MOST_FACTORS: usize = 5;
/// How many bits a law must save: there are too many that fit nearly anything.
/// Fitted to OEIS sequences of 15 terms.
const LEAST_SAVED: f64 = 12.0;

pub(super) fn search(series: &[i128], list: &mut Shortlist<'_>) {
    let units = units(series.len());
    let mut search = Search { units: &units, chosen: Vec::new(), list };
    search.finish(series, END_PRICE);
    search.extend(series, 0, END_PRICE);
}

struct Search<'a, 'b> {
    units: &'a [Unit],
    chosen: Vec<Factor>,
    list: &'a mut Shortlist<'b>,
}

impl Search<'_, '_> {
    fn extend(&mut self, series: &[i128], from: usize, price: f64) {
        for index in from..self.units.len() {
            let Some(unit) = self.units.get(index).copied() else { return };
            let price = price + unit.price;
            if price > SOLVED_PRICE {
                return;
            }
            let Some(product) = multiplied(series, &unit.factor()) else { continue };
            self.chosen.push(unit.factor());
            self.finish(&product, price);
            if self.chosen.len() < MOST_FACTORS {
                self.extend(&product, index, price);
            }
            self.chosen.pop();
        }
    }

    /// Looks for the last factor.
    fn finish(&mut self, series: &[i128], price: f64) {
        // Short already: that is a law by itself.
        if length(series) + 3 <= series.len() {
            return;
        }
        let price = price + SHAPE_PRICE;
        let back = |back: usize| {
            series.len().checked_sub(1 + back).and_then(|at| series.get(at)).copied().unwrap_or(0)
        };
        for lag in 1..=LONGEST.min(series.len() / 2) {
            if back(lag) != 0 && back(0) % back(lag) == 0 {
                self.attempt(series, vec![(lag, back(0) / back(lag))], price);
            }
        }
        if let Some((c, d)) = two_before([back(0), back(1), back(2), back(3)]) {
            self.attempt(series, vec![(1, c), (2, d)], price);
        }
        if price > TRIED_PRICE + SHAPE_PRICE {
            return;
        }
        for far in 2..=LONGEST.min(series.len().saturating_sub(3)) {
            for near in 1..far {
                for c in -LARGEST_TRIED..=LARGEST_TRIED {
                    // The other coefficient follows from the last term.
                    let Some(rest) =
                        c.checked_mul(back(near)).and_then(|part| back(0).checked_sub(part))
                    else {
                        continue;
                    };
                    if c == 0 || back(far) == 0 || rest % back(far) != 0 {
                        continue;
                    }
                    let d = rest / back(far);
                    if d.abs() <= LARGEST_TRIED {
                        self.attempt(series, vec![(near, c), (far, d)], price);
                    }
                }
            }
        }
    }

    fn attempt(&mut self, series: &[i128], lags: Vec<(usize, i128)>, price: f64) {
        if lags.iter().any(|(_, c)| *c == 0 || c.abs() > LARGEST) {
            return;
        }
        let own: f64 = lags.iter().map(|(lag, c)| lag_price(*lag) + coefficient_price(*c)).sum();
        let factor = Factor(lags);
        let given = tail(series, &factor);
        let price = price + own;
        if self.list.admits(price, given, self.chosen.len() + 1, LEAST_SAVED) {
            let mut factors = self.chosen.clone();
            factors.push(factor);
            self.list.add(Denominator { factors, given, price });
        }
    }
}

/// After how many terms the product of the series and the factor is 0.
fn tail(series: &[i128], factor: &Factor) -> usize {
    let vanishes = |index: usize| {
        let mut value = series.get(index).copied();
        for (lag, c) in &factor.0 {
            let before = index.checked_sub(*lag).and_then(|at| series.get(at)).copied();
            let part = before.unwrap_or(0).checked_mul(*c);
            value = value.and_then(|value| value.checked_sub(part?));
        }
        value == Some(0)
    };
    (0..series.len()).rev().find(|&index| !vanishes(index)).map_or(0, |last| last + 1)
}

/// c and d with a = c·b + d·c' and so on, for the last four terms, newest first.
fn two_before([a, b, c, d]: [i128; 4]) -> Option<(i128, i128)> {
    let minor = |p: i128, q: i128, r: i128, s: i128| -> Option<i128> {
        p.checked_mul(s)?.checked_sub(q.checked_mul(r)?)
    };
    let whole = minor(b, c, c, d)?;
    if whole == 0 {
        return None;
    }
    let (first, second) = (minor(a, c, b, d)?, minor(b, a, c, b)?);
    (first % whole == 0 && second % whole == 0).then_some((first / whole, second / whole))
}
