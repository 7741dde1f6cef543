//! Floats with their uncertainty.
//!
//! Terms are shown with a few digits, and a law amplifies what is cut off:
//! `exp(u(n-1))` of a term near 20 known to four digits is known to two. So
//! every value carries how far it may be off, and values are compared by that.

use ansatz_expr::{Expr, Node, Op, math};

/// A value, and how far it may be off.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Dual {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

/// No law of interest passes through larger numbers.
const LARGEST: f64 = 1e120;

/// Relative error of a computed value.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Errors are added up to first order; what is left out takes this much more.
const SLACK: f64 = 1.1;

impl Dual {
    /// Whether both may be the same number.
    #[inline(always)]
    pub(crate) fn meets(self, other: Dual) -> bool {
        let slack = self.error + other.error + ROUNDING * (self.value.abs() + other.value.abs());
        (self.value - other.value).abs() <= 2.0 * slack
    }

    /// What an operator makes of values, and of how far they may be off.
    #[inline(always)]
    pub(crate) fn computed(op: Op, a: Dual, b: Dual) -> Option<Dual> {
        let value = op.apply_double(a.value, b.value).filter(|value| value.abs() < LARGEST)?;
        // How far the value moves when an operand does, to either side if the
        // function ends on the other.
        let moved = |left: f64, right: f64| {
            op.apply_double(a.value + left, b.value + right)
                .or_else(|| op.apply_double(a.value - left, b.value - right))
                .map_or(value.abs(), |other| (other - value).abs())
        };
        let mut error = ROUNDING * value.abs();
        if a.error > 0.0 {
            error += moved(a.error, 0.0);
        }
        if b.error > 0.0 && op.arity() == 2 {
            error += moved(0.0, b.error);
        }
        Some(Dual { value, error })
    }
}

/// How exactly float terms are known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Precision {
    /// Relative to the leading digit's power of ten.
    relative: f64,
    absolute: f64,
}

impl Precision {
    /// For integers.
    pub(crate) const EXACT: Precision = Precision { relative: 0.0, absolute: 0.0 };

    /// Reads it off the digits: half a unit of the last place that any term
    /// uses, counted in significant digits or in decimals, whichever is more.
    pub(crate) fn of(terms: &[f64]) -> Precision {
        let digits = terms.iter().filter_map(|&term| significant(term, DIGITS)).max();
        let some_long =
            terms.iter().any(|&term| term != 0.0 && significant(term, DIGITS).is_none());
        let (Some(digits), false) = (digits, some_long) else { return Precision::EXACT };
        let decimals = terms.iter().filter_map(|&term| places(term)).max().unwrap_or(DIGITS);
        Precision {
            relative: 0.5 * 10f64.powi(1 - digits),
            absolute: if decimals > 0 { 0.5 * 10f64.powi(-decimals) } else { 0.0 },
        }
    }

    /// A term with its uncertainty.
    pub(crate) fn dual(&self, term: f64) -> Dual {
        let shown = if term == 0.0 { 0.0 } else { self.relative * 10f64.powi(decade(term)) };
        let error = shown.max(self.absolute).max(2.0 * ROUNDING * term.abs());
        Dual { value: term, error }
    }

    /// How finely a term can be told from others: what its digits leave open,
    /// but no finer than errors of computing are forgiven.
    pub(crate) fn resolution(&self, term: f64) -> f64 {
        let error = self.dual(term).error;
        if *self == Precision::EXACT { error.max(0.5 * FORGIVEN * term.abs()) } else { error }
    }

    /// What a term costs without a law: an exponent and the digits.
    pub(crate) fn bits(&self, term: f64) -> f64 {
        let known = self.dual(term);
        let steps = if known.error > 0.0 { known.value.abs() / known.error } else { 1.0 };
        4.0 + math::log2(1.0 + steps)
    }
}

/// With more digits than this, terms are exact but for rounding.
const DIGITS: i32 = 12;

/// How many decimals a term has; negative if it ends in zeros before the point.
pub(crate) fn places(term: f64) -> Option<i32> {
    Some(significant(term, DIGITS)? - 1 - decade(term))
}

/// The power of ten of the leading digit.
fn decade(term: f64) -> i32 {
    if term == 0.0 { 0 } else { math::log10(term.abs()).floor() as i32 }
}

/// How many significant digits a term has, up to a limit.
fn significant(term: f64, limit: i32) -> Option<i32> {
    if term == 0.0 {
        return Some(1);
    }
    if !term.is_finite() {
        return None;
    }
    (1..=limit).find(|digits| {
        let unit = 10f64.powi(decade(term) + 1 - digits);
        let rounded = (term / unit).round() * unit;
        (rounded - term).abs() <= 1e-13 * term.abs()
    })
}

/// A law whose own rounding blurs this much of a term computes nothing.
const BLURRED: f64 = 1e-3;

/// The relative error that is forgiven where all digits are shown: nobody
/// computes without any.
pub(crate) const FORGIVEN: f64 = 1e-9;

/// What a law gives for a term, from the true terms before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub(crate) value: f64,
    /// If that is the term, as far as the digits tell: how many bits of the
    /// term are left open because the digits of the earlier ones do not tell.
    pub(crate) open: Option<f64>,
}

impl Step {
    /// `None` where the law is undefined.
    pub(crate) fn of(
        expr: &Expr,
        history: &[f64],
        term: f64,
        precision: &Precision,
    ) -> Option<Step> {
        let plain = evaluate(expr, history, None)?;
        let shown = precision.dual(term).error;
        let mut step = Step { value: plain.value, open: None };
        if plain.error > BLURRED * term.abs().max(shown) {
            return Some(step);
        }
        // Each earlier term off by what its digits leave open, wherever the law
        // uses it: in `u1 - u1` nothing is left of that.
        let mut error = plain.error;
        for back in 1..=expr.degree() {
            let earlier = history.get(history.len().checked_sub(back)?)?;
            let off = precision.dual(*earlier).error;
            let moved = [off, -off].map(|off| {
                let other = evaluate(expr, history, Some((back, off)))?;
                Some((other.value - plain.value).abs())
            });
            error += match moved {
                [Some(up), Some(down)] => up.max(down),
                [Some(one), None] | [None, Some(one)] => one,
                [None, None] => term.abs(),
            };
        }
        if (plain.value - term).abs() <= SLACK * (shown + error) {
            let open = math::log2(1.0 + error / shown.max(f64::MIN_POSITIVE));
            step.open = Some(open.min(precision.bits(term)));
        }
        Some(step)
    }
}

/// The next term, with one of the earlier terms moved; its error is that of
/// the arithmetic alone.
fn evaluate(expr: &Expr, history: &[f64], moved: Option<(usize, f64)>) -> Option<Dual> {
    let mut stack: Vec<Dual> = Vec::with_capacity(8);
    for node in expr.nodes().iter().rev() {
        let value = match *node {
            Node::Op(op) => {
                let a = stack.pop()?;
                let b = if op.arity() > 1 { stack.pop()? } else { a };
                stack.push(Dual::computed(op, a, b)?);
                continue;
            }
            Node::N => history.len() as f64 + 1.0,
            Node::Int(value) => value.to_f64(),
            Node::Real(value) => value,
            Node::Const(constant) => constant.value(),
            Node::Bound(_) => return None,
            Node::Prev(back) => {
                let back = usize::from(back);
                let off = moved.filter(|(which, _)| *which == back).map_or(0.0, |(_, off)| off);
                *history.get(history.len().checked_sub(back)?)? + off
            }
        };
        stack.push(Dual { value, error: 0.0 });
    }
    stack.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_is_read_off_the_digits() {
        let four = Precision::of(&[4.917, -0.2791, 1.7770000000000001, 24340000.0, 0.0]);
        assert!((four.dual(4.917).error - 0.0005).abs() < 1e-9);
        assert!((four.dual(24340000.0).error - 5000.0).abs() < 1e-3);
        let cents = Precision::of(&[0.33, 12.25, 100.13]);
        assert!((cents.dual(0.33).error - 0.005).abs() < 1e-9);
        assert_eq!(Precision::of(&[1.0 / 3.0, 2.0]), Precision::EXACT);
        assert_eq!(Precision::of(&[]), Precision::EXACT);
    }

    #[test]
    fn errors_grow_where_the_law_is_steep() {
        let near_twenty = Dual { value: 20.0, error: 0.005 };
        let exp = Dual::computed(Op::Exp, near_twenty, near_twenty).unwrap();
        assert!((exp.error / exp.value - 0.005).abs() < 1e-4);
        let edge = Dual { value: 0.0, error: 0.1 };
        assert!(
            Dual::computed(Op::Sqrt, Dual { value: 0.01, error: 0.1 }, edge).unwrap().error > 0.0
        );
    }
}
