//! `ansatz explain`: a law in every language, and its terms.

use std::io::Write;

use ansatz_expr::Format;
use ansatz_expr::{Domain, Expr, ReadOptions, Recurrence, Sequence, Terms, Value};
use clap::Args;
use serde_json::{Map, json};

use crate::error::Error;

/// Reads a law, simplifies it, continues it and prints it in other languages.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    ansatz explain 'u(n) = u(n-1) + u(n-2)' --initial 1,1\n  \
    ansatz explain '(2*u(n-1)) % 100' --initial 1 --terms 20 --json\n  \
    ansatz explain 'sin(n) / n' --format latex")]
pub struct Explain {
    /// The right-hand side, or `u(n) = …`. `//` and `%` round down.
    #[arg(allow_hyphen_values = true)]
    formula: String,
    /// The first terms, at least as many as the law looks back.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    initial: String,
    /// How many terms to compute, the initial ones included.
    #[arg(long, default_value_t = 10)]
    terms: usize,
    /// Print the law in this language only: text, latex, python, sympy,
    /// mathematica, pari, javascript or rust.
    #[arg(long, value_parser = format_from_name)]
    format: Option<Format>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

fn format_from_name(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("not one of {}", known.join(", "))
    })
}

impl Explain {
    /// Prints what there is to say about the law.
    pub fn run(&self) -> Result<(), Error> {
        let expr = Expr::parse(&self.formula).map_err(Error::Input)?;
        match self.initial_terms(&expr)? {
            Terms::Integers(initial) => self.explain(expr, initial),
            Terms::Floats(initial) => self.explain(expr, initial),
        }
    }

    /// Integers if law and terms allow it.
    fn initial_terms(&self, expr: &Expr) -> Result<Terms, Error> {
        let domain = (!expr.exists_in(Domain::Integer)).then_some(Domain::Float);
        if self.initial.trim().is_empty() {
            return Ok(match domain {
                Some(Domain::Float) => Terms::Floats(vec![]),
                _ => Terms::Integers(vec![]),
            });
        }
        let options = ReadOptions { domain };
        Ok(Sequence::read(&self.initial, &options).map_err(Error::Input)?.terms)
    }

    fn explain<T: Value + serde::Serialize>(
        &self,
        expr: Expr,
        initial: Vec<T>,
    ) -> Result<(), Error> {
        let simplified = expr.simplify(T::DOMAIN);
        let recurrence = Recurrence::new(simplified.clone(), initial).map_err(Error::Input)?;
        let mut out = std::io::stdout().lock();
        if let Some(format) = self.format {
            writeln!(out, "{}", recurrence.render(format))?;
            return Ok(());
        }
        // As written, not as simplified: simplifying may define more terms.
        let written =
            Recurrence::new(expr.clone(), recurrence.initial().to_vec()).map_err(Error::Input)?;
        let mut terms: Vec<T> = written.initial().to_vec();
        terms.truncate(self.terms);
        let missing = self.terms - terms.len();
        let undefined = written
            .extend(&mut terms, missing)
            .err()
            .map(|cause| Error::Undefined { index: terms.len() + 1, cause });

        if self.json {
            let renderings: Map<_, _> = Format::ALL
                .iter()
                .map(|&format| (format.name().to_owned(), json!(recurrence.render(format))))
                .collect();
            let object = json!({
                "formula": expr.to_string(),
                "simplified": simplified.to_string(),
                "prefix": expr.to_words(),
                "domain": T::DOMAIN,
                "degree": expr.degree(),
                "operators": expr.operators(),
                "complexity": simplified.complexity(),
                "terms": terms,
                "renderings": renderings,
            });
            writeln!(out, "{object:#}")?;
        } else {
            writeln!(out, "law         u(n) = {simplified}")?;
            if simplified != expr {
                writeln!(out, "as written  u(n) = {expr}")?;
            }
            writeln!(
                out,
                "            {} sequence, degree {}, {} operators",
                T::DOMAIN,
                expr.degree(),
                simplified.operators()
            )?;
            let list: Vec<String> = terms.iter().map(|&term| term.to_text()).collect();
            writeln!(out, "terms       {}", list.join(", "))?;
            for &format in Format::ALL.iter().filter(|&&format| format != Format::Text) {
                writeln!(out, "\n{}", format.name())?;
                for line in recurrence.render(format).lines() {
                    writeln!(out, "  {line}")?;
                }
            }
        }
        undefined.map_or(Ok(()), Err)
    }
}
