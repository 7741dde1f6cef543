//! Words that are no numbers but have a meaning: marks for what is not known,
//! and for what goes on.

use super::lex::{Item, Kind};
use super::number;
use super::text::{ELLIPSIS, Text};
use crate::Error;

/// `J F M A M` cannot be continued, which is to be said of all of it.
pub(super) fn refuse_letters(text: &Text<'_>, parts: &[Vec<Item>]) -> Result<(), Error> {
    let words = || parts.iter().flatten().filter(|item| item.kind == Kind::Word);
    let letters = |item: &&Item| {
        let word = text.slice(&item.span);
        word.iter().all(|c| c.is_alphabetic()) && number::shape(word).is_err()
    };
    let meant = || words().filter(|item| !is_unknown(text.slice(&item.span)));
    match meant().next() {
        Some(first) if meant().count() > 1 && meant().all(|item| letters(&item)) => {
            Err(Error::Letters { word: text.original(&first.span) })
        }
        _ => Ok(()),
    }
}

/// Whether a word stands for a term that is not known.
pub(super) fn is_unknown(word: &[char]) -> bool {
    matches!(word, ['x' | 'X' | '□' | '▢' | '◻'])
        || (!word.is_empty() && word.iter().all(|c| matches!(c, '?' | '_')))
}

/// How much of a word is a number, and how much an ellipsis or a question mark
/// after it.
pub(super) fn split_ellipsis(word: &[char]) -> (usize, usize) {
    let text: String = word.iter().collect();
    if ["etc", "etc."].contains(&text.to_lowercase().as_str()) {
        return (0, word.len());
    }
    let dots = word.iter().rev().take_while(|c| matches!(**c, '.' | '?' | ELLIPSIS)).count();
    let (number, ellipsis) = word.split_at(word.len() - dots);
    // One point belongs to the number.
    if ellipsis.len() > 1 || matches!(ellipsis, [ELLIPSIS | '?']) {
        (number.len(), ellipsis.len())
    } else {
        (word.len(), 0)
    }
}
