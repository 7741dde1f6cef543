//! SymPy: the law as a symbolic expression in `n` and `u(n - k)`.

use super::Program;
use super::printer::Style;
use crate::op::{Form, Row, Spelling};
use crate::{Domain, NamedConst};

const NEXT_PRIME_WITH: &str = "def nextprimewith(after, condition):
    p = nextprime(after)
    while not condition(p):
        p = nextprime(p)
    return p";

pub(super) struct Sympy;

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

    fn spelling(&self, row: &Row) -> Spelling {
        row.sympy
    }

    fn next_prime(&self) -> Option<[Form; 2]> {
        Some([
            Form::text("nextprime($1)"),
            Form::text("nextprimewith($1, lambda $0: $2)").needs(&[NEXT_PRIME_WITH]),
        ])
    }
}

/// `n` and `u` are declared without assumptions on purpose: told that they are
/// integers, SymPy 1.14 turns `Mod(2*Mod(n, 7), 5)` into `Mod(2*Mod(n, 7)**2, 5)`.
pub(super) fn program(program: &Program<'_>) -> String {
    if !program.law.operators_are(|op| op.family().in_vocabulary()) {
        return direct(program);
    }
    let evaluated = match program.domain {
        Domain::Integer => "",
        Domain::Float => ".evalf()",
    };
    let initial: Vec<String> = program
        .initial()
        .enumerate()
        .map(|(position, term)| format!("u({}): {term}", position + 1))
        .chain((0..program.zeros).map(|back| format!("u(-{back}): 0").replace("-0)", "0)")))
        .collect();
    format!(
        "# u(n) = {law}
from sympy import *
{helpers}
n = symbols(\"n\")
u = Function(\"u\")
law = sympify({right_side})
initial = {{{initial}}}

def terms(count):
    known = {{term: sympify(value) for term, value in initial.items()}}
    for index in range({first}, count + 1):
        known[u(index)] = law.subs(n, index).xreplace(known){evaluated}
    return [known[u(index)] for index in range(1, count + 1)]

print(terms({shown}))
",
        law = program.law,
        helpers = program.helpers(),
        right_side = program.right_side,
        first = match program.zeros {
            0 => "len(known) + 1".to_owned(),
            _ => (program.initial.len() + 1).to_string(),
        },
        initial = initial.join(", "),
        shown = program.shown(),
    )
}

/// Functions of integers that SymPy would take for functions of polynomials:
/// the law is computed term by term, with numbers for `n` and `u`.
fn direct(program: &Program<'_>) -> String {
    format!(
        "# u(n) = {law}
from sympy import *
{helpers}
def terms(count):
{zeros}    known = [sympify(term) for term in [{initial}]]
    u = lambda index: known[index - 1]
    while len(known) < count:
        n = Integer(len(known) + 1)
        known.append(sympify({right_side}))
    return known[{first}:count]

print(terms({shown}))
",
        law = program.law,
        helpers = program.helpers(),
        zeros = program.with_zeros(|zeros| {
            format!("    count += {zeros}  # zeros stand before the first term\n")
        }),
        first = program.with_zeros(|zeros| zeros.to_string()),
        initial = program.initial_list(),
        right_side = program.right_side,
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
