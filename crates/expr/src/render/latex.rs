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

/// Whether the text of a factor begins with a digit, so that a number before
/// it needs a dot in between.
fn begins_with_digit(tree: Subtree<'_>) -> bool {
    match tree.view() {
        View::Leaf(Node::Int(value)) => !value.is_negative(),
        View::Leaf(Node::Real(value)) => value >= 0.0,
        View::Unary(Op::Sqr, a) => begins_with_digit(a),
        _ => false,
    }
}

impl Style for Latex {
    fn real(&self, value: f64) -> String {
        let text = format!("{value:?}");
        match text.split_once('e') {
            Some((mantissa, exponent)) => format!("{{{mantissa} \\times 10^{{{exponent}}}}}"),
            None => text,
        }
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

    fn binary(&self, op: Op, a: Subtree<'_>, b: Subtree<'_>) -> Form {
        match op {
            Op::Mul if printer::is_number(a) && !begins_with_digit(b) => {
                Form::infix(" ", Level::Product).operands(Level::Product, Level::Power)
            }
            Op::Mul => {
                Form::infix(" \\cdot ", Level::Product).operands(Level::Product, Level::Power)
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
