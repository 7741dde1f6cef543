//! What may stand before the numbers: an A-number, a name, a header.

use std::ops::Range;

use super::lex::is_open;
use super::text::{Text, is_space};
use crate::Error;

/// What was found before the numbers, and where the numbers are.
#[derive(Debug, Default)]
pub(super) struct Heading {
    /// The number in the OEIS.
    pub(super) anumber: Option<u32>,
    /// A name, as in `a(n) = 1, 2, 3`.
    pub(super) name: Option<Range<usize>>,
    /// A line such as `n a(n)`.
    pub(super) announces_table: bool,
    /// Where the numbers are.
    pub(super) body: Vec<Range<usize>>,
}

/// Reads the heading of a text.
pub(super) fn read(text: &Text<'_>) -> Result<Heading, Error> {
    let mut heading = Heading::default();
    let mut position = skip_blank(text, 0, &mut heading);
    if internal_line(text, position).is_some() {
        internal_format(text, position, &mut heading)?;
        return Ok(heading);
    }
    if let Some((anumber, end)) = anumber_at(text, position) {
        heading.anumber = Some(anumber);
        position = text.skip(end, is_space);
        if text.is(position, |c| matches!(c, ':' | '=')) {
            position += 1;
        }
        position = skip_blank(text, position, &mut heading);
    }
    if let Some(end) = table_header(text, position) {
        heading.announces_table = true;
        position = end;
    } else if let Some((name, end)) = name_at(text, position) {
        heading.name = Some(name);
        position = end;
    }
    heading.body.push(position..text.len());
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

/// The end of a line that reads `n a(n)`.
fn table_header(text: &Text<'_>, start: usize) -> Option<usize> {
    let end = text.skip(start, |c| c != '\n');
    let line: String = text.slice(&(start..end)).iter().collect();
    let mut words = line.split(|c: char| is_space(c) || c == ',').filter(|word| !word.is_empty());
    let (index, value) = (words.next()?, words.next()?);
    (index == "n" && value.ends_with("(n)") && words.next().is_none()).then_some(end)
}

/// A line of the OEIS's internal format: its letter, A-number and content.
fn internal_line(text: &Text<'_>, start: usize) -> Option<(char, Range<usize>, Range<usize>)> {
    let [percent, letter, space] = text.slice(&(start..start + 3)) else {
        return None;
    };
    if *percent != '%' || !letter.is_ascii_uppercase() || !is_space(*space) {
        return None;
    }
    let anumber = text.skip(start + 3, is_space);
    let (_, content) = anumber_at(text, anumber)?;
    Some((*letter, anumber..content, content..text.skip(content, |c| c != '\n')))
}

/// `%S`, `%T` and `%U` lines hold the terms; older entries repeat them with
/// their signs in `%V`, `%W` and `%X`. All other lines are about them.
fn internal_format(text: &Text<'_>, from: usize, heading: &mut Heading) -> Result<(), Error> {
    let (mut unsigned, mut signed) = (Vec::new(), Vec::new());
    let mut position = from;
    while position < text.len() {
        let start = text.skip(position, |c| is_space(c) || c == '\n');
        if let Some((letter, name, content)) = internal_line(text, start) {
            let anumber = anumber_at(text, name.start).map(|(anumber, _)| anumber);
            if heading.anumber.is_some() && heading.anumber != anumber {
                return Err(text.bad(&name, super::read::SECOND_SEQUENCE));
            }
            heading.anumber = anumber;
            match letter {
                'S' | 'T' | 'U' => unsigned.push(content),
                'V' | 'W' | 'X' => signed.push(content),
                _ => {}
            }
        }
        position = text.next_line(start);
    }
    heading.body = if signed.is_empty() { unsigned } else { signed };
    Ok(())
}
