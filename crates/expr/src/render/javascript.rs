//! JavaScript. Integers are `BigInt`, so that nothing is rounded; its division
//! truncates, so the floored operators are helper functions.

use super::Program;
use super::printer::Style;
use crate::op::{Form, Level, Row, Spelling};
use crate::{Domain, Int, NamedConst, Subtree};

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

    fn domain(&self) -> Domain {
        self.domain
    }

    fn spelling(&self, row: &Row) -> Spelling {
        row.javascript
    }

    fn to_real(&self) -> (&'static str, &'static str) {
        ("Number(", ")")
    }

    /// `-x**2` is a syntax error there.
    fn negative(&self, _a: Subtree<'_>) -> Form {
        Form::prefix("-$1", Level::Atom, Level::Sign)
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("// u(n) = {}\n", program.law);
    text.push_str(&program.helpers());
    let first_index = match program.domain {
        Domain::Integer => "BigInt(u.length)",
        Domain::Float => "u.length",
    };
    if program.right_side.contains("EULER_GAMMA") {
        text.push_str(&format!("const EULER_GAMMA = {:?};\n", NamedConst::EulerGamma.value()));
    }
    let initial = match program.initial_list() {
        list if list.is_empty() => list,
        list => format!(", {list}"),
    };
    text.push_str(&format!(
        "function terms(count) {{
{zeros}  const u = [null{initial}]; // u[{first}] is the first term
  for (let n = {first_index}; n <= count; n++) {{
    u.push({right_side});
  }}
  return u.slice({first}, count + 1);
}}
console.log(terms({shown}).join(\", \"));
",
        zeros = program.with_zeros(|zeros| {
            format!("  count += {zeros}; // zeros stand before the first term\n")
        }),
        first = program.zeros + 1,
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
