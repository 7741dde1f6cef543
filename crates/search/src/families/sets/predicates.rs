//! Properties that all members of a set have.

use std::collections::HashMap;

use ansatz_expr::arith;

use super::features::{Column, Feature, Kind, columns, int_bits};
use super::term::{Binary, Term, Ternary, Unary};

/// A property of m with its price.
#[derive(Debug, Clone)]
pub(crate) struct Predicate {
    pub(crate) term: Term,
    pub(crate) bits: f64,
}

/// Collects properties that are worth their price.
struct Collector {
    found: Vec<Predicate>,
    /// Dearer ones prove nothing.
    limit: f64,
    /// How many members there are.
    members: f64,
}

impl Collector {
    fn push(&mut self, term: Term, bits: f64) {
        if bits < self.limit {
            self.found.push(Predicate { term, bits });
        }
    }

    /// Whether as many members as there are would have a property by chance, as
    /// `passing` of `seen` other numbers have it.
    fn is_chance(&self, bits: f64, passing: usize, seen: usize) -> bool {
        is_chance(self.members, bits, passing, seen)
    }

    /// What the values of one feature at the members have in common, and not with
    /// too many others.
    fn look_at(&mut self, column: &Column) {
        let Column { feature: Feature { term, bits, kind }, values, others } = column;
        let (Some(&first), Some(&low), Some(&high)) =
            (values.first(), values.iter().min(), values.iter().max())
        else {
            return;
        };
        let mut offer = |make: &dyn Fn() -> Term, price: f64, holds: &dyn Fn(i64) -> bool| {
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
                let make = || Term::binary(Binary::Le, Term::Const(low), term.clone());
                offer(&make, 2.0 + int_bits(low), &|value| value >= low);
            }
            if high <= 4 {
                let make = || Term::binary(Binary::Le, term.clone(), Term::Const(high));
                offer(&make, 2.0 + int_bits(high), &|value| value <= high);
            }
            if values.iter().all(|&value| value == low || value == high) {
                let make = || {
                    let (low, high) = (term.clone().equals(low), term.clone().equals(high));
                    Term::binary(Binary::Add, low, high)
                };
                let price = 1.0 + int_bits(low) + int_bits(high);
                offer(&make, price, &|value| value == low || value == high);
            }
            if low < 0 && values.iter().all(|&value| value != 0) {
                let make = || Term::binary(Binary::Ne, term.clone(), Term::Const(0));
                offer(&make, 3.0, &|value| value != 0);
            }
            if values.iter().all(|&value| Unary::IsPrime.apply(value) == Some(1)) {
                let make = || Term::unary(Unary::IsPrime, term.clone());
                offer(&make, 2.5, &|value| Unary::IsPrime.apply(value) == Some(1));
            }
        }
        // One residue class for all values.
        let common = values.iter().fold(0, |divisor, value| gcd(divisor, value - first));
        for modulus in (2..=12i64).filter(|modulus| common % modulus == 0) {
            let residue = first.rem_euclid(modulus);
            let price = 1.0 + int_bits(modulus) + (modulus as f64).log2();
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
                residues.sort_unstable();
                residues.dedup();
                let count = residues.len();
                let base = match power {
                    1 => Term::M,
                    _ => Term::binary(Binary::Pow, Term::M, Term::Const(power)),
                };
                let reduced = base.modulo(modulus);
                let modulus_bits = power_bits + int_bits(modulus);
                if count <= 10 && 2 * count <= modulus as usize + 1 {
                    let equals = residues.iter().map(|&residue| reduced.clone().equals(residue));
                    let union = equals.reduce(|a, b| Term::binary(Binary::Add, a, b));
                    // Residues with a factor in common with the modulus are
                    // rarer among those that are worth a list.
                    let choices = choose_bits(modulus as f64, count as f64);
                    if let Some(union) = union {
                        self.push(union, modulus_bits + choices + 0.7 * (count as f64 - 1.0));
                    }
                } else if count as i64 == modulus - 1 && power == 1 {
                    let missing = (0..modulus).find(|r| residues.binary_search(r).is_err());
                    if let Some(missing) = missing {
                        let bits = modulus_bits + 1.0 + (modulus as f64).log2();
                        let term = Term::binary(Binary::Ne, reduced, Term::Const(missing));
                        self.push(term, bits);
                    }
                }
            }
        }
    }

    /// a·m + b or a quadratic polynomial is prime, or never is.
    fn prime_values(&mut self, members: &[i64]) {
        let is_prime = |value: i64| u64::try_from(value).is_ok_and(arith::is_prime);
        for a in 1..=120i64 {
            for b in -150..=150i64 {
                let bits = 2.0 + int_bits(a) + int_bits(b.abs());
                if bits >= self.limit || gcd(a, b) > 1 {
                    continue;
                }
                if members.iter().all(|&m| is_prime(a * m + b)) {
                    self.push(Term::unary(Unary::IsPrime, Term::linear(a, b)), bits);
                } else if bits * 3.5 < members.len() as f64
                    && members.iter().all(|&m| !is_prime(a * m + b))
                {
                    let prime = Term::unary(Unary::IsPrime, Term::linear(a, b));
                    self.push(prime.equals(0), bits + 1.0);
                }
            }
        }
        self.prime_quadratics(members);
    }

    /// A quadratic polynomial is prime at all members.
    fn prime_quadratics(&mut self, members: &[i64]) {
        const MODULI: [i64; 5] = [3, 5, 7, 11, 13];
        if members.last().is_some_and(|&m| m > 1 << 22) {
            return;
        }
        // The residues of all members but the first, where values may be as small
        // as the moduli.
        let residues = MODULI
            .map(|q| members.iter().skip(4).fold(0u32, |mask, m| mask | 1 << m.rem_euclid(q)));
        for a in 1..=12i64 {
            for b in -20..=20i64 {
                for c in -50..=50i64 {
                    let bits = 4.0 + int_bits(a) + int_bits(b.abs()) + int_bits(c.abs());
                    if bits >= self.limit || gcd(gcd(a, b), c) > 1 {
                        continue;
                    }
                    let divisible = MODULI.iter().zip(&residues).any(|(&q, &mask)| {
                        (0..q).any(|x| mask >> x & 1 == 1 && ((a * x + b) * x + c) % q == 0)
                    });
                    let value = |m: i64| (a * m + b) * m + c;
                    let is_prime = |&m: &i64| u64::try_from(value(m)).is_ok_and(arith::is_prime);
                    if divisible || !members.iter().all(is_prime) {
                        continue;
                    }
                    let square = Term::binary(Binary::Pow, Term::M, Term::Const(2)).times(a);
                    let linear = match b {
                        0 => square,
                        1.. => Term::binary(Binary::Add, square, Term::M.times(b)),
                        _ => Term::binary(Binary::Sub, square, Term::M.times(-b)),
                    };
                    self.push(Term::unary(Unary::IsPrime, linear.plus(c)), bits);
                }
            }
        }
    }

    /// Digits that no member has, in each base.
    fn digit_sets(&mut self, members: &[i64]) {
        for base in 3..=16i64 {
            let mut seen = 0u32;
            for &member in members {
                let mut rest = member;
                while rest > 0 {
                    seen |= 1 << (rest % base);
                    rest /= base;
                }
            }
            let used = i64::from(seen.count_ones());
            if used == 0 || used >= base - 1 {
                continue;
            }
            let count = |digit: i64| {
                let (digit, base) = (Term::Const(digit), Term::Const(base));
                Term::ternary(Ternary::CountDigit, Term::M, digit, base)
            };
            let digits = |wanted: bool| {
                (0..base).filter(move |digit| (seen >> digit & 1 == 1) == wanted).map(count)
            };
            let sum = |wanted| digits(wanted).reduce(|a, b| Term::binary(Binary::Add, a, b));
            let term = if 2 * used <= base {
                let length = Term::binary(Binary::DigitCount, Term::M, Term::Const(base));
                sum(true).map(|sum| Term::binary(Binary::Eq, sum, length))
            } else {
                sum(false).map(|sum| sum.equals(0))
            };
            let bits = if base == 10 { 4.0 } else { 7.5 };
            if let Some(term) = term {
                self.push(term, bits + choose_bits(base as f64, used as f64));
            }
        }
    }

    /// x^k = d has a solution modulo m, or has none.
    fn power_residues(&mut self, members: &[i64]) {
        if members.iter().any(|&m| m < 2) {
            return;
        }
        for k in 2..=20i64 {
            for d in (2..=30i64).flat_map(|d| [d, -d]) {
                let less = Term::linear(1, -1);
                let divisor = Term::binary(Binary::Gcd, Term::Const(k), less.clone());
                let exponent = Term::binary(Binary::Idiv, less, divisor);
                let term = Term::ternary(Ternary::PowMod, Term::Const(d), exponent, Term::M);
                let bits = 5.0 + int_bits(k) + int_bits(d);
                let one = |m: &i64| term.value(*m) == Some(1);
                let Some(first) = members.iter().position(|m| d % m != 0) else { continue };
                let solvable = members.get(first).is_some_and(one);
                if members.iter().all(|m| d % m == 0 || one(m) == solvable) {
                    let term = if solvable {
                        let trivial = Term::Const(d).modulo_of(Term::M);
                        if members.iter().all(one) {
                            term.equals(1)
                        } else {
                            Term::binary(Binary::Add, term.equals(1), trivial.equals(0))
                        }
                    } else if members.iter().any(|m| d % m == 0) {
                        continue;
                    } else {
                        let power = Term::binary(Binary::Ne, term, Term::Const(1));
                        // Where d is 0, x = 0 is a solution.
                        let trivial = Term::Const(d).modulo_of(Term::M);
                        let other = Term::binary(Binary::Ne, trivial, Term::Const(0));
                        Term::binary(Binary::Mul, power, other)
                    };
                    self.push(term, bits);
                }
            }
        }
    }

    /// Two features that are equal, or differ by a constant or a factor, at all
    /// members.
    fn relations(&mut self, columns: &[Column]) {
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
                let term = Term::binary(
                    Binary::Eq,
                    column.feature.term.clone(),
                    other.feature.term.clone().plus(offset),
                );
                let bits = column.feature.bits + other.feature.bits + int_bits(offset);
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
                let bits = column.feature.bits + other.feature.bits;
                if left != right && !self.is_chance(bits, passing, column.others.len()) {
                    let term = Term::binary(
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
    fn pairs(&mut self, columns: &[Column]) {
        let simple: Vec<&Column> = columns
            .iter()
            .filter(|column| column.feature.kind != Kind::Truth && column.feature.bits <= 5.5)
            .collect();
        for (index, a) in simple.iter().enumerate() {
            for (other, b) in simple.iter().enumerate() {
                if index == other {
                    continue;
                }
                let bits = a.feature.bits + b.feature.bits + 2.0;
                if bits >= self.limit {
                    continue;
                }
                let mut offer = |make: &dyn Fn() -> Term,
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
                    Term::binary(function, a.feature.term.clone(), b.feature.term.clone())
                };
                let is_prime = |n: i64| u64::try_from(n).is_ok_and(arith::is_prime);
                let is_square = |n: i64| Unary::IsSquare.apply(n) == Some(1);
                offer(&|| make(Binary::Mod).equals(0), 0.0, &|a, b| b != 0 && a % b == 0);
                // Most orders are trivial, so only the simplest are tried.
                if a.feature.bits.max(b.feature.bits) <= 4.0 {
                    offer(&|| make(Binary::Lt), 0.0, &|a, b| a < b);
                    offer(&|| make(Binary::Le), 0.0, &|a, b| a <= b);
                }
                offer(&|| Term::unary(Unary::IsPrime, make(Binary::Sub)), 1.0, &|a, b| {
                    is_prime(a.saturating_sub(b))
                });
                if index > other {
                    continue;
                }
                offer(&|| make(Binary::Gcd).equals(1), 0.0, &|a, b| gcd(a, b) == 1);
                offer(&|| Term::unary(Unary::IsPrime, make(Binary::Add)), 1.0, &|a, b| {
                    is_prime(a.saturating_add(b))
                });
                offer(&|| Term::unary(Unary::IsSquare, make(Binary::Add)), 2.0, &|a, b| {
                    is_square(a.saturating_add(b))
                });
                offer(&|| Term::unary(Unary::IsSquare, make(Binary::Mul)), 2.0, &|a, b| {
                    a.checked_mul(b).is_some_and(is_square)
                });
            }
        }
    }
}

/// Whether `members` numbers all have a property of that price by chance, as
/// `passing` of `seen` others have it.
pub(crate) fn is_chance(members: f64, bits: f64, passing: usize, seen: usize) -> bool {
    let rate = (passing as f64 + 0.5) / (seen as f64 + 1.0);
    -members * rate.log2() < 0.7 * bits
}

impl Term {
    /// This term modulo another.
    fn modulo_of(self, other: Term) -> Term {
        Term::binary(Binary::Mod, self, other)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    Binary::Gcd.apply(a, b).unwrap_or(1)
}

/// log2 of the number of ways to choose k of n.
pub(crate) fn choose_bits(n: f64, k: f64) -> f64 {
    let k = k.min(n - k);
    let mut bits = 0.0;
    let mut step = 0.0;
    while step < k {
        bits += ((n - step) / (step + 1.0)).log2();
        step += 1.0;
    }
    bits
}

/// The properties that all members have and not too many of the others, each cheaper
/// than `limit`, cheapest first.
pub(crate) fn common_properties(members: &[i64], others: &[i64], limit: f64) -> Vec<Predicate> {
    let mut collector = Collector { found: Vec::new(), limit, members: members.len() as f64 };
    let columns = columns(members, others);
    for column in &columns {
        collector.look_at(column);
    }
    collector.residues(members);
    collector.digit_sets(members);
    collector.prime_values(members);
    collector.power_residues(members);
    collector.relations(&columns);
    collector.pairs(&columns);
    let mut found = collector.found;
    found.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    found
}
