//! The pasted text, one plain character for each of its characters.
//!
//! People paste from web pages, papers and spreadsheets, where a minus may be
//! any of half a dozen dashes. Replacing such characters one for one before
//! anything is read keeps the reader simple and its positions true.

use std::ops::Range;

use super::Flaw;
use crate::Error;

/// Stands for every space that typographers put between groups of digits.
pub(super) const THIN_SPACE: char = '\u{2009}';
/// Stands for a unit between a sign and its number.
pub(super) const UNIT: char = '¤';
/// Stands for every character that means "and so on".
pub(super) const ELLIPSIS: char = '…';

/// No more of a bad token than this is quoted in its error.
const QUOTED: usize = 40;

/// The text as it was given and in plain characters.
pub(super) struct Text<'a> {
    original: &'a str,
    plain: Vec<char>,
}

impl<'a> Text<'a> {
    pub(super) fn new(original: &'a str) -> Self {
        Text { original, plain: original.chars().map(plain).collect() }
    }

    /// How many characters it has.
    pub(super) fn len(&self) -> usize {
        self.plain.len()
    }

    /// The plain character at a position, if the text reaches so far.
    pub(super) fn get(&self, position: usize) -> Option<char> {
        self.plain.get(position).copied()
    }

    /// Takes another plain character for the one at a position.
    pub(super) fn set(&mut self, position: usize, c: char) {
        if let Some(place) = self.plain.get_mut(position) {
            *place = c;
        }
    }

    /// The lines within a part of the text that hold more than spaces and a
    /// comment.
    pub(super) fn lines(&self, within: &Range<usize>) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = within.start;
        while start < within.end {
            let end = self.skip(start, |c| c != '\n').min(within.end);
            let first = self.skip(start, is_space);
            if first < end && self.get(first) != Some('#') {
                lines.push(start..end);
            }
            start = end + 1;
        }
        lines
    }

    /// A span without the spaces around it.
    pub(super) fn trim(&self, span: &Range<usize>) -> Range<usize> {
        let mut trimmed = self.skip(span.start, is_space).min(span.end)..span.end;
        while trimmed.end > trimmed.start && self.is(trimmed.end - 1, is_space) {
            trimmed.end -= 1;
        }
        trimmed
    }

    pub(super) fn is(&self, position: usize, what: impl Fn(char) -> bool) -> bool {
        self.get(position).is_some_and(what)
    }

    /// The first position from `from` on whose character is not like that.
    pub(super) fn skip(&self, from: usize, what: impl Fn(char) -> bool) -> usize {
        let mut position = from;
        while self.is(position, &what) {
            position += 1;
        }
        position
    }

    /// The plain characters of a span.
    pub(super) fn slice(&self, span: &Range<usize>) -> &[char] {
        self.plain.get(span.clone()).unwrap_or_default()
    }

    /// The start of the line after the one that holds `position`.
    pub(super) fn next_line(&self, position: usize) -> usize {
        (self.skip(position, |c| c != '\n') + 1).min(self.len())
    }

    /// A span as the user wrote it.
    pub(super) fn original(&self, span: &Range<usize>) -> String {
        self.original.chars().skip(span.start).take(span.len()).collect()
    }

    /// The error for a span.
    pub(super) fn bad(&self, span: &Range<usize>, problem: Flaw) -> Error {
        let mut token = String::new();
        for c in self.original.chars().skip(span.start).take(span.len().min(QUOTED)) {
            // A control character would garble whatever shows the message.
            if c.is_control() { token.extend(c.escape_default()) } else { token.push(c) }
        }
        if span.len() > QUOTED {
            token.push(ELLIPSIS);
        }
        Error::BadSequence { token, span: span.clone(), problem }
    }
}

/// Whether the plain character separates words as a space does.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | THIN_SPACE)
}

/// The plain character that a character stands for.
fn plain(c: char) -> char {
    match c {
        // Dashes that serve as a minus: hyphens, figure and en dash, the true
        // minus, small and full-width forms. An em dash is punctuation.
        '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{ff0b}' => '+',
        '\u{ff10}'..='\u{ff19}' => {
            char::from_digit(u32::from(c) - u32::from('\u{ff10}'), 10).unwrap_or(c)
        }
        '\u{ff0c}' | '\u{3001}' | '\u{060c}' => ',',
        '\u{ff1b}' | '\u{061b}' => ';',
        '\u{ff0e}' => '.',
        '\u{ff1a}' => ':',
        '\u{2044}' | '\u{2215}' | '\u{ff0f}' => '/',
        '×' | '·' | '\u{22c5}' => '*',
        '\u{2025}' | '\u{22ef}' => ELLIPSIS,
        '（' | '⟨' | '〈' => '(',
        '）' | '⟩' | '〉' => ')',
        '［' | '【' => '[',
        '］' | '】' => ']',
        '｛' => '{',
        '｝' => '}',
        '“' | '”' | '„' | '‟' | '«' | '»' => '"',
        '‘' | '’' | '‚' | '′' | '`' | '´' => '\'',
        '\u{2007}'..='\u{200a}' | '\u{202f}' => THIN_SPACE,
        '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        // Marks that cannot be seen: byte order, zero width, direction, soft hyphen.
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{ad}' => ' ',
        '\n' | '\t' => c,
        other if other.is_whitespace() => ' ',
        other => other,
    }
}
