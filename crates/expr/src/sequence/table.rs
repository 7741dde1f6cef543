//! Tables of n and a(n): b-files, and lists of pairs.

use std::ops::Range;

use super::Flaw;
use super::number::{self, Notation, Number};
use super::text::Text;
use crate::Error;

/// With fewer rows than this, two columns of which the first counts up may
/// well be chance: `1 1` over `2 3` is how Fibonacci's numbers begin.
pub(super) const FEWEST_ROWS: usize = 3;
/// After so many rows that count up it is a table, and a row that does not fit
/// is a mistake in it.
pub(super) const CERTAIN_ROWS: usize = 8;

/// Numbers that stand on one line, or in one pair of brackets.
#[derive(Debug, Default, Clone)]
pub(super) struct Row {
    /// Where its numbers begin in the list of all, and how many they are.
    pub(super) first: usize,
    pub(super) len: usize,
    /// The line ends in a comma: it is a piece of a list.
    pub(super) goes_on: bool,
}

/// If the rows are a table of n and a(n), its first index; the values are then
/// every second number. `announced` means that a header said so.
pub(super) fn first_index(
    text: &Text<'_>,
    numbers: &[Number],
    rows: &[Row],
    announced: bool,
) -> Result<Option<i64>, Error> {
    let index_of = |row: &Row| {
        let number = numbers.get(row.first)?;
        (number.shape == Notation::Whole)
            .then(|| number::to_int(text.slice(&number.span)).ok()?.to_i128())
            .flatten()
            .and_then(|index| i64::try_from(index).ok())
    };
    let Some(first) = rows.first().and_then(index_of) else {
        return Ok(None);
    };
    let expected = |position: usize| first.checked_add(i64::try_from(position).ok()?);
    let fits = |(position, row): &(usize, &Row)| {
        row.len == 2 && !row.goes_on && index_of(row) == expected(*position)
    };
    let fitting = rows.iter().enumerate().take_while(fits).count();
    let certain = announced || fitting >= CERTAIN_ROWS;
    if fitting == rows.len() && (certain || fitting >= FEWEST_ROWS) {
        return Ok(Some(first));
    }
    if certain
        && let Some(row) = rows.get(fitting)
        && let Some(number) = numbers.get(row.first)
    {
        let wanted = expected(fitting).unwrap_or(i64::MAX);
        let problem = if row.len == 1 && index_of(row) == Some(wanted) {
            Flaw::NoValue
        } else {
            Flaw::RowMissing { index: wanted }
        };
        return Err(text.bad(&number.span, problem));
    }
    if let Some(indices) = pairs(numbers, rows, index_of)
        && let Some((missing, span)) = missing_index(&indices)
    {
        return Err(text.bad(span, Flaw::RowMissing { index: missing }));
    }
    Ok(None)
}

/// The first numbers of rows of two, unless all numbers rise: then they may as
/// well be a list with two numbers a line.
fn pairs<'a>(
    numbers: &'a [Number],
    rows: &[Row],
    index_of: impl Fn(&Row) -> Option<i64>,
) -> Option<Vec<(i64, &'a Range<usize>)>> {
    let mut indices = Vec::new();
    for row in rows {
        let span = &numbers.get(row.first)?.span;
        indices.push((index_of(row).filter(|_| row.len == 2 && !row.goes_on)?, span));
    }
    let seconds = rows.iter().map(|row| index_of(&Row { first: row.first + 1, ..row.clone() }));
    let rising = indices.iter().zip(seconds).zip(indices.iter().skip(1)).all(
        |(((first, _), second), (next, _))| {
            second.is_some_and(|second| *first <= second && second <= *next)
        },
    );
    (!rising).then_some(indices)
}

/// In a column that rises, mostly by one, the first index that is left out,
/// and the place of the one that stands instead.
pub(super) fn missing_index<'a>(
    indices: &[(i64, &'a Range<usize>)],
) -> Option<(i64, &'a Range<usize>)> {
    let steps = || indices.windows(2).map(|pair| (pair[0].0.saturating_add(1), &pair[1]));
    let by_one = steps().filter(|(wanted, (index, _))| wanted == index).count();
    let rises = steps().all(|(wanted, (index, _))| wanted <= *index);
    let mostly = indices.len() > FEWEST_ROWS && by_one * 2 >= indices.len() - 1;
    steps()
        .find(|(wanted, (index, _))| wanted != index)
        .filter(|_| rises && mostly)
        .map(|(wanted, (_, span))| (wanted, *span))
}
