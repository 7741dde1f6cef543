//! `ansatz explain`: a law in every language, its terms, and whether it holds.

use std::io::Write;

use ansatz::{Domain, Expr, Format, Law, LawCheck, ReadOptions, Sequence, Terms};
use clap::Args;
use serde_json::{Map, json};

use crate::error::Error;

/// How a law says that zeros stand before its first term.
const ZEROS: &str = ", u(n) = 0 for n < 1";
/// The same as laws are written, and as `predict` says it.
const AFTER_ZEROS: [&str; 2] = [ZEROS, "and zeros before"];

/// Reads a law, simplifies it, continues it, checks it against terms and prints it
/// in other languages. Nothing is searched for.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    ansatz explain 'u(n) = u(n-1) + u(n-2)' --initial 1,1\n  \
    ansatz explain '(2*u(n-1)) % 100' --initial 1 --from 100 --terms 20 --json\n  \
    ansatz explain 'u(n) = u(n-1) + n, u(1) = 1'\n  \
    ansatz explain 'n*(n+1)//2' --check '1 3 6 10 15 21'\n  \
    ansatz explain 'sin(n) / n' --format latex")]
pub struct Explain {
    /// The right-hand side, or `u(n) = …`. `//` and `%` round down. Its initial
    /// terms may follow, as they are printed: `u(n) = u(n-1) + n, u(1) = 1`.
    #[arg(allow_hyphen_values = true)]
    formula: String,
    /// The first terms, at least as many as the law looks back.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    initial: String,
    /// The index of the first term to compute.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=Law::MOST_TERMS as u64))]
    from: u64,
    /// How many terms to compute, the initial ones included.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(..=Law::MOST_TERMS as u64))]
    terms: u64,
    /// Check the law against these terms.
    #[arg(long, allow_hyphen_values = true)]
    check: Option<String>,
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
        // Checked as written, not as simplified: simplifying may define more terms.
        let written = self.law()?;
        let simplified = Law::after_zeros(
            written.expr().simplify(written.domain()),
            written.initial(),
            written.zeros(),
        )
        .map_err(Error::Input)?;
        let mut out = std::io::stdout().lock();
        if let Some(format) = self.format {
            writeln!(out, "{}", simplified.render(format))?;
            return Ok(());
        }
        let check = match &self.check {
            None => None,
            Some(text) => {
                let options =
                    ReadOptions { domain: Some(written.domain()), ..ReadOptions::default() };
                let sequence = Sequence::read(text, &options).map_err(Error::Input)?;
                let terms = sequence.whole().map_err(Error::Input)?;
                Some((written.check(terms), terms.len()))
            }
        };
        let (terms, undefined) = written
            .terms_while_defined(self.from as usize, self.terms as usize)
            .map_err(Error::Input)?;
        if self.json {
            let object = self.object(&written, &simplified, &terms, check.map(|(check, _)| check));
            writeln!(out, "{object:#}")?;
        } else {
            print(&mut out, &written, &simplified, &terms)?;
            if let Some((check, given)) = check {
                writeln!(out, "\n{}", sentence(&check, given))?;
            }
        }
        if let Some((index, cause)) = undefined {
            return Err(Error::Undefined { index, cause });
        }
        match check {
            Some((check, _)) if !check.holds() => Err(Error::DoesNotHold),
            _ => Ok(()),
        }
    }

    /// The law with the terms it starts from, wherever they were given: by
    /// `--initial`, in the law (`…, u(1) = 1`), or as `predict` prints them (`from 1, 1`).
    fn law(&self) -> Result<Law, Error> {
        let text = self.formula.trim_end();
        let stripped = AFTER_ZEROS.iter().find_map(|words| text.strip_suffix(words));
        let text = stripped.map_or(text, |law| law.trim_end().trim_end_matches(','));
        let (formula, from) = match text.split_once(" from ") {
            Some((formula, from)) => (formula.trim_end(), Some(from)),
            None => (text, None),
        };
        let option = Some(self.initial.as_str()).filter(|initial| !initial.trim().is_empty());
        let apart = match (from, option) {
            (Some(_), Some(_)) => return Err(Error::StartsTwice),
            (from, option) => from.or(option),
        };
        let (expr, initial) = match Expr::parse(formula) {
            Ok(expr) => {
                let initial = initial_terms(&expr, apart.unwrap_or_default())?;
                (expr, initial)
            }
            Err(_) => {
                // Zeros stand for the terms that are missing.
                let zeros = stripped.map_or("", |_| ZEROS);
                let law: Law = format!("{formula}{zeros}").parse().map_err(Error::Input)?;
                if apart.is_some() {
                    return Err(Error::StartsTwice);
                }
                (law.expr().clone(), law.initial())
            }
        };
        let zeros = stripped.map_or(0, |_| expr.degree().saturating_sub(initial.len()));
        Law::after_zeros(expr, initial, zeros).map_err(Error::Input)
    }

    fn object(
        &self,
        written: &Law,
        simplified: &Law,
        terms: &Terms,
        check: Option<LawCheck>,
    ) -> serde_json::Value {
        let renderings: Map<_, _> = Format::ALL
            .iter()
            .map(|&format| (format.name().to_owned(), json!(simplified.render(format))))
            .collect();
        let mut object = json!({
            "formula": written.expr().to_string(),
            "simplified": simplified.expr().to_string(),
            "prefix": written.expr().to_words(),
            "domain": written.domain(),
            "degree": written.degree(),
            "operators": written.expr().operators(),
            "complexity": simplified.expr().complexity(),
            "from": self.from,
            "terms": terms,
            "renderings": renderings,
        });
        if let Some(LawCheck { computed, right, first_wrong }) = check {
            object["check"] =
                json!({ "computed": computed, "right": right, "firstWrong": first_wrong });
        }
        object
    }
}

/// Integers if law and terms allow it.
fn initial_terms(expr: &Expr, text: &str) -> Result<Terms, Error> {
    let domain = (!expr.exists_in(Domain::Integer)).then_some(Domain::Float);
    if text.trim().is_empty() {
        return Ok(match domain {
            Some(Domain::Float) => Terms::Floats(vec![]),
            _ => Terms::Integers(vec![]),
        });
    }
    let options = ReadOptions { domain, ..ReadOptions::default() };
    let sequence = Sequence::read(text, &options).map_err(Error::Input)?;
    Ok(sequence.whole().map_err(Error::Input)?.clone())
}

fn print(
    out: &mut impl Write,
    written: &Law,
    simplified: &Law,
    terms: &Terms,
) -> Result<(), Error> {
    writeln!(out, "law         u(n) = {}", simplified.expr())?;
    if simplified.expr() != written.expr() {
        writeln!(out, "as written  u(n) = {}", written.expr())?;
    }
    writeln!(
        out,
        "            {} sequence, degree {}, {} operators",
        written.domain(),
        written.degree(),
        simplified.expr().operators()
    )?;
    writeln!(out, "terms       {terms}")?;
    for &format in Format::ALL.iter().filter(|&&format| format != Format::Text) {
        writeln!(out, "\n{}", format.name())?;
        for line in simplified.render(format).lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

fn sentence(check: &LawCheck, given: usize) -> String {
    let LawCheck { computed, right, first_wrong } = check;
    match first_wrong {
        None => format!("holds for all {given} terms, {computed} of them computed"),
        Some(index) => format!("fails at u({index}): {right} of {computed} terms are right"),
    }
}
