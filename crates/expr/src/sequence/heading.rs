//! What may stand before the numbers: an A-number, a name, a title.

use std::ops::Range;

use super::lex::is_open;
use super::oeis;
use super::text::{Text, is_space};
use crate::Error;

/// What was found before the numbers, and where the numbers are.
#[derive(Debug, Default)]
pub(super) struct Heading {
    /// The number in the OEIS.
    pub(super) anumber: Option<u32>,
    /// The n of the first term, as the entry says it.
    pub(super) offset: Option<i64>,
    /// A name, as in `a(n) = 1, 2, 3`.
    pub(super) name: Option<Range<usize>>,
    /// A line of words, which may turn out to be the header of a table.
    pub(super) title: Option<Range<usize>>,
    /// A line such as `n a(n)`.
    pub(super) announces_table: bool,
    /// Where the numbers are.
    pub(super) body: Vec<Range<usize>>,
}

/// Reads the heading of a text.
pub(super) fn read(text: &Text<'_>) -> Result<Heading, Error> {
    let mut heading = Heading::default();
    let mut position = skip_blank(text, 0, &mut heading);
    if oeis::internal_line(text, position).is_some() {
        oeis::internal_format(text, position, &mut heading)?;
        return Ok(heading);
    }
    if let Some((anumber, end)) = anumber_at(text, position) {
        heading.anumber = Some(anumber);
        position = text.skip(end, is_space);
        if text.is(position, |c| matches!(c, ':' | '=')) {
            position += 1;
        }
        position = skip_blank(text, position, &mut heading);
        if let Some(page) = oeis::page(text, position) {
            return Ok(Heading { anumber: Some(anumber), ..page });
        }
        let words = position == text.len() || text.is(position, char::is_alphabetic);
        if words && !oeis::has_list(text, position) {
            return Err(Error::OnlyANumber { anumber });
        }
    }
    if let Some((key, list)) = member_at(text, position) {
        return Ok(Heading { name: Some(key), body: vec![list], ..heading });
    }
    if let Some(end) = table_header(text, position) {
        heading.announces_table = true;
        position = end;
    } else if let Some((name, end)) = name_at(text, position) {
        heading.name = Some(name);
        position = end;
    } else if let Some(line) = title_at(text, position) {
        position = line.end;
        heading.title = Some(line);
    }
    let end = oeis::links(text, &(position..text.len())).unwrap_or(text.len());
    heading.body.push(position..end);
    Ok(heading)
}

/// Skips spaces, empty lines and comments; a comment may hold the A-number.
fn skip_blank(text: &Text<'_>, from: usize, heading: &mut Heading) -> usize {
    let mut position = from;
    loop {
        position = text.skip(position, |c| is_space(c) || c == '\n');
        if text.get(position) != Some('#') {
            return position;
        }
        let end = text.next_line(position);
        if heading.anumber.is_none() {
            heading.anumber = (position..end)
                .filter(|at| !text.is(at.wrapping_sub(1), char::is_alphanumeric))
                .find_map(|at| anumber_at(text, at))
                .map(|(anumber, _)| anumber);
        }
        position = end;
    }
}

/// An A-number: the letter and at least six digits, not part of a longer word.
pub(super) fn anumber_at(text: &Text<'_>, position: usize) -> Option<(u32, usize)> {
    if !text.is(position, |c| matches!(c, 'A' | 'a')) {
        return None;
    }
    let end = text.skip(position + 1, |c| c.is_ascii_digit());
    let digits = text.slice(&(position + 1..end));
    if digits.len() < 6 || text.is(end, char::is_alphanumeric) {
        return None;
    }
    Some((digits.iter().collect::<String>().parse().ok()?, end))
}

/// A name and where the numbers after it begin: `u(n) =`, `terms:`, or the
/// constructor of a list, as in `array([1, 2])` and `vec![1, 2]`.
fn name_at(text: &Text<'_>, start: usize) -> Option<(Range<usize>, usize)> {
    if !text.is(start, char::is_alphabetic) {
        return None;
    }
    let mut end = text.skip(start, |c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let word = end;
    // `(n)` or `[n]`, the index.
    if let [open, index, _] = text.slice(&(end..end + 3))
        && is_open(*open)
        && index.is_alphabetic()
    {
        end += 3;
    }
    // More words before a colon: `Fibonacci numbers: 1, 1, 2`.
    let words = text.skip(word, |c| c.is_alphabetic() || is_space(c) || "'-".contains(c));
    if text.get(words) == Some(':') {
        end = words;
    }
    let sign = text.skip(end, is_space);
    let after = match (text.get(sign), text.get(sign + 1)) {
        (Some(':'), Some('=')) => sign + 2,
        (Some('=' | ':'), _) => sign + 1,
        _ => {
            let bracket = if text.get(word) == Some('!') { word + 1 } else { word };
            return text.is(bracket, is_open).then_some((start..bracket, bracket));
        }
    };
    Some((start..end, after))
}

/// The key and the list of the first member of a JSON object that is a list of
/// numbers.
fn member_at(text: &Text<'_>, start: usize) -> Option<(Range<usize>, Range<usize>)> {
    let blank = |c: char| is_space(c) || c == '\n';
    let is_object =
        text.get(start) == Some('{') && text.get(text.skip(start + 1, blank)) == Some('"');
    if !is_object {
        return None;
    }
    let mut open = start;
    loop {
        open = text.skip(open + 1, |c| c != '[');
        text.get(open)?;
        let first = text.skip(open + 1, |c| blank(c) || matches!(c, '"' | '-'));
        if text.is(first, |c| c.is_ascii_digit()) {
            let quote = |before| (start..before).rev().find(|at| text.get(*at) == Some('"'));
            let key_end = quote(open)?;
            let end = text.skip(open, |c| c != ']') + 1;
            return Some((quote(key_end)? + 1..key_end, open..end.min(text.len())));
        }
    }
}

/// A first line of words without a number.
fn title_at(text: &Text<'_>, start: usize) -> Option<Range<usize>> {
    let end = text.skip(start, |c| c != '\n');
    let words = text.slice(&(start..end)).split(|&c| is_space(c) || matches!(c, ',' | ';' | '|'));
    let numbers =
        words.filter(|word| word.iter().all(|c| c.is_ascii_digit() || "+-.".contains(*c)));
    let begins = text.is(start, |c| c.is_alphabetic() || c == '"');
    let follows = text.is(text.skip(end, |c| is_space(c) || c == '\n'), |c| {
        c.is_ascii_digit() || "+-.$€£".contains(c)
    });
    (begins && follows && numbers.filter(|word| !word.is_empty()).count() == 0)
        .then_some(start..end)
}

/// The end of a line that reads `n a(n)`.
fn table_header(text: &Text<'_>, start: usize) -> Option<usize> {
    let end = text.skip(start, |c| c != '\n');
    let line: String = text.slice(&(start..end)).iter().collect();
    let mut words = line.split(|c: char| is_space(c) || c == ',').filter(|word| !word.is_empty());
    let (index, value) = (words.next()?, words.next()?);
    (index == "n" && value.ends_with("(n)") && words.next().is_none()).then_some(end)
}
