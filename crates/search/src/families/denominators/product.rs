//! Products of factors 1 ± x^k alone.

use super::factors::{END_PRICE, Unit, length, units};
use super::{Denominator, Shortlist};

/// Products up to this price are tried, in bits.
const HIGHEST_PRICE: f64 = 17.0;
/// How many products are tried at most.
const MOST_PRODUCTS: usize = 120_000;
const MOST_FACTORS: usize = 10;

pub(super) fn search(series: &[i128], list: &mut Shortlist<'_>) {
    let units = units(series.len());
    // Modulo 2^64: what is 0 there is hardly ever anything else, and the law is
    // verified.
    let words: Vec<i64> = series.iter().map(|&term| term as i64).collect();
    let mut products = Products { units: &units, chosen: Vec::new(), tried: 0, list };
    products.extend(&words, 0, END_PRICE);
}

struct Products<'a, 'b> {
    units: &'a [Unit],
    chosen: Vec<usize>,
    tried: usize,
    list: &'a mut Shortlist<'b>,
}

impl Products<'_, '_> {
    /// Tries one factor more, from that place in the list on.
    fn extend(&mut self, series: &[i64], from: usize, price: f64) {
        let mut product = vec![0i64; series.len()];
        for index in from..self.units.len() {
            let Some(unit) = self.units.get(index).copied() else { return };
            let price = price + unit.price;
            if price > HIGHEST_PRICE || self.tried >= MOST_PRODUCTS {
                return;
            }
            self.tried += 1;
            multiply(series, unit, &mut product);
            let given = length(&product);
            self.chosen.push(index);
            if self.list.admits(price, given, self.chosen.len(), 0.0) {
                let factors = self.chosen.iter().filter_map(|&index| self.units.get(index));
                let factors = factors.map(|unit| unit.factor()).collect();
                self.list.add(Denominator { factors, given, price });
            }
            // Nothing is left to be shortened.
            if given > 1 && self.chosen.len() < MOST_FACTORS {
                self.extend(&product, index, price);
            }
            self.chosen.pop();
        }
    }
}

fn multiply(series: &[i64], unit: Unit, product: &mut [i64]) {
    product.copy_from_slice(series);
    let Some(later) = product.get_mut(unit.lag..) else { return };
    for (cell, before) in later.iter_mut().zip(series) {
        *cell = match unit.plus {
            true => cell.wrapping_add(*before),
            false => cell.wrapping_sub(*before),
        };
    }
}
