//! Triangles whose entries follow from their neighbours, with edges of their
//! own where they have some.

use ansatz_expr::{Error, Expr, Op, sort};

use super::combination::{Column, Combination, Own, Part};
use super::grid::{Grid, Neighbour, Shape};

/// A neighbour, and whether it has row or column as a factor.
type Choice = (Option<(i64, i64)>, u32, u32);

const A: Choice = (Some((1, 1)), 0, 0);
const B: Choice = (Some((1, 0)), 0, 0);
/// To the left, and two to the left.
const L: Choice = (Some((0, 1)), 0, 0);
const LL: Choice = (Some((0, 2)), 0, 0);
/// Above to the right.
const N: Choice = (Some((1, -1)), 0, 0);
/// Above, two to the left.
const F: Choice = (Some((1, 2)), 0, 0);
/// Two rows above.
const C: Choice = (Some((2, 1)), 0, 0);
const D: Choice = (Some((2, 0)), 0, 0);
const E: Choice = (Some((2, 2)), 0, 0);
const ONE: Choice = (None, 0, 0);
const ROW: Choice = (None, 1, 0);
const COL: Choice = (None, 0, 1);

const fn by_row(choice: Choice) -> Choice {
    (choice.0, choice.1 + 1, choice.2)
}

const fn by_column(choice: Choice) -> Choice {
    (choice.0, choice.1, choice.2 + 1)
}

/// What entries are combined of: few unknowns first.
const MODELS: [&[Choice]; 57] = [
    &[ONE],
    &[A],
    &[B],
    &[L],
    &[C],
    &[by_row(A)],
    &[by_row(B)],
    &[by_column(A)],
    &[by_column(B)],
    &[by_row(L)],
    &[by_column(L)],
    &[A, B],
    &[A, L],
    &[B, L],
    &[A, N],
    &[A, by_column(N)],
    &[A, F],
    &[A, C],
    &[B, D],
    &[B, C],
    &[A, E],
    &[A, ONE],
    &[B, ONE],
    &[L, ONE],
    &[C, ONE],
    &[L, LL],
    &[A, by_row(A)],
    &[B, by_row(B)],
    &[A, by_column(A)],
    &[B, by_column(B)],
    &[by_row(A), by_column(A)],
    &[by_row(B), by_column(B)],
    &[by_row(L), by_column(L)],
    &[A, by_row(B)],
    &[A, by_column(B)],
    &[by_column(A), by_column(B)],
    &[by_row(A), by_row(B)],
    &[by_row(A), B],
    &[by_column(A), B],
    &[ONE, ROW, COL],
    &[A, B, ONE],
    &[A, B, C],
    &[A, B, D],
    &[A, B, E],
    &[A, B, N],
    &[A, B, L],
    &[A, B, F],
    &[L, LL, ONE],
    &[A, B, by_row(B)],
    &[A, B, by_column(B)],
    &[A, by_row(B), by_column(B)],
    &[A, by_row(A), by_column(A), B, by_column(B)],
    &[A, by_column(A), B, by_column(B)],
    &[A, by_row(A), B, by_row(B)],
    &[A, B, ONE, ROW, COL],
    &[A, B, C, D, E],
    &[A, by_row(A), by_column(A), B, by_row(B), by_column(B)],
];

/// What makes a quotient of neighbours: the entry to the left times a polynomial
/// of row and column, over one of these.
const QUOTIENT: &[Choice] =
    &[L, by_row(L), by_column(L), by_row(by_row(L)), by_row(by_column(L)), by_column(by_column(L))];
const OWN: [Own; 3] = [Own(&[1]), Own(&[1, 1]), Own(&[0, 1])];

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

/// A law of all entries from a row on.
pub(super) struct Law {
    pub(super) expr: Expr,
    /// How many terms come before that row.
    pub(super) skip: usize,
    pub(super) fitted: usize,
    pub(super) form: String,
}

/// The laws, few unknowns first.
pub(super) fn laws(grid: &Grid) -> Vec<Law> {
    let mut laws: Vec<Law> = Vec::new();
    let shape = grid.shape;
    for start in [shape.first() + 1, shape.first() + 2] {
        let first = edge(grid, Part::First, start, [(1, 0), (2, 0), (1, -1)]);
        let width = shape.width();
        let last = edge(grid, Part::Last, start, [(1, width), (2, 2 * width), (1, width + 1)]);
        for part in [Part::All, Part::NotFirst, Part::NotLast, Part::Inner] {
            let (left, right) = match part {
                Part::NotFirst => (Some(&first), None),
                Part::NotLast => (None, Some(&last)),
                Part::Inner => (Some(&first), Some(&last)),
                _ => (None, None),
            };
            // An edge that has no law leaves none for the whole.
            let (Some(left), Some(right)) = (settled(left), settled(right)) else { continue };
            let mut found = 0;
            let quotients = OWN.into_iter().filter(|_| part == Part::NotFirst);
            let models = MODELS.into_iter().map(|model| (model, Own::ONE));
            for (model, own) in models.chain(quotients.map(|own| (QUOTIENT, own))) {
                let columns: Vec<Column> = model.iter().map(|choice| column(*choice)).collect();
                let Some(body) = Combination::solve(grid, part, start, &columns, own) else {
                    continue;
                };
                if part == Part::All && body.is_constant() {
                    break; // others say so
                }
                if let Ok(expr) = join(shape, &body, left, right) {
                    let edges = [left, right].into_iter().flatten().map(|edge| edge.fitted);
                    let fitted = body.fitted + edges.sum::<usize>();
                    let skip = usize::try_from(shape.before(start)).unwrap_or(0);
                    let form = text(shape, &body, left, right);
                    laws.push(Law { expr, skip, fitted, form });
                }
                found += 1;
                if found == 2 {
                    break;
                }
            }
        }
    }
    sort::by_key(&mut laws, |law| law.skip + law.fitted);
    laws
}

/// The edge if there has to be one: nothing where it has no law.
fn settled(edge: Option<&Option<Combination>>) -> Option<Option<&Combination>> {
    match edge {
        None => Some(None),
        Some(None) => None,
        Some(Some(law)) => Some(Some(law)),
    }
}

fn column((neighbour, row_power, column_power): Choice) -> Column {
    let neighbour = neighbour.map(|(up, left)| Neighbour { up, left });
    Column { neighbour, row_power, column_power }
}

fn edge(grid: &Grid, part: Part, start: i64, before: [(i64, i64); 3]) -> Option<Combination> {
    EDGES.into_iter().find_map(|model| {
        let columns: Vec<Column> = model
            .iter()
            .map(|&(neighbour, row_power, column_power)| {
                let along = |place| match place {
                    (1, 1) => before[0],
                    (1, 0) => before[1],
                    (1, -1) => before[2],
                    other => other,
                };
                column((neighbour.map(along), row_power, column_power))
            })
            .collect();
        Combination::solve(grid, part, start, &columns, Own::ONE)
    })
}

/// The law of all entries, by conditions on the column.
fn join(
    shape: Shape,
    body: &Combination,
    left: Option<&Combination>,
    right: Option<&Combination>,
) -> Result<Expr, Error> {
    let inner = body.write(shape)?;
    let (row, column) = (shape.row()?, shape.column()?);
    let length = crate::classical::write::sum(vec![
        (shape.width().into(), Some(row)),
        (shape.length(0).into(), None),
    ])?;
    let on_first = Expr::binary(Op::Eq, &column, &Expr::int(1i64))?;
    let on_last = Expr::binary(Op::Eq, &column, &length)?;
    match (left, right) {
        (Some(left), Some(right)) if left.is_like(right) => {
            let from_left = Expr::binary(Op::Sub, &column, &Expr::int(1i64))?;
            let from_right = Expr::binary(Op::Sub, &column, &length)?;
            let off_edges = Expr::binary(Op::Mul, &from_left, &from_right)?;
            Expr::call(Op::If, &[&off_edges, &inner, &left.write(shape)?])
        }
        _ => {
            let mut law = inner;
            if let Some(right) = right {
                law = Expr::call(Op::If, &[&on_last, &right.write(shape)?, &law])?;
            }
            if let Some(left) = left {
                law = Expr::call(Op::If, &[&on_first, &left.write(shape)?, &law])?;
            }
            Ok(law)
        }
    }
}

/// The law as people write it, rows and columns counted from 1.
fn text(
    shape: Shape,
    body: &Combination,
    left: Option<&Combination>,
    right: Option<&Combination>,
) -> String {
    let mut text = format!("T(n,k) = {}", body.text());
    if let Some(left) = left {
        let end = match (shape.width(), shape.length(0)) {
            (1, _) => "n-1",
            (_, 0) => "2n-2",
            _ => "2n-3",
        };
        let edge = left.text().replace("n,k-1", &format!("n-1,{end}"));
        text += &format!("; T(n,1) = {}", edge.replace(",k)", ",1)").replace("k+1", "2"));
    }
    if let Some(right) = right {
        let end = match (shape.width(), shape.length(0)) {
            (1, _) => "n",
            (_, 0) => "2n",
            _ => "2n-1",
        };
        let edge = right.text().replace("n-1,k-1", "n-1,n-1").replace("n-2,k-2", "n-2,n-2");
        text += &format!("; T(n,{end}) = {edge}");
    }
    text
}
