//! PARI/GP.

use super::Program;
use super::printer::Style;
use crate::op::{Form, Level, Row, Spelling};
use crate::{Domain, NamedConst};

const NEXT_PRIME_WITH: &str = "nextprimewith(a, P) = forprime(p = a + 1, , if(P(p), return(p)));";

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

    fn spelling(&self, row: &Row) -> Spelling {
        row.pari
    }

    fn next_prime(&self) -> Option<[Form; 2]> {
        Some([
            Form::text("nextprime($1 + 1)").operands(Level::Sum, Level::Sum),
            Form::text("nextprimewith($1, $0 -> $2)").needs(&[NEXT_PRIME_WITH]),
        ])
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let right_side = &program.right_side;
    let mut text = format!("\\\\ u(n) = {}\n", program.law);
    text.push_str(&program.helpers());
    // Exact fractions would grow without end where floats were meant.
    let term = match program.domain {
        Domain::Integer => right_side.clone(),
        Domain::Float => format!("1.*({right_side})"),
    };
    text.push_str(&format!(
        "terms(count) = {{
{zeros}  my(u = [{initial}]);
  for (n = #u + 1, count, u = concat(u, [{term}]));
  u[{first}..count]
}}
print(terms({shown}))
",
        zeros = program.with_zeros(|zeros| {
            format!("  count += {zeros}; \\\\ zeros stand before the first term\n")
        }),
        first = program.zeros + 1,
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
