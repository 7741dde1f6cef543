//! The precedence-aware printer that all languages share.

use std::borrow::Cow;

use crate::{Expr, Int, NamedConst, Node, Op, Subtree, View};

/// How tightly a piece of text holds together: an operand is put in
/// parentheses where it holds less tightly than its place demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Anything at all: what may stand between parentheses or commas.
    Loose,
    /// `a + b`
    Sum,
    /// `a*b`
    Product,
    /// `-a`, and negative numbers
    Sign,
    /// `a^2`
    Power,
    /// A name, a number, a call
    Atom,
}

type Text = Cow<'static, str>;

/// How an operator is written: texts before, between and after its operands,
/// the level each operand must have, and the level of the whole.
pub(super) struct Form {
    pub before: Text,
    pub between: Text,
    pub after: Text,
    pub operands: [Level; 2],
    pub level: Level,
}

impl Form {
    /// `a + b`, grouping to the left.
    pub fn infix(symbol: &'static str, level: Level) -> Form {
        let tighter = match level {
            Level::Loose | Level::Sum => Level::Product,
            Level::Product => Level::Sign,
            Level::Sign | Level::Power | Level::Atom => Level::Atom,
        };
        Form {
            before: "".into(),
            between: symbol.into(),
            after: "".into(),
            operands: [level, tighter],
            level,
        }
    }

    /// Operands between texts that hold them apart by themselves.
    pub fn around(
        before: impl Into<Text>,
        between: impl Into<Text>,
        after: impl Into<Text>,
    ) -> Form {
        Form {
            before: before.into(),
            between: between.into(),
            after: after.into(),
            operands: [Level::Loose; 2],
            level: Level::Atom,
        }
    }

    /// `name(a)` or `name(a, b)`.
    pub fn call(name: &str) -> Form {
        Form::around(format!("{name}("), ", ", ")")
    }

    /// A sign before an operand.
    pub fn prefix(sign: &'static str, operand: Level, level: Level) -> Form {
        Form { operands: [operand; 2], level, ..Form::around(sign, "", "") }
    }

    /// An exponent after an operand.
    pub fn postfix(exponent: &'static str) -> Form {
        Form { operands: [Level::Atom; 2], level: Level::Power, ..Form::around("", "", exponent) }
    }

    pub fn level(self, level: Level) -> Form {
        Form { level, ..self }
    }

    pub fn after(self, after: &'static str) -> Form {
        Form { after: after.into(), ..self }
    }

    pub fn operands(self, first: Level, second: Level) -> Form {
        Form { operands: [first, second], ..self }
    }
}

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

    fn unary(&self, op: Op, a: Subtree<'_>) -> Form;

    fn binary(&self, op: Op, a: Subtree<'_>, b: Subtree<'_>) -> Form;

    /// `-1*a`.
    fn negative(&self, _a: Subtree<'_>) -> Form {
        Form::prefix("-", Level::Power, Level::Sign)
    }

    fn parentheses(&self) -> (&'static str, &'static str) {
        ("(", ")")
    }

    /// Whether `a + -3` is shown as `a - 3`: the same value, another tree.
    fn rewrites_signs(&self) -> bool {
        true
    }
}

/// The operators that nearly every language writes alike.
pub(super) fn common_binary(op: Op) -> Form {
    match op {
        Op::Add => Form::infix(" + ", Level::Sum),
        Op::Sub => Form::infix(" - ", Level::Sum),
        Op::Mul => Form::infix("*", Level::Product),
        Op::Div => Form::infix("/", Level::Product),
        _ => Form::call(op.name()),
    }
}

/// The level of a number.
pub(super) fn signed(negative: bool) -> Level {
    if negative { Level::Sign } else { Level::Atom }
}

/// `1/a`.
pub(super) fn reciprocal() -> Form {
    Form::prefix("1/", Level::Sign, Level::Product)
}

pub(super) fn print(style: &impl Style, expr: &Expr) -> String {
    let mut out = String::new();
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

/// An operator's form with its operands, or a finished leaf.
enum Shape<'a> {
    Leaf(String, Level),
    One(Form, Subtree<'a>),
    Two(Form, Subtree<'a>, Subtree<'a>),
}

fn shape<'a>(style: &impl Style, tree: Subtree<'a>) -> Shape<'a> {
    match tree.view() {
        View::Leaf(Node::Int(value)) => Shape::Leaf(style.int(value), signed(value.is_negative())),
        View::Leaf(Node::Real(value)) => Shape::Leaf(style.real(value), style.real_level(value)),
        View::Leaf(Node::Const(constant)) => Shape::Leaf(style.constant(constant), Level::Atom),
        View::Leaf(Node::Prev(back)) => Shape::Leaf(style.earlier(back), Level::Atom),
        View::Leaf(Node::N | Node::Op(_)) => Shape::Leaf("n".to_owned(), Level::Atom),
        View::Unary(op, a) => Shape::One(style.unary(op, a), a),
        // `-1*2` stays: as `-2` it would be another tree.
        View::Binary(Op::Mul, a, b) if is_minus_one(a) && !is_number(b) => {
            Shape::One(style.negative(b), b)
        }
        View::Binary(op, a, b) => Shape::Two(style.binary(op, a, b), a, b),
    }
}

/// Writes a subtree, in parentheses if it is looser than `least`. Says whether
/// what was written is a product with spaces around its operator: one that it
/// starts then gets them too, or `n % 3*n` would look like `n % (3*n)`.
fn write(style: &impl Style, tree: Subtree<'_>, least: Level, out: &mut String) -> bool {
    let shape = shape(style, tree);
    let level = match &shape {
        Shape::Leaf(_, level) => *level,
        Shape::One(form, _) | Shape::Two(form, ..) => form.level,
    };
    let (open, close) = if level < least { style.parentheses() } else { ("", "") };
    out.push_str(open);
    let mut spaced = false;
    match shape {
        Shape::Leaf(text, _) => out.push_str(&text),
        Shape::One(form, a) => {
            out.push_str(&form.before);
            write(style, a, form.operands[0], out);
            out.push_str(&form.after);
        }
        Shape::Two(form, a, b) => {
            out.push_str(&form.before);
            let after_spaced = write(style, a, form.operands[0], out);
            if level == Level::Product {
                spaced = after_spaced || form.between.starts_with(' ');
            }
            if spaced && !form.between.starts_with(' ') {
                out.push(' ');
                out.push_str(&form.between);
                out.push(' ');
            } else {
                out.push_str(&form.between);
            }
            write(style, b, form.operands[1], out);
            out.push_str(&form.after);
        }
    }
    out.push_str(close);
    spaced && level >= least
}

fn is_minus_one(tree: Subtree<'_>) -> bool {
    matches!(tree.view(), View::Leaf(Node::Int(value)) if value == Int::from(-1i64))
}

/// Whether the subtree is an integer or real constant.
pub(super) fn is_number(tree: Subtree<'_>) -> bool {
    matches!(tree.view(), View::Leaf(Node::Int(_) | Node::Real(_)))
}

/// Whether the subtree is an integer above zero.
pub(super) fn is_positive_int(tree: Subtree<'_>) -> bool {
    matches!(tree.view(), View::Leaf(Node::Int(value)) if value > Int::ZERO)
}

/// Whether the subtree is the integer 1.
pub(super) fn is_one(tree: Subtree<'_>) -> bool {
    matches!(tree.view(), View::Leaf(Node::Int(Int::ONE)))
}

/// Whether the text of an operand may begin with a minus sign.
pub(super) fn begins_with_minus(tree: Subtree<'_>) -> bool {
    match tree.view() {
        View::Leaf(Node::Int(value)) => value.is_negative(),
        View::Leaf(Node::Real(value)) => value < 0.0,
        View::Binary(Op::Mul | Op::Div | Op::Idiv | Op::Mod, a, _) => begins_with_minus(a),
        _ => false,
    }
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
