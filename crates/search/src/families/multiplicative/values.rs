//! Short expressions of a prime p and an exponent e, found by their values.

use std::collections::HashMap;

use ansatz_expr::{Error, Expr, Op};

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
    /// One of two, by whether p or e is a certain number.
    Either(Box<Tree>, i64, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// With these in the places of p and e.
    pub fn write(&self, prime: &Expr, exponent: &Expr) -> Result<Expr, Error> {
        let write = |tree: &Tree| tree.write(prime, exponent);
        match self {
            Tree::Prime => Ok(prime.clone()),
            Tree::Exponent => Ok(exponent.clone()),
            Tree::Int(value) => Ok(Expr::int(*value)),
            Tree::Binary(op, left, right) => Expr::binary(*op, &write(left)?, &write(right)?),
            Tree::Either(what, number, yes, no) => {
                let is = Expr::binary(Op::Eq, &write(what)?, &Expr::int(*number))?;
                Expr::call(Op::If, &[&is, &write(yes)?, &write(no)?])
            }
        }
    }

    fn length(&self) -> usize {
        match self {
            Tree::Prime | Tree::Exponent | Tree::Int(_) => 1,
            Tree::Binary(_, left, right) => 1 + left.length() + right.length(),
            Tree::Either(what, _, yes, no) => 3 + what.length() + yes.length() + no.length(),
        }
    }
}

/// What operands are joined by.
const OPS: [Op; 7] = [Op::Add, Op::Sub, Op::Mul, Op::Pow, Op::Idiv, Op::Mod, Op::Binomial];

/// Larger values are not looked for.
const LARGEST: i128 = 1 << 100;

/// Expressions with their values at some powers of primes, the shortest of those
/// that have the same.
pub(super) struct Bank {
    trees: Vec<(Tree, Vec<i128>)>,
}

impl Bank {
    /// All of up to two operators.
    pub fn new(powers: &[PrimePower]) -> Bank {
        let mut known: HashMap<Vec<i128>, usize> = HashMap::new();
        let mut bank = Bank { trees: Vec::new() };
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
    /// of two expressions, one for p = 2 or for e = 1 and one for the rest.
    pub fn find(&self, powers: &[PrimePower]) -> Vec<Tree> {
        if let Some(tree) = self.first(powers, |_| true) {
            return vec![tree];
        }
        let is_two: fn(&PrimePower) -> bool = |power| power.prime == 2;
        let is_one: fn(&PrimePower) -> bool = |power| power.exponent == 1;
        [(Tree::Prime, 2, is_two), (Tree::Exponent, 1, is_one)]
            .into_iter()
            .filter_map(|(what, number, is)| {
                let yes = Box::new(self.first(powers, is)?);
                let no = Box::new(self.first(powers, |power| !is(power))?);
                Some(Tree::Either(Box::new(what), number, yes, no))
            })
            .collect()
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
        let found = Bank::new(&powers).find(&powers);
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
