//! Entries as combinations of their neighbours, solved for and written.

use ansatz_expr::{Error, Expr, Op, sort};

use super::grid::{Grid, Neighbour, RowLengths};
use crate::classical::write::{self, Summand};
use crate::families::system::{self, Solution};

/// One unknown: the coefficient of `row^i · column^j · neighbour`, or of the
/// powers alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TriangleUnknown {
    pub(super) neighbour: Option<Neighbour>,
    pub(super) row_power: u32,
    pub(super) column_power: u32,
}

impl TriangleUnknown {
    fn value(self, grid: &Grid, part: RowPart, place: (i64, i64)) -> Option<i128> {
        let beside = match self.neighbour {
            None => 1,
            // To the left of the first entry is the end of the row above.
            Some(Neighbour { up: 0, .. }) if part == RowPart::First => {
                let (row, left) = (place.0 - 1, grid.shape.length(place.0 - 1));
                grid.beside((row, left), Neighbour { up: 0, left: 0 })
            }
            Some(neighbour) => grid.beside(place, neighbour),
        };
        i128::from(place.0)
            .checked_pow(self.row_power)?
            .checked_mul(i128::from(place.1).checked_pow(self.column_power)?)?
            .checked_mul(beside)
    }
}

/// Which entries of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowPart {
    All,
    NotFirst,
    NotLast,
    Inner,
    /// Without the first, up to the middle.
    Half,
    First,
    Last,
}

impl RowPart {
    fn has(self, shape: RowLengths, (row, column): (i64, i64)) -> bool {
        let (is_first, is_last) = (column == 1, column == shape.length(row));
        match self {
            RowPart::All => true,
            RowPart::NotFirst => !is_first,
            RowPart::NotLast => !is_last,
            RowPart::Inner => !is_first && !is_last,
            RowPart::Half => !is_first && 2 * column <= shape.length(row) + 1,
            RowPart::First => is_first,
            RowPart::Last => is_last,
        }
    }

    fn has_first(self) -> bool {
        matches!(self, RowPart::All | RowPart::NotLast)
    }

    fn has_last(self) -> bool {
        matches!(self, RowPart::All | RowPart::NotFirst)
    }

    fn is_edge(self) -> bool {
        matches!(self, RowPart::First | RowPart::Last)
    }
}

/// What an entry is multiplied by before it is a combination: the product of
/// column − shift, so that quotients of neighbours may be fractions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Own(pub(super) &'static [i64]);

impl Own {
    /// The entry itself.
    pub(super) const ONE: Own = Own(&[]);

    fn at(self, column: i64) -> i128 {
        self.0.iter().map(|shift| i128::from(column - shift)).product()
    }

    fn write(self, shape: RowLengths, denominator: i128) -> Result<Expr, Error> {
        let mut product = Expr::int(ansatz_expr::Int::from(denominator));
        for &shift in self.0 {
            let factor = write::sum(vec![(1, Some(shape.column()?)), (-i128::from(shift), None)])?;
            product = match product == Expr::int(1i64) {
                true => factor,
                false => Expr::binary(Op::Mul, &product, &factor)?,
            };
        }
        Ok(product)
    }

    fn text(self, denominator: i128) -> Option<String> {
        let scale = (denominator != 1).then(|| denominator.to_string());
        let factor = |shift: &i64| match shift {
            0 => "k".to_owned(),
            shift => format!("(k-{shift})"),
        };
        let factors: Vec<String> = scale.into_iter().chain(self.0.iter().map(factor)).collect();
        match factors.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            more => Some(format!("({})", more.join("*"))),
        }
    }
}

/// A neighbour, and the columns with it.
type Group = (Option<Neighbour>, Vec<(TriangleUnknown, i128)>);

/// The law of a part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RowCombination {
    part: RowPart,
    /// With their coefficients, those that are 0 left out.
    columns: Vec<(TriangleUnknown, i128)>,
    own: Own,
    denominator: i128,
    /// How many numbers were solved for.
    pub(super) fitted: usize,
}

impl RowCombination {
    /// The law of a part from a row on, where the entries follow from these
    /// columns.
    pub(super) fn solve(
        grid: &Grid,
        part: RowPart,
        start: i64,
        columns: &[TriangleUnknown],
        own: Own,
    ) -> Option<RowCombination> {
        // Off the edges an entry outside counts as 0; on them there must be one.
        let reach = columns.iter().filter_map(|column| column.neighbour).map(|n| n.up).max();
        if part.is_edge() && start - reach.unwrap_or(0) < grid.shape.first() {
            return None;
        }
        let mut rows = Vec::new();
        for (place, value) in grid.entries() {
            if place.0 < start || !part.has(grid.shape, place) {
                continue;
            }
            let row: Option<Vec<i128>> = columns
                .iter()
                .map(|column| column.value(grid, part, place))
                .chain([own.at(place.1).checked_mul(value)])
                .collect();
            rows.push(row?);
        }
        let Solution { numerators, denominator } = system::solve(&rows)?;
        let fitted = columns.len();
        let columns = columns.iter().copied().zip(numerators).filter(|(_, c)| *c != 0).collect();
        Some(RowCombination { part, columns, own, denominator, fitted })
    }

    /// Whether it depends on nothing.
    pub(super) fn is_constant(&self) -> bool {
        let plain = |column: &TriangleUnknown| {
            column.neighbour.is_none() && column.row_power + column.column_power == 0
        };
        self.columns.iter().all(|(column, _)| plain(column))
    }

    /// The same law of another part.
    pub(super) fn is_like(&self, other: &RowCombination) -> bool {
        self.columns == other.columns
            && self.own == other.own
            && self.denominator == other.denominator
    }

    /// The sum over the neighbours, each with its polynomial in row and column.
    pub(super) fn write(&self, shape: RowLengths) -> Result<Expr, Error> {
        let mut total: Vec<Summand> = Vec::new();
        for (neighbour, coefficients) in self.by_neighbour() {
            let mut polynomial: Vec<Summand> = Vec::new();
            for (column, coefficient) in coefficients {
                polynomial.push((coefficient, powers(shape, column)?));
            }
            let Some(neighbour) = neighbour else {
                total.append(&mut polynomial);
                continue;
            };
            let entry = self.entry(shape, neighbour)?;
            if let [(coefficient, None)] = polynomial.as_slice() {
                total.push((*coefficient, Some(entry)));
                continue;
            }
            let sign = if polynomial.iter().all(|(c, _)| *c <= 0) { -1 } else { 1 };
            polynomial.iter_mut().for_each(|(coefficient, _)| *coefficient *= sign);
            let product = Expr::binary(Op::Mul, &write::sum(polynomial)?, &entry)?;
            total.push((sign, Some(product)));
        }
        write::quotient(&write::sum(total)?, &self.own.write(shape, self.denominator)?)
    }

    fn by_neighbour(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for &(column, coefficient) in &self.columns {
            match groups.iter_mut().find(|(neighbour, _)| *neighbour == column.neighbour) {
                Some((_, group)) => group.push((column, coefficient)),
                None => groups.push((column.neighbour, vec![(column, coefficient)])),
            }
        }
        // What stands alone comes last.
        sort::by_key(&mut groups, |(neighbour, _)| neighbour.is_none());
        groups
    }

    /// A neighbour, or 0 where it lies outside of the triangle.
    fn entry(&self, shape: RowLengths, neighbour: Neighbour) -> Result<Expr, Error> {
        let Neighbour { up, left } = neighbour;
        let entry = match (up, u16::try_from(left)) {
            (0, Ok(back)) => Expr::prev(back)?,
            _ => Expr::unary(Op::At, &shape.index(neighbour)?)?,
        };
        if self.part.is_edge() {
            return Ok(entry);
        }
        let column = shape.column()?;
        let leftmost = if self.part.has_first() { 1 } else { 2 };
        let rightmost = if self.part.has_last() { 0 } else { -1 };
        let zero = Expr::int(0i64);
        let mut guarded = entry;
        if up > 0 && rightmost > left - shape.width() * up {
            let end = shape.length(0) - shape.width() * up + left + 1;
            let end =
                write::sum(vec![(shape.width().into(), Some(shape.row()?)), (end.into(), None)])?;
            let inside = Expr::binary(Op::Lt, &column, &end)?;
            guarded = Expr::call(Op::If, &[&inside, &guarded, &zero])?;
        }
        if leftmost <= left {
            let inside = Expr::binary(Op::Lt, &Expr::int(left), &column)?;
            guarded = Expr::call(Op::If, &[&inside, &guarded, &zero])?;
        }
        Ok(guarded)
    }

    /// The right-hand side as people write it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (column, coefficient) in &self.columns {
            let mut factors: Vec<String> = Vec::new();
            if coefficient.abs() != 1 {
                factors.push(coefficient.abs().to_string());
            }
            for (name, power) in [("n", column.row_power), ("k", column.column_power)] {
                match power {
                    0 => {}
                    1 => factors.push(name.to_owned()),
                    power => factors.push(format!("{name}^{power}")),
                }
            }
            if let Some(Neighbour { up, left }) = column.neighbour {
                let shifted = |name: &str, by: i64| match by {
                    0 => name.to_owned(),
                    by if by > 0 => format!("{name}-{by}"),
                    by => format!("{name}+{}", -by),
                };
                factors.push(format!("T({},{})", shifted("n", up), shifted("k", left)));
            }
            if factors.is_empty() {
                factors.push("1".to_owned());
            }
            text += match (text.is_empty(), *coefficient < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &factors.join("*");
        }
        match self.own.text(self.denominator) {
            _ if text.is_empty() => "0".to_owned(),
            None => text,
            Some(divisor) => format!("({text})/{divisor}"),
        }
    }
}

/// `row^i · column^j`; nothing for 1.
fn powers(shape: RowLengths, column: TriangleUnknown) -> Result<Option<Expr>, Error> {
    let mut product: Option<Expr> = None;
    for (base, power) in [(shape.row()?, column.row_power), (shape.column()?, column.column_power)]
    {
        for _ in 0..power {
            product = Some(match product {
                None => base.clone(),
                Some(before) => Expr::binary(Op::Mul, &before, &base)?,
            });
        }
    }
    Ok(product)
}
