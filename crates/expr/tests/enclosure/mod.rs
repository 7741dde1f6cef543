//! Intervals that contain the exact value of a float law.
//!
//! Two laws that are equal as functions of real numbers may differ in doubles:
//! a little everywhere, and without bound where one of them cancels. So what
//! is compared is not the doubles but intervals around the exact value: those
//! of equal laws always intersect, and those of unequal ones hardly ever do,
//! as nearly all of them are some 1e-15 wide.

use ansatz_expr::{Expr, Node, Op, math};

/// What is known of the exact value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Enclosure {
    /// It lies between the two.
    Known(f64, f64),
    /// There is none.
    Undefined,
    /// The arguments are too close to a pole, a border or an overflow to tell.
    Unknown,
}

use Enclosure::{Known, Undefined, Unknown};

/// The enclosure of a law's next term, and the largest magnitude on the way.
pub fn enclose(expr: &Expr, history: &[f64]) -> (Enclosure, f64) {
    let mut stack = Vec::new();
    let mut largest = 0.0f64;
    for node in expr.nodes().iter().rev() {
        let value = match *node {
            Node::Op(op) => {
                let a = stack.pop().expect("complete tree");
                let b = if op.arity() == 2 { stack.pop().expect("complete tree") } else { a };
                apply(op, a, b)
            }
            Node::Int(value) => widen(value.to_f64(), value.to_f64()),
            Node::Real(value) => widen(value, value),
            Node::Const(constant) => widen(constant.value(), constant.value()),
            Node::N => Known(history.len() as f64 + 1.0, history.len() as f64 + 1.0),
            Node::Bound(_) => Undefined,
            Node::Prev(back) => match history.len().checked_sub(back.into()) {
                Some(position) => Known(history[position], history[position]),
                None => Undefined,
            },
        };
        if let Known(lo, hi) = value {
            largest = largest.max(lo.abs()).max(hi.abs());
        }
        stack.push(value);
    }
    (stack.pop().expect("complete tree"), largest)
}

/// Outwards by more than the rounding of one operation.
fn widen(lo: f64, hi: f64) -> Enclosure {
    let (lo, hi) = (lo - lo.abs() * 1e-15 - 1e-290, hi + hi.abs() * 1e-15 + 1e-290);
    if lo.is_finite() && hi.is_finite() { Known(lo, hi) } else { Unknown }
}

fn corners(values: [f64; 4]) -> Enclosure {
    widen(
        values.into_iter().fold(f64::INFINITY, f64::min),
        values.into_iter().fold(f64::NEG_INFINITY, f64::max),
    )
}

fn apply(op: Op, a: Enclosure, b: Enclosure) -> Enclosure {
    let (lo, hi, lo2, hi2) = match (a, b) {
        (Undefined, _) | (_, Undefined) => return Undefined,
        (Known(lo, hi), Known(lo2, hi2)) => (lo, hi, lo2, hi2),
        _ => return Unknown,
    };
    // Of a function that is monotone on `from..=to` and undefined elsewhere.
    let rising = |from: f64, to: f64, f: fn(f64) -> f64| {
        if hi < from || lo > to {
            Undefined
        } else if lo < from || hi > to {
            Unknown
        } else {
            widen(f(lo), f(hi))
        }
    };
    // Of a function whose slope is at most 1.
    let gentle = |f: fn(f64) -> f64| {
        let middle = lo / 2.0 + hi / 2.0;
        let reach = (hi - lo).min(2.0);
        widen((f(middle) - reach).max(-1.0), (f(middle) + reach).min(1.0))
    };
    match op {
        Op::Add => widen(lo + lo2, hi + hi2),
        Op::Sub => widen(lo - hi2, hi - lo2),
        Op::Mul => corners([lo * lo2, lo * hi2, hi * lo2, hi * hi2]),
        Op::Div => divide(lo, hi, lo2, hi2),
        Op::Inv => divide(1.0, 1.0, lo, hi),
        Op::Abs if lo >= 0.0 => Known(lo, hi),
        Op::Abs => Known((-hi).max(0.0), hi.max(-lo)),
        Op::Sqr if lo <= 0.0 && hi >= 0.0 => widen(0.0, (lo * lo).max(hi * hi)),
        Op::Sqr => corners([lo * lo, lo * lo, hi * hi, hi * hi]),
        Op::Sqrt => rising(0.0, f64::INFINITY, f64::sqrt),
        Op::Log if hi <= 0.0 => Undefined,
        Op::Log => rising(f64::MIN_POSITIVE, f64::INFINITY, math::ln),
        Op::Exp => rising(f64::NEG_INFINITY, 709.0, math::exp),
        Op::Arcsin => rising(-1.0, 1.0, math::asin),
        Op::Arctan => rising(f64::NEG_INFINITY, f64::INFINITY, math::atan),
        Op::Arccos => match rising(-1.0, 1.0, |x| -math::acos(x)) {
            Known(lo, hi) => Known(-hi, -lo),
            other => other,
        },
        Op::Sin => gentle(math::sin),
        Op::Cos => gentle(math::cos),
        // Between two poles it rises.
        Op::Tan if hi - lo < 0.1 && math::cos(lo) * math::cos(hi) > 0.0 => {
            widen(math::tan(lo), math::tan(hi))
        }
        _ => Unknown,
    }
}

fn divide(lo: f64, hi: f64, lo2: f64, hi2: f64) -> Enclosure {
    // A divisor of 0 is widened like everything: near 0 we cannot tell.
    if lo2 <= 0.0 && hi2 >= 0.0 {
        return Unknown;
    }
    corners([lo / lo2, lo / hi2, hi / lo2, hi / hi2])
}
