//! From the items of a text to a sequence.

use std::ops::Range;

use super::columns::{self, Column};
use super::commas::{self, Decision};
use super::heading::{self, Heading};
use super::lex::{self, Item, Kind};
use super::number::{self, Notation, Number};
use super::table::{self, Row};
use super::text::Text;
use super::units;
use super::word::{is_unknown, refuse_letters, split_ellipsis};
use super::{
    Alternative, Commas, Flaw, MAX_GAPS, MAX_NESTING, MAX_TERMS, MAX_TEXT, Note, ReadOptions,
    Sequence, Source, Understood,
};
use crate::{Domain, Error, Int, Rational, Terms};

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Sequence, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::TextTooLong { bytes: text.len(), limit: MAX_TEXT });
    }
    let mut text = Text::new(text);
    let mut heading = heading::read(&text)?;
    let mut list = List { units: units::blank(&mut text, &heading.body), ..List::default() };
    if heading.anumber.is_none() && !heading.announces_table {
        list.column = find_column(&text, &mut heading, options)?;
    }
    // The OEIS's lists have one meaning, and so have cells that commas end.
    let asked = options.commas.or(heading.anumber.map(|_| Commas::Separate));
    list.commas = Some(commas::settle(&mut text, &heading.body, asked));
    let parts: Vec<Vec<Item>> =
        heading.body.iter().map(|part| lex::items(&text, part.clone())).collect();
    refuse_letters(&text, &parts)?;
    for (part, items) in heading.body.iter().zip(&parts) {
        list.add(&text, items)?;
        // A cell with nothing in it is a term that is not known.
        if list.column.is_some() && part.is_empty() {
            list.unknown(part.clone());
        }
    }
    list.finish(&text, heading, options)
}

/// The column of a table, if the text is one; its cells become the body.
fn find_column(
    text: &Text<'_>,
    heading: &mut Heading,
    options: &ReadOptions,
) -> Result<Option<Column>, Error> {
    let Some(body) = heading.body.first().filter(|_| heading.name.is_none()) else {
        return Ok(None);
    };
    let start = heading.title.as_ref().map_or(body.start, |title| title.start);
    let column = columns::find(text, &(start..body.end), options.column)?;
    if let Some(column) = &column {
        heading.title = None;
        heading.body.clone_from(&column.cells);
    }
    Ok(column)
}

/// The numbers found so far, and what stood around them.
#[derive(Default)]
struct List {
    numbers: Vec<Number>,
    /// The numbers of each line; once there are brackets, of each bracket.
    rows: Vec<Row>,
    row: Row,
    brackets: Vec<char>,
    unpaired: bool,
    nested: bool,
    ellipsis: Option<Range<usize>>,
    /// Marks for terms that are not known came after everything else.
    open_end: bool,
    /// Where the last word ends.
    words_end: usize,
    /// Signs that were dropped.
    units: Vec<String>,
    column: Option<Column>,
    commas: Option<Decision>,
}

impl List {
    fn add(&mut self, text: &Text<'_>, items: &[Item]) -> Result<(), Error> {
        // Lines are rows only as long as no bracket says otherwise.
        let bracketed = items.iter().any(|item| matches!(item.kind, Kind::Open | Kind::Close));
        let mut after_separator = false;
        let mut in_quotes = false;
        // Where the last word, or the last closing mark, ended.
        let (mut word_end, mut close_end) = (None, None);
        let last_word = items.iter().rposition(|item| item.kind == Kind::Word);
        for (position, item) in items.iter().enumerate() {
            let span = &item.span;
            let mut opening = item.kind == Kind::Open;
            let mut closing = item.kind == Kind::Close;
            if item.kind == Kind::Quote {
                opening = !in_quotes;
                closing = in_quotes;
                in_quotes = !in_quotes;
            }
            if opening && word_end == Some(span.start)
                || item.kind == Kind::Word && close_end == Some(span.start)
            {
                return Err(text.bad(span, Flaw::Unseparated));
            }
            if closing {
                close_end = Some(span.end);
            }
            match item.kind {
                Kind::Separator if after_separator => {
                    return Err(text.bad(span, Flaw::NothingBefore));
                }
                Kind::Separator => after_separator = true,
                Kind::Open | Kind::Close => {
                    after_separator = false;
                    self.bracket(text, span)?;
                }
                Kind::Quote => {}
                Kind::LineEnd => {
                    if !bracketed {
                        self.end_row(after_separator);
                    }
                }
                Kind::Word => {
                    after_separator = false;
                    word_end = Some(span.end);
                    self.word(text, span, last_word == Some(position))?;
                }
            }
        }
        self.end_row(after_separator);
        Ok(())
    }

    fn end_row(&mut self, goes_on: bool) {
        if self.row.len > 0 {
            self.row.goes_on = goes_on;
            self.rows.push(std::mem::take(&mut self.row));
        }
        self.row.first = self.numbers.len();
    }

    /// Brackets only group. A part of a list, cut out with one bracket too
    /// many, is still that part of a list.
    fn bracket(&mut self, text: &Text<'_>, span: &Range<usize>) -> Result<(), Error> {
        self.end_row(false);
        let expected = match text.get(span.start) {
            Some(open) if lex::is_open(open) => {
                self.brackets.push(open);
                if self.brackets.len() > MAX_NESTING {
                    return Err(text.bad(span, Flaw::TooDeep { limit: MAX_NESTING }));
                }
                return Ok(());
            }
            Some(')') => '(',
            Some(']') => '[',
            _ => '{',
        };
        self.unpaired |= self.brackets.pop() != Some(expected);
        Ok(())
    }

    fn word(&mut self, text: &Text<'_>, span: &Range<usize>, last: bool) -> Result<(), Error> {
        self.words_end = span.end;
        let word = text.slice(span);
        if word == ['a', 'n', 'd'] || word == ['&'] || (last && word == ['.']) {
            return Ok(());
        }
        if let Some((_, end)) = heading::anumber_at(text, span.start)
            && end == span.end
        {
            return Err(text.bad(span, Flaw::SecondSequence));
        }
        if is_unknown(word) {
            self.unknown(span.clone());
            return Ok(());
        }
        let (number, ellipsis) = split_ellipsis(word);
        let number = span.start..span.start + number;
        let ellipsis = number.end..number.end + ellipsis;
        if !number.is_empty() {
            if let Some(ellipsis) = &self.ellipsis {
                return Err(text.bad(ellipsis, Flaw::LeavesOut));
            }
            let shape =
                number::shape(text.slice(&number)).map_err(|problem| text.bad(span, problem))?;
            self.numbers.push(Number { span: number, shape });
            self.row.len += 1;
            self.nested |= self.brackets.len() > 1;
        }
        if !ellipsis.is_empty() {
            self.ellipsis = Some(ellipsis);
        }
        Ok(())
    }

    /// A term that is not known keeps its place.
    fn unknown(&mut self, span: Range<usize>) {
        self.numbers.push(Number { span, shape: Notation::Unknown });
        self.row.len += 1;
    }

    /// Marks in lines of their own at the end are no rows of a table.
    fn drop_open_rows(&mut self) {
        let is_open = |row: &Row, numbers: &[Number]| {
            let end = row.first + row.len;
            let marks = numbers.get(row.first..end).unwrap_or_default();
            end == numbers.len() && marks.iter().all(|mark| mark.shape == Notation::Unknown)
        };
        while let Some(row) = self.rows.pop_if(|row| is_open(row, &self.numbers)) {
            self.numbers.truncate(row.first);
            self.open_end = true;
        }
    }

    fn finish(
        mut self,
        text: &Text<'_>,
        heading: Heading,
        options: &ReadOptions,
    ) -> Result<Sequence, Error> {
        let (mut notes, mut alternatives) = (Vec::new(), Vec::new());
        if let Some(name) = heading.name.as_ref().or(heading.title.as_ref()) {
            notes.push(Note::NameSkipped { name: text.original(&text.trim(name)) });
        }
        let by_column = self.column.as_ref().and_then(|column| column.first_index);
        let is_column = self.column.is_some();
        if let Some(column) = self.column.take() {
            notes.push(column.note);
            notes.extend(column.steps);
            alternatives = column.alternatives;
        }
        if !self.units.is_empty() {
            notes.push(Note::UnitsDropped { units: self.units.join(" ") });
        }
        if self.unpaired || !self.brackets.is_empty() {
            notes.push(Note::UnpairedBracket);
        }
        if self.drop_final_period(text) {
            notes.push(Note::FinalPeriod);
        }
        self.drop_open_rows();
        let counted = match is_column || options.column == Some(0) {
            true => None,
            false => table::first_index(text, &self.numbers, &self.rows, heading.announces_table)?,
        };
        let first_index = counted.or(by_column);
        if counted.is_some() {
            if !heading.announces_table && self.rows.len() < table::CERTAIN_ROWS {
                notes.push(Note::FirstColumnCounts);
                alternatives.push(Alternative::Column { column: 0, name: None });
            }
            let second = |row: &Row| self.numbers.get(row.first + 1).cloned();
            self.numbers = self.rows.iter().filter_map(second).collect();
        } else {
            if self.nested && self.rows.len() > 1 {
                notes.push(Note::NestedLists);
            }
        }
        let commas = self.commas.map_or(Commas::Separate, |decision| decision.commas);
        if let Some(decision) = self.commas {
            notes.extend(comma_note(decision).filter(|_| counted.is_none()));
            let other = decision.other.filter(|_| counted.is_none());
            alternatives.extend(other.map(|commas| Alternative::Commas { commas }));
            if decision.points_group {
                notes.push(Note::PointsGroupDigits);
            }
        }
        let mut numbers = self.numbers;
        let is_known = |number: &Number| number.shape != Notation::Unknown;
        // Marks after the last term ask for what comes next.
        let known_end = numbers.iter().rposition(is_known).map_or(0, |last| last + 1);
        let open_end = self.open_end || known_end < numbers.len();
        numbers.truncate(known_end);
        let missing: Vec<usize> = (1..)
            .zip(&numbers)
            .filter(|(_, number)| !is_known(number))
            .map(|(index, _)| index)
            .collect();
        numbers.retain(is_known);
        if numbers.iter().any(|number| text.slice(&number.span).contains(&super::text::THIN_SPACE))
        {
            notes.push(Note::SpacesGroupDigits);
        }
        if numbers.is_empty() {
            return Err(Error::EmptySequence);
        }
        if numbers.len() > MAX_TERMS {
            return Err(Error::TooManyTerms { terms: numbers.len(), limit: MAX_TERMS });
        }
        if missing.len() > MAX_GAPS {
            return Err(Error::TooManyGaps { gaps: missing.len(), limit: MAX_GAPS });
        }

        let integers = numbers.iter().all(|number| number.shape.is_integer());
        let written = if integers { Domain::Integer } else { Domain::Float };
        let domain = options.domain.unwrap_or(written);
        let terms = values(text, &numbers, domain)?;
        let decimals = numbers
            .iter()
            .filter(|number| !number.shape.is_integer() && !number.shape.is_fraction())
            .count();
        if let Terms::Floats(values) = &terms
            && decimals > 0
            && values.iter().all(|value| value.fract() == 0.0)
        {
            notes.push(Note::WholeDecimals);
        }
        let source = match (first_index, heading.anumber) {
            (Some(first_index), anumber) => Source::BFile { first_index, anumber },
            (None, Some(anumber)) => Source::Oeis { anumber, offset: heading.offset },
            (None, None) => Source::Plain,
        };
        let understood = Understood {
            count: numbers.len(),
            domain,
            source,
            gaps: missing.len(),
            ellipsis_dropped: self.ellipsis.is_some() || open_end,
            decimals,
            fractions: numbers.iter().filter(|number| number.shape.is_fraction()).count(),
            commas,
            notes,
            alternatives,
        };
        let exactly = |number: &Number| number::to_rational(text.slice(&number.span));
        let fractions = match (domain, understood.fractions) {
            (Domain::Integer, _) | (_, 0) => None,
            (Domain::Float, _) => numbers.iter().map(exactly).collect::<Option<Vec<_>>>(),
        };
        // Among decimals, halves and quarters are decimals too.
        let is_needed = |fractions: &Vec<Rational>| {
            understood.decimals == 0 || !fractions.iter().all(|fraction| fraction.is_decimal())
        };
        let fractions = fractions.filter(is_needed).unwrap_or_default();
        let spans = numbers.into_iter().map(|number| number.span).collect();
        Ok(Sequence { terms, fractions, missing, understood, spans })
    }

    /// `1, 2, 3.` is a sentence about integers, unlike `1., 2., 3.`.
    fn drop_final_period(&mut self, text: &Text<'_>) -> bool {
        let at_end = text.skip(self.words_end, |c| c.is_whitespace()) == text.len();
        match self.numbers.as_mut_slice() {
            [others @ .., last]
                if at_end
                    && last.span.end == self.words_end
                    && last.shape == Notation::BarePoint
                    && others.iter().all(|number| {
                        number.shape.is_integer() || number.shape == Notation::Unknown
                    }) =>
            {
                last.span.end -= 1;
                last.shape = Notation::Whole;
                true
            }
            _ => false,
        }
    }
}

fn values(text: &Text<'_>, numbers: &[Number], domain: Domain) -> Result<Terms, Error> {
    fn each<T>(
        text: &Text<'_>,
        numbers: &[Number],
        value: fn(&[char]) -> Result<T, Flaw>,
    ) -> Result<Vec<T>, Error> {
        let one = |number: &Number| {
            value(text.slice(&number.span)).map_err(|problem| text.bad(&number.span, problem))
        };
        numbers.iter().map(one).collect()
    }
    Ok(match domain {
        Domain::Integer => Terms::Integers(each::<Int>(text, numbers, number::to_int)?),
        Domain::Float => Terms::Floats(each::<f64>(text, numbers, number::to_f64)?),
    })
}

/// What there is to say about commas that could mean two things.
fn comma_note(decision: Decision) -> Option<Note> {
    match (decision.commas, decision.other?) {
        (Commas::Thousands, _) => Some(Note::CommasGroupDigits),
        (Commas::Decimal, _) => Some(Note::CommasAreDecimal),
        (Commas::Separate, Commas::Thousands) => Some(Note::CommasNotThousands),
        (Commas::Separate, Commas::Decimal) => Some(Note::CommasNotDecimals),
        (Commas::Separate, Commas::Separate) => None,
    }
}
