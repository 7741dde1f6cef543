//! Tables of n and a(n): b-files, and lists of pairs.

use super::number::{self, Notation, Number};
use super::text::Text;
use crate::Error;

/// With fewer rows than this, two columns of which the first counts up may
/// well be chance: `1 1` over `2 3` is how Fibonacci's numbers begin.
const FEWEST_ROWS: usize = 3;
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
            format!("no value of a({wanted}) in a table of n and a(n)")
        } else {
            format!("not the row of a({wanted}) in a table of n and a(n)")
        };
        return Err(text.bad(&number.span, problem));
    }
    Ok(None)
}
