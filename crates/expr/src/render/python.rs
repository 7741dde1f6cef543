//! Python 3. Its integers, `//` and `%` are those of this crate.

use super::Program;
use super::printer::Style;
use crate::op::{Row, Spelling};
use crate::{Domain, Int, NamedConst, Node};

pub(super) struct Python {
    pub domain: Domain,
}

impl Style for Python {
    fn int(&self, value: Int) -> String {
        // From 2^53 on Python would compute exactly where doubles round.
        if self.domain == Domain::Float && value.bit_len() > f64::MANTISSA_DIGITS {
            return self.real(value.to_f64());
        }
        value.to_string()
    }

    fn constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "math.e",
            NamedConst::Pi => "math.pi",
            NamedConst::EulerGamma => "EULER_GAMMA",
        }
        .to_owned()
    }

    /// Python counts from the end of a list.
    fn earlier(&self, back: u16) -> String {
        format!("u[-{back}]")
    }

    fn spelling(&self, row: &Row) -> Spelling {
        row.python
    }

    fn to_real(&self) -> (&'static str, &'static str) {
        ("Decimal(", ")")
    }

    fn real_constant(&self, constant: NamedConst) -> String {
        match constant {
            NamedConst::E => "Decimal(1).exp()",
            NamedConst::Pi => "PI",
            NamedConst::EulerGamma => {
                "Decimal(\"0.57721566490153286060651209008240243104215933593992\")"
            }
        }
        .to_owned()
    }

    fn real_spelling(&self, row: &Row) -> Spelling {
        match row.decimal {
            Spelling::Own => row.python,
            other => other,
        }
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("# u(n) = {}\n", program.law);
    let (right_side, helpers) = (&program.right_side, program.helpers());
    if right_side.contains("math.") || helpers.contains("math.") {
        text.push_str("import math\n");
    }
    text.push_str(&helpers);
    if right_side.contains("EULER_GAMMA") {
        text.push_str(&format!("EULER_GAMMA = {:?}\n", NamedConst::EulerGamma.value()));
    }
    // In a float law n is a float too, so that n*n rounds where ours does.
    let index = match program.domain {
        _ if !program.law.nodes().contains(&Node::N) => "",
        Domain::Integer => "        n = len(u) + 1\n",
        Domain::Float => "        n = float(len(u) + 1)\n",
    };
    text.push_str(&format!(
        "
def terms(count):
{zeros}    u = [{initial}]
    while len(u) < count:
{index}        u.append({right_side})
    return u[{first}:count]

print(terms({shown}))
",
        zeros = program.with_zeros(|zeros| {
            format!("    count += {zeros}  # zeros stand before the first term\n")
        }),
        first = program.with_zeros(|zeros| zeros.to_string()),
        initial = program.initial_list(),
        shown = program.shown(),
    ));
    text
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    fn printed(law: &str) -> String {
        Expr::parse(law).unwrap().render(Format::Python, Domain::Float)
    }

    #[test]
    fn large_integers_of_float_laws_are_rounded_as_ours_are() {
        assert_eq!(printed("9007199254740991*n"), "9007199254740991*n");
        assert_eq!(printed("18446744073709551617*n"), "1.8446744073709552e19*n");
    }

    #[test]
    fn a_condition_is_held_together() {
        let law = Expr::parse("2*sign(sign(n))").unwrap();
        let text = law.render(Format::Python, Domain::Integer);
        assert_eq!(text, "2*(-1 if (-1 if n < 0 else 1) < 0 else 1)");
    }
}
