//! One term as a network writes it: one of the continuations that it was shown, or
//! a number.

use crate::NetworkTerm;
use crate::config::NextTerm;
use crate::extrapolate::Extrapolation;
use crate::numbers::NumberToken;

/// The tokens of a term: the first continuation that is the same, else the first that has
/// the same digits, else the digits.
pub fn tokens_of<T: NetworkTerm>(
    value: T,
    continuations: &[Extrapolation<T>],
    format: NextTerm,
) -> Vec<NumberToken> {
    let mut written = Vec::new();
    value.push(format.base, &mut written);
    let digits_are_same = |other: T| {
        let mut tokens = Vec::new();
        other.push(format.base, &mut tokens);
        tokens == written
    };
    let shown = &continuations[..continuations.len().min(usize::from(format.slots))];
    let slot = shown
        .iter()
        .position(|shown| shown.value.is_same(value))
        .or_else(|| shown.iter().position(|shown| digits_are_same(shown.value)));
    match slot.and_then(|slot| u8::try_from(slot).ok()) {
        Some(slot) => vec![NumberToken::Slot(slot)],
        None => written,
    }
}

/// The term that tokens stand for; `None` if they are not exactly one.
pub fn value_of<T: NetworkTerm>(
    tokens: &[NumberToken],
    continuations: &[Extrapolation<T>],
    format: NextTerm,
) -> Option<T> {
    match tokens {
        [NumberToken::Slot(slot)] => continuations.get(usize::from(*slot)).map(|c| c.value),
        _ => T::read(tokens, format.base),
    }
}

#[cfg(test)]
mod tests {
    use ansatz_expr::Int;

    use super::*;
    use crate::extrapolate::extrapolations;

    #[test]
    fn a_term_is_a_continuation_or_a_number() {
        let format = NextTerm { base: 100, slots: 12 };
        let terms = [1_i64, 1, 2, 3, 5, 8].map(Int::from);
        let shown = extrapolations(&terms);
        for (value, slot) in [(13, true), (-98_765, false)] {
            let value = Int::from(value as i64);
            let tokens = tokens_of(value, &shown, format);
            assert_eq!(matches!(tokens[..], [NumberToken::Slot(_)]), slot);
            assert_eq!(value_of(&tokens, &shown, format), Some(value));
        }
        assert_eq!(value_of(&[NumberToken::Slot(99)], &shown, format), None);
        assert_eq!(value_of::<Int>(&[], &shown, format), None);
    }
}
