//! Plain text: the canonical infix form, which [`Expr::parse`](crate::Expr::parse)
//! reads back to the same tree.

use super::Program;
use super::printer::Style;
use crate::NamedConst;
use crate::op::{Row, Spelling};

/// What follows a law that looks back at zeros before the first term.
pub(crate) const ZEROS_BEFORE: &str = ", u(n) = 0 for n < 1";

pub(super) struct Text;

impl Style for Text {
    fn constant(&self, constant: NamedConst) -> String {
        constant.name().to_owned()
    }

    fn earlier(&self, back: u16) -> String {
        format!("u(n-{back})")
    }

    fn spelling(&self, row: &Row) -> Spelling {
        row.text
    }

    fn rewrites_signs(&self) -> bool {
        false
    }
}

pub(super) fn program(program: &Program<'_>) -> String {
    let mut text = format!("u(n) = {}", program.right_side);
    for (position, term) in program.initial().enumerate() {
        text.push_str(&format!(", u({}) = {term}", position + 1));
    }
    text.push_str(&program.with_zeros(|_| ZEROS_BEFORE.to_owned()));
    text
}

#[cfg(test)]
mod tests {
    use crate::Expr;

    #[test]
    fn parentheses_are_where_they_must_be() {
        for (words, text) in [
            ("add u1 n", "u(n-1) + n"),
            ("sub u1 sub n 1", "u(n-1) - (n - 1)"),
            ("sub sub u1 n 1", "u(n-1) - n - 1"),
            ("mul 2 add u1 n", "2*(u(n-1) + n)"),
            ("mod mul 2 u1 3", "2*u(n-1) % 3"),
            ("mul mul mod u1 3 n 2", "u(n-1) % 3 * n * 2"),
            ("mul n mod u1 3", "n*(u(n-1) % 3)"),
            ("sqr -3", "(-3)^2"),
            ("mul -1 sqr 3", "-3^2"),
            ("mul -1 n", "-n"),
            ("mul -1 mul -1 n", "-(-n)"),
            ("mul -1 3", "-1*3"),
            ("add n -3", "n + -3"),
            ("inv mul 2 n", "1/(2*n)"),
            ("div 1 n", "(1)/n"),
            ("mul n inv 2", "n*(1/2)"),
        ] {
            let tree = Expr::from_words(words.split(' ')).unwrap();
            assert_eq!(tree.to_string(), text);
            assert_eq!(Expr::parse(text), Ok(tree), "{text}");
        }
    }
}
