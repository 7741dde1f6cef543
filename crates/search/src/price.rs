//! What a law costs to write down, in bits: the one code.
//!
//! The enumeration goes by these prices, so the first law found is the one with
//! the shortest description, and the evidence weighs laws by them. They are also
//! the defence against chance: there are at most 2^c laws of c bits, so a law that
//! explains many more bits than it costs is unlikely to fit by luck, however many
//! were tried. Operators have their prices in the operator table.

use ansatz_expr::{Expr, Family, NamedConst, Node, Op, math};

/// A price in whole bits.
pub(crate) type Bits = u16;

pub(crate) const N_BITS: Bits = 3;

/// Nearer terms are cheaper; beyond six the price grows with the logarithm.
pub(crate) fn prev_bits(back: u16) -> Bits {
    match back {
        0..=4 => 2 + back,
        5 | 6 => 7,
        _ => 7 + (1.5 * math::log2(f64::from(back) / 6.0)).ceil() as Bits,
    }
}

pub(crate) fn named_bits(_: NamedConst) -> Bits {
    7
}

/// Small constants are leaves of the enumeration; the price of larger ones,
/// which are inferred, grows with their length.
pub(crate) fn int_bits(value: i128) -> Bits {
    let magnitude = value.unsigned_abs();
    let size = match magnitude {
        1 | 2 => 4,
        3 | 4 => 5,
        0 | 5..=10 => 6,
        _ => long_bits((u128::BITS - magnitude.leading_zeros()) as Bits),
    };
    size + if value < 0 { 2 } else { 0 }
}

/// A constant of so many binary digits.
fn long_bits(length: Bits) -> Bits {
    5 + length * 5 / 4
}

/// A measured number is as long as its digits.
fn real_bits(value: f64) -> Bits {
    let digits = format!("{value:e}").bytes().filter(u8::is_ascii_digit).count();
    4 + (3.4 * digits as f64).round() as Bits
}

/// The price of one token.
pub(crate) fn node_bits(node: &Node) -> Bits {
    match node {
        Node::Op(op) => op.bits(),
        Node::N | Node::Bound(_) => N_BITS,
        Node::Prev(back) => prev_bits(*back),
        Node::Const(constant) => named_bits(*constant),
        Node::Real(value) => real_bits(*value),
        Node::Int(value) => match value.to_i128() {
            Some(value) => int_bits(value),
            None => long_bits(value.bit_len() as Bits),
        },
    }
}

/// The length of an expression in bits: a prefix code over its nodes, in which
/// what is common is short.
///
/// A proper code would charge a little more or less; what matters is that the
/// number of laws within c bits stays below 2^c.
pub fn description_bits(expr: &Expr) -> f64 {
    expr.nodes().iter().map(|node| f64::from(node_bits(node))).sum()
}

/// What a function of a constant costs beyond its description where terms are
/// shown with few digits: cos(1) is near 1/2, arctan(2) near 1.1, and something
/// of the kind is near anything.
const EXOTIC_BITS: f64 = 12.0;

/// What functions of constants cost together, beyond [`description_bits`].
pub(crate) fn exotic_bits(expr: &Expr) -> f64 {
    let nodes = expr.nodes();
    let is_function =
        |op: Op| matches!(op.family(), Family::Root | Family::Exponential | Family::Trigonometric);
    let is_constant = |from: usize| {
        // A prefix tree ends where no operand is missing.
        let mut missing = 1usize;
        nodes.iter().skip(from).all(|node| {
            let varies = missing > 0 && matches!(node, Node::N | Node::Prev(_) | Node::Bound(_));
            if let Node::Op(op) = node
                && missing > 0
            {
                missing += op.arity();
            }
            missing = missing.saturating_sub(1);
            !varies
        })
    };
    let exotic = nodes.iter().enumerate().filter(|(index, node)| {
        matches!(node, Node::Op(op) if is_function(*op)) && is_constant(index + 1)
    });
    EXOTIC_BITS * exotic.count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_laws_and_larger_constants_cost_more() {
        let bits =
            |text: &str| description_bits(&Expr::from_words(text.split_whitespace()).unwrap());
        assert!(bits("add u1 n") < bits("add u1 add n u2"));
        assert!(bits("mod mul 2 u1 100") < bits("mod mul 2 u1 1000"));
        assert!(bits("mul 2 u1") < bits("mul 1000 u1"));
        assert!(bits("mul pi n") < bits("mul 3.14159 n"));
        let lags: Vec<Bits> = (1..100).map(prev_bits).collect();
        assert!(lags.is_sorted() && lags[0] < lags[5] && lags[5] < lags[11]);
    }

    #[test]
    fn functions_of_constants_cost_extra() {
        let bits = |text: &str| exotic_bits(&Expr::from_words(text.split_whitespace()).unwrap());
        assert_eq!(bits("add n cos 1"), EXOTIC_BITS);
        assert_eq!(bits("mul sqrt 6 cos n"), EXOTIC_BITS);
        assert_eq!(bits("mul cos sqrt 6 u1"), 2.0 * EXOTIC_BITS);
        assert_eq!(bits("add cos n mul 3 sin add 1 u1"), 0.0);
    }
}
