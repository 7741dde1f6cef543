//! From a law and its first terms to a sequence, or to the reason why not.

use ansatz_expr::{Expr, Int, Value};

use crate::terms::{FLOAT_TOKENS, integer_tokens};
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
    match first {
        Terms::Integers(mut terms) => {
            let next = extend(expr, &mut terms, length, config)?;
            Ok((Terms::Integers(terms), Terms::Integers(next)))
        }
        Terms::Floats(mut terms) => {
            let next = extend(expr, &mut terms, length, config)?;
            Ok((Terms::Floats(terms), Terms::Floats(next)))
        }
    }
}

/// What the rules need to know of a term.
trait Term: Value {
    fn tokens(self) -> usize;
    fn is_above(self, limit: f64) -> bool;
    fn rounded(self) -> f64;
    /// |self - other|; `None` if it cannot be held.
    fn gap(self, other: Self) -> Option<Self>;
}

impl Term for Int {
    fn tokens(self) -> usize {
        integer_tokens(self)
    }
    fn is_above(self, limit: f64) -> bool {
        // 10^100 is the evaluator's own limit, which it checks exactly.
        limit < 1e100 && self.to_f64().abs() > limit
    }
    fn rounded(self) -> f64 {
        self.to_f64()
    }
    fn gap(self, other: Self) -> Option<Self> {
        self.checked_sub(other).map(Int::abs)
    }
}

impl Term for f64 {
    fn tokens(self) -> usize {
        FLOAT_TOKENS
    }
    fn is_above(self, limit: f64) -> bool {
        self.abs() > limit
    }
    fn rounded(self) -> f64 {
        self
    }
    fn gap(self, other: Self) -> Option<Self> {
        Some((self - other).abs())
    }
}

/// Appends `length` terms to `terms` and returns the extra ones.
fn extend<T: Term>(
    expr: &Expr,
    terms: &mut Vec<T>,
    length: usize,
    config: &GenConfig,
) -> Result<Vec<T>, Rejection> {
    let shown = terms.len() + length;
    terms.reserve_exact(length + config.extra_terms);
    let mut tokens: usize = terms.iter().map(|term| term.tokens()).sum();
    // What is shown is checked before the extra terms are computed.
    for _ in 0..length {
        let term = following(expr, terms, config)?;
        tokens += term.tokens();
        if tokens > config.max_input_tokens {
            return Err(Rejection::TooManyTokens { limit: config.max_input_tokens });
        }
        terms.push(term);
    }
    if has_equal_gaps(terms, config.tail_terms) {
        return Err(Rejection::EqualGaps);
    }
    for _ in 0..config.extra_terms {
        let term = following(expr, terms, config)?;
        terms.push(term);
    }
    Ok(terms.split_off(shown))
}

fn following<T: Term>(expr: &Expr, terms: &[T], config: &GenConfig) -> Result<T, Rejection> {
    let term = expr.eval(terms)?;
    if term.is_above(config.max_abs) {
        return Err(Rejection::TooLarge { value: term.rounded() });
    }
    Ok(term)
}

/// Whether the last `tail` terms have equal absolute gaps. Fewer terms than
/// that, or a tail of fewer than two gaps, tell nothing.
fn has_equal_gaps<T: Term>(terms: &[T], tail: usize) -> bool {
    let Some(start) = terms.len().checked_sub(tail).filter(|_| tail >= 3) else {
        return false;
    };
    let mut gaps = terms[start..].windows(2).map(|pair| match pair {
        [a, b] => b.gap(*a),
        _ => None,
    });
    let first = gaps.next().flatten();
    first.is_some() && gaps.all(|gap| gap == first)
}
