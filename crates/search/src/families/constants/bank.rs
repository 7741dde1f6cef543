//! Real constants that are short to say, sorted by value.
//!
//! Expressions are made in the order of their price, as the enumerator makes its
//! own, and of those with the same value the first is kept. There are about 2^p of
//! price p, so the price is what it takes to say which one it is.

use std::collections::HashSet;
use std::sync::OnceLock;

use ansatz_expr::{Error, Expr, NamedConst, Op, math, sort};

/// How many constants there are at most.
const MOST: usize = 60_000;
/// Prices are in half bits; nothing costs more than this.
const HIGHEST: usize = 34;
const LARGEST_INTEGER: i64 = 1000;
/// Values outside are no use.
const RANGE: std::ops::Range<f64> = 1e-5..1e6;

/// Functions and their prices in half bits.
const UNARY: [(Op, usize); 9] = [
    (Op::Sqrt, 3),
    (Op::Exp, 5),
    (Op::Log, 5),
    (Op::Inv, 6),
    (Op::Sqr, 6),
    (Op::Sin, 10),
    (Op::Cos, 10),
    (Op::Tan, 11),
    (Op::Arctan, 11),
];

/// Operations and their prices in half bits.
const BINARY: [(Op, usize); 4] = [(Op::Mul, 5), (Op::Div, 5), (Op::Add, 6), (Op::Sub, 6)];

/// How a constant is made.
#[derive(Debug, Clone, Copy)]
enum Made {
    Int(i64),
    Named(NamedConst),
    Unary(Op, usize),
    Binary(Op, usize, usize),
}

#[derive(Debug, Clone, Copy)]
struct Multiple {
    value: f64,
    price: usize,
    made: Made,
    /// Whether it is a fraction: not a constant worth a name.
    rational: bool,
}

/// The constants.
pub(super) struct ConstantBank {
    entries: Vec<Multiple>,
    /// The entries that are not rational, by value.
    sorted: Vec<usize>,
}

/// A constant with what it takes to say it, in bits.
#[derive(Debug, Clone)]
pub(super) struct KnownConstant {
    pub(super) expr: Expr,
    pub(super) value: f64,
    pub(super) price: f64,
}

impl ConstantBank {
    /// The one bank, made when it is first asked for.
    pub(super) fn get() -> &'static ConstantBank {
        static BANK: OnceLock<ConstantBank> = OnceLock::new();
        BANK.get_or_init(ConstantBank::new)
    }

    fn new() -> ConstantBank {
        let mut maker = Maker { entries: Vec::new(), levels: Vec::new(), seen: HashSet::new() };
        for price in 0..=HIGHEST {
            if maker.entries.len() >= MOST {
                break;
            }
            maker.level(price);
        }
        let entries = maker.entries;
        let mut sorted: Vec<usize> = (0..entries.len())
            .filter(|&index| entries.get(index).is_some_and(|e| !e.rational))
            .collect();
        let value = |index: &usize| entries.get(*index).map_or(0.0, |entry| entry.value);
        sort::by(&mut sorted, |a, b| value(a).total_cmp(&value(b)));
        ConstantBank { entries, sorted }
    }

    /// The cheapest constants between two values, at most so many.
    pub(super) fn between(&self, low: f64, high: f64, most: usize) -> Vec<KnownConstant> {
        let value = |index: usize| self.entries.get(index).map_or(f64::NAN, |entry| entry.value);
        let start = self.sorted.partition_point(|&index| value(index) < low);
        let mut best: Vec<(usize, usize)> = Vec::new();
        for &index in self.sorted.get(start..).unwrap_or_default() {
            let Some(entry) = self.entries.get(index).filter(|entry| entry.value <= high) else {
                break;
            };
            let place = best.partition_point(|other| *other <= (entry.price, index));
            if place < most {
                best.insert(place, (entry.price, index));
                best.truncate(most);
            }
        }
        best.into_iter().filter_map(|(_, index)| self.constant(index)).collect()
    }

    fn constant(&self, index: usize) -> Option<KnownConstant> {
        let entry = self.entries.get(index)?;
        let expr = self.expr(index).ok()?;
        Some(KnownConstant { expr, value: entry.value, price: entry.price as f64 / 2.0 })
    }

    /// Each is made of cheaper ones, so this is at most as deep as prices go.
    fn expr(&self, index: usize) -> Result<Expr, Error> {
        let Some(entry) = self.entries.get(index) else { return Ok(Expr::int(0i64)) };
        match entry.made {
            Made::Int(value) => Ok(Expr::int(value)),
            Made::Named(constant) => Ok(Expr::constant(constant)),
            Made::Unary(op, of) => Expr::unary(op, &self.expr(of)?),
            Made::Binary(op, a, b) => Expr::binary(op, &self.expr(a)?, &self.expr(b)?),
        }
    }
}

struct Maker {
    entries: Vec<Multiple>,
    /// The entries of each price.
    levels: Vec<Vec<usize>>,
    seen: HashSet<u64>,
}

/// What an integer costs in half bits: there are 2^p below 2^p.
fn integer_price(value: i64) -> usize {
    3 + (2.0 * math::log2(value as f64)).round() as usize
}

impl Maker {
    /// All the entries of a price.
    fn level(&mut self, price: usize) {
        self.levels.push(Vec::new());
        for value in (1..=LARGEST_INTEGER).filter(|&value| integer_price(value) == price) {
            self.add(value as f64, price, Made::Int(value), true);
        }
        for (constant, its) in
            [(NamedConst::Pi, 5), (NamedConst::E, 5), (NamedConst::EulerGamma, 10)]
        {
            if its == price {
                self.add(constant.value(), price, Made::Named(constant), false);
            }
        }
        for (op, cost) in UNARY {
            let Some(operands) = price.checked_sub(cost).and_then(|of| self.levels.get(of)) else {
                continue;
            };
            for index in operands.clone() {
                let Some(entry) = self.entries.get(index).copied() else { continue };
                let rational = entry.rational && matches!(op, Op::Inv | Op::Sqr);
                if let Some(value) = op.apply_double(entry.value, 0.0) {
                    self.add(value, price, Made::Unary(op, index), rational);
                }
            }
        }
        for (op, cost) in BINARY {
            let Some(rest) = price.checked_sub(cost) else { continue };
            for first in 0..=rest {
                // The order of operands matters only where they are not exchanged.
                if matches!(op, Op::Add | Op::Mul) && 2 * first > rest {
                    break;
                }
                self.pairs(op, price, first, rest - first);
            }
        }
    }

    fn pairs(&mut self, op: Op, price: usize, first: usize, second: usize) {
        let (Some(left), Some(right)) =
            (self.levels.get(first).cloned(), self.levels.get(second).cloned())
        else {
            return;
        };
        for &a in &left {
            for &b in &right {
                let (Some(x), Some(y)) = (self.entries.get(a), self.entries.get(b)) else {
                    continue;
                };
                let rational = x.rational && y.rational;
                // Integers are there already.
                if rational && op != Op::Div {
                    continue;
                }
                // What cancels has lost its digits.
                let Some(value) = op
                    .apply_double(x.value, y.value)
                    .filter(|value| op != Op::Sub || *value > 1e-3 * x.value)
                else {
                    continue;
                };
                self.add(value, price, Made::Binary(op, a, b), rational);
            }
        }
    }

    fn add(&mut self, value: f64, price: usize, made: Made, rational: bool) {
        if self.entries.len() >= MOST || !RANGE.contains(&value) {
            return;
        }
        // Equal to about twelve digits is equal.
        if !self.seen.insert((value.to_bits() + (1 << 11)) >> 12) {
            return;
        }
        let index = self.entries.len();
        self.entries.push(Multiple { value, price, made, rational });
        if let Some(level) = self.levels.get_mut(price) {
            level.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_the_values_of_their_expressions() {
        let bank = ConstantBank::get();
        assert!(bank.sorted.len() > 20_000);
        for &index in bank.sorted.iter().step_by(997) {
            let constant = bank.constant(index).unwrap();
            let value: f64 = constant.expr.eval(&[]).unwrap();
            let own = bank.entries[index].value;
            assert!((value - own).abs() <= 1e-12 * value, "{:?}", constant.expr);
        }
    }

    #[test]
    fn the_cheapest_of_a_range_comes_first() {
        let around = |value: f64| ConstantBank::get().between(value - 1e-12, value + 1e-12, 1);
        let said = |value: f64| around(value).first().map(|best| best.expr.to_string());
        assert_eq!(said(2f64.sqrt()).as_deref(), Some("sqrt(2)"));
        assert_eq!(said(std::f64::consts::PI.powi(2) / 6.0).as_deref(), Some("pi^2/6"));
        assert_eq!(said(0.123_456_789_123), None);
    }
}
