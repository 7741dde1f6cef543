//! LaTeX, as a mathematician would set it.

use super::Program;
use super::printer::{self, Style};
use crate::op::{Level, Row, Spelling};
use crate::{NamedConst, Op};

pub(super) struct Latex;

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

    fn spelling(&self, row: &Row) -> Spelling {
        row.latex
    }

    fn function(&self, op: Op) -> String {
        format!("\\operatorname{{{}}}", op.name().replace('_', "\\_"))
    }

    fn brackets(&self) -> (&'static str, &'static str) {
        ("\\left(", "\\right)")
    }

    /// A function's square would read as a square of the argument, so it gets
    /// parentheses under an exponent.
    fn call_level(&self) -> Level {
        Level::Power
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
    text.push_str(&program.with_zeros(|_| ", \\quad u_{n} = 0 \\text{ for } n < 1".to_owned()));
    for note in &program.helpers {
        text.push_str(note);
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
