//! Explicit laws: T(n,k) as a small expression of row and column.

use std::collections::HashMap;

use ansatz_expr::{Error, Expr, Op, sort};

use super::grid::{Grid, Neighbour, RowLengths};
use crate::description_bits;

/// Functions of one number.
const UNARY: [Op; 8] =
    [Op::Sqr, Op::Factorial, Op::Prime, Op::IsPrime, Op::NumDiv, Op::Phi, Op::IsSquare, Op::Isqrt];

/// Functions of two numbers.
const BINARY: [Op; 17] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Idiv,
    Op::Mod,
    Op::Gcd,
    Op::Lcm,
    Op::Binomial,
    Op::Pow,
    Op::Max,
    Op::Min,
    Op::Xor,
    Op::BitAnd,
    Op::BitOr,
    Op::Eq,
    Op::Lt,
    Op::Le,
];

/// How many numbers row and column, their shifts and their difference are.
const LEAVES: usize = 7;
/// The distance from the nearer end, of triangles that are the same from both.
const FROM_END: usize = LEAVES + CONSTANTS.len();
const CONSTANTS: [i64; 3] = [1, 2, 3];

/// How many laws are kept.
const MOST_LAWS: usize = 3;

/// How an entry of the bank is made.
#[derive(Clone, Copy)]
enum EntryOrigin {
    Leaf(usize),
    Unary(Op, usize),
    Binary(Op, usize, usize),
}

/// Expressions with different values at the places shown.
struct EntryBank {
    values: Vec<Vec<i64>>,
    recipes: Vec<EntryOrigin>,
    known: HashMap<Vec<i64>, usize>,
}

impl EntryBank {
    fn add(&mut self, values: Option<Vec<i64>>, recipe: EntryOrigin) {
        let Some(values) = values else { return };
        let next = self.values.len();
        if !self.known.contains_key(&values) {
            self.known.insert(values.clone(), next);
            self.values.push(values);
            self.recipes.push(recipe);
        }
    }

    /// Leaves, and one operator of them.
    fn new(grid: &Grid) -> EntryBank {
        let mut bank = EntryBank { values: Vec::new(), recipes: Vec::new(), known: HashMap::new() };
        for leaf in 0..LEAVES + CONSTANTS.len() + usize::from(grid.is_symmetric()) {
            let values = grid.entries().map(|(place, _)| leaf_value(leaf, place)).collect();
            bank.add(Some(values), EntryOrigin::Leaf(leaf));
        }
        let leaves = bank.values.len();
        for a in 0..leaves {
            for op in UNARY {
                bank.add(bank.applied(op, a, a), EntryOrigin::Unary(op, a));
            }
            for b in 0..leaves {
                for op in BINARY {
                    if b > a && op.is_commutative() {
                        continue;
                    }
                    bank.add(bank.applied(op, a, b), EntryOrigin::Binary(op, a, b));
                }
            }
        }
        bank
    }

    fn applied(&self, op: Op, a: usize, b: usize) -> Option<Vec<i64>> {
        let (a, b) = (self.values.get(a)?, self.values.get(b)?);
        a.iter().zip(b).map(|(&a, &b)| op.apply_word(a, b)).collect()
    }

    /// Whether the operator makes the target of two entries. Most fail at the
    /// last terms, which are looked at first.
    fn makes(&self, op: Op, a: usize, b: usize, target: &[i64]) -> bool {
        let (Some(a), Some(b)) = (self.values.get(a), self.values.get(b)) else { return false };
        let mut pairs = a.iter().zip(b).zip(target).rev();
        pairs.all(|((&a, &b), &target)| op.apply_word(a, b) == Some(target))
    }

    fn write(&self, shape: RowLengths, index: usize) -> Result<Expr, Error> {
        match self.recipes.get(index).copied() {
            Some(EntryOrigin::Leaf(leaf)) => write_leaf(shape, leaf),
            Some(EntryOrigin::Unary(op, a)) => Expr::unary(op, &self.write(shape, a)?),
            Some(EntryOrigin::Binary(op, a, b)) => {
                Expr::binary(op, &self.write(shape, a)?, &self.write(shape, b)?)
            }
            None => Ok(Expr::int(0i64)),
        }
    }
}

fn leaf_value(leaf: usize, (row, column): (i64, i64)) -> i64 {
    match leaf {
        0 => row,
        1 => column,
        2 => row - column,
        3 => row - 1,
        4 => column - 1,
        5 => row - column + 1,
        6 => row + column,
        FROM_END => column.min(row - column + 1),
        other => CONSTANTS.get(other - LEAVES).copied().unwrap_or(1),
    }
}

fn write_leaf(shape: RowLengths, leaf: usize) -> Result<Expr, Error> {
    let (row, column) = (shape.row()?, shape.column()?);
    let one = Expr::int(1i64);
    match leaf {
        0 => Ok(row),
        1 => Ok(column),
        2 => Expr::binary(Op::Sub, &row, &column),
        3 => Expr::binary(Op::Sub, &row, &one),
        4 => Expr::binary(Op::Sub, &column, &one),
        5 => Expr::binary(Op::Add, &Expr::binary(Op::Sub, &row, &column)?, &one),
        6 => Expr::binary(Op::Add, &row, &column),
        FROM_END => {
            let from_end = Expr::binary(Op::Add, &Expr::binary(Op::Sub, &row, &column)?, &one)?;
            Expr::binary(Op::Min, &column, &from_end)
        }
        other => Ok(Expr::int(leaf_value(other, (0, 0)))),
    }
}

/// The shortest laws in row and column.
pub(super) fn laws(grid: &Grid) -> Vec<Expr> {
    let target: Option<Vec<i64>> =
        grid.entries().map(|(_, value)| i64::try_from(value).ok()).collect();
    let Some(target) = target else { return Vec::new() };
    let bank = EntryBank::new(grid);
    let mut hits: Vec<EntryOrigin> = Vec::new();
    hits.extend(bank.known.get(&target).and_then(|&index| bank.recipes.get(index)).copied());
    let leaves = LEAVES + CONSTANTS.len() + usize::from(grid.is_symmetric());
    // What depends on the row alone has so few values that much would meet them.
    let entries = if is_by_rows(grid) { 0 } else { bank.values.len() };
    for a in 0..entries {
        for op in UNARY {
            if bank.makes(op, a, a, &target) {
                hits.push(EntryOrigin::Unary(op, a));
            }
        }
        for b in 0..leaves.min(bank.values.len()) {
            for op in BINARY {
                if bank.makes(op, a, b, &target) {
                    hits.push(EntryOrigin::Binary(op, a, b));
                }
                if !op.is_commutative() && bank.makes(op, b, a, &target) {
                    hits.push(EntryOrigin::Binary(op, b, a));
                }
            }
        }
        hits.extend(completed(&bank, a, &target));
    }
    let write = |recipe: EntryOrigin| match recipe {
        EntryOrigin::Leaf(leaf) => write_leaf(grid.shape, leaf),
        EntryOrigin::Unary(op, a) => Expr::unary(op, &bank.write(grid.shape, a)?),
        EntryOrigin::Binary(op, a, b) => {
            Expr::binary(op, &bank.write(grid.shape, a)?, &bank.write(grid.shape, b)?)
        }
    };
    let mut laws: Vec<Expr> = hits.into_iter().filter_map(|hit| write(hit).ok()).collect();
    sort::by(&mut laws, |a, b| description_bits(a).total_cmp(&description_bits(b)));
    laws.truncate(MOST_LAWS);
    laws
}

/// Whether all entries of a row are equal, or all of a column.
fn is_by_rows(grid: &Grid) -> bool {
    let (beside, above) = (Neighbour { up: 0, left: 1 }, Neighbour { up: 1, left: 0 });
    let is_last = |(row, column): (i64, i64)| column == grid.shape.length(row);
    let mut entries = grid.entries();
    entries.all(|(place, value)| place.1 == 1 || grid.beside(place, beside) == value)
        || grid.entries().all(|(place, value)| is_last(place) || grid.beside(place, above) == value)
}

/// Sums, differences and products of two entries, the second looked up.
fn completed(bank: &EntryBank, a: usize, target: &[i64]) -> Vec<EntryOrigin> {
    let Some(values) = bank.values.get(a) else { return Vec::new() };
    let look_up = |other: &dyn Fn(i64, i64) -> Option<i64>| {
        let wanted: Option<Vec<i64>> =
            values.iter().zip(target).map(|(&a, &target)| other(a, target)).collect();
        wanted.and_then(|wanted| bank.known.get(&wanted)).copied()
    };
    let sum = look_up(&|a, target| target.checked_sub(a));
    let difference = look_up(&|a, target| a.checked_sub(target));
    let product = look_up(&|a, target| match target.checked_rem(a) {
        Some(0) => target.checked_div(a),
        _ => None,
    });
    [(Op::Add, sum), (Op::Sub, difference), (Op::Mul, product)]
        .into_iter()
        .filter_map(|(op, b)| Some(EntryOrigin::Binary(op, a, b?)))
        .collect()
}
