//! Rust. Integers are `i128` with checked arithmetic: a program that wraps
//! around in silence would print wrong terms. A constant that does not fit
//! `i128` is refused by the compiler.

use super::Program;
use super::printer::Style;
use crate::op::{Form, Level, Row, Spelling};
use crate::{Domain, Int, NamedConst, Node, Op, Subtree};

pub(super) struct Rust {
    pub domain: Domain,
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

    fn domain(&self) -> Domain {
        self.domain
    }

    fn spelling(&self, row: &Row) -> Spelling {
        row.rust
    }

    fn to_real(&self) -> (&'static str, &'static str) {
        ("real(", ")")
    }

    fn negative(&self, _a: Subtree<'_>) -> Form {
        match self.domain {
            Domain::Integer => Form::text("i128::checked_neg($1)?"),
            Domain::Float => Form::prefix("-$1", Level::Power, Level::Sign),
        }
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("// u(n) = {}\n", program.law);
    if program.domain == Domain::Integer {
        text.push_str("// Exact: the terms end where i128 would overflow or a divisor is 0.\n\n");
    }
    text.push_str(&program.helpers());
    if program.right_side.contains("EULER_GAMMA") {
        text.push_str(&format!("const EULER_GAMMA: f64 = {:?};\n", NamedConst::EulerGamma.value()));
    }
    let (number, one) = match program.domain {
        Domain::Integer => ("i128", "1"),
        Domain::Float => ("f64", "1.0"),
    };
    let has_prev = program.law.degree() > 0;
    let looks_back = has_prev || program.law.nodes().contains(&Node::Op(Op::At));
    let mut body = String::new();
    if has_prev || program.law.nodes().contains(&Node::N) {
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
{zeros}    let mut u: Vec<{number}> = vec![{initial}];
    while u.len() < count {{
        let Some(term) = next(&u) else {{ break }};
        u.push(term);
    }}
    u.truncate(count);
    {result}
}}

fn main() {{
    println!(\"{{:?}}\", terms({shown}));
}}
",
        right_side = program.right_side,
        zeros = program.with_zeros(|zeros| {
            format!("    let count = count + {zeros}; // zeros stand before the first term\n")
        }),
        result = match program.zeros {
            0 => "u".to_owned(),
            zeros => format!("u.split_off({zeros})"),
        },
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
