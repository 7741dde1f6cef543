//! Edges of triangles: the first or last entries of the rows, which may have laws
//! of their own.

use ansatz_expr::{Error, Expr};

use super::combination::{Own, RowCombination, RowPart, TriangleUnknown};
use super::grid::{Grid, Neighbour, RowLengths};
use super::recurrence::{A, B, Choice, L, N, ONE, ROW, by_row, column};
use crate::families::transforms::{LeftLaw, describe, substitute};

/// What the first or last entries of the rows are combined of: A and B stand
/// for the ones before, N for what is beside A on the inner side, L for the
/// term before, which for a first entry is the end of the row above.
const EDGES: [&[Choice]; 12] = [
    &[ONE],
    &[A],
    &[ONE, ROW],
    &[by_row(A)],
    &[L],
    &[A, ONE],
    &[L, ONE],
    &[A, N],
    &[A, by_row(A)],
    &[A, B],
    &[ONE, ROW, by_row(ROW)],
    &[A, ONE, ROW],
];

/// Fewer entries are described by too much.
const LEAST_DESCRIBED: usize = 6;

/// The law of an edge.
pub(super) enum Edge {
    /// It follows from neighbours.
    Solved(RowCombination),
    /// It is a function of the row.
    Known(LeftLaw),
}

impl Edge {
    /// The first entries of the rows, from a row on.
    pub(super) fn first(grid: &Grid, start: i64) -> Option<Edge> {
        Edge::of(grid, RowPart::First, start, [(1, 0), (2, 0), (1, -1)])
    }

    /// The last entries of the rows.
    pub(super) fn last(grid: &Grid, start: i64) -> Option<Edge> {
        let width = grid.shape.width();
        Edge::of(grid, RowPart::Last, start, [(1, width), (2, 2 * width), (1, width + 1)])
    }

    fn of(grid: &Grid, part: RowPart, start: i64, before: [(i64, i64); 3]) -> Option<Edge> {
        let along = |place| match place {
            (1, 1) => before[0],
            (1, 0) => before[1],
            (1, -1) => before[2],
            other => other,
        };
        let solved = EDGES.into_iter().find_map(|model| {
            let choose = |&(neighbour, row, column): &Choice| (neighbour.map(along), row, column);
            let columns: Vec<TriangleUnknown> = model.iter().map(choose).map(column).collect();
            RowCombination::solve(grid, part, start, &columns, Own::ONE)
        });
        solved.map(Edge::Solved).or_else(|| described(grid, part).map(Edge::Known))
    }

    pub(super) fn fitted(&self) -> usize {
        match self {
            Edge::Solved(law) => law.fitted,
            Edge::Known(law) => law.fitted,
        }
    }

    pub(super) fn is_like(&self, other: &Edge) -> bool {
        match (self, other) {
            (Edge::Solved(law), Edge::Solved(other)) => law.is_like(other),
            (Edge::Known(law), Edge::Known(other)) => law.law == other.law,
            _ => false,
        }
    }

    pub(super) fn write(&self, shape: RowLengths) -> Result<Expr, Error> {
        match self {
            Edge::Solved(law) => law.write(shape),
            Edge::Known(law) => substitute(&law.law, &shape.row()?),
        }
    }

    /// The right-hand side as people write it; n is the row.
    pub(super) fn text(&self) -> String {
        match self {
            Edge::Solved(law) => law.text(),
            Edge::Known(law) => law.law.to_string(),
        }
    }
}

/// The edge if there has to be one: nothing where it has no law.
pub(super) fn settled(edge: Option<&Option<Edge>>) -> Option<Option<&Edge>> {
    match edge {
        None => Some(None),
        Some(None) => None,
        Some(Some(law)) => Some(Some(law)),
    }
}

/// The edge as any sequence: a function of the row.
fn described(grid: &Grid, part: RowPart) -> Option<LeftLaw> {
    let place = |row| (row, if part == RowPart::First { 1 } else { grid.shape.length(row) });
    let here = Neighbour { up: 0, left: 0 };
    let entries = grid.entries().filter(|((row, column), _)| place(*row) == (*row, *column));
    let values: Vec<i128> = entries.map(|(at, _)| grid.beside(at, here)).collect();
    if grid.shape.first() != 1 || values.len() < LEAST_DESCRIBED {
        return None;
    }
    describe(&values).into_iter().next()
}
