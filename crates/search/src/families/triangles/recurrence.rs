//! Triangles whose entries follow from their neighbours, with edges of their
//! own where they have some.

use ansatz_expr::{Error, Expr, Op, sort};

use super::combination::{Own, RowCombination, RowPart, TriangleUnknown};
use super::edges::{Edge, settled};
use super::grid::{Grid, Neighbour, RowLengths};
use crate::classical::write;

/// A neighbour, and whether it has row or column as a factor.
pub(super) type Choice = (Option<(i64, i64)>, u32, u32);

pub(super) const A: Choice = (Some((1, 1)), 0, 0);
pub(super) const B: Choice = (Some((1, 0)), 0, 0);
/// To the left, and two to the left.
pub(super) const L: Choice = (Some((0, 1)), 0, 0);
const LL: Choice = (Some((0, 2)), 0, 0);
/// Above to the right.
pub(super) const N: Choice = (Some((1, -1)), 0, 0);
/// Above, two to the left.
const F: Choice = (Some((1, 2)), 0, 0);
/// Two rows above.
const C: Choice = (Some((2, 1)), 0, 0);
const D: Choice = (Some((2, 0)), 0, 0);
const E: Choice = (Some((2, 2)), 0, 0);
pub(super) const ONE: Choice = (None, 0, 0);
pub(super) const ROW: Choice = (None, 1, 0);
const COL: Choice = (None, 0, 1);

pub(super) const fn by_row(choice: Choice) -> Choice {
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

/// How many unknowns half of the entries may have.
const MOST_OF_HALF: usize = 3;

/// A law of all entries from a row on.
pub(super) struct NeighbourLaw {
    pub(super) expr: Expr,
    /// How many terms come before that row.
    pub(super) skip: usize,
    pub(super) fitted: usize,
    pub(super) form: String,
}

/// The laws, few unknowns first.
pub(super) fn laws(grid: &Grid) -> Vec<NeighbourLaw> {
    let mut laws: Vec<NeighbourLaw> = Vec::new();
    let shape = grid.shape;
    for start in [shape.first() + 1, shape.first() + 2] {
        let (first, last) = (Edge::first(grid, start), Edge::last(grid, start));
        for part in
            [RowPart::All, RowPart::NotFirst, RowPart::NotLast, RowPart::Inner, RowPart::Half]
        {
            let (left, right) = match part {
                RowPart::NotFirst | RowPart::Half => (Some(&first), None),
                RowPart::NotLast => (None, Some(&last)),
                RowPart::Inner => (Some(&first), Some(&last)),
                _ => (None, None),
            };
            // An edge that has no law leaves none for the whole.
            let (Some(left), Some(right)) = (settled(left), settled(right)) else { continue };
            // Half of the entries say little: they are looked at where nothing else
            // says anything.
            if part == RowPart::Half && !(laws.is_empty() && grid.is_symmetric()) {
                continue;
            }
            let most = if part == RowPart::Half { MOST_OF_HALF } else { usize::MAX };
            let mut found = 0;
            let quotients = OWN.into_iter().filter(|_| part == RowPart::NotFirst);
            let models = MODELS.into_iter().filter(|model| model.len() <= most);
            let models = models.map(|model| (model, Own::ONE));
            for (model, own) in models.chain(quotients.map(|own| (QUOTIENT, own))) {
                let columns: Vec<TriangleUnknown> =
                    model.iter().map(|choice| column(*choice)).collect();
                let Some(body) = RowCombination::solve(grid, part, start, &columns, own) else {
                    continue;
                };
                if part == RowPart::All && body.is_constant() {
                    break; // others say so
                }
                if let Ok(expr) = join(shape, part, &body, left, right) {
                    let edges = [left, right].into_iter().flatten().map(Edge::fitted);
                    let fitted = body.fitted + edges.sum::<usize>();
                    let skip = usize::try_from(shape.before(start)).unwrap_or(0);
                    let form = text(shape, part, &body, left, right);
                    laws.push(NeighbourLaw { expr, skip, fitted, form });
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

pub(super) fn column((neighbour, row_power, column_power): Choice) -> TriangleUnknown {
    let neighbour = neighbour.map(|(up, left)| Neighbour { up, left });
    TriangleUnknown { neighbour, row_power, column_power }
}

/// The law of all entries, by conditions on the column.
fn join(
    shape: RowLengths,
    part: RowPart,
    body: &RowCombination,
    left: Option<&Edge>,
    right: Option<&Edge>,
) -> Result<Expr, Error> {
    let inner = body.write(shape)?;
    let (row, column) = (shape.row()?, shape.column()?);
    let length =
        write::sum(vec![(shape.width().into(), Some(row)), (shape.length(0).into(), None)])?;
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
            if part == RowPart::Half {
                let from_end = Expr::binary(Op::Sub, &length, &column)?;
                let is_mirrored = Expr::binary(
                    Op::Lt,
                    &from_end,
                    &write::sum(vec![(1, Some(column)), (-1, None)])?,
                )?;
                let mirror = Expr::unary(Op::At, &shape.mirrored()?)?;
                law = Expr::call(Op::If, &[&is_mirrored, &mirror, &law])?;
            }
            Ok(law)
        }
    }
}

/// The law as people write it, rows and columns counted from 1.
fn text(
    shape: RowLengths,
    part: RowPart,
    body: &RowCombination,
    left: Option<&Edge>,
    right: Option<&Edge>,
) -> String {
    let mut text = format!("T(n,k) = {}", body.text());
    if part == RowPart::Half {
        let end = if shape.length(0) == 0 { "n-k+1" } else { "2n-k" };
        let end = if shape.width() == 2 && shape.length(0) == 0 { "2n-k+1" } else { end };
        text += &format!("; T(n,k) = T(n,{end})");
    }
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
