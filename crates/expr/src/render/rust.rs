//! Rust. Integers are `i128` with checked arithmetic: a program that wraps
//! around in silence would print wrong terms. A constant that does not fit
//! `i128` is refused by the compiler.

use super::Program;
use super::printer::{self, Form, Style};
use crate::{Domain, Int, NamedConst, Node, Op, Subtree};

pub(super) struct Rust {
    pub domain: Domain,
}

/// A method that gives an `Option`. A bare literal has no type to look the
/// method up in, so there it is named in full.
fn checked(name: &str, a: Subtree<'_>) -> Form {
    if printer::is_number(a) {
        Form::around(format!("i128::{name}("), ", ", ")?")
    } else {
        let atom = printer::Level::Atom;
        Form::around("", format!(".{name}("), ")?").operands(atom, printer::Level::Loose)
    }
}

impl Style for Rust {
    fn int(&self, value: Int) -> String {
        match self.domain {
            Domain::Integer => value.to_string(),
            Domain::Float => self.real(value.to_f64()),
        }
    }

    fn constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "std::f64::consts::E",
            NamedConst::Pi => "std::f64::consts::PI",
            NamedConst::EulerGamma => "EULER_GAMMA",
        }
        .to_owned()
    }

    fn earlier(&self, back: u16) -> String {
        match self.domain {
            Domain::Integer => format!("u(n - {back})"),
            Domain::Float => format!("u(n - {back}.0)"),
        }
    }

    fn unary(&self, op: Op, _a: Subtree<'_>) -> Form {
        match (op, self.domain) {
            (Op::Sqr, Domain::Integer) => Form::around("i128::checked_pow(", "", ", 2)?"),
            (Op::Abs, Domain::Integer) => Form::around("i128::checked_abs(", "", ")?"),
            (Op::Relu, Domain::Integer) => Form::around("i128::max(0, ", "", ")"),
            (Op::Sqr, Domain::Float) => Form::around("f64::powi(", "", ", 2)"),
            (Op::Abs, Domain::Float) => Form::call("f64::abs"),
            (Op::Inv, _) => Form { before: "1.0/".into(), ..printer::reciprocal() },
            (Op::Sqrt, _) => Form::call("f64::sqrt"),
            (Op::Log, _) => Form::call("f64::ln"),
            (Op::Exp, _) => Form::call("f64::exp"),
            (Op::Sin, _) => Form::call("f64::sin"),
            (Op::Arcsin, _) => Form::call("f64::asin"),
            (Op::Cos, _) => Form::call("f64::cos"),
            (Op::Arccos, _) => Form::call("f64::acos"),
            (Op::Tan, _) => Form::call("f64::tan"),
            (Op::Arctan, _) => Form::call("f64::atan"),
            _ => Form::call(op.name()),
        }
    }

    fn binary(&self, op: Op, a: Subtree<'_>, _b: Subtree<'_>) -> Form {
        match (op, self.domain) {
            (Op::Add, Domain::Integer) => checked("checked_add", a),
            (Op::Sub, Domain::Integer) => checked("checked_sub", a),
            (Op::Mul, Domain::Integer) => checked("checked_mul", a),
            (Op::Idiv, _) => Form::around("div_floor(", ", ", ")?"),
            (Op::Mod, _) => Form::around("rem_floor(", ", ", ")?"),
            _ => printer::common_binary(op),
        }
    }

    fn negative(&self, _a: Subtree<'_>) -> Form {
        match self.domain {
            Domain::Integer => Form::around("i128::checked_neg(", "", ")?"),
            Domain::Float => Form::prefix("-", printer::Level::Power, printer::Level::Sign),
        }
    }
}

const DIV_FLOOR: &str = "fn div_floor(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}
";
const REM_FLOOR: &str = "fn rem_floor(a: i128, b: i128) -> Option<i128> {
    let remainder = a.checked_rem(b)?;
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}
";
const SIGN: &str = "fn sign(x: i128) -> i128 {
    if x < 0 { -1 } else { 1 }
}
";

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("// u(n) = {}\n", program.law);
    if program.domain == Domain::Integer {
        text.push_str("// Exact: the terms end where i128 would overflow or a divisor is 0.\n\n");
        text.push_str(&program.helpers(&[
            (&[Op::Idiv], DIV_FLOOR),
            (&[Op::Mod], REM_FLOOR),
            (&[Op::Sign], SIGN),
        ]));
    }
    if program.right_side.contains("EULER_GAMMA") {
        text.push_str(&format!("const EULER_GAMMA: f64 = {:?};\n", NamedConst::EulerGamma.value()));
    }
    let (number, one) = match program.domain {
        Domain::Integer => ("i128", "1"),
        Domain::Float => ("f64", "1.0"),
    };
    let looks_back = program.law.degree() > 0;
    let mut body = String::new();
    if looks_back || program.law.nodes().contains(&Node::N) {
        body.push_str(&format!("    let n = u.len() as {number} + {one};\n"));
    }
    if looks_back {
        body.push_str(&format!("    let u = |index: {number}| u[index as usize - 1];\n"));
    }
    // Nothing is named `u` but what the law means by it.
    let parameter = if body.is_empty() { "_" } else { "u" };
    text.push_str(&format!(
        "fn next({parameter}: &[{number}]) -> Option<{number}> {{
{body}    Some({right_side})
}}

fn terms(count: usize) -> Vec<{number}> {{
    let mut u: Vec<{number}> = vec![{initial}];
    while u.len() < count {{
        let Some(term) = next(&u) else {{ break }};
        u.push(term);
    }}
    u.truncate(count);
    u
}}

fn main() {{
    println!(\"{{:?}}\", terms({shown}));
}}
",
        right_side = program.right_side,
        initial = program.initial_list(),
        shown = program.shown(),
    ));
    text
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    fn printed(law: &str) -> String {
        Expr::parse(law).unwrap().render(Format::Rust, Domain::Integer)
    }

    #[test]
    fn literals_are_no_receivers() {
        assert_eq!(printed("2*n"), "i128::checked_mul(2, n)?");
        assert_eq!(printed("n*2"), "n.checked_mul(2)?");
        assert_eq!(printed("-(n + 1)"), "i128::checked_neg(n.checked_add(1)?)?");
    }
}
