//! The precedence-aware printer that all languages share.

use crate::expr::Operands;
use crate::op::{Form, Level, Pattern, Row, Spelling, is_number};
use crate::{Domain, Expr, Int, NamedConst, Node, Op, Subtree, View};

/// How a language looks. The defaults are what most of them share.
pub(super) trait Style {
    fn int(&self, value: Int) -> String {
        value.to_string()
    }

    /// As many digits as bring the same double back.
    fn real(&self, value: f64) -> String {
        format!("{value:?}")
    }

    fn real_level(&self, value: f64) -> Level {
        signed(value < 0.0)
    }

    fn constant(&self, constant: NamedConst) -> String;

    fn earlier(&self, back: u16) -> String;

    /// The domain of the law.
    fn domain(&self) -> Domain {
        Domain::Integer
    }

    /// The language's column of the operator table.
    fn spelling(&self, row: &Row) -> Spelling;

    /// The function that an operator is called by where the table has no other.
    fn function(&self, op: Op) -> String {
        op.name().to_owned()
    }

    /// What a call has around its operands.
    fn brackets(&self) -> (&'static str, &'static str) {
        ("(", ")")
    }

    /// How tightly a call holds together.
    fn call_level(&self) -> Level {
        Level::Atom
    }

    /// `-1*a`.
    fn negative(&self, _a: Subtree<'_>) -> Form {
        Form::prefix("-$1", Level::Power, Level::Sign)
    }

    fn parentheses(&self) -> (&'static str, &'static str) {
        ("(", ")")
    }

    /// Whether `a + -3` is shown as `a - 3`: the same value, another tree.
    fn rewrites_signs(&self) -> bool {
        true
    }
}

/// The level of a number.
pub(super) fn signed(negative: bool) -> Level {
    if negative { Level::Sign } else { Level::Atom }
}

/// A law in a language, and the definitions that its text needs.
pub(super) struct Printed {
    pub text: String,
    /// Each once, in the order of first use.
    pub helpers: Vec<&'static str>,
}

pub(super) fn print(style: &impl Style, expr: &Expr) -> Printed {
    let mut out = Printed { text: String::new(), helpers: Vec::new() };
    if style.rewrites_signs() {
        let mut nodes = Vec::with_capacity(expr.nodes().len());
        rewrite_signs(expr.root(), &mut nodes);
        // Rewriting never adds nodes, so this cannot fail.
        if let Ok(rewritten) = Expr::from_prefix(nodes) {
            write(style, rewritten.root(), Level::Loose, &mut out);
            return out;
        }
    }
    write(style, expr.root(), Level::Loose, &mut out);
    out
}

/// A finished leaf, or an operator's form with its operands.
enum Shape<'a> {
    Leaf(String, Level),
    Call(Op, Form, Operands<'a>),
    /// `-1*a`.
    Negative(Form, Subtree<'a>),
}

fn shape<'a>(style: &impl Style, tree: Subtree<'a>) -> Shape<'a> {
    let op = match tree.view() {
        View::Leaf(Node::Int(value)) => {
            return Shape::Leaf(style.int(value), signed(value.is_negative()));
        }
        View::Leaf(Node::Real(value)) => {
            return Shape::Leaf(style.real(value), style.real_level(value));
        }
        View::Leaf(Node::Const(constant)) => {
            return Shape::Leaf(style.constant(constant), Level::Atom);
        }
        View::Leaf(Node::Prev(back)) => return Shape::Leaf(style.earlier(back), Level::Atom),
        View::Leaf(Node::N | Node::Op(_)) => return Shape::Leaf("n".to_owned(), Level::Atom),
        // `-1*2` stays: as `-2` it would be another tree.
        View::Binary(Op::Mul, a, b) if is_minus_one(a) && !is_number(b) => {
            return Shape::Negative(style.negative(b), b);
        }
        View::Unary(op, _) | View::Binary(op, ..) => op,
    };
    let operands = tree.operands();
    let own = Form::call("").level(style.call_level());
    let form = match style.spelling(op.row()) {
        Spelling::Own => own,
        Spelling::As(form) => form,
        Spelling::By(choose) => choose(style.domain(), &operands),
    };
    match form.pattern {
        Pattern::Call(_) => Shape::Call(op, form.level(style.call_level()), operands),
        Pattern::Text(_) => Shape::Call(op, form, operands),
    }
}

/// Writes a subtree, in parentheses if it is looser than `least`. Says whether
/// what was written is a product with spaces around its operator: one that it
/// starts then gets them too, or `n % 3*n` would look like `n % (3*n)`.
fn write(style: &impl Style, tree: Subtree<'_>, least: Level, out: &mut Printed) -> bool {
    let shape = shape(style, tree);
    let level = match &shape {
        Shape::Leaf(_, level) => *level,
        Shape::Call(_, form, _) | Shape::Negative(form, _) => form.level,
    };
    let (open, close) = if level < least { style.parentheses() } else { ("", "") };
    out.text.push_str(open);
    let mut spaced = false;
    match shape {
        Shape::Leaf(text, _) => out.text.push_str(&text),
        Shape::Negative(form, operand) => {
            spaced = write_form(style, None, &form, &[operand], out);
        }
        Shape::Call(op, form, operands) => {
            spaced = write_form(style, Some(op), &form, &operands, out);
        }
    }
    out.text.push_str(close);
    spaced && level >= least
}

/// Writes an operator with its operands.
fn write_form(
    style: &impl Style,
    op: Option<Op>,
    form: &Form,
    operands: &[Subtree<'_>],
    out: &mut Printed,
) -> bool {
    for helper in form.helpers {
        if !out.helpers.contains(helper) {
            out.helpers.push(helper);
        }
    }
    match form.pattern {
        Pattern::Call(name) => {
            match op {
                Some(op) if name.is_empty() => out.text.push_str(&style.function(op)),
                _ => out.text.push_str(name),
            }
            let (open, close) = style.brackets();
            out.text.push_str(open);
            for (position, operand) in operands.iter().enumerate() {
                out.text.push_str(if position > 0 { ", " } else { "" });
                write(style, *operand, Level::Loose, out);
            }
            out.text.push_str(close);
            false
        }
        Pattern::Text(text) => {
            let (mut spaced, mut after_spaced, mut written) = (false, false, 0);
            let mut rest = text;
            while let Some((before, after)) = rest.split_once('$') {
                let between = before.trim_matches(' ');
                if written > 0 && form.level == Level::Product {
                    spaced = after_spaced || before.starts_with(' ');
                }
                if spaced && !before.starts_with(' ') {
                    out.text.push_str(&format!(" {between} "));
                } else {
                    out.text.push_str(before);
                }
                let place = after.chars().next().and_then(|digit| digit.to_digit(10));
                let place = place.map_or(0, |place| (place as usize).saturating_sub(1));
                rest = after.get(1..).unwrap_or_default();
                if let (Some(operand), Some(level)) =
                    (operands.get(place), form.operands.get(place))
                {
                    after_spaced = write(style, *operand, *level, out);
                    written += 1;
                }
            }
            out.text.push_str(rest);
            spaced
        }
    }
}

fn is_minus_one(tree: Subtree<'_>) -> bool {
    matches!(tree.view(), View::Leaf(Node::Int(value)) if value == Int::from(-1i64))
}

/// Turns sums of negatives into differences and the other way round; both
/// have the same value, in doubles too.
fn rewrite_signs(tree: Subtree<'_>, out: &mut Vec<Node>) {
    match tree.view() {
        View::Leaf(leaf) => out.push(leaf),
        View::Unary(op, a) => {
            out.push(Node::Op(op));
            rewrite_signs(a, out);
        }
        View::Binary(op, a, b) => {
            let opposite = match op {
                Op::Add => Some(Op::Sub),
                Op::Sub => Some(Op::Add),
                _ => None,
            };
            let b = b.to_expr();
            let (op, b) = match opposite.zip(opposite.and_then(|_| negated(b.root()))) {
                Some((opposite, negated)) => (opposite, negated),
                None => (op, b),
            };
            out.push(Node::Op(op));
            rewrite_signs(a, out);
            rewrite_signs(b.root(), out);
        }
    }
}

/// The negative of a subtree that begins with a negative factor.
fn negated(tree: Subtree<'_>) -> Option<Expr> {
    match tree.view() {
        View::Leaf(Node::Int(value)) if value.is_negative() => Some(Expr::int(value.negated())),
        View::Leaf(Node::Real(value)) if value < 0.0 => Expr::real(-value).ok(),
        View::Binary(Op::Mul, a, b) if is_minus_one(a) => Some(b.to_expr()),
        View::Binary(op @ (Op::Mul | Op::Div), a, b) => {
            Expr::binary(op, &negated(a)?, &b.to_expr()).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(law: &str) -> String {
        let mut nodes = Vec::new();
        rewrite_signs(Expr::parse(law).unwrap().root(), &mut nodes);
        Expr::from_prefix(nodes).unwrap().to_string()
    }

    #[test]
    fn sums_of_negatives_become_differences() {
        assert_eq!(rewritten("n + -3"), "n - 3");
        assert_eq!(rewritten("n - -3"), "n + 3");
        assert_eq!(rewritten("n + -u(n-1)"), "n - u(n-1)");
        assert_eq!(rewritten("n - -2*n*n"), "n + 2*n*n");
        assert_eq!(rewritten("n + -0.5*n/e"), "n - 0.5*n/e");
        assert_eq!(rewritten("n + (n + (-3 + -4))"), "n + (n + (-3 - 4))");
    }

    #[test]
    fn what_is_floored_keeps_its_sign() {
        assert_eq!(rewritten("n + -7 // 2"), "n + -7 // 2");
        assert_eq!(rewritten("n - -7 % 2"), "n - -7 % 2");
    }
}
