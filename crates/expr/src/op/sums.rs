//! Spellings that several rows of the basic operations share.

use super::row::{ROW, Row};
use super::spelling::{Form, Level, Spelling, is_number};
use crate::{Int, Node, Op, Subtree, View};

pub(super) const ADD: Form = Form::infix("$1 + $2", Level::Sum);
pub(super) const SUB: Form = Form::infix("$1 - $2", Level::Sum);
pub(super) const MUL: Form = Form::infix("$1*$2", Level::Product);
pub(super) const DIV: Form = Form::infix("$1/$2", Level::Product);

pub(super) const FLOOR_MOD: &str = "const floorMod = (a, b) => ((a % b) + b) % b;";
pub(super) const FLOOR_DIV: &str = "const floorDiv = (a, b) => (a - floorMod(a, b)) / b;";
pub(super) const DIV_FLOOR: &str = "fn div_floor(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}
";
pub(super) const REM_FLOOR: &str = "fn rem_floor(a: i128, b: i128) -> Option<i128> {
    let remainder = a.checked_rem(b)?;
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}
";
pub(super) const SIGN: &str = "fn sign(x: i128) -> i128 {
    if x < 0 { -1 } else { 1 }
}
";

/// A row that every language writes alike.
pub(super) const fn everywhere(form: Form) -> Row {
    let spelling = Spelling::As(form);
    Row {
        text: spelling,
        latex: spelling,
        python: spelling,
        sympy: spelling,
        mathematica: spelling,
        pari: spelling,
        javascript: spelling,
        rust: spelling,
        ..ROW
    }
}

/// A comparison of the operand in a language's own words.
pub(super) const fn sign(text: &'static str) -> Spelling {
    Spelling::As(Form::text(text).operands(Level::Sum, Level::Sum))
}

/// A method of Rust's integers. A bare literal has no type to look one up in,
/// so there it is named in full.
pub(super) const fn method(text: &'static str) -> Form {
    Form::text(text).operands(Level::Atom, Level::Loose)
}

/// Spaces mean nothing to PARI: `a - -3` would be a decrement, `a--3`.
pub(super) fn after_minus(form: Form, operands: &[Subtree<'_>]) -> Form {
    match operands.get(1) {
        Some(second) if begins_with_minus(*second) => form.operands(Level::Sum, Level::Atom),
        _ => form,
    }
}

/// Whether the text of an operand may begin with a minus sign.
fn begins_with_minus(tree: Subtree<'_>) -> bool {
    match tree.view() {
        View::Leaf(Node::Int(value)) => value.is_negative(),
        View::Leaf(Node::Real(value)) => value < 0.0,
        View::Binary(Op::Mul | Op::Div | Op::Idiv | Op::Mod, a, _) => begins_with_minus(a),
        _ => false,
    }
}

/// Whether a factor begins with a number, so that it needs a dot before it.
pub(super) fn begins_with_number(tree: Subtree<'_>) -> bool {
    match tree.view() {
        View::Unary(Op::Sqr, a) => begins_with_number(a),
        _ => is_number(tree),
    }
}

/// Whether the subtree is the integer 1.
pub(super) fn is_one(tree: Subtree<'_>) -> bool {
    matches!(tree.view(), View::Leaf(Node::Int(Int::ONE)))
}

/// Whether Python itself, rather than SymPy, would compute the subtree: there
/// is nothing symbolic in it, so `/` would give a rounded float.
pub(super) fn is_plain(tree: Subtree<'_>) -> bool {
    tree.nodes().iter().all(|node| match node {
        Node::Int(_) | Node::Real(_) => true,
        Node::Op(op) => matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Sqr),
        Node::Const(_) | Node::N | Node::Prev(_) | Node::Bound(_) => false,
    })
}
