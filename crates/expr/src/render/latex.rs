//! LaTeX, as a mathematician would set it.

use super::Program;
use super::printer::{self, Form, Level, Style};
use crate::{NamedConst, Node, Op, Subtree, View};

pub(super) struct Latex;

/// A function's call. Its square would read as a square of the argument, so it
/// gets parentheses under an exponent.
fn call(name: &str) -> Form {
    Form::around(format!("{name}\\left("), ", ", "\\right)").level(Level::Power)
}

/// Whether a factor begins with a number, so that it needs a dot before it.
fn begins_with_number(tree: Subtree<'_>) -> bool {
    match tree.view() {
        View::Leaf(leaf) => matches!(leaf, Node::Int(_) | Node::Real(_)),
        View::Unary(Op::Sqr, a) => begins_with_number(a),
        _ => false,
    }
}

impl Style for Latex {
    fn real(&self, value: f64) -> String {
        let text = format!("{value:?}");
        match text.split_once('e') {
            Some((mantissa, exponent)) => format!("{mantissa} \\times 10^{{{exponent}}}"),
            None => text,
        }
    }

    fn real_level(&self, value: f64) -> Level {
        if self.real(value).contains('^') { Level::Product } else { printer::signed(value < 0.0) }
    }

    fn constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "e",
            NamedConst::Pi => "\\pi",
            NamedConst::EulerGamma => "\\gamma",
        }
        .to_owned()
    }

    fn earlier(&self, back: u16) -> String {
        format!("u_{{n-{back}}}")
    }

    fn unary(&self, op: Op, _a: Subtree<'_>) -> Form {
        match op {
            Op::Sqr => Form::postfix("^{2}"),
            Op::Inv => Form::around("\\frac{1}{", "", "}").level(Level::Power),
            Op::Abs => Form::around("\\left|", "", "\\right|"),
            Op::Relu => Form::around("\\max\\left(0, ", "", "\\right)").level(Level::Power),
            Op::Sign => call("\\operatorname{sgn}"),
            Op::Sqrt => Form::around("\\sqrt{", "", "}"),
            Op::Exp => Form::around("e^{", "", "}").level(Level::Power),
            Op::Log => call("\\ln"),
            Op::Sin | Op::Arcsin | Op::Cos | Op::Arccos | Op::Tan | Op::Arctan => {
                call(&format!("\\{}", op.name()))
            }
            _ => call(&format!("\\operatorname{{{}}}", op.name().replace('_', "\\_"))),
        }
    }

    fn binary(&self, op: Op, _a: Subtree<'_>, b: Subtree<'_>) -> Form {
        match op {
            Op::Mul => {
                let symbol = if begins_with_number(b) { " \\cdot " } else { " " };
                Form::infix(symbol, Level::Product).operands(Level::Product, Level::Power)
            }
            Op::Div => Form::around("\\frac{", "}{", "}").level(Level::Power),
            Op::Idiv => Form::around("\\left\\lfloor \\frac{", "}{", "} \\right\\rfloor"),
            // Readers disagree how far `mod` reaches, so it is always set apart.
            Op::Mod => Form::infix(" \\bmod ", Level::Loose).operands(Level::Product, Level::Power),
            _ => printer::common_binary(op),
        }
    }

    fn parentheses(&self) -> (&'static str, &'static str) {
        ("\\left(", "\\right)")
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("u_{{n}} = {}", program.right_side);
    for (position, term) in program.initial().enumerate() {
        text.push_str(&format!(", \\quad u_{{{}}} = {term}", position + 1));
    }
    if program.law.uses(Op::Sign) {
        text.push_str(", \\quad \\operatorname{sgn}\\left(0\\right) = 1");
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    fn printed(law: &str) -> String {
        Expr::parse(law).unwrap().render(Format::Latex, Domain::Float)
    }

    #[test]
    fn products_and_powers_cannot_be_misread() {
        assert_eq!(printed("3*2^2"), "3 \\cdot 2^{2}");
        assert_eq!(printed("n*-3"), "n \\cdot \\left(-3\\right)");
        assert_eq!(printed("(1e-7)^2"), "\\left(1 \\times 10^{-7}\\right)^{2}");
        assert_eq!(printed("(n/2)^2"), "\\left(\\frac{n}{2}\\right)^{2}");
        assert_eq!(printed("n + u(n-1) % 2"), "n + \\left(u_{n-1} \\bmod 2\\right)");
    }
}
