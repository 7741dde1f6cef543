//! The OEIS's internal format, and what is copied from the page of an entry.

use std::ops::Range;

use super::Flaw;
use super::heading::{Heading, anumber_at};
use super::text::{Text, is_space};
use crate::Error;

/// A line of the OEIS's internal format: its letter, A-number and content.
pub(super) fn internal_line(
    text: &Text<'_>,
    start: usize,
) -> Option<(char, Range<usize>, Range<usize>)> {
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
pub(super) fn internal_format(
    text: &Text<'_>,
    from: usize,
    heading: &mut Heading,
) -> Result<(), Error> {
    let (mut unsigned, mut signed) = (Vec::new(), Vec::new());
    let mut position = from;
    while position < text.len() {
        let start = text.skip(position, |c| is_space(c) || c == '\n');
        if let Some((letter, name, content)) = internal_line(text, start) {
            let anumber = anumber_at(text, name.start).map(|(anumber, _)| anumber);
            if heading.anumber.is_some() && heading.anumber != anumber {
                return Err(text.bad(&name, Flaw::SecondSequence));
            }
            heading.anumber = anumber;
            match letter {
                'S' | 'T' | 'U' => unsigned.push(content),
                'V' | 'W' | 'X' => signed.push(content),
                'O' => heading.offset = integer_at(text, content.start),
                _ => {}
            }
        }
        position = text.next_line(start);
    }
    heading.body = if signed.is_empty() { unsigned } else { signed };
    Ok(())
}

/// What follows the A-number on the page of an entry: its title, the line of
/// its terms, and fields such as `OFFSET`. Nothing if no later line is one of
/// terms.
pub(super) fn page(text: &Text<'_>, start: usize) -> Option<Heading> {
    let lines = text.lines(&(start..text.len()));
    let first = lines.iter().position(|line| terms_end(text, line).is_some())?;
    let title = text.trim(&(lines.first()?.clone()));
    if first == 0 || !text.slice(&title).iter().any(|c| c.is_alphabetic()) {
        return None;
    }
    let mut body = Vec::new();
    for line in lines.iter().skip(first) {
        let Some(end) = terms_end(text, line) else { break };
        body.push(line.start..end);
        if end < line.end {
            break;
        }
    }
    let field: Vec<char> = "OFFSET".chars().collect();
    let offset = lines.iter().skip(first).find_map(|line| {
        let name = text.skip(line.start, is_space);
        let after = name + field.len();
        let named = text.slice(&(name..after)) == field;
        // Some browsers put the value of a field into a line of its own.
        let value = || text.skip(after, |c| is_space(c) || c == '\n');
        named.then(|| integer_at(text, value())).flatten()
    });
    Some(Heading { name: Some(title), offset, body, ..Heading::default() })
}

/// Where the terms of a line end that has nothing but terms, two or more with
/// commas, and perhaps the links that the page puts after them.
fn terms_end(text: &Text<'_>, line: &Range<usize>) -> Option<usize> {
    let end = links(text, line).unwrap_or(line.end);
    let terms = text.slice(&(line.start..end));
    let plain = terms.iter().all(|c| c.is_ascii_digit() || is_space(*c) || ",-.…".contains(*c));
    let digits = terms.iter().any(char::is_ascii_digit);
    (plain && digits && terms.contains(&',')).then_some(end)
}

/// Where `(list; graph; refs; …)` begins, which the page puts after the terms.
pub(super) fn links(text: &Text<'_>, within: &Range<usize>) -> Option<usize> {
    let links: Vec<char> = "(list;".chars().collect();
    let mut windows = text.slice(within).windows(links.len());
    windows.position(|window| window == links).map(|place| within.start + place)
}

/// Whether two numbers with a comma between them stand somewhere from `start`
/// on: else it is a title without terms.
pub(super) fn has_list(text: &Text<'_>, start: usize) -> bool {
    let rest: Vec<char> =
        text.slice(&(start..text.len())).iter().copied().filter(|c| !is_space(*c)).collect();
    rest.windows(3).any(|three| {
        matches!(three, [a, ',' | '\n', b] if a.is_ascii_digit() && (b.is_ascii_digit() || *b == '-'))
    })
}

/// The integer at a position, after spaces.
fn integer_at(text: &Text<'_>, position: usize) -> Option<i64> {
    let start = text.skip(position, is_space);
    let end = text.skip(start, |c| c.is_ascii_digit() || c == '-');
    text.slice(&(start..end)).iter().collect::<String>().parse().ok()
}
