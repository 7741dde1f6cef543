//! JavaScript. Integers are `BigInt`, so that nothing is rounded; its division
//! truncates, so the floored operators are helper functions.

use super::Program;
use super::printer::{self, Form, Level, Style};
use crate::{Domain, Int, NamedConst, Op, Subtree};

pub(super) struct JavaScript {
    pub domain: Domain,
}

impl JavaScript {
    /// What marks a literal as a `BigInt`.
    fn suffix(&self) -> &'static str {
        match self.domain {
            Domain::Integer => "n",
            Domain::Float => "",
        }
    }
}

impl Style for JavaScript {
    fn int(&self, value: Int) -> String {
        format!("{value}{}", self.suffix())
    }

    fn constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "Math.E",
            NamedConst::Pi => "Math.PI",
            NamedConst::EulerGamma => "EULER_GAMMA",
        }
        .to_owned()
    }

    fn earlier(&self, back: u16) -> String {
        format!("u[n - {back}{}]", self.suffix())
    }

    fn unary(&self, op: Op, _a: Subtree<'_>) -> Form {
        match (op, self.domain) {
            (Op::Sqr, Domain::Integer) => Form::postfix("**2n"),
            (Op::Sqr, Domain::Float) => Form::postfix("**2"),
            (Op::Abs, Domain::Float) => Form::call("Math.abs"),
            (Op::Inv, _) => printer::reciprocal(),
            (Op::Sqrt, _) => Form::call("Math.sqrt"),
            (Op::Log, _) => Form::call("Math.log"),
            (Op::Exp, _) => Form::call("Math.exp"),
            (Op::Sin, _) => Form::call("Math.sin"),
            (Op::Arcsin, _) => Form::call("Math.asin"),
            (Op::Cos, _) => Form::call("Math.cos"),
            (Op::Arccos, _) => Form::call("Math.acos"),
            (Op::Tan, _) => Form::call("Math.tan"),
            (Op::Arctan, _) => Form::call("Math.atan"),
            _ => Form::call(op.name()),
        }
    }

    fn binary(&self, op: Op, _a: Subtree<'_>, _b: Subtree<'_>) -> Form {
        match op {
            Op::Idiv => Form::call("floorDiv"),
            Op::Mod => Form::call("floorMod"),
            _ => printer::common_binary(op),
        }
    }

    /// `-x**2` is a syntax error there.
    fn negative(&self, _a: Subtree<'_>) -> Form {
        Form::prefix("-", Level::Atom, Level::Sign)
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("// u(n) = {}\n", program.law);
    let first_index = match program.domain {
        Domain::Integer => {
            text.push_str(&program.helpers(&[
                (&[Op::Mod, Op::Idiv], "const floorMod = (a, b) => ((a % b) + b) % b;"),
                (&[Op::Idiv], "const floorDiv = (a, b) => (a - floorMod(a, b)) / b;"),
                (&[Op::Abs], "const abs = (x) => (x < 0n ? -x : x);"),
                (&[Op::Relu], "const relu = (x) => (x < 0n ? 0n : x);"),
                (&[Op::Sign], "const sign = (x) => (x < 0n ? -1n : 1n);"),
            ]));
            "BigInt(u.length)"
        }
        Domain::Float => "u.length",
    };
    if program.right_side.contains("EULER_GAMMA") {
        text.push_str(&format!("const EULER_GAMMA = {:?};\n", NamedConst::EulerGamma.value()));
    }
    let initial: String = program.initial().map(|term| format!(", {term}")).collect();
    text.push_str(&format!(
        "function terms(count) {{
  const u = [null{initial}]; // u[1] is the first term
  for (let n = {first_index}; n <= count; n++) {{
    u.push({right_side});
  }}
  return u.slice(1, count + 1);
}}
console.log(terms({shown}).join(\", \"));
",
        right_side = program.right_side,
        shown = program.shown(),
    ));
    text
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    fn printed(law: &str) -> String {
        Expr::parse(law).unwrap().render(Format::JavaScript, Domain::Integer)
    }

    #[test]
    fn integers_are_big_and_powers_have_no_sign_before_them() {
        assert_eq!(printed("-u(n-12)^2 // 3"), "floorDiv(-(u[n - 12n]**2n), 3n)");
        assert_eq!(printed("(-3)^2"), "(-3n)**2n");
    }
}
