//! From a law and its first terms to a sequence, or to the reason why not.

use ansatz_expr::{Expr, Int};

use crate::terms::{FLOAT_TOKENS, integer_tokens, word_tokens};
use crate::{GenConfig, Rejection, Terms};

/// The terms of `expr` that a configuration shows and asks for: those given
/// first, `length` more, and the `extra_terms` that follow, unless the
/// configuration rejects them.
///
/// Rejected are undefined and too large terms anywhere, and among the shown
/// terms inputs of too many tokens and tails of equal absolute gaps.
pub fn unroll(
    expr: &Expr,
    first: Terms,
    length: usize,
    config: &GenConfig,
) -> Result<(Terms, Terms), Rejection> {
    let shown = first.len() + length;
    match first {
        Terms::Integers(first) => {
            let word = |term: &Int| term.to_i128().and_then(|term| i64::try_from(term).ok());
            match first.iter().map(word).collect::<Option<Vec<i64>>>() {
                Some(mut words) => unroll_words(expr, &mut words, shown, config),
                None => unroll_exactly(expr, first, shown, config),
            }
            .map(|(terms, next)| (Terms::Integers(terms), Terms::Integers(next)))
        }
        Terms::Floats(mut floats) => unroll_floats(expr, &mut floats, shown, config)
            .map(|(terms, next)| (Terms::Floats(terms), Terms::Floats(next))),
    }
}

/// `floats` holds the first terms and is of no further use, but may be used
/// again.
pub(crate) fn unroll_floats(
    expr: &Expr,
    floats: &mut Vec<f64>,
    shown: usize,
    config: &GenConfig,
) -> Result<(Vec<f64>, Vec<f64>), Rejection> {
    extend(expr, floats, shown, config)?;
    let (terms, next) = floats.split_at(shown);
    Ok((terms.to_vec(), next.to_vec()))
}

/// In machine words as far as they last, exactly from there on. `words` holds
/// the first terms and is of no further use after, but may be used again.
pub(crate) fn unroll_words(
    expr: &Expr,
    words: &mut Vec<i64>,
    shown: usize,
    config: &GenConfig,
) -> Result<(Vec<Int>, Vec<Int>), Rejection> {
    let total = shown + config.extra_terms;
    extend(expr, words, shown, config)?;
    if words.len() == total {
        let exact = |words: &[i64]| words.iter().map(|&word| Int::from(word)).collect();
        let (terms, next) = words.split_at(shown);
        return Ok((exact(terms), exact(next)));
    }
    let mut terms = Vec::with_capacity(total);
    terms.extend(words.iter().map(|&word| Int::from(word)));
    unroll_exactly(expr, terms, shown, config)
}

fn unroll_exactly(
    expr: &Expr,
    mut terms: Vec<Int>,
    shown: usize,
    config: &GenConfig,
) -> Result<(Vec<Int>, Vec<Int>), Rejection> {
    extend(expr, &mut terms, shown, config)?;
    let next = terms.split_off(shown);
    Ok((terms, next))
}

/// What the rules need to know of a term.
trait Term: Copy {
    /// How a difference is measured.
    type Gap: PartialEq;
    /// The term after `history`; `None` if this type is too narrow to tell.
    fn following(expr: &Expr, history: &[Self]) -> Result<Option<Self>, Rejection>;
    fn tokens(self) -> usize;
    /// The term as a double if it is above the limit in magnitude.
    fn excess(self, limit: f64) -> Option<f64>;
    fn gap(self, other: Self) -> Self::Gap;
}

impl Term for i64 {
    type Gap = u64;
    fn following(expr: &Expr, history: &[Self]) -> Result<Option<Self>, Rejection> {
        Ok(expr.eval_word(history)?)
    }
    fn tokens(self) -> usize {
        word_tokens(self)
    }
    fn excess(self, limit: f64) -> Option<f64> {
        (self as f64).excess(limit)
    }
    fn gap(self, other: Self) -> u64 {
        self.abs_diff(other)
    }
}

impl Term for Int {
    // Two terms are at most 10^100, so their difference always exists.
    type Gap = Option<Int>;
    fn following(expr: &Expr, history: &[Self]) -> Result<Option<Self>, Rejection> {
        Ok(Some(expr.eval(history)?))
    }
    fn tokens(self) -> usize {
        integer_tokens(self)
    }
    fn excess(self, limit: f64) -> Option<f64> {
        // 10^100 is the evaluator's own limit, which it checks exactly.
        if limit < 1e100 { self.to_f64().excess(limit) } else { None }
    }
    fn gap(self, other: Self) -> Option<Int> {
        self.checked_sub(other).map(Int::abs)
    }
}

impl Term for f64 {
    type Gap = f64;
    fn following(expr: &Expr, history: &[Self]) -> Result<Option<Self>, Rejection> {
        Ok(Some(expr.eval(history)?))
    }
    fn tokens(self) -> usize {
        FLOAT_TOKENS
    }
    fn excess(self, limit: f64) -> Option<f64> {
        (self.abs() > limit).then_some(self)
    }
    fn gap(self, other: Self) -> f64 {
        (self - other).abs()
    }
}

/// Appends terms until `shown` and the extra ones are there, or until the next
/// one is too wide for `T`.
fn extend<T: Term>(
    expr: &Expr,
    terms: &mut Vec<T>,
    shown: usize,
    config: &GenConfig,
) -> Result<(), Rejection> {
    let mut tokens: usize = terms.iter().take(shown).map(|term| term.tokens()).sum();
    // What is shown is checked before the extra terms are computed.
    while terms.len() < shown {
        let Some(term) = T::following(expr, terms)? else {
            return Ok(());
        };
        if let Some(value) = term.excess(config.max_abs) {
            return Err(Rejection::TooLarge { value });
        }
        tokens += term.tokens();
        if tokens > config.max_input_tokens {
            return Err(Rejection::TooManyTokens { limit: config.max_input_tokens });
        }
        terms.push(term);
    }
    if has_equal_gaps(terms, shown, config.tail_terms) {
        return Err(Rejection::EqualGaps);
    }
    while terms.len() < shown + config.extra_terms {
        let Some(term) = T::following(expr, terms)? else {
            return Ok(());
        };
        if let Some(value) = term.excess(config.max_abs) {
            return Err(Rejection::TooLarge { value });
        }
        terms.push(term);
    }
    Ok(())
}

/// Whether the last `tail` of the shown terms have equal absolute gaps. Fewer
/// terms than that, or a tail of fewer than two gaps, tell nothing.
fn has_equal_gaps<T: Term>(terms: &[T], shown: usize, tail: usize) -> bool {
    let tail = match shown.checked_sub(tail).and_then(|start| terms.get(start..shown)) {
        Some(tail) if tail.len() >= 3 => tail,
        _ => return false,
    };
    let mut gaps = tail.iter().zip(tail.iter().skip(1)).map(|(a, b)| b.gap(*a));
    let first = gaps.next();
    gaps.all(|gap| Some(gap) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i64]) -> Terms {
        Terms::Integers(values.iter().map(|&value| Int::from(value)).collect())
    }

    fn law(words: &str) -> Expr {
        Expr::from_words(words.split_whitespace()).unwrap()
    }

    #[test]
    fn shown_and_extra_terms_follow_the_first() {
        let config = GenConfig { extra_terms: 2, ..GenConfig::integer() };
        let (terms, next) = unroll(&law("add u1 u2"), ints(&[1, 1]), 5, &config).unwrap();
        assert_eq!(terms, ints(&[1, 1, 2, 3, 5, 8, 13]));
        assert_eq!(next, ints(&[21, 34]));
    }

    #[test]
    fn leaving_the_machine_word_changes_nothing() {
        // 2^n passes 64 bits among the shown terms and 128 among the extra ones.
        let config = GenConfig { extra_terms: 100, ..GenConfig::integer() };
        let config = GenConfig { max_input_tokens: 1000, ..config };
        let (terms, next) = unroll(&law("mul 2 u1"), ints(&[2]), 80, &config).unwrap();
        let (Terms::Integers(terms), Terms::Integers(next)) = (terms, next) else {
            panic!("integers became floats");
        };
        assert_eq!((terms.len(), next.len()), (81, 100));
        for (power, term) in (1..).zip(terms.iter().chain(&next)) {
            assert_eq!(term.bit_len(), power + 1);
            assert_eq!(term.to_f64(), 2f64.powi(power as i32));
        }
    }

    #[test]
    fn undefined_terms_are_rejected_wherever_they_are() {
        let config = GenConfig::integer();
        // A zero divisor at n = 3 (shown) and at n = 13 (extra).
        for words in ["idiv n sub 3 n", "idiv 99 sub 13 n"] {
            let rejection = unroll(&law(words), ints(&[]), 8, &config).unwrap_err();
            let Rejection::Undefined(ansatz_expr::Error::DivisionByZero { .. }) = rejection else {
                panic!("{words}: {rejection}");
            };
        }
        let floats = Terms::Floats(vec![]);
        let rejection = unroll(&law("sqrt sub 7 n"), floats, 6, &GenConfig::float()).unwrap_err();
        assert!(matches!(
            rejection,
            Rejection::Undefined(ansatz_expr::Error::OutOfDomain { operand: -1.0, .. })
        ));
    }

    #[test]
    fn a_zero_divisor_beneath_relu_is_still_undefined() {
        // The authors' relu made a 0 of the NaN that their division gave.
        let config = GenConfig::integer();
        let rejection = unroll(&law("relu idiv n sub 3 n"), ints(&[]), 8, &config).unwrap_err();
        assert!(matches!(rejection, Rejection::Undefined(_)), "{rejection}");
    }

    #[test]
    fn large_terms_are_rejected_wherever_they_are() {
        let floats = |value| Terms::Floats(vec![value]);
        let config = GenConfig::float();
        let grows = law("mul 10 u1");
        // The ten extra terms go ten powers of ten further than the shown ones.
        assert!(matches!(
            unroll(&grows, floats(1e97), 5, &config),
            Err(Rejection::TooLarge { value }) if value > 1e103
        ));
        assert!(unroll(&grows, floats(1e87), 5, &config).is_ok());
        // Integers stop at 10^100 exactly: 10^86 · 10^15 is too much.
        let googol = |exponent: usize| {
            let text = format!("1{}", "0".repeat(exponent));
            Terms::Integers(vec![text.parse().unwrap()])
        };
        let config = GenConfig::integer();
        assert!(unroll(&grows, googol(85), 5, &config).is_ok());
        assert!(matches!(
            unroll(&grows, googol(86), 5, &config),
            Err(Rejection::Undefined(ansatz_expr::Error::TermTooLarge { .. }))
        ));
        // A lower limit holds for words and wide integers alike.
        let low = GenConfig { max_abs: 1e30, ..GenConfig::integer() };
        assert!(matches!(unroll(&grows, googol(1), 30, &low), Err(Rejection::TooLarge { .. })));
        let lower = GenConfig { max_abs: 99.0, ..GenConfig::integer() };
        assert_eq!(unroll(&grows, googol(1), 5, &lower), Err(Rejection::TooLarge { value: 100.0 }));
    }

    #[test]
    fn inputs_of_two_hundred_tokens_are_rejected() {
        // Alternating 1 and 3 take two tokens each; the extra terms do not count.
        let config = GenConfig { tail_terms: 0, ..GenConfig::integer() };
        let law = law("sub 4 u1");
        assert!(unroll(&law, ints(&[1]), 98, &config).is_ok());
        assert_eq!(
            unroll(&law, ints(&[1]), 99, &config),
            Err(Rejection::TooManyTokens { limit: 199 })
        );
        let floats = GenConfig { tail_terms: 0, ..GenConfig::float() };
        assert!(unroll(&law, Terms::Floats(vec![1.0]), 65, &floats).is_ok());
        assert_eq!(
            unroll(&law, Terms::Floats(vec![1.0]), 66, &floats),
            Err(Rejection::TooManyTokens { limit: 199 })
        );
    }

    #[test]
    fn tails_of_equal_absolute_gaps_are_rejected() {
        let config = GenConfig::integer();
        for (words, first) in
            [("u1", vec![7]), ("add u1 3", vec![7]), ("sub 4 u1", vec![1]), ("mul u1 -1", vec![5])]
        {
            let outcome = unroll(&law(words), ints(&first), 6, &config);
            assert_eq!(outcome, Err(Rejection::EqualGaps), "{words}");
        }
        // Only the last five of the shown terms count, here 9 4 1 0 0, then
        // 4 1 0 0 0, …; the extra terms are all 0.
        let levels_off = law("sqr relu sub 6 n");
        for length in 5..=9 {
            assert!(unroll(&levels_off, ints(&[]), length, &config).is_ok(), "{length}");
        }
        let outcome = unroll(&levels_off, ints(&[]), 10, &config);
        assert_eq!(outcome, Err(Rejection::EqualGaps));
        // The gap of the largest words does not fit one.
        let huge = Terms::Integers(vec![Int::from(i64::MAX)]);
        let config = GenConfig { extra_terms: 0, ..GenConfig::integer() };
        let flips = unroll(&law("mul u1 -1"), huge, 6, &config);
        assert_eq!(flips, Err(Rejection::EqualGaps));
    }
}
