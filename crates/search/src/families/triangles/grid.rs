//! Terms as a triangle: where each stands, and what stands around it.

use ansatz_expr::{Error, Expr, Int, Op};

use crate::classical::write;

/// So many pairs of equal entries are no accident.
const LEAST_PAIRS: usize = 6;

/// How long the rows of a triangle are: `width · row − less`, from a first row
/// on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowLengths {
    width: i64,
    less: i64,
    /// The number of the first row.
    first: i64,
}

impl RowLengths {
    /// Rows of 1, 2, 3, … entries, or of 2, 3, 4, …; rows of 1, 3, 5, …, or of
    /// 2, 4, 6, ….
    pub(super) const ALL: [RowLengths; 4] = [
        RowLengths { width: 1, less: 0, first: 1 },
        RowLengths { width: 1, less: 0, first: 2 },
        RowLengths { width: 2, less: 1, first: 1 },
        RowLengths { width: 2, less: 0, first: 1 },
    ];

    pub(super) fn width(self) -> i64 {
        self.width
    }

    pub(super) fn first(self) -> i64 {
        self.first
    }

    /// How many entries a row has.
    pub(super) fn length(self, row: i64) -> i64 {
        self.width * row - self.less
    }

    /// How many terms there are before a row.
    pub(super) fn before(self, row: i64) -> i64 {
        let whole = |rows: i64| self.width * rows * (rows + 1) / 2 - self.less * rows;
        whole(row - 1) - whole(self.first - 1)
    }

    /// n with the entries that are missing before the first row.
    fn place(self) -> Result<Expr, Error> {
        let missing = i128::from(self.first * (self.first - 1) / 2);
        write::sum(vec![(1, Some(Expr::n())), (missing, None)])
    }

    /// The row of n.
    pub(super) fn row(self) -> Result<Expr, Error> {
        if self.width == 1 {
            return Expr::unary(Op::Row, &self.place()?);
        }
        Expr::binary(Op::Add, &self.rows_before()?, &Expr::int(1i64))
    }

    /// The place of n in its row.
    pub(super) fn column(self) -> Result<Expr, Error> {
        if self.width == 1 {
            return Expr::unary(Op::Col, &self.place()?);
        }
        let rows = self.rows_before()?;
        let mut before = Expr::unary(Op::Sqr, &rows)?;
        if self.less == 0 {
            before = Expr::binary(Op::Add, &before, &rows)?;
        }
        Expr::binary(Op::Sub, &Expr::n(), &before)
    }

    /// The first m rows of 1, 3, 5, … entries have m²; those of 2, 4, 6, … have
    /// m² + m, and 4(m² + m) + 1 is a square.
    fn rows_before(self) -> Result<Expr, Error> {
        if self.less == 1 {
            return Expr::unary(Op::Isqrt, &write::sum(vec![(1, Some(Expr::n())), (-1, None)])?);
        }
        let square = write::sum(vec![(4, Some(Expr::n())), (-3, None)])?;
        let odd = Expr::unary(Op::Isqrt, &square)?;
        let even = Expr::binary(Op::Sub, &odd, &Expr::int(1i64))?;
        Expr::binary(Op::Idiv, &even, &Expr::int(2i64))
    }

    /// The index of the entry as far from the other end of the row.
    pub(super) fn mirrored(self) -> Result<Expr, Error> {
        let row = (i128::from(self.width), Some(self.row()?));
        let column = (-2, Some(self.column()?));
        write::sum(vec![(1, Some(Expr::n())), row, column, (i128::from(self.length(0) + 1), None)])
    }

    /// The index of a neighbour.
    pub(super) fn index(self, neighbour: Neighbour) -> Result<Expr, Error> {
        let Neighbour { up, left } = neighbour;
        // The rows between hold `width·row − …` entries each.
        let constant = self.width * up * (up + 1) / 2 + self.less * up - left;
        let rows = (i128::from(-self.width * up), Some(self.row()?));
        write::sum(vec![(1, Some(Expr::n())), rows, (constant.into(), None)])
    }
}

/// The entry so many rows above and so many places to the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Neighbour {
    pub(super) up: i64,
    pub(super) left: i64,
}

/// Terms in their shape.
pub(super) struct Grid {
    pub(super) shape: RowLengths,
    terms: Vec<i128>,
    /// Row and column of each term.
    places: Vec<(i64, i64)>,
}

impl Grid {
    /// Nothing where terms are too large for quick sums.
    pub(super) fn new(shape: RowLengths, terms: &[Int]) -> Option<Grid> {
        let terms: Option<Vec<i128>> = terms
            .iter()
            .map(|term| term.to_i128().filter(|value| value.unsigned_abs() >> 100 == 0))
            .collect();
        let terms = terms?;
        let mut places = Vec::with_capacity(terms.len());
        let (mut row, mut column) = (shape.first, 0);
        for _ in &terms {
            column += 1;
            if column > shape.length(row) {
                (row, column) = (row + 1, 1);
            }
            places.push((row, column));
        }
        Some(Grid { shape, terms, places })
    }

    /// The terms.
    pub(super) fn terms(&self) -> &[i128] {
        &self.terms
    }

    /// Row, column and value of every term.
    pub(super) fn entries(&self) -> impl Iterator<Item = ((i64, i64), i128)> {
        self.places.iter().copied().zip(self.terms.iter().copied())
    }

    /// Whether each row is the same from both ends, and that says something.
    pub(super) fn is_symmetric(&self) -> bool {
        let mirror = |(row, column): (i64, i64)| (row, self.shape.length(row) + 1 - column);
        let here = Neighbour { up: 0, left: 0 };
        let mut pairs = 0;
        for (place, value) in self.entries() {
            let mirror = mirror(place);
            if mirror.1 < place.1 {
                pairs += 1;
                if self.beside(mirror, here) != value {
                    return false;
                }
            }
        }
        pairs >= LEAST_PAIRS
    }

    /// The neighbour of a place; 0 outside of the triangle.
    pub(super) fn beside(&self, (row, column): (i64, i64), neighbour: Neighbour) -> i128 {
        let (row, column) = (row - neighbour.up, column - neighbour.left);
        if row < self.shape.first || column < 1 || column > self.shape.length(row) {
            return 0;
        }
        let index = usize::try_from(self.shape.before(row) + column - 1).unwrap_or(usize::MAX);
        self.terms.get(index).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_neighbours_agree_with_their_writing() {
        for shape in RowLengths::ALL {
            let terms: Vec<Int> = (1..40i64).map(Int::from).collect();
            let grid = Grid::new(shape, &terms).unwrap();
            for (index, (place, _)) in grid.entries().enumerate() {
                let history = &terms[..index];
                let value = |expr: Result<Expr, Error>| expr.unwrap().eval(history).unwrap();
                assert_eq!(value(shape.row()), Int::from(place.0), "{shape:?} {place:?}");
                assert_eq!(value(shape.column()), Int::from(place.1), "{shape:?} {place:?}");
                let mirror = index as i64 + 2 + shape.length(place.0) - 2 * place.1;
                assert_eq!(value(shape.mirrored()), Int::from(mirror), "{shape:?} {place:?}");
                for (up, left) in [(0, 1), (1, 0), (1, 1), (2, 1), (1, -1)] {
                    let neighbour = Neighbour { up, left };
                    let beside = grid.beside(place, neighbour);
                    if beside != 0 {
                        assert_eq!(value(shape.index(neighbour)), Int::from(beside));
                    }
                }
            }
        }
    }
}
