//! Tables with a header or with labels, as spreadsheets give them: which column
//! has the terms.

use std::ops::Range;

use super::commas::points_group;
use super::number;
use super::table::{FEWEST_ROWS, missing_index};
use super::text::{Text, is_space};
use super::word::is_unknown;
use super::{Alternative, Flaw, Note};
use crate::Error;

/// What separates cells, the surest sign first.
const DELIMITERS: [char; 5] = ['\t', '|', ';', ',', ' '];
/// What people call a column that only counts or dates.
const COUNTING: [&str; 20] = [
    "n", "i", "k", "t", "x", "#", "id", "no", "no.", "nr", "index", "step", "row", "year", "month",
    "week", "day", "date", "time", "hour",
];
/// So many other columns are offered.
const OFFERED: usize = 12;

/// The column of a table that has the terms.
pub(super) struct Column {
    /// Its cells.
    pub(super) cells: Vec<Range<usize>>,
    /// The n of the first row, if another column counts up by one.
    pub(super) first_index: Option<i64>,
    /// What is to be said of the steps of a column that counts otherwise.
    pub(super) steps: Option<Note>,
    /// What was decided.
    pub(super) note: Note,
    /// What else could have been.
    pub(super) alternatives: Vec<Alternative>,
}

struct Table {
    header: Option<Vec<Range<usize>>>,
    rows: Vec<Vec<Range<usize>>>,
    width: usize,
}

/// Looks for a table in a part of the text. Numbers alone are none, unless a
/// column is asked for: they may be a list in lines.
pub(super) fn find(
    text: &Text<'_>,
    within: &Range<usize>,
    asked: Option<usize>,
) -> Result<Option<Column>, Error> {
    if asked == Some(0) {
        return Ok(None);
    }
    let lines = text.lines(within);
    let found = DELIMITERS.iter().find_map(|&delimiter| {
        let table = Table::split(text, &lines, delimiter)?;
        let surely = asked.is_some()
            || table.header.is_some()
            || table.has_labels(text, delimiter)
            || table.has_times(text);
        (surely && table.numeric(text).next().is_some()).then_some(table)
    });
    match (found, asked) {
        (Some(table), _) => table.take(text, asked).map(Some),
        (None, Some(column)) if column > 1 => Err(Error::NoSuchColumn { column, columns: 1 }),
        (None, _) => Ok(None),
    }
}

impl Table {
    /// The cells of the lines, if all have as many, two or more.
    fn split(text: &Text<'_>, lines: &[Range<usize>], delimiter: char) -> Option<Table> {
        let mut rows: Vec<Vec<Range<usize>>> = Vec::new();
        for line in lines {
            // The rule below a header, as in Markdown.
            let is_rule = text.slice(line).iter().all(|c| "|-:+ ".contains(*c));
            if !(delimiter == '|' && is_rule) {
                rows.push(cells(text, line, delimiter)?);
            }
        }
        let width = rows.iter().map(Vec::len).max()?;
        // A spreadsheet leaves out nothing but what ends a line.
        let ragged = |row: &Vec<Range<usize>>| row.len() != width && delimiter != '\t';
        // Nor are most cells left out: lines of any length are no table.
        let cells: usize = rows.iter().map(Vec::len).sum();
        let sparse = rows.len().saturating_mul(width) > 4 * cells;
        if width < 2 || rows.len() < 3 || sparse || rows.iter().any(ragged) {
            return None;
        }
        let names = |row: &Vec<Range<usize>>| {
            row.iter().any(|cell| has_letter(text, cell))
                && !row.iter().any(|cell| is_numeric(text, cell))
        };
        let header = rows.first().is_some_and(names).then(|| rows.remove(0));
        Some(Table { header, rows, width })
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Range<usize>> {
        self.rows.get(row)?.get(column).filter(|cell| !cell.is_empty())
    }

    fn column(&self, column: usize) -> impl Iterator<Item = &Range<usize>> {
        (0..self.rows.len()).filter_map(move |row| self.cell(row, column))
    }

    /// The columns of numbers.
    fn numeric(&self, text: &Text<'_>) -> impl Iterator<Item = usize> {
        (0..self.width).filter(|&column| {
            let fits = |cell: &Range<usize>| is_numeric(text, cell) || is_unknown(text.slice(cell));
            self.column(column).all(fits) && self.column(column).any(|cell| is_numeric(text, cell))
        })
    }

    /// Whether a column holds words or dates. Where spaces separate, it must be
    /// the first: other lines with words are sentences.
    fn has_labels(&self, text: &Text<'_>, delimiter: char) -> bool {
        let labels = |column: usize| {
            self.column(column).count() == self.rows.len()
                && self.column(column).all(|cell| is_label(text, cell))
        };
        match delimiter {
            ' ' => labels(0) && self.width == 2,
            _ => (0..self.width).any(labels),
        }
    }

    /// Whether there are two columns of numbers and the first has decimals that go
    /// on by equal steps. Where all numbers rise they may as well be a list.
    fn has_times(&self, text: &Text<'_>) -> bool {
        let Some(times) = self.values(text, 0).filter(|_| self.width == 2) else { return false };
        let Some(others) = self.values(text, 1) else { return false };
        let pairs = times.iter().zip(&others).flat_map(|(time, other)| [*time, *other]);
        times.len() > FEWEST_ROWS
            && times.iter().any(|time| time.fract() != 0.0)
            && even_step(&times).is_some()
            && !pairs.collect::<Vec<f64>>().is_sorted()
    }

    /// The values of a column, if each cell has one.
    fn values(&self, text: &Text<'_>, column: usize) -> Option<Vec<f64>> {
        self.column(column).map(|cell| value(text, cell)).collect()
    }

    /// What is to be said of the steps of a column that counts, unless it counts up
    /// by one.
    fn steps(&self, text: &Text<'_>, column: usize) -> Option<Note> {
        let values = self.values(text, column)?;
        let name = self.name(text, column);
        match (even_step(&values), values.first()) {
            (Some(step), Some(&first)) if step == 1.0 && first.fract() == 0.0 => None,
            (Some(step), Some(&first)) => Some(Note::EvenSteps { first, step, name }),
            _ => Some(Note::UnevenSteps { name }),
        }
    }

    fn name(&self, text: &Text<'_>, column: usize) -> Option<String> {
        let cell = self.header.as_ref()?.get(column).filter(|cell| !cell.is_empty())?;
        Some(text.original(cell))
    }

    /// Whether the column only counts: its name says so, or its steps are equal.
    fn counts(&self, text: &Text<'_>, column: usize) -> bool {
        let name = self.name(text, column).map(|name| name.to_lowercase());
        let named = name.is_some_and(|name| COUNTING.contains(&name.as_str()));
        let even = self
            .values(text, column)
            .is_some_and(|values| values.len() >= FEWEST_ROWS && even_step(&values).is_some());
        named || even
    }

    fn take(&self, text: &Text<'_>, asked: Option<usize>) -> Result<Column, Error> {
        let numeric: Vec<usize> = self.numeric(text).collect();
        let index = match numeric[..] {
            [first, _, ..] if self.counts(text, first) => Some(first),
            _ => None,
        };
        let likely = numeric.iter().copied().find(|&column| Some(column) != index);
        let column = match asked {
            Some(column) if column > self.width => {
                return Err(Error::NoSuchColumn { column, columns: self.width });
            }
            Some(column) => column - 1,
            None => likely.unwrap_or(0),
        };
        let height = (0..self.rows.len()).rposition(|row| self.cell(row, column).is_some());
        let mut cells = Vec::new();
        for row in 0..height.map_or(0, |last| last + 1) {
            // An empty cell is a term that is not known.
            cells.push(self.cell(row, column).cloned().unwrap_or(0..0));
        }
        let others = numeric.into_iter().filter(|&other| other != column).take(OFFERED);
        let other = |other| Alternative::Column { column: other + 1, name: self.name(text, other) };
        let name = self.name(text, column);
        Ok(Column {
            cells,
            first_index: index.map_or(Ok(None), |index| self.first_index(text, index))?,
            steps: index.filter(|&other| other != column).and_then(|at| self.steps(text, at)),
            note: Note::ColumnTaken { column: column + 1, columns: self.width, name },
            alternatives: others.map(other).collect(),
        })
    }

    /// The first index, if the column counts up by one.
    fn first_index(&self, text: &Text<'_>, column: usize) -> Result<Option<i64>, Error> {
        let mut indices = Vec::new();
        for cell in self.column(column) {
            match value(text, cell).filter(|value| value.fract() == 0.0 && value.abs() < 1e15) {
                Some(value) => indices.push((value as i64, cell)),
                None => return Ok(None),
            }
        }
        if let Some((missing, cell)) = missing_index(&indices) {
            return Err(text.bad(cell, Flaw::RowMissing { index: missing }));
        }
        let by_one = indices.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0);
        Ok(indices.first().filter(|_| by_one).map(|(first, _)| *first))
    }
}

/// The step by which values go on, if it is the same everywhere: as far as their
/// digits tell.
fn even_step(values: &[f64]) -> Option<f64> {
    let (first, last) = (values.first()?, values.last()?);
    let mean = (last - first) / (values.len().checked_sub(1).filter(|&count| count > 0)? as f64);
    // A mean of decimals is a decimal again.
    let step: f64 = format!("{mean:.9e}").parse().ok()?;
    let is_even = values.windows(2).all(|pair| (pair[1] - pair[0] - step).abs() <= 1e-6 * step);
    (step > 0.0 && is_even).then_some(step)
}

/// The cells of a line, without quotes and spaces around them; none where a
/// bracket says that the line is a list.
fn cells(text: &Text<'_>, line: &Range<usize>, delimiter: char) -> Option<Vec<Range<usize>>> {
    let mut cells = Vec::new();
    // An empty first cell of a spreadsheet is one.
    let mut line = if delimiter == '\t' { line.clone() } else { text.trim(line) };
    if delimiter == '|' {
        line.start += usize::from(text.get(line.start) == Some('|'));
        line.end -= usize::from(line.end > line.start && text.get(line.end - 1) == Some('|'));
    }
    let mut start = line.start;
    let mut quoted = false;
    for position in line.start..=line.end {
        let c = text.get(position).filter(|_| position < line.end);
        if c.is_some_and(|c| "[]{}".contains(c)) {
            return None;
        }
        quoted ^= c == Some('"');
        let ends = match c {
            None => true,
            Some(c) if delimiter == ' ' => is_space(c) && !quoted,
            Some(c) => c == delimiter && !quoted,
        };
        if !ends {
            continue;
        }
        let mut cell = text.trim(&(start..position));
        if cell.len() > 1
            && text.get(cell.start) == Some('"')
            && text.get(cell.end - 1) == Some('"')
        {
            cell = text.trim(&(cell.start + 1..cell.end - 1));
        }
        // Many spaces separate as one does.
        if delimiter != ' ' || !cell.is_empty() {
            cells.push(cell);
        }
        start = position + 1;
    }
    Some(cells)
}

fn has_letter(text: &Text<'_>, cell: &Range<usize>) -> bool {
    text.slice(cell).iter().any(|c| c.is_alphabetic())
}

/// Words, dates and times.
fn is_label(text: &Text<'_>, cell: &Range<usize>) -> bool {
    let word = text.slice(cell);
    let parts = word.iter().filter(|c| matches!(c, '-' | '/' | ':' | '.')).count();
    let dated = parts > 0 && word.iter().all(|c| c.is_ascii_digit() || "-/:. T".contains(*c));
    let words =
        word.first().is_some_and(|c| c.is_alphabetic()) && !word.iter().any(|c| "()=".contains(*c));
    !is_unknown(word) && !is_numeric(text, cell) && (dated || words)
}

/// Whether the cell is a number, whatever its commas mean.
fn is_numeric(text: &Text<'_>, cell: &Range<usize>) -> bool {
    let plain = without_commas(text, cell);
    number::shape(&plain).is_ok() || points_group(&plain)
}

fn value(text: &Text<'_>, cell: &Range<usize>) -> Option<f64> {
    number::to_f64(&without_commas(text, cell)).ok()
}

fn without_commas(text: &Text<'_>, cell: &Range<usize>) -> Vec<char> {
    text.slice(cell).iter().copied().filter(|c| *c != ',').collect()
}
