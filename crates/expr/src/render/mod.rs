//! Laws in other notations: one file a language.
//!
//! Every language is printed by the one [`printer`]; a language file says how
//! its leaves look ([`printer::Style`]) and what a complete program is that
//! lists the terms. How it writes an operator stands in the operator's row.

mod javascript;
mod latex;
mod mathematica;
mod pari;
mod primes;
mod printer;
mod python;
mod rust;
mod sympy;
mod text;

use std::fmt;

pub(crate) use text::ZEROS_BEFORE;

use crate::{Domain, Expr, Node, Op, Recurrence, Value};
use printer::Printed;

/// A notation in which laws are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Plain text, the canonical form: [`Expr::parse`] reads it back to the
    /// same tree.
    Text,
    /// LaTeX, for papers.
    Latex,
    /// Python 3 without packages beyond its own.
    Python,
    /// Python with SymPy.
    Sympy,
    /// Mathematica.
    Mathematica,
    /// PARI/GP.
    Pari,
    /// JavaScript; integers are `BigInt`.
    JavaScript,
    /// Rust; integers are `i128`, and the terms stop where that overflows.
    Rust,
}

impl Format {
    /// All of them, plain text first.
    pub const ALL: [Format; 8] = [
        Format::Text,
        Format::Latex,
        Format::Python,
        Format::Sympy,
        Format::Mathematica,
        Format::Pari,
        Format::JavaScript,
        Format::Rust,
    ];

    /// A short lower-case name, for options and keys.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Latex => "latex",
            Format::Python => "python",
            Format::Sympy => "sympy",
            Format::Mathematica => "mathematica",
            Format::Pari => "pari",
            Format::JavaScript => "javascript",
            Format::Rust => "rust",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Expr {
    /// The right-hand side alone. Earlier terms and helper functions are named
    /// as in the program that [`Recurrence::render`] prints.
    ///
    /// ```
    /// use ansatz_expr::{Domain, Expr, Format};
    /// let law = Expr::parse("2*u(n-1) + n % 3")?;
    /// assert_eq!(law.render(Format::Text, Domain::Integer), "2*u(n-1) + n % 3");
    /// assert_eq!(law.render(Format::Python, Domain::Integer), "2*u[-1] + n % 3");
    /// # Ok::<(), ansatz_expr::Error>(())
    /// ```
    pub fn render(&self, format: Format, domain: Domain) -> String {
        self.print(format, domain).text
    }

    /// Whether all operators have a property.
    fn operators_are(&self, property: impl Fn(Op) -> bool) -> bool {
        self.nodes().iter().all(|node| !matches!(node, Node::Op(op) if !property(*op)))
    }

    fn print(&self, format: Format, domain: Domain) -> Printed {
        match format {
            Format::Text => printer::print(&text::Text, self),
            Format::Latex => printer::print(&latex::Latex, self),
            Format::Python => printer::print(&python::Python { domain }, self),
            Format::Sympy => printer::print(&sympy::Sympy, self),
            Format::Mathematica => printer::print(&mathematica::Mathematica, self),
            Format::Pari => printer::print(&pari::Pari, self),
            Format::JavaScript => printer::print(&javascript::JavaScript { domain }, self),
            Format::Rust => printer::print(&rust::Rust { domain }, self),
        }
    }
}

impl fmt::Display for Expr {
    /// Plain text: `2*u(n-1) + n % 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printer::print(&text::Text, self).text)
    }
}

impl<T: Value> Recurrence<T> {
    /// The law with its initial terms: for the programming languages a program
    /// to copy and run, whose `terms(count)` lists the first terms.
    pub fn render(&self, format: Format) -> String {
        let printed = self.expr().print(format, T::DOMAIN);
        let program = Program {
            law: self.expr(),
            right_side: printed.text,
            helpers: printed.helpers,
            initial: self.initial().iter().map(|term| Expr::leaf(term.to_node())).collect(),
            zeros: self.zeros(),
            domain: T::DOMAIN,
            format,
        };
        match format {
            Format::Text => text::program(&program),
            Format::Latex => latex::program(&program),
            Format::Python => python::program(&program),
            Format::Sympy => sympy::program(&program),
            Format::Mathematica => mathematica::program(&program),
            Format::Pari => pari::program(&program),
            Format::JavaScript => javascript::program(&program),
            Format::Rust => rust::program(&program),
        }
    }
}

impl<T: Value> fmt::Display for Recurrence<T> {
    /// Plain text: `u(n) = u(n-1) + n, u(1) = 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Format::Text))
    }
}

/// What a language needs to write a whole recurrence.
struct Program<'a> {
    law: &'a Expr,
    /// The law in the language.
    right_side: String,
    /// The definitions that it needs.
    helpers: Vec<&'static str>,
    initial: Vec<Expr>,
    /// How many zeros stand before the first term. A law after zeros has no n, so
    /// that a program may count from the first of them.
    zeros: usize,
    domain: Domain,
    format: Format,
}

impl Program<'_> {
    /// The initial terms in the language, first term first.
    fn initial(&self) -> impl Iterator<Item = String> {
        self.initial.iter().map(|term| term.render(self.format, self.domain))
    }

    /// The zeros before the first term and the initial terms, in the language.
    fn initial_list(&self) -> String {
        let zero = Expr::int(0i64).render(self.format, self.domain);
        let zeros = std::iter::repeat_n(zero, self.zeros);
        zeros.chain(self.initial()).collect::<Vec<_>>().join(", ")
    }

    /// A text for programs whose law looks back at zeros before the first term.
    fn with_zeros(&self, text: impl Fn(usize) -> String) -> String {
        if self.zeros == 0 { String::new() } else { text(self.zeros) }
    }

    /// How many terms the program shows when run: the initial ones and ten.
    fn shown(&self) -> usize {
        self.initial.len() + 10
    }

    /// The definitions that the law needs, each with a line end.
    fn helpers(&self) -> String {
        self.helpers.iter().map(|helper| format!("{helper}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;

    #[test]
    fn names_lead_back() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
        }
        assert_eq!(Format::from_name("cobol"), None);
    }

    #[test]
    fn the_largest_trees_are_printed_within_half_a_megabyte_of_stack() {
        let mut deep = vec![Node::Op(Op::Abs); Expr::MAX_NODES - 1];
        deep.push(Node::Int(Int::from(-1i64)));
        let deep = Expr::from_prefix(deep).unwrap();
        let mut long = vec![Node::Op(Op::Mul); Expr::MAX_NODES / 2 - 1];
        long.extend(vec![Node::Int(Int::from(-2i64)); Expr::MAX_NODES / 2]);
        let long = Expr::from_prefix(long).unwrap();
        let print = move || {
            for format in Format::ALL {
                for domain in [Domain::Integer, Domain::Float] {
                    assert!(deep.render(format, domain).len() > Expr::MAX_NODES);
                    assert!(long.render(format, domain).len() > Expr::MAX_NODES);
                }
            }
        };
        let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(print);
        thread.unwrap().join().unwrap();
    }
}
