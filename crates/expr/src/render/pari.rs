//! PARI/GP. Its `\` and `%` leave a remainder that is never negative, which is
//! the floored one only for positive divisors.

use super::Program;
use super::printer::{self, Form, Level, Style};
use crate::{Domain, NamedConst, Op, Subtree};

pub(super) struct Pari;

impl Style for Pari {
    fn constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "exp(1)",
            NamedConst::Pi => "Pi",
            NamedConst::EulerGamma => "Euler",
        }
        .to_owned()
    }

    fn earlier(&self, back: u16) -> String {
        format!("u[n-{back}]")
    }

    fn unary(&self, op: Op, _a: Subtree<'_>) -> Form {
        match op {
            Op::Sqr => Form::postfix("^2"),
            Op::Inv => printer::reciprocal(),
            Op::Relu => Form::around("max(0, ", "", ")"),
            // Its own sign(0) is 0.
            Op::Sign => Form::around("if(", "", " < 0, -1, 1)").operands(Level::Sum, Level::Sum),
            Op::Arcsin => Form::call("asin"),
            Op::Arccos => Form::call("acos"),
            Op::Arctan => Form::call("atan"),
            _ => Form::call(op.name()),
        }
    }

    fn binary(&self, op: Op, _a: Subtree<'_>, b: Subtree<'_>) -> Form {
        match op {
            // Spaces mean nothing to it: `a - -3` would be a decrement, `a--3`.
            Op::Add | Op::Sub if printer::begins_with_minus(b) => {
                printer::common_binary(op).operands(Level::Sum, Level::Atom)
            }
            Op::Idiv if printer::is_positive_int(b) => Form::infix(" \\ ", Level::Product),
            Op::Idiv => Form::call("floordiv"),
            Op::Mod if printer::is_positive_int(b) => Form::infix(" % ", Level::Product),
            Op::Mod => Form::call("floormod"),
            _ => printer::common_binary(op),
        }
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let right_side = &program.right_side;
    let mut text = format!("\\\\ u(n) = {}\n", program.law);
    if right_side.contains("floordiv(") {
        text.push_str("floordiv(a, b) = floor(a/b);\n");
    }
    if right_side.contains("floormod(") {
        text.push_str("floormod(a, b) = a - b*floor(a/b);\n");
    }
    // Exact fractions would grow without end where floats were meant.
    let term = match program.domain {
        Domain::Integer => right_side.clone(),
        Domain::Float => format!("1.*({right_side})"),
    };
    text.push_str(&format!(
        "terms(count) = {{
  my(u = [{initial}]);
  for (n = #u + 1, count, u = concat(u, [{term}]));
  u[1..count]
}}
print(terms({shown}))
",
        initial = program.initial_list(),
        shown = program.shown(),
    ));
    text
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    fn printed(law: &str) -> String {
        Expr::parse(law).unwrap().render(Format::Pari, Domain::Integer)
    }

    #[test]
    fn its_own_operators_serve_only_positive_divisors() {
        assert_eq!(printed("n // 3 - n % 3"), "n \\ 3 - n % 3");
        assert_eq!(printed("n // -3"), "floordiv(n, -3)");
        assert_eq!(printed("n % u(n-1)"), "floormod(n, u[n-1])");
    }

    #[test]
    fn no_two_minus_signs_meet() {
        assert_eq!(printed("n - -7 // 2"), "n - (-7 \\ 2)");
        assert_eq!(printed("-(-n)"), "-(-n)");
    }
}
