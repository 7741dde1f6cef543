//! Triangles whose entries are a function of one coordinate, or a sum or product
//! of functions of two: rows, columns and antidiagonals are described like any
//! sequence.

use ansatz_expr::{Error, Expr, Op};

use super::grid::{Grid, Neighbour, RowLengths};
use crate::families::transforms::{LeftLaw, describe, substitute};

/// Fewer values of a coordinate are described by too much.
const LEAST_VALUES: usize = 5;

/// How many laws of one function are tried with those of the other.
const MOST_ALIKE: usize = 2;

/// What counts the places of a triangle.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Coordinate {
    Row,
    Column,
    /// Row - column + 1: the row of an array that is read by antidiagonals.
    Diagonal,
}

impl Coordinate {
    fn of(self, (row, column): (i64, i64)) -> i64 {
        match self {
            Coordinate::Row => row,
            Coordinate::Column => column,
            Coordinate::Diagonal => row - column + 1,
        }
    }

    fn write(self, shape: RowLengths) -> Result<Expr, Error> {
        match self {
            Coordinate::Row => shape.row(),
            Coordinate::Column => shape.column(),
            Coordinate::Diagonal => {
                let difference = Expr::binary(Op::Sub, &shape.row()?, &shape.column()?)?;
                Expr::binary(Op::Add, &difference, &Expr::int(1i64))
            }
        }
    }

    /// The place at which this coordinate has a value and another is 1; where
    /// both are, it is the first.
    fn beside(self, other: Coordinate, value: i64) -> (i64, i64) {
        match (self, other) {
            (Coordinate::Column, _) => (value, value),
            (Coordinate::Row, Coordinate::Diagonal) => (value, value),
            _ => (value, 1),
        }
    }
}

/// A law, and how many numbers were chosen.
pub(super) struct SeparableLaw {
    pub(super) expr: Expr,
    pub(super) fitted: usize,
}

/// The laws of a triangle with rows of 1, 2, 3, … entries.
pub(super) fn laws(grid: &Grid) -> Vec<SeparableLaw> {
    let mut laws = Vec::new();
    for coordinate in [Coordinate::Column, Coordinate::Diagonal] {
        laws.extend(alone(grid, coordinate));
    }
    if laws.is_empty() {
        let pairs = [
            (Coordinate::Diagonal, Coordinate::Column),
            (Coordinate::Row, Coordinate::Column),
            (Coordinate::Row, Coordinate::Diagonal),
        ];
        for (x, y) in pairs {
            for op in [Op::Mul, Op::Add] {
                laws.extend(together(grid, x, y, op));
            }
        }
    }
    laws
}

/// T = F(x).
fn alone(grid: &Grid, x: Coordinate) -> Vec<SeparableLaw> {
    let mut values: Vec<i128> = Vec::new();
    for (place, value) in grid.entries() {
        let at = usize::try_from(x.of(place) - 1).unwrap_or(usize::MAX);
        match values.get(at) {
            None if at == values.len() => values.push(value),
            Some(known) if *known == value => {}
            _ => return Vec::new(),
        }
    }
    let law = |known: LeftLaw| {
        let expr = x.write(grid.shape).and_then(|x| substitute(&known.law, &x));
        expr.ok().map(|expr| SeparableLaw { expr, fitted: known.fitted })
    };
    described(&values).into_iter().filter_map(law).collect()
}

/// T = F(x)·G(y) or F(x) + G(y).
fn together(grid: &Grid, x: Coordinate, y: Coordinate, op: Op) -> Vec<SeparableLaw> {
    let Some((of_x, of_y)) = parts(grid, x, y, op) else { return Vec::new() };
    let holds = grid.entries().all(|(place, value)| {
        let part = |values: &[i128], at: i64| {
            values.get(usize::try_from(at - 1).unwrap_or(usize::MAX)).copied()
        };
        match (part(&of_x, x.of(place)), part(&of_y, y.of(place)), op) {
            (Some(a), Some(b), Op::Mul) => a.checked_mul(b) == Some(value),
            (Some(a), Some(b), _) => a.checked_add(b) == Some(value),
            // The last row may have come no further.
            _ => true,
        }
    });
    if !holds {
        return Vec::new();
    }
    let (of_x, of_y) = (described(&of_x), described(&of_y));
    let mut laws = Vec::new();
    for a in of_x.iter().take(MOST_ALIKE) {
        for b in of_y.iter().take(MOST_ALIKE) {
            let expr = || -> Result<Expr, Error> {
                let a = substitute(&a.law, &x.write(grid.shape)?)?;
                Expr::binary(op, &a, &substitute(&b.law, &y.write(grid.shape)?)?)
            };
            let fitted = a.fitted + b.fitted;
            laws.extend(expr().ok().map(|expr| SeparableLaw { expr, fitted }));
        }
    }
    laws
}

/// F(1), F(2), … and G(1), G(2), …, with G(1) = 1 or 0.
fn parts(grid: &Grid, x: Coordinate, y: Coordinate, op: Op) -> Option<(Vec<i128>, Vec<i128>)> {
    let here = Neighbour { up: 0, left: 0 };
    let rows = grid.entries().last().map(|((row, _), _)| row)?;
    let is_shown = |(row, column): (i64, i64)| {
        grid.entries().last().is_some_and(|(last, _)| (row, column) <= last)
    };
    let mut of_x: Vec<i128> = Vec::new();
    for value in 1..=rows {
        // Where y is 1.
        let place = x.beside(y, value);
        if is_shown(place) {
            of_x.push(grid.beside(place, here));
        }
    }
    let mut of_y: Vec<i128> = Vec::new();
    for value in 1..=rows {
        let place = y.beside(x, value);
        if !is_shown(place) {
            break;
        }
        let at = usize::try_from(x.of(place) - 1).ok()?;
        let (Some(&own), entry) = (of_x.get(at), grid.beside(place, here)) else { break };
        of_y.push(match op {
            Op::Mul if own == 0 || entry.checked_rem(own)? != 0 => return None,
            Op::Mul => entry.checked_div(own)?,
            _ => entry.checked_sub(own)?,
        });
    }
    Some((of_x, of_y))
}

/// What the values are, if there are enough.
fn described(values: &[i128]) -> Vec<LeftLaw> {
    if values.len() < LEAST_VALUES { Vec::new() } else { describe(values) }
}
