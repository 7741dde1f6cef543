//! Properties that two functions of m have together.

use std::collections::HashMap;

use ansatz_expr::arith;

use super::features::{FeatureValues, Kind, int_bits};
use super::functions::{Binary, Unary};
use super::predicates::{PropertyCollector, gcd};
use super::term::MemberExpr;

impl PropertyCollector {
    /// Two features that are equal, or differ by a constant or a factor, at all
    /// members.
    pub(super) fn relations(&mut self, columns: &[FeatureValues]) {
        let mut seen: HashMap<Vec<i64>, usize> = HashMap::new();
        let mut scaled: HashMap<Vec<i64>, usize> = HashMap::new();
        for (index, column) in columns.iter().enumerate() {
            let Some(&first) = column.values.first() else { continue };
            if column.feature.kind == Kind::Truth || column.values.iter().all(|&v| v == first) {
                continue;
            }
            let key: Vec<i64> = column.values.iter().map(|v| v.wrapping_sub(first)).collect();
            if let Some(other) = seen.get(&key).and_then(|&at| columns.get(at)) {
                let offset = other.values.first().map_or(0, |other| first - other);
                let term = MemberExpr::binary(
                    Binary::Eq,
                    column.feature.term.clone(),
                    other.feature.term.clone().plus(offset),
                );
                let bits = column.feature.bits + other.feature.bits + 2.0 + int_bits(offset);
                let pairs = column.others.iter().zip(&other.others);
                let equal = |(a, b): &(&Option<i64>, &Option<i64>)| {
                    a.is_some() && **a == b.map(|b| b + offset)
                };
                if !self.is_chance(bits, pairs.filter(equal).count(), column.others.len()) {
                    self.push(term, bits);
                }
            } else {
                seen.insert(key, index);
            }
            let divisor = column.values.iter().fold(0, |a, &b| gcd(a, b)).max(1);
            let key: Vec<i64> = column.values.iter().map(|v| v / divisor).collect();
            if let Some(other) = scaled.get(&key).and_then(|&at| columns.get(at)) {
                let other_divisor = other.values.iter().fold(0, |a, &b| gcd(a, b)).max(1);
                let shared = gcd(divisor, other_divisor);
                let (left, right) = (other_divisor / shared, divisor / shared);
                let pairs = column.others.iter().zip(&other.others);
                let equal = |(a, b): &(&Option<i64>, &Option<i64>)| {
                    a.is_some() && a.map(|a| a * left) == b.map(|b| b * right)
                };
                let passing = pairs.filter(equal).count();
                let bits = column.feature.bits + other.feature.bits + 2.0;
                if left != right && !self.is_chance(bits, passing, column.others.len()) {
                    let term = MemberExpr::binary(
                        Binary::Eq,
                        column.feature.term.clone().times(left),
                        other.feature.term.clone().times(right),
                    );
                    self.push(term, bits + int_bits(left) + int_bits(right));
                }
            } else {
                scaled.insert(key, index);
            }
        }
    }

    /// Divisibility, order, common divisors, and the sums, differences and products
    /// of two simple features.
    pub(super) fn pairs(&mut self, columns: &[FeatureValues]) {
        let simple: Vec<&FeatureValues> = columns
            .iter()
            .filter(|column| column.feature.kind != Kind::Truth && column.feature.bits <= 5.5)
            .collect();
        for (index, a) in simple.iter().enumerate() {
            for (other, b) in simple.iter().enumerate() {
                if index == other {
                    continue;
                }
                let bits = a.feature.bits + b.feature.bits + 4.0;
                if bits >= self.limit {
                    continue;
                }
                let mut offer = |make: &dyn Fn() -> MemberExpr,
                                 price: f64,
                                 holds: &dyn Fn(i64, i64) -> bool| {
                    if !a.values.iter().zip(&b.values).all(|(&a, &b)| holds(a, b)) {
                        return;
                    }
                    let others = a.others.iter().zip(&b.others);
                    let has = |(a, b): &(&Option<i64>, &Option<i64>)| {
                        a.zip(**b).is_some_and(|(a, b)| holds(a, b))
                    };
                    if !self.is_chance(bits + price, others.filter(has).count(), a.others.len()) {
                        self.push(make(), bits + price);
                    }
                };
                let make = |function| {
                    MemberExpr::binary(function, a.feature.term.clone(), b.feature.term.clone())
                };
                let is_prime = |n: i64| u64::try_from(n).is_ok_and(arith::is_prime);
                let is_square = |n: i64| Unary::IsSquare.apply(n) == Some(1);
                offer(&|| make(Binary::Mod).equals(0), 0.0, &|a, b| b != 0 && a % b == 0);
                // Most orders are trivial, so only the simplest are tried.
                if a.feature.bits.max(b.feature.bits) <= 4.0 {
                    offer(&|| make(Binary::Lt), 0.0, &|a, b| a < b);
                    offer(&|| make(Binary::Le), 0.0, &|a, b| a <= b);
                }
                offer(&|| MemberExpr::unary(Unary::IsPrime, make(Binary::Sub)), 1.0, &|a, b| {
                    is_prime(a.saturating_sub(b))
                });
                if index > other {
                    continue;
                }
                if a.feature.bits.max(b.feature.bits) <= 4.5 {
                    offer(&|| make(Binary::Ne), 0.5, &|a, b| a != b);
                }
                offer(&|| make(Binary::Gcd).equals(1), 0.0, &|a, b| gcd(a, b) == 1);
                offer(&|| MemberExpr::unary(Unary::IsPrime, make(Binary::Add)), 1.0, &|a, b| {
                    is_prime(a.saturating_add(b))
                });
                offer(&|| MemberExpr::unary(Unary::IsSquare, make(Binary::Add)), 2.0, &|a, b| {
                    is_square(a.saturating_add(b))
                });
                offer(&|| MemberExpr::unary(Unary::IsSquare, make(Binary::Mul)), 2.0, &|a, b| {
                    a.checked_mul(b).is_some_and(is_square)
                });
            }
        }
    }
}
