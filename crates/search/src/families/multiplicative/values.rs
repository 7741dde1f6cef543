//! Short expressions of a prime p and an exponent e, found by their values.

use std::collections::HashMap;

use ansatz_expr::{Error, Expr, Op, sort};

use crate::price::description_bits;

/// A power of a prime, and what the function is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PrimePower {
    pub prime: i128,
    pub exponent: i128,
    pub value: i128,
}

/// An expression of p and e.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tree {
    Prime,
    Exponent,
    Int(i64),
    Binary(Op, Box<Tree>, Box<Tree>),
    /// One of two, by a condition.
    Either(Split, Box<Tree>, Box<Tree>),
}

/// What powers of primes are told apart by: whether p or e, modulo something
/// where that is not 0, is a certain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Split {
    of_prime: bool,
    modulus: i64,
    number: i64,
}

impl Split {
    const fn prime(modulus: i64, number: i64) -> Split {
        Split { of_prime: true, modulus, number }
    }

    const fn exponent(modulus: i64, number: i64) -> Split {
        Split { of_prime: false, modulus, number }
    }

    fn holds(self, power: &PrimePower) -> bool {
        let value = if self.of_prime { power.prime } else { power.exponent };
        let value = if self.modulus > 0 { value.rem_euclid(self.modulus.into()) } else { value };
        value == i128::from(self.number)
    }

    fn write(self, prime: &Expr, exponent: &Expr) -> Result<Expr, Error> {
        let of = if self.of_prime { prime } else { exponent };
        let value = match self.modulus {
            0 => of.clone(),
            modulus => Expr::binary(Op::Mod, of, &Expr::int(modulus))?,
        };
        Expr::binary(Op::Eq, &value, &Expr::int(self.number))
    }
}

/// The usual ones.
const PLAIN: [Split; 2] = [Split::prime(0, 2), Split::exponent(0, 1)];
/// Those that are tried where these leave it unsaid: a prime of its own, Dirichlet
/// characters, the parity of the exponent.
const OTHERS: [Split; 10] = [
    Split::prime(0, 3),
    Split::prime(0, 5),
    Split::prime(4, 1),
    Split::prime(4, 3),
    Split::prime(3, 1),
    Split::prime(3, 2),
    Split::prime(6, 1),
    Split::prime(6, 5),
    Split::exponent(2, 0),
    Split::exponent(0, 2),
];
/// What it takes to say which of these it is, in bits, and that there is one.
const SPLIT_BITS: f64 = 7.0;
/// How few powers must be on each side to be told apart by what is not usual.
const FEWEST_APART: usize = 2;

impl Tree {
    /// With these in the places of p and e.
    pub fn write(&self, prime: &Expr, exponent: &Expr) -> Result<Expr, Error> {
        let write = |tree: &Tree| tree.write(prime, exponent);
        match self {
            Tree::Prime => Ok(prime.clone()),
            Tree::Exponent => Ok(exponent.clone()),
            Tree::Int(value) => Ok(Expr::int(*value)),
            Tree::Binary(op, left, right) => Expr::binary(*op, &write(left)?, &write(right)?),
            Tree::Either(split, yes, no) => {
                let is = split.write(prime, exponent)?;
                Expr::call(Op::If, &[&is, &write(yes)?, &write(no)?])
            }
        }
    }

    /// What it takes to say. Of the splits there are so few that which one it is
    /// takes less than its writing.
    pub fn bits(&self) -> Result<f64, Error> {
        match self {
            Tree::Either(split, yes, no) if !PLAIN.contains(split) || no.is_split() => {
                Ok(SPLIT_BITS + yes.bits()? + no.bits()?)
            }
            _ => Ok(description_bits(&self.write(&Expr::n(), &Expr::prev(1)?)?)),
        }
    }

    fn is_split(&self) -> bool {
        matches!(self, Tree::Either(..))
    }

    fn length(&self) -> usize {
        match self {
            Tree::Prime | Tree::Exponent | Tree::Int(_) => 1,
            Tree::Binary(_, left, right) => 1 + left.length() + right.length(),
            Tree::Either(_, yes, no) => 4 + yes.length() + no.length(),
        }
    }
}

/// What operands are joined by.
const OPS: [Op; 7] = [Op::Add, Op::Sub, Op::Mul, Op::Pow, Op::Idiv, Op::Mod, Op::Binomial];

/// Larger values are not looked for.
const LARGEST: i128 = 1 << 100;

/// Expressions with their values at some powers of primes, the shortest of those
/// that have the same.
pub(super) struct PrimePowerBank {
    trees: Vec<(Tree, Vec<i128>)>,
}

impl PrimePowerBank {
    /// All of up to two operators.
    pub fn new(powers: &[PrimePower]) -> PrimePowerBank {
        let mut known: HashMap<Vec<i128>, usize> = HashMap::new();
        let mut bank = PrimePowerBank { trees: Vec::new() };
        let mut add = |trees: &mut Vec<(Tree, Vec<i128>)>, tree: Tree, values: Vec<i128>| {
            known.entry(values.clone()).or_insert_with(|| {
                trees.push((tree, values));
                trees.len()
            });
        };
        let atoms = [Tree::Prime, Tree::Exponent]
            .into_iter()
            .chain([1, 2, 3, -1].map(Tree::Int))
            .map(|tree| {
                let value = |power: &PrimePower| match &tree {
                    Tree::Prime => power.prime,
                    Tree::Exponent => power.exponent,
                    Tree::Int(value) => i128::from(*value),
                    _ => 0,
                };
                let values = powers.iter().map(value).collect();
                (tree, values)
            });
        for (tree, values) in atoms {
            add(&mut bank.trees, tree, values);
        }
        let atoms = bank.trees.clone();
        for _ in 0..2 {
            let before = bank.trees.clone();
            for (tree, values) in &before {
                for (atom, others) in &atoms {
                    for op in OPS {
                        let sides = [(tree, values, atom, others), (atom, others, tree, values)];
                        for (left, a, right, b) in sides {
                            let Some(values) = joined(op, a, b) else { continue };
                            let (left, right) = (Box::new(left.clone()), Box::new(right.clone()));
                            add(&mut bank.trees, Tree::Binary(op, left, right), values);
                        }
                    }
                }
            }
        }
        bank
    }

    /// Expressions that have the function's values; where none has them all, those
    /// of two expressions, by what tells the powers apart, or else of three.
    pub fn find(&self, powers: &[PrimePower]) -> Vec<Tree> {
        if let Some(tree) = self.first(powers, |_| true) {
            return vec![tree];
        }
        let either =
            |split: Split, yes: Tree, no: Tree| Tree::Either(split, Box::new(yes), Box::new(no));
        let sides = |split: Split, of: &[PrimePower]| {
            let yes = of.iter().filter(|power| split.holds(power)).count();
            yes.min(of.len() - yes)
        };
        let two = |split: Split| {
            let yes = self.first(powers, |power| split.holds(power))?;
            let no = self.first(powers, |power| !split.holds(power))?;
            Some(either(split, yes, no))
        };
        let found: Vec<Tree> = PLAIN.into_iter().filter_map(two).collect();
        if !found.is_empty() {
            return found;
        }
        let others = || OTHERS.into_iter().filter(|&split| sides(split, powers) >= FEWEST_APART);
        let found: Vec<Tree> = others().filter_map(two).collect();
        if !found.is_empty() {
            return found;
        }
        // Three: one of the primes 2, 3 and 5 or e = 1 by itself, and two for the rest.
        let alone = [Split::prime(0, 2), Split::prime(0, 3), Split::prime(0, 5)];
        let mut found = Vec::new();
        for outer in alone.into_iter().chain([Split::exponent(0, 1)]) {
            let Some(yes) = self.first(powers, |power| outer.holds(power)) else { continue };
            for inner in PLAIN.into_iter().chain(others()).filter(|inner| *inner != outer) {
                let first = |holds: bool| {
                    let asks =
                        |power: &PrimePower| !outer.holds(power) && inner.holds(power) == holds;
                    if !powers.iter().any(&asks) { None } else { self.first(powers, asks) }
                };
                if let (Some(inside), Some(rest)) = (first(true), first(false)) {
                    found.push(either(outer, yes.clone(), either(inner, inside, rest)));
                }
            }
        }
        sort::by_key(&mut found, Tree::length);
        found
    }

    /// The shortest expression with the function's values at the powers that are
    /// asked for.
    fn first(&self, powers: &[PrimePower], asks: impl Fn(&PrimePower) -> bool) -> Option<Tree> {
        let fits = |(_, values): &&(Tree, Vec<i128>)| {
            powers.iter().zip(values).all(|(power, value)| !asks(power) || power.value == *value)
        };
        let fitting = self.trees.iter().filter(fits).map(|(tree, _)| tree);
        fitting.min_by_key(|tree| tree.length()).cloned()
    }
}

fn joined(op: Op, left: &[i128], right: &[i128]) -> Option<Vec<i128>> {
    let value = |(&a, &b): (&i128, &i128)| {
        let value = match op {
            Op::Add => a.checked_add(b),
            Op::Sub => a.checked_sub(b),
            Op::Mul => a.checked_mul(b),
            Op::Pow => a.checked_pow(u32::try_from(b).ok()?),
            Op::Idiv if b != 0 => Some(a.div_euclid(b)).filter(|_| b > 0),
            Op::Mod if b > 0 => Some(a.rem_euclid(b)),
            Op::Binomial => binomial(a, b),
            _ => None,
        };
        value.filter(|value| value.abs() < LARGEST)
    };
    left.iter().zip(right).map(value).collect()
}

/// Of small numbers.
fn binomial(n: i128, k: i128) -> Option<i128> {
    if !(0..=60).contains(&n) || !(0..=n).contains(&k) {
        return None;
    }
    (0..k).try_fold(1i128, |value, at| Some(value.checked_mul(n - at)? / (at + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_expression_is_found() {
        let powers: Vec<PrimePower> = [(2, 1), (3, 1), (2, 2), (5, 1), (2, 3), (3, 2)]
            .map(|(prime, exponent)| PrimePower { prime, exponent, value: prime * exponent })
            .into();
        let found = PrimePowerBank::new(&powers).find(&powers);
        let product = Tree::Binary(Op::Mul, Box::new(Tree::Prime), Box::new(Tree::Exponent));
        assert_eq!(found, [product]);
    }

    #[test]
    fn operators_have_their_usual_meaning() {
        assert_eq!(joined(Op::Pow, &[2, -1], &[3, 3]), Some(vec![8, -1]));
        assert_eq!(joined(Op::Idiv, &[7], &[0]), None);
        assert_eq!(joined(Op::Binomial, &[5], &[2]), Some(vec![10]));
    }
}
