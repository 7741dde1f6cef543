//! Properties that all members of a set have.

use ansatz_expr::{math, sort};

use super::features::{Feature, FeatureValues, Kind, columns, int_bits};
use super::functions::{Binary, Unary};
use super::term::MemberExpr;

/// A property of m with its price.
#[derive(Debug, Clone)]
pub(crate) struct Predicate {
    pub(crate) term: MemberExpr,
    pub(crate) bits: f64,
}

/// Collects properties that are worth their price.
pub(super) struct PropertyCollector {
    pub(super) found: Vec<Predicate>,
    /// Dearer ones prove nothing.
    pub(super) limit: f64,
    /// How many members there are.
    members: f64,
}

impl PropertyCollector {
    pub(super) fn push(&mut self, term: MemberExpr, bits: f64) {
        if bits < self.limit {
            self.found.push(Predicate { term, bits });
        }
    }

    /// Whether as many members as there are would have a property by chance, as
    /// `passing` of `seen` other numbers have it.
    pub(super) fn is_chance(&self, bits: f64, passing: usize, seen: usize) -> bool {
        is_chance(self.members, bits, passing, seen)
    }

    /// What the values of one feature at the members have in common, and not with
    /// too many others.
    fn look_at(&mut self, column: &FeatureValues) {
        let FeatureValues { feature: Feature { term, bits, kind }, values, others } = column;
        let (Some(&first), Some(&low), Some(&high)) =
            (values.first(), values.iter().min(), values.iter().max())
        else {
            return;
        };
        let mut offer = |make: &dyn Fn() -> MemberExpr, price: f64, holds: &dyn Fn(i64) -> bool| {
            let passing = others.iter().filter(|value| value.is_some_and(holds)).count();
            if !self.is_chance(bits + price, passing, others.len()) {
                self.push(make(), bits + price);
            }
        };
        if low == high {
            match kind {
                Kind::Truth if first == 1 => offer(&|| term.clone(), 0.5, &|value| value == 1),
                _ => offer(&|| term.clone().equals(first), int_bits(first), &|v| v == first),
            }
            return;
        }
        if *kind == Kind::Truth {
            return;
        }
        if *kind == Kind::Small {
            // At least, at most, one of two values.
            if (1..=4).contains(&low) {
                let make = || MemberExpr::binary(Binary::Le, MemberExpr::Const(low), term.clone());
                offer(&make, 2.0 + int_bits(low), &|value| value >= low);
            }
            if high <= 4 {
                let make = || MemberExpr::binary(Binary::Le, term.clone(), MemberExpr::Const(high));
                offer(&make, 2.0 + int_bits(high), &|value| value <= high);
            }
            if values.iter().all(|&value| value == low || value == high) {
                let make = || {
                    let (low, high) = (term.clone().equals(low), term.clone().equals(high));
                    MemberExpr::binary(Binary::Add, low, high)
                };
                let price = 1.0 + int_bits(low) + int_bits(high);
                offer(&make, price, &|value| value == low || value == high);
            }
            // One value that none has, whatever they have instead.
            for missing in (0..=4).filter(|missing| (low..high).contains(missing)) {
                if values.contains(&missing) {
                    continue;
                }
                let make =
                    || MemberExpr::binary(Binary::Ne, term.clone(), MemberExpr::Const(missing));
                let price = if missing == 0 { 3.0 } else { 2.0 + int_bits(missing) };
                offer(&make, price, &|value| value != missing);
            }
            if values.iter().all(|&value| Unary::IsPrime.apply(value) == Some(1)) {
                let make = || MemberExpr::unary(Unary::IsPrime, term.clone());
                offer(&make, 2.5, &|value| Unary::IsPrime.apply(value) == Some(1));
            }
        }
        // One residue class for all values.
        let common = values.iter().fold(0, |divisor, value| gcd(divisor, value - first));
        for modulus in (2..=12i64).filter(|modulus| common % modulus == 0) {
            let residue = first.rem_euclid(modulus);
            let price = 1.0 + int_bits(modulus) + math::log2(modulus as f64);
            let make = || term.clone().modulo(modulus).equals(residue);
            offer(&make, price, &|value| value.rem_euclid(modulus) == residue);
        }
    }

    /// Residues of m, of its square and of its cube.
    fn residues(&mut self, members: &[i64]) {
        let powers = [(1, 0.0, 400i64), (2, 3.0, 100), (3, 5.0, 60), (4, 6.0, 40)];
        for (power, power_bits, largest) in powers {
            for modulus in 2..=largest {
                let reduce = |m: &i64| {
                    let residue = m.rem_euclid(modulus);
                    (1..power).fold(residue, |product, _| product * residue % modulus)
                };
                let mut residues: Vec<i64> = members.iter().map(reduce).collect();
                sort::by(&mut residues, Ord::cmp);
                residues.dedup();
                let count = residues.len();
                let base = match power {
                    1 => MemberExpr::M,
                    _ => MemberExpr::binary(Binary::Pow, MemberExpr::M, MemberExpr::Const(power)),
                };
                let reduced = base.modulo(modulus);
                let modulus_bits = power_bits + int_bits(modulus);
                if count <= 10 && 2 * count <= modulus as usize + 1 {
                    let equals = residues.iter().map(|&residue| reduced.clone().equals(residue));
                    let union = equals.reduce(|a, b| MemberExpr::binary(Binary::Add, a, b));
                    // Residues with a factor in common with the modulus are
                    // rarer among those that are worth a list.
                    let choices = choose_bits(modulus as f64, count as f64);
                    if let Some(union) = union {
                        self.push(union, modulus_bits + choices + 0.7 * (count as f64 - 1.0));
                    }
                } else if count as i64 == modulus - 1 && power == 1 {
                    let missing = (0..modulus).find(|r| residues.binary_search(r).is_err());
                    if let Some(missing) = missing {
                        let bits = modulus_bits + 1.0 + math::log2(modulus as f64);
                        let term =
                            MemberExpr::binary(Binary::Ne, reduced, MemberExpr::Const(missing));
                        self.push(term, bits);
                    }
                }
            }
        }
    }
}

/// Whether `members` numbers all have a property of that price by chance, as
/// `passing` of `seen` others have it.
pub(crate) fn is_chance(members: f64, bits: f64, passing: usize, seen: usize) -> bool {
    let rate = (passing as f64 + 0.5) / (seen as f64 + 1.0);
    -members * math::log2(rate) < 0.7 * bits
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    Binary::Gcd.apply(a, b).unwrap_or(1)
}

/// log2 of the number of ways to choose k of n.
pub(crate) fn choose_bits(n: f64, k: f64) -> f64 {
    let k = k.min(n - k);
    let mut bits = 0.0;
    let mut step = 0.0;
    while step < k {
        bits += math::log2((n - step) / (step + 1.0));
        step += 1.0;
    }
    bits
}

/// The properties that all members have and not too many of the others, each cheaper
/// than `limit`, cheapest first.
pub(crate) fn common_properties(members: &[i64], others: &[i64], limit: f64) -> Vec<Predicate> {
    let mut collector =
        PropertyCollector { found: Vec::new(), limit, members: members.len() as f64 };
    let columns = columns(members, others);
    for column in &columns {
        collector.look_at(column);
    }
    collector.residues(members);
    collector.digit_sets(members);
    collector.digit_orders(members, others);
    collector.prime_values(members);
    collector.power_residues(members);
    collector.forms(members);
    collector.relations(&columns);
    collector.pairs(&columns);
    let mut found = collector.found;
    sort::by(&mut found, |a, b| a.bits.total_cmp(&b.bits));
    found
}
