//! Signs of currencies and per cent, which say what was counted but are no part
//! of a number.

use std::ops::Range;

use super::text::{Text, UNIT, is_space};

/// Signs that stand before or after amounts.
const SIGNS: &str = "$€£¥₹₽₩₺₴₦₫฿¢";
/// Codes and marks of letters that do.
const CODES: [&str; 8] = ["US$", "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR"];

/// Blanks them out, and returns those that were met, in order.
pub(super) fn blank(text: &mut Text<'_>, parts: &[Range<usize>]) -> Vec<String> {
    let mut met: Vec<String> = Vec::new();
    for part in parts {
        let mut position = part.start;
        while position < part.end {
            let length = unit_at(text, position);
            if length == 0 {
                position += 1;
                continue;
            }
            let unit: String = text.slice(&(position..position + length)).iter().collect();
            if !met.contains(&unit) {
                met.push(unit);
            }
            let end = position + length;
            // In `-$5` the sign and the number remain one word.
            let signed = position.checked_sub(1).is_some_and(|at| text.is(at, is_sign))
                && text.is(end, |c| c.is_ascii_digit() || c == '.');
            for blank in position..end {
                text.set(blank, if signed { UNIT } else { ' ' });
            }
            position = end;
        }
    }
    met
}

fn is_sign(c: char) -> bool {
    matches!(c, '-' | '+')
}

/// How long the unit is that begins here; 0 if none does.
fn unit_at(text: &Text<'_>, position: usize) -> usize {
    // At most one space stands between an amount and its unit.
    let amount_before = || {
        let back = |steps| position.checked_sub(steps).and_then(|at| text.get(at));
        let before = back(1).filter(|c| !is_space(*c)).or_else(|| back(2));
        before.is_some_and(|c| c.is_ascii_digit())
    };
    match text.get(position) {
        Some(c) if SIGNS.contains(c) => 1,
        // Elsewhere it is the mark of a line in the OEIS's internal format.
        Some('%') => {
            let ends = !text.is(position + 1, char::is_alphanumeric);
            usize::from(ends && amount_before())
        }
        Some(c) if c.is_ascii_uppercase() => {
            let alone = |at: usize| !text.is(at, char::is_alphabetic);
            let code = CODES.iter().find(|code| {
                let end = position + code.chars().count();
                text.slice(&(position..end)).iter().copied().eq(code.chars())
                    && alone(end)
                    && position.checked_sub(1).is_none_or(alone)
            });
            let after = code.map_or(position, |code| position + code.chars().count());
            let number = text.is(text.skip(after, is_space), |c| c.is_ascii_digit() || c == '.');
            if number || amount_before() { after - position } else { 0 }
        }
        _ => 0,
    }
}
