//! From characters to words and the marks between them.
//!
//! A word is whatever stands between separators, be it a number or not, so
//! that an error can name the whole of what the user would call the mistake.

use std::ops::Range;

use super::text::{THIN_SPACE, Text, is_space};

/// What an [`Item`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number, an ellipsis, or a mistake.
    Word,
    /// A comma or a semicolon.
    Separator,
    Open,
    Close,
    Quote,
    LineEnd,
}

/// One piece of the text; spaces and comments are left out.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

/// The items of a part of the text, in order.
pub(super) fn items(text: &Text<'_>, within: Range<usize>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut position = within.start;
    while let Some(c) = text.get(position).filter(|_| position < within.end) {
        let start = position;
        let kind = match c {
            c if is_space(c) => {
                position += 1;
                continue;
            }
            '#' => {
                position = text.skip(position, |c| c != '\n');
                continue;
            }
            ',' | ';' => Kind::Separator,
            '\n' => Kind::LineEnd,
            '"' | '\'' => Kind::Quote,
            c if is_open(c) => Kind::Open,
            c if is_close(c) => Kind::Close,
            _ => Kind::Word,
        };
        position = match kind {
            Kind::Word => {
                let follows_word = items.last().is_some_and(|last| last.kind == Kind::Word);
                word_end(text, start, follows_word)
            }
            _ => start + 1,
        };
        items.push(Item { kind, span: start..position });
    }
    items
}

pub(super) fn is_open(c: char) -> bool {
    matches!(c, '(' | '[' | '{')
}

fn is_close(c: char) -> bool {
    matches!(c, ')' | ']' | '}')
}

/// Where the word that starts at `start` ends. Three sorts of words have gaps:
/// `1 / 3`, `- 5` where no word comes before it (`3 - 5` is no list), and
/// numbers whose digits are grouped by thin spaces or apostrophes.
fn word_end(text: &Text<'_>, start: usize, follows_word: bool) -> usize {
    let mut end = start;
    // The digits since the last mark between groups.
    let mut group = 0;
    while let Some(c) = text.get(end) {
        let last = end.checked_sub(1).filter(|last| *last >= start).and_then(|at| text.get(at));
        let groups_digits = match c {
            THIN_SPACE => (1..=3).contains(&group) && digits_from(text, end + 1) == 3,
            '\'' => group > 0 && digits_from(text, end + 1) > 0,
            _ => false,
        };
        if groups_digits {
            group = 0;
            end += 1;
        } else if is_space(c) {
            let next = text.skip(end, is_space);
            let lone_sign = matches!(last, Some('-' | '+')) && end == start + 1 && !follows_word;
            let continues = last == Some('/') && text.is(next, |c| !ends_word(c))
                || text.get(next) == Some('/')
                || lone_sign && text.is(next, |c| c.is_ascii_digit() || c == '.');
            if !continues {
                break;
            }
            group = 0;
            end = next;
        } else if ends_word(c) {
            break;
        } else {
            group = if c.is_ascii_digit() { group + 1 } else { 0 };
            end += 1;
        }
    }
    end
}

fn ends_word(c: char) -> bool {
    matches!(c, ',' | ';' | '\n' | '"' | '\'') || is_space(c) || is_open(c) || is_close(c)
}

fn digits_from(text: &Text<'_>, start: usize) -> usize {
    text.skip(start, |c| c.is_ascii_digit()) - start
}
