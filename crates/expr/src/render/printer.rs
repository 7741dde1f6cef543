//! The precedence-aware printer that all languages share.

use super::primes;
use crate::expr::Operands;
use crate::op::{Construct, Form, Level, Pattern, Row, Spelling, is_number};
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

    /// What turns an integer into a number of the kind that a real expression
    /// is computed in.
    fn to_real(&self) -> (&'static str, &'static str) {
        ("", "")
    }

    /// A constant in such an expression.
    fn real_constant(&self, constant: NamedConst) -> String {
        self.constant(constant)
    }

    /// The column of the operator table for such expressions.
    fn real_spelling(&self, row: &Row) -> Spelling {
        self.spelling(row)
    }

    fn parentheses(&self) -> (&'static str, &'static str) {
        ("(", ")")
    }

    /// The least prime above `$1`, and that for which `$2` is not 0 with the
    /// helpers that it needs, where the language goes from prime to prime by
    /// itself.
    fn next_prime(&self) -> Option<[Form; 2]> {
        None
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
    /// The names of the variables that are bound where it is being written.
    scope: Vec<&'static str>,
}

/// Names for bound variables; binders try their own favourite first.
const NAMES: [&str; 10] = ["k", "j", "i", "m", "d", "t", "q", "r", "s", "v"];

pub(super) fn print(style: &dyn Style, expr: &Expr) -> Printed {
    let mut out = Printed { text: String::new(), helpers: Vec::new(), scope: Vec::new() };
    if style.rewrites_signs() {
        let mut nodes = Vec::with_capacity(expr.nodes().len());
        if style.next_prime().is_some() {
            let primes_first = primes::first(expr);
            rewrite_signs(primes_first.root(), &mut nodes);
        } else {
            rewrite_signs(expr.root(), &mut nodes);
        }
        // Rewriting never adds nodes, so this cannot fail.
        if let Ok(rewritten) = Expr::from_prefix(nodes) {
            write(style, rewritten.root(), &mut out);
            return out;
        }
    }
    write(style, expr.root(), &mut out);
    out
}

/// An operator of which a part is written.
struct Frame<'a> {
    form: Form,
    operands: Operands<'a>,
    /// What is left of a pattern's text.
    rest: &'static str,
    /// How many operands have been written.
    written: usize,
    /// Whether it is a product with spaces around its operator: one that it
    /// starts then gets them too, or `n % 3*n` would look like `n % (3*n)`.
    spaced: bool,
    /// What closes its parentheses.
    close: &'static str,
    /// The name of the variable that it binds in its last operand.
    variable: Option<&'static str>,
    /// Whether that operand is being written.
    in_body: bool,
    /// Whether its operands are real expressions, and whether the first is.
    real: (bool, bool),
}

/// Writes a tree. What is begun waits in a list, not on the machine's stack,
/// which a deep tree would exhaust.
fn write(style: &dyn Style, tree: Subtree<'_>, out: &mut Printed) {
    let mut open: Vec<Frame<'_>> = Vec::new();
    open.extend(begin(style, tree, Level::Loose, false, out));
    // Whether the subtree written last is a product with spaces.
    let mut spaced = false;
    while let Some(frame) = open.last_mut() {
        match frame.advance(style, spaced, out) {
            Some(operand) => {
                spaced = false;
                open.extend(begin(style, operand.tree, operand.least, operand.real, out));
            }
            None => {
                out.text.push_str(frame.close);
                spaced = frame.spaced && frame.close.is_empty();
                open.pop();
            }
        }
    }
}

/// An operand that is to be written: how tightly it must hold together, and
/// whether it is a real expression in an integer law.
struct Next<'a> {
    tree: Subtree<'a>,
    least: Level,
    real: bool,
}

/// Writes a leaf, or begins an operator; in parentheses if it is looser than
/// `least`.
fn begin<'a>(
    style: &dyn Style,
    tree: Subtree<'a>,
    least: Level,
    real: bool,
    out: &mut Printed,
) -> Option<Frame<'a>> {
    // An integer in a real expression.
    let (is_integer, stays_real) = match tree.nodes().first() {
        Some(Node::Op(op)) => {
            let stays_real = real && op.exists_in(Domain::Float);
            (real && !stays_real, stays_real)
        }
        Some(Node::Const(_) | Node::Real(_)) => (false, real),
        _ => (real, false),
    };
    let brackets = |level: Level| {
        if is_integer && !style.to_real().0.is_empty() {
            style.to_real()
        } else if level < least {
            style.parentheses()
        } else {
            ("", "")
        }
    };
    let mut operands = tree.operands();
    let next_prime = style.next_prime().zip(primes::conditions(tree));
    let (op, form) = match tree.view() {
        View::Binary(op, ..) if let Some(([alone, with], conditions)) = &next_prime => {
            operands = *conditions;
            (op, if operands.len() > 1 { *with } else { *alone })
        }
        View::Leaf(leaf) => {
            let (text, level) = match leaf {
                Node::Const(constant) if real => (style.real_constant(constant), Level::Atom),
                leaf => written_leaf(style, leaf, &out.scope),
            };
            let (before, after) = brackets(level);
            out.text.extend([before, &text, after]);
            return None;
        }
        // `-1*2` stays: as `-2` it would be another tree.
        View::Binary(Op::Mul, a, b) if is_minus_one(a) && !is_number(b) => {
            operands = Operands::one(b);
            let real = Form::prefix("-$1", Level::Power, Level::Sign);
            (Op::Mul, if stays_real { real } else { style.negative(b) })
        }
        View::Unary(op, _) | View::Binary(op, ..) | View::Ternary(op, _) => {
            let (spelling, domain) = if stays_real {
                (style.real_spelling(op.row()), Domain::Float)
            } else {
                (style.spelling(op.row()), style.domain())
            };
            let form = match spelling {
                Spelling::Own => Form::call(""),
                Spelling::As(form) => form,
                Spelling::By(choose) => choose(domain, &operands),
            };
            (op, form)
        }
    };
    for helper in form.helpers {
        if !out.helpers.contains(helper) {
            out.helpers.push(helper);
        }
    }
    let level = match form.pattern {
        Pattern::Call(_) => style.call_level(),
        Pattern::Text(_) => form.level,
    };
    let (before, close) = brackets(level);
    out.text.push_str(before);
    let mut rest = "";
    match form.pattern {
        Pattern::Text(text) => rest = text,
        Pattern::Call(name) => {
            if name.is_empty() {
                out.text.push_str(&style.function(op));
            } else {
                out.text.push_str(name);
            }
            out.text.push_str(style.brackets().0);
        }
    }
    let binds = op.is_binder() && operands.len() == op.arity();
    let variable = binds.then(|| {
        let favourite = match op {
            Op::Least => "m",
            Op::SumDiv | Op::ProdDiv => "d",
            _ => "k",
        };
        let free = |name: &&str| !out.scope.contains(name);
        [favourite].into_iter().chain(NAMES).find(free).unwrap_or("v")
    });
    let enters = op.construct().is_some_and(Construct::is_real);
    let real = (stays_real, stays_real || enters);
    let (written, spaced, in_body) = (0, false, false);
    Some(Frame { form, operands, rest, written, spaced, close, variable, in_body, real })
}

impl<'a> Frame<'a> {
    /// Writes up to the next operand, which is given with the level it must
    /// have, or up to the end.
    fn advance(
        &mut self,
        style: &dyn Style,
        after_spaced: bool,
        out: &mut Printed,
    ) -> Option<Next<'a>> {
        if std::mem::take(&mut self.in_body) {
            out.scope.pop();
        }
        let (place, tree, least) = if let Pattern::Call(_) = self.form.pattern {
            let Some(operand) = self.operands.get(self.written).copied() else {
                out.text.push_str(style.brackets().1);
                return None;
            };
            out.text.push_str(if self.written > 0 { ", " } else { "" });
            (self.written, operand, Level::Loose)
        } else {
            let Some((before, after)) = self.rest.split_once('$') else {
                out.text.push_str(self.rest);
                return None;
            };
            if self.written > 0 && self.form.level == Level::Product {
                self.spaced = after_spaced || before.starts_with(' ');
            }
            if self.spaced && !before.starts_with(' ') {
                out.text.extend([" ", before, " "]);
            } else {
                out.text.push_str(before);
            }
            self.rest = after.get(1..).unwrap_or_default();
            let place = after.chars().next().and_then(|digit| digit.to_digit(10));
            let Some(place) = place.and_then(|place| (place as usize).checked_sub(1)) else {
                out.text.push_str(self.variable.unwrap_or_default());
                return self.advance(style, after_spaced, out);
            };
            if let Some(variable) = self.variable
                && place + 1 == self.operands.len()
            {
                self.in_body = true;
                out.scope.push(variable);
            }
            (place, *self.operands.get(place)?, *self.form.operands.get(place)?)
        };
        self.written += 1;
        let real = if place == 0 { self.real.1 } else { self.real.0 };
        Some(Next { tree, least, real })
    }
}

fn written_leaf(style: &dyn Style, leaf: Node, scope: &[&str]) -> (String, Level) {
    match leaf {
        Node::Bound(binder) => {
            let place = scope.len().checked_sub(usize::from(binder) + 1);
            let name = match place.and_then(|place| scope.get(place)) {
                Some(name) => (*name).to_owned(),
                // Of a part of a law without its binder.
                None => format!("b{binder}"),
            };
            (name, Level::Atom)
        }
        Node::Int(value) => (style.int(value), signed(value.is_negative())),
        Node::Real(value) => (style.real(value), style.real_level(value)),
        Node::Const(constant) => (style.constant(constant), Level::Atom),
        Node::Prev(back) => (style.earlier(back), Level::Atom),
        Node::N | Node::Op(_) => ("n".to_owned(), Level::Atom),
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
        View::Ternary(op, operands) => {
            out.push(Node::Op(op));
            for operand in operands {
                rewrite_signs(operand, out);
            }
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
