//! Mathematica. `Quotient` and `Mod` are floored there too.

use super::Program;
use super::printer::Style;
use crate::op::{Form, Level, Row, Spelling};
use crate::{Domain, NamedConst};

pub(super) struct Mathematica;

impl Style for Mathematica {
    fn real(&self, value: f64) -> String {
        // There `e` is a name, an exponent is written `*^`, and only a point
        // makes the number inexact.
        let text = format!("{value:?}");
        match text.split_once('e') {
            Some((mantissa, exponent)) => {
                let point = if mantissa.contains('.') { "" } else { "." };
                format!("{mantissa}{point}*^{exponent}")
            }
            None => text,
        }
    }

    fn constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "E",
            NamedConst::Pi => "Pi",
            NamedConst::EulerGamma => "EulerGamma",
        }
        .to_owned()
    }

    fn earlier(&self, back: u16) -> String {
        format!("u[n - {back}]")
    }

    fn spelling(&self, row: &Row) -> Spelling {
        row.mathematica
    }

    fn brackets(&self) -> (&'static str, &'static str) {
        ("[", "]")
    }

    fn next_prime(&self) -> Option<[Form; 2]> {
        Some([
            Form::text("NextPrime[Max[$1, 1]]"),
            Form::text("NestWhile[NextPrime, NextPrime[Max[$1, 1]], Function[$0, $2 == 0]]")
                .operands(Level::Loose, Level::Sum),
        ])
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("(* u(n) = {} *)\nClearAll[u]\n", program.law);
    text.push_str(&program.helpers());
    for (position, term) in program.initial().enumerate() {
        text.push_str(&format!("u[{}] = {term};\n", position + 1));
    }
    text.push_str(&program.with_zeros(|_| "u[n_ /; n < 1] = 0;\n".to_owned()));
    // Terms are remembered: without `u[n] =` each would be computed anew.
    text.push_str(&format!("u[n_] := u[n] = {}\n", program.right_side));
    let term = match program.domain {
        Domain::Integer => "u[n]",
        Domain::Float => "N[u[n]]",
    };
    text.push_str(&format!("Table[{term}, {{n, 1, {}}}]\n", program.shown()));
    text
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    fn printed(law: &str) -> String {
        Expr::parse(law).unwrap().render(Format::Mathematica, Domain::Float)
    }

    #[test]
    fn reals_stay_inexact() {
        assert_eq!(printed("1e-7 + 2.5e100 - 0.1"), "1.*^-7 + 2.5*^100 - 0.1");
    }
}
