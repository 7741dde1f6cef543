//! SymPy: the law as a symbolic expression in `n` and `u(n - k)`.

use super::Program;
use super::printer::{self, Form, Level, Style};
use crate::{Domain, NamedConst, Node, Op, Subtree};

pub(super) struct Sympy;

/// Whether Python itself, rather than SymPy, would compute the subtree: there
/// is nothing symbolic in it, so `/` would give a rounded float.
fn is_plain(tree: Subtree<'_>) -> bool {
    tree.nodes().iter().all(|node| match node {
        Node::Int(_) | Node::Real(_) => true,
        Node::Op(op) => matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Sqr),
        Node::Const(_) | Node::N | Node::Prev(_) => false,
    })
}

impl Style for Sympy {
    fn constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "E",
            NamedConst::Pi => "pi",
            NamedConst::EulerGamma => "EulerGamma",
        }
        .to_owned()
    }

    fn earlier(&self, back: u16) -> String {
        format!("u(n - {back})")
    }

    fn unary(&self, op: Op, a: Subtree<'_>) -> Form {
        match op {
            Op::Sqr => Form::postfix("**2"),
            Op::Inv if is_plain(a) => Form::around("1/S(", "", ")").level(Level::Product),
            Op::Inv => printer::reciprocal(),
            Op::Abs => Form::call("Abs"),
            Op::Relu => Form::around("Max(0, ", "", ")"),
            // SymPy's own sign(0) is 0.
            Op::Sign => Form::around("Piecewise((-1, ", "", " < 0), (1, True))")
                .operands(Level::Sum, Level::Sum),
            Op::Arcsin => Form::call("asin"),
            Op::Arccos => Form::call("acos"),
            Op::Arctan => Form::call("atan"),
            _ => Form::call(op.name()),
        }
    }

    fn binary(&self, op: Op, a: Subtree<'_>, b: Subtree<'_>) -> Form {
        let plain = is_plain(a) && is_plain(b);
        match op {
            Op::Idiv if plain => Form::around("floor(S(", ")/", ")"),
            Op::Idiv => Form::around("floor(", "/", ")"),
            Op::Div if plain => Form::around("S(", ")/", "").level(Level::Product),
            Op::Mod => return Form::call("Mod"),
            _ => return printer::common_binary(op),
        }
        .operands(if plain { Level::Loose } else { Level::Product }, Level::Sign)
    }
}

/// `n` and `u` are declared without assumptions on purpose: told that they are
/// integers, SymPy 1.14 turns `Mod(2*Mod(n, 7), 5)` into `Mod(2*Mod(n, 7)**2, 5)`.
pub(super) fn program(program: &Program<'_>) -> String {
    let evaluated = match program.domain {
        Domain::Integer => "",
        Domain::Float => ".evalf()",
    };
    let initial: Vec<String> = program
        .initial()
        .enumerate()
        .map(|(position, term)| format!("u({}): {term}", position + 1))
        .collect();
    format!(
        "# u(n) = {law}
from sympy import *

n = symbols(\"n\")
u = Function(\"u\")
law = sympify({right_side})
initial = {{{initial}}}

def terms(count):
    known = {{term: sympify(value) for term, value in initial.items()}}
    for index in range(len(known) + 1, count + 1):
        known[u(index)] = law.subs(n, index).xreplace(known){evaluated}
    return [known[u(index)] for index in range(1, count + 1)]

print(terms({shown}))
",
        law = program.law,
        right_side = program.right_side,
        initial = initial.join(", "),
        shown = program.shown(),
    )
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    fn printed(law: &str) -> String {
        Expr::parse(law).unwrap().render(Format::Sympy, Domain::Integer)
    }

    #[test]
    fn python_is_not_left_to_divide_numbers() {
        assert_eq!(printed("7 // 2 + n // 2"), "floor(S(7)/2) + floor(n/2)");
        assert_eq!(printed("1/3 - (1 + 2)/4"), "1/S(3) - S(1 + 2)/4");
    }
}
