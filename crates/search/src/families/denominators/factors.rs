//! The factors of a denominator, and what they cost.

use ansatz_expr::{math, sort};

/// How far a factor reaches.
pub(super) const LONGEST: usize = 24;

/// A factor: 1 - Σ c·x^lag.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Factor(pub(super) Vec<(usize, i128)>);

/// A factor with one coefficient that is 1 or -1, as all roots of unity have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    pub(super) lag: usize,
    /// Whether it is 1 + x^lag.
    pub(super) plus: bool,
    pub(super) price: f64,
}

impl Unit {
    pub(super) fn factor(self) -> Factor {
        Factor(vec![(self.lag, if self.plus { -1 } else { 1 })])
    }
}

/// What it takes to say that a product has ended. With the prices below the
/// products of c bits number about 2^c.
pub(super) const END_PRICE: f64 = 1.5;

/// The units that are tried for so many terms, cheapest first.
pub(super) fn units(terms: usize) -> Vec<Unit> {
    let longest = LONGEST.min(terms.saturating_sub(3));
    let price = |lag: usize| match lag {
        1 => 1.5,
        lag => 2.0 + 1.5 * math::log2(lag as f64),
    };
    let minus = (1..=longest).map(|lag| Unit { lag, plus: false, price: price(lag) });
    let plus = (1..=longest / 2).map(|lag| {
        let price = 3.5 + 1.5 * math::log2(lag as f64);
        Unit { lag, plus: true, price }
    });
    let mut list: Vec<Unit> = minus.chain(plus).collect();
    sort::by(&mut list, |a, b| a.price.total_cmp(&b.price));
    list
}

/// What it takes to state a coefficient.
pub(super) fn coefficient_price(coefficient: i128) -> f64 {
    let size = coefficient.unsigned_abs() as f64;
    1.5 + 2.0 * math::log2(size.max(1.0)) + if coefficient < 0 { 0.5 } else { 0.0 }
}

/// What it takes to state a lag.
pub(super) fn lag_price(lag: usize) -> f64 {
    1.0 + 1.5 * math::log2((lag as f64).max(1.0))
}

/// A polynomial, lowest power first.
pub(super) struct Polynomial(Vec<i128>);

impl Polynomial {
    pub(super) fn one() -> Self {
        Polynomial(vec![1])
    }

    pub(super) fn coefficients(&self) -> &[i128] {
        &self.0
    }

    /// Nothing where a coefficient is too large.
    pub(super) fn times(&self, factor: &Factor) -> Option<Self> {
        let longest = factor.0.iter().map(|(lag, _)| *lag).max().unwrap_or(0);
        let mut result = self.0.clone();
        result.resize(self.0.len() + longest, 0);
        for (lag, c) in &factor.0 {
            for (index, own) in self.0.iter().enumerate() {
                let cell = result.get_mut(index + lag)?;
                *cell = cell.checked_sub(own.checked_mul(*c)?)?;
            }
        }
        Some(Polynomial(result))
    }
}

/// The series times a factor; nothing where a coefficient is too large.
pub(super) fn multiplied(series: &[i128], factor: &Factor) -> Option<Vec<i128>> {
    (0..series.len())
        .map(|index| {
            let mut value = *series.get(index)?;
            for (lag, c) in &factor.0 {
                let before = index.checked_sub(*lag).and_then(|at| series.get(at));
                value = value.checked_sub(before.unwrap_or(&0).checked_mul(*c)?)?;
            }
            Some(value)
        })
        .collect()
}

/// How many terms there are up to the last that is not 0.
pub(super) fn length<T: PartialEq + Default>(series: &[T]) -> usize {
    series.iter().rposition(|term| *term != T::default()).map_or(0, |last| last + 1)
}
