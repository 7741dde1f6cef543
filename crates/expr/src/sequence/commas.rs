//! What commas and points within numbers mean, decided from the whole text.
//!
//! `1,5; 2,5` has decimal commas and `1,000; 2,000` has thousands, but
//! `1,234,567` is three terms: a list has commas between its terms, and only
//! where something else separates them can they be part of numbers. What is
//! decided is written into the plain text, as a point or as an underscore, so
//! that nobody after this needs to know.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::table::FEWEST_ROWS;
use super::text::{Text, is_space};

/// What a comma between two digits is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Commas {
    /// It separates terms.
    Separate,
    /// It groups digits: `1,000` is a thousand.
    Thousands,
    /// It is a decimal point: `1,5` is one and a half.
    Decimal,
}

/// What was decided, and what else would have been possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) commas: Commas,
    pub(super) other: Option<Commas>,
    /// Points group digits, as in `1.000.000`.
    pub(super) points_group: bool,
}

/// What stands between two runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    /// Nothing comes before the first run of all.
    Start,
    /// A comma, with a space after it.
    SpacedComma,
    /// A semicolon, a tab, or the border of a cell.
    Mark,
    Line,
    Space,
    /// Anything else: commas are then what they always are.
    Other,
}

/// Digits, points and the commas between them.
struct Run {
    span: Range<usize>,
    before: Between,
}

impl Run {
    /// What stands between the commas.
    fn parts<'a>(&self, text: &'a Text<'_>) -> Vec<&'a [char]> {
        text.slice(&self.span).split(|&c| c == ',').collect()
    }

    /// Whether it is a number with its thousands marked by commas.
    fn has_thousands(&self, text: &Text<'_>) -> bool {
        let parts = self.parts(text);
        let (whole, decimals) = match parts.split_last() {
            Some((last, before)) => {
                let point = last.iter().position(|&c| c == '.').unwrap_or(last.len());
                (before.iter().copied().chain([&last[..point]]).collect(), &last[point..])
            }
            None => (vec![], &[][..]),
        };
        grouped(&whole) && decimals.iter().skip(1).all(char::is_ascii_digit)
    }

    /// Whether it is a number with at most one comma before its decimals, and
    /// points, if any, between its thousands.
    fn has_decimal_comma(&self, text: &Text<'_>) -> bool {
        let (whole, decimals) = match self.parts(text)[..] {
            [whole] => (whole, &[][..]),
            [whole, decimals] => (whole, decimals),
            _ => return false,
        };
        (all_digits(whole) || points_group(whole)) && decimals.iter().all(char::is_ascii_digit)
    }
}

/// Decides, unless the user has, and writes what was decided into the text.
pub(super) fn settle(
    text: &mut Text<'_>,
    parts: &[Range<usize>],
    asked: Option<Commas>,
) -> Decision {
    let runs = runs(text, parts);
    let mut decision = match asked {
        Some(commas) => Decision { commas, other: None, points_group: false },
        None => decide(text, parts, &runs),
    };
    for run in &runs {
        let groups_by_points = match run.parts(text)[..] {
            [whole] | [whole, _] if decision.commas == Commas::Decimal => points_group(whole),
            // With one point alone it is a decimal point.
            [whole] => points_group(whole) && whole.iter().filter(|&&c| c == '.').count() > 1,
            _ => false,
        };
        decision.points_group |= groups_by_points && decision.commas != Commas::Decimal;
        let groups_by_commas = run.has_thousands(text);
        for position in run.span.clone() {
            match (text.get(position), decision.commas) {
                (Some('.'), _) if groups_by_points => text.set(position, '_'),
                (Some(','), Commas::Thousands) if groups_by_commas => text.set(position, '_'),
                (Some(','), Commas::Decimal) => text.set(position, '.'),
                _ => {}
            }
        }
    }
    decision
}

fn decide(text: &Text<'_>, parts: &[Range<usize>], runs: &[Run]) -> Decision {
    let separate = |other| Decision { commas: Commas::Separate, other, points_group: false };
    let joined: Vec<&Run> =
        runs.iter().filter(|run| text.slice(&run.span).contains(&',')).collect();
    if joined.is_empty() {
        return separate(None);
    }
    let thousands = runs.iter().all(|run| run.has_thousands(text));
    let decimal = runs.iter().all(|run| run.has_decimal_comma(text));
    let possible = match (thousands, decimal && runs.len() > 1) {
        (true, _) => Some(Commas::Thousands),
        (false, true) => Some(Commas::Decimal),
        (false, false) => None,
    };
    let met = |between: Between| runs.iter().any(|run| run.before == between);
    if runs.len() == 1 || met(Between::Other) || first_column_counts(text, parts) {
        return separate(possible.filter(|_| runs.len() == 1 || !met(Between::Other)));
    }
    let decided = |commas| {
        let other = match commas {
            Commas::Thousands if decimal => Commas::Decimal,
            _ => Commas::Separate,
        };
        Decision { commas, other: Some(other), points_group: false }
    };
    // A short first group, as in `1,000`, or a later one that begins with 0.
    let looks_grouped = joined.iter().any(|run| {
        let parts = run.parts(text);
        parts.first().is_some_and(|first| first.len() < 3)
            || parts.iter().skip(1).any(|part| part.first() == Some(&'0'))
    });
    let marked = met(Between::Mark) || met(Between::Space);
    if met(Between::SpacedComma) {
        // Commas do separate here; that others do not must be plain.
        let likely = joined.len() > 1 && joined.len() * 2 >= runs.len() && looks_grouped;
        return match thousands && likely {
            true => decided(Commas::Thousands),
            false => separate(possible),
        };
    }
    if thousands && (marked || looks_grouped) {
        return decided(Commas::Thousands);
    }
    if decimal && (marked || looks_decimal(text, runs, &joined)) {
        return decided(Commas::Decimal);
    }
    separate(possible)
}

/// In lines of two numbers that a comma joins: whether they are one number
/// each. `0,5`, `1,05`, and as many decimals in each.
fn looks_decimal(text: &Text<'_>, runs: &[Run], joined: &[&Run]) -> bool {
    let ends: Vec<Vec<&[char]>> = joined.iter().map(|run| run.parts(text)).collect();
    let zero = |parts: &Vec<&[char]>| {
        parts.first().is_some_and(|whole| *whole == ['0'] || points_group(whole))
            || parts.get(1).is_some_and(|decimals| decimals.first() == Some(&'0'))
    };
    let decimals = |parts: &Vec<&[char]>| parts.get(1).map_or(0, |decimals| decimals.len());
    let first = ends.first().map_or(0, decimals);
    joined.len() < runs.len()
        || ends.iter().any(zero)
        || (ends.len() >= FEWEST_ROWS
            && first > 1
            && ends.iter().all(|parts| decimals(parts) == first))
}

/// Whether every line begins with an integer and a comma, and these integers
/// count up by one: a table of n and a(n).
fn first_column_counts(text: &Text<'_>, parts: &[Range<usize>]) -> bool {
    let [part] = parts else { return false };
    let mut indices = Vec::new();
    for line in text.lines(part) {
        let line = text.trim(&line);
        let comma = text.skip(line.start, |c| !matches!(c, ',' | '\n'));
        let index: String = text.slice(&text.trim(&(line.start..comma))).iter().collect();
        match index.parse::<i64>() {
            Ok(index) if text.get(comma) == Some(',') => indices.push(index),
            _ => return false,
        }
    }
    indices.len() >= FEWEST_ROWS
        && indices.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
}

fn runs(text: &Text<'_>, parts: &[Range<usize>]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for part in parts {
        let mut before = if runs.is_empty() { Between::Start } else { Between::Mark };
        let mut position = part.start;
        while position < part.end {
            let start = position;
            if text.get(position) == Some('#') {
                position = text.skip(position, |c| c != '\n');
                continue;
            }
            while position < part.end && continues(text, position) {
                position += 1;
            }
            if position > start {
                runs.push(Run { span: start..position, before });
                before = Between::Space;
                continue;
            }
            position += 1;
            before = match (text.get(start), before) {
                (_, Between::Start) => Between::Start,
                (_, Between::Other) => Between::Other,
                (Some(','), Between::SpacedComma) => Between::Other,
                (Some(','), _) if text.is(position, |c| is_space(c) || c == '\n') => {
                    Between::SpacedComma
                }
                (Some(','), _) if position < part.end => Between::Other,
                (_, Between::SpacedComma) => Between::SpacedComma,
                (Some(';' | '\t'), _) => Between::Mark,
                (Some('\n'), Between::Space) => Between::Line,
                (Some(c), before) if is_space(c) || "\n+-¤()[]{}\"".contains(c) => before,
                _ => Between::Other,
            };
        }
    }
    runs
}

/// Whether a run goes on at a position: a comma must stand between digits.
fn continues(text: &Text<'_>, position: usize) -> bool {
    let digit = |at: Option<usize>| at.is_some_and(|at| text.is(at, |c| c.is_ascii_digit()));
    match text.get(position) {
        Some(',') => digit(position.checked_sub(1)) && digit(Some(position + 1)),
        Some(c) => c.is_ascii_digit() || (c == '.' && digit(Some(position + 1))),
        None => false,
    }
}

fn all_digits(part: &[char]) -> bool {
    !part.is_empty() && part.iter().all(char::is_ascii_digit)
}

/// Whether these are a number's digits in groups of three: a first one of up
/// to three digits, not 0 if others follow.
fn grouped(parts: &[&[char]]) -> bool {
    match parts {
        [] => false,
        [only] => all_digits(only) && only.len() <= 3,
        [first, others @ ..] => {
            all_digits(first)
                && first.len() <= 3
                && first.first() != Some(&'0')
                && others.iter().all(|other| all_digits(other) && other.len() == 3)
        }
    }
}

/// Whether points stand between groups of three digits.
pub(super) fn points_group(part: &[char]) -> bool {
    let parts: Vec<&[char]> = part.split(|&c| c == '.').collect();
    parts.len() > 1 && grouped(&parts)
}
