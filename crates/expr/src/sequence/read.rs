//! From the items of a text to a sequence.

use std::ops::Range;

use super::heading::{self, Heading};
use super::lex::{self, Item, Kind};
use super::number::{self, Notation, Number};
use super::table::{self, Row};
use super::text::{ELLIPSIS, Text};
use super::{MAX_NESTING, MAX_TERMS, MAX_TEXT, Note, ReadOptions, Sequence, Source, Understood};
use crate::{Domain, Error, Int, Terms};

pub(super) const LEFT_OUT: &str = "an ellipsis before the last term";
pub(super) const SECOND_SEQUENCE: &str = "the start of a second sequence";

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Sequence, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::TextTooLong { bytes: text.len(), limit: MAX_TEXT });
    }
    let text = Text::new(text);
    let heading = heading::read(&text)?;
    let mut list = List::default();
    for part in &heading.body {
        list.add(&text, &lex::items(&text, part.clone()))?;
    }
    list.finish(&text, heading, options)
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
    /// Where the last word ends.
    words_end: usize,
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
                return Err(text.bad(span, "no separator before this"));
            }
            if closing {
                close_end = Some(span.end);
            }
            match item.kind {
                Kind::Separator if after_separator => {
                    return Err(text.bad(span, "a term is missing between two separators"));
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
                    let problem = format!("brackets are nested deeper than {MAX_NESTING}");
                    return Err(text.bad(span, problem));
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
            return Err(text.bad(span, SECOND_SEQUENCE));
        }
        let (number, ellipsis) = split_ellipsis(word);
        let number = span.start..span.start + number;
        let ellipsis = number.end..number.end + ellipsis;
        if !number.is_empty() {
            if let Some(ellipsis) = &self.ellipsis {
                return Err(text.bad(ellipsis, LEFT_OUT));
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

    fn finish(
        mut self,
        text: &Text<'_>,
        heading: Heading,
        options: &ReadOptions,
    ) -> Result<Sequence, Error> {
        let mut notes = Vec::new();
        if let Some(name) = &heading.name {
            notes.push(Note::NameSkipped { name: text.original(name) });
        }
        if self.unpaired || !self.brackets.is_empty() {
            notes.push(Note::UnpairedBracket);
        }
        if self.drop_final_period(text) {
            notes.push(Note::FinalPeriod);
        }
        let first_index =
            table::first_index(text, &self.numbers, &self.rows, heading.announces_table)?;
        if first_index.is_some() {
            if !heading.announces_table && self.rows.len() < table::CERTAIN_ROWS {
                notes.push(Note::FirstColumnCounts);
            }
            self.numbers = self.numbers.into_iter().skip(1).step_by(2).collect();
        } else {
            if self.nested && self.rows.len() > 1 {
                notes.push(Note::NestedLists);
            }
            notes.extend(comma_note(text, &self.numbers));
        }
        let numbers = self.numbers;
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
            (None, Some(anumber)) => Source::Oeis { anumber },
            (None, None) => Source::Plain,
        };
        let understood = Understood {
            count: numbers.len(),
            domain,
            source,
            ellipsis_dropped: self.ellipsis.is_some(),
            decimals,
            fractions: numbers.iter().filter(|number| number.shape.is_fraction()).count(),
            notes,
        };
        let spans = numbers.into_iter().map(|number| number.span).collect();
        Ok(Sequence { terms, understood, spans })
    }

    /// `1, 2, 3.` is a sentence about integers, unlike `1., 2., 3.`.
    fn drop_final_period(&mut self, text: &Text<'_>) -> bool {
        let at_end = text.skip(self.words_end, |c| c.is_whitespace()) == text.len();
        match self.numbers.as_mut_slice() {
            [others @ .., last]
                if at_end
                    && last.span.end == self.words_end
                    && last.shape == Notation::BarePoint
                    && others.iter().all(|number| number.shape.is_integer()) =>
            {
                last.span.end -= 1;
                last.shape = Notation::Whole;
                true
            }
            _ => false,
        }
    }
}

/// How much of a word is a number, and how much an ellipsis after it.
fn split_ellipsis(word: &[char]) -> (usize, usize) {
    let text: String = word.iter().collect();
    if ["etc", "etc."].contains(&text.to_lowercase().as_str()) {
        return (0, word.len());
    }
    let dots = word.iter().rev().take_while(|c| matches!(**c, '.' | ELLIPSIS)).count();
    let (number, ellipsis) = word.split_at(word.len() - dots);
    // One point belongs to the number.
    if ellipsis.len() > 1 || ellipsis == [ELLIPSIS] {
        (number.len(), ellipsis.len())
    } else {
        (word.len(), 0)
    }
}

fn values(text: &Text<'_>, numbers: &[Number], domain: Domain) -> Result<Terms, Error> {
    fn each<T>(
        text: &Text<'_>,
        numbers: &[Number],
        value: fn(&[char]) -> Result<T, String>,
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

/// Commas always separate terms, here and in the OEIS. Where all of them could
/// also be marks within numbers, the user is told.
fn comma_note(text: &Text<'_>, numbers: &[Number]) -> Option<Note> {
    let joined = |left: &Number, right: &Number| {
        right.span.start == left.span.end + 1 && text.get(left.span.end) == Some(',')
    };
    let digits = |number: &Number| {
        let word = text.slice(&number.span);
        word.iter().all(char::is_ascii_digit).then_some(word.len())
    };
    let runs: Vec<&[Number]> = numbers.chunk_by(joined).collect();
    if runs.iter().all(|run| run.len() == 1) {
        return None;
    }
    // A trillion is as much as anyone writes with commas.
    let grouped = |run: &&[Number]| match run {
        [first, others @ ..] => {
            text.slice(&first.span).iter().filter(|c| c.is_ascii_digit()).count() <= 3
                && !matches!(text.get(first.span.start), Some('0'))
                && others.len() <= 4
                && others.iter().all(|number| digits(number) == Some(3))
        }
        [] => false,
    };
    if runs.iter().all(grouped) {
        return Some(Note::CommasNotThousands);
    }
    let decimal =
        |run: &&[Number]| run.len() == 2 && run.iter().skip(1).all(|n| digits(n).is_some());
    (runs.len() > 1 && runs.iter().all(decimal)).then_some(Note::CommasNotDecimals)
}
