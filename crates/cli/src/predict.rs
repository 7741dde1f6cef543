//! `ansatz predict`: the law behind the terms.

use std::io::{IsTerminal, Read, Write};

use ansatz::view::{PredictionView, RenderedAnswer, verdict_name};
use ansatz::{Candidate, Domain, Format, Options, Prediction, ReadOptions, Sequence};
use anstyle::{AnsiColor, Style};
use clap::Args;

use crate::error::Error;
use crate::search::SearchArguments;
use crate::waiting::Waiting;

/// Guesses the law behind a sequence and continues it.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    ansatz predict 1 1 2 3 5 8 13 21\n  \
    ansatz predict 1,4,9,16,25,36,49 --next 3 --latex\n  \
    ansatz predict --file b000045.txt --hold-out 5\n  \
    echo '0.5 0.25 0.125 0.0625 0.03125' | ansatz predict --json")]
pub struct Predict {
    /// The terms, in almost any notation; from standard input if not given.
    #[arg(allow_negative_numbers = true)]
    terms: Vec<String>,
    /// Read the terms from this file: a list, an OEIS line or a b-file.
    #[arg(long, conflicts_with = "terms")]
    file: Option<std::path::PathBuf>,
    /// How many further terms to give.
    #[arg(long, default_value_t = 10)]
    next: usize,
    /// Hide so many of the last terms, and check the answers against them.
    #[arg(long, default_value_t = 0)]
    hold_out: usize,
    /// Take the terms as floats even if all are whole.
    #[arg(long)]
    float: bool,
    #[command(flatten)]
    search: SearchArguments,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Only the best law, in LaTeX.
    #[arg(long, conflicts_with = "json")]
    latex: bool,
}

impl Predict {
    /// Prints the answer; an error if there is none.
    pub fn run(&self) -> Result<(), Error> {
        let options = ReadOptions { domain: self.float.then_some(Domain::Float) };
        let sequence = Sequence::read(&self.text()?, &options).map_err(Error::Input)?;
        let options = Options { next: self.next, hold_out: self.hold_out, ..self.search.options() };
        let predictor = self.search.predictor()?;
        let mut waiting = Waiting::begin();
        let prediction = predictor.predict(&sequence.terms, &options, &mut waiting)?;
        drop(waiting);

        let mut out = anstream::stdout().lock();
        if self.json {
            let view = PredictionView::<RenderedAnswer>::from(&prediction);
            let json = serde_json::to_string_pretty(&view).map_err(std::io::Error::from)?;
            writeln!(out, "{json}")?;
        } else if self.latex {
            if let Some(best) = prediction.best() {
                writeln!(out, "{}", best.law.render(Format::Latex))?;
            }
        } else {
            writeln!(out, "{}", paint(&sequence.understood.to_string(), dim()))?;
            print(&mut out, &prediction)?;
        }
        for failure in &prediction.failures {
            eprintln!("ansatz: {failure}");
        }
        prediction.best().map(|_| ()).ok_or(Error::NoLaw)
    }

    fn text(&self) -> Result<String, Error> {
        if let Some(path) = &self.file {
            return Ok(std::fs::read_to_string(path)?);
        }
        if !self.terms.is_empty() {
            return Ok(self.terms.join(" "));
        }
        let mut text = String::new();
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            eprintln!("ansatz: reading terms from the terminal; end them with Ctrl-D");
        }
        stdin.lock().read_to_string(&mut text)?;
        Ok(text)
    }
}

fn print(out: &mut impl Write, prediction: &Prediction) -> Result<(), Error> {
    let Some(best) = prediction.best() else {
        writeln!(out, "no law found that says more than the {} terms do", prediction.shown)?;
        if let Some(guess) = &prediction.guess {
            writeln!(out, "\na guess, without a law, by the {}", guess.found_by.label)?;
            writeln!(out, "next  {}\n", guess.next)?;
        }
        return table(out, prediction.candidates.iter().take(3));
    };
    writeln!(out, "\n  {}", paint(&format!("u(n) = {}", best.formula()), bold()))?;
    if let Some(entry) = best.entry {
        writeln!(out, "  {}, {}", entry.name, entry.number)?;
    }
    if let Some(form) = &best.form {
        writeln!(out, "  {}", paint(form, dim()))?;
    }
    let initial = best.law.initial();
    if !initial.is_empty() {
        writeln!(out, "  from {initial}")?;
    }
    if best.law.zeros() > 0 {
        writeln!(out, "  and zeros before")?;
    }
    writeln!(out, "  {}", paint(&best.evidence.verdict.to_string(), verdict_style(best)))?;
    if let Some(probability) = best.probability {
        let [next, ten] = [probability.next, probability.ten].map(|share| (100.0 * share).floor());
        writeln!(out, "  of 100 such answers {next} have the next term right, {ten} the next ten")?;
    }
    if let Some(right) = best.held_out_right {
        writeln!(out, "  {right} of {} hidden terms predicted", prediction.held_out)?;
    }
    writeln!(out, "\nnext  {}\n", best.next)?;
    table(out, prediction.candidates.iter().take(8))
}

/// One line a candidate, as PySR shows them.
fn table<'a>(
    out: &mut impl Write,
    candidates: impl Iterator<Item = &'a Candidate>,
) -> Result<(), Error> {
    let rows: Vec<[String; 7]> = candidates
        .map(|candidate| {
            let evidence = &candidate.evidence;
            let labels: Vec<&str> = candidate.found_by.iter().map(|found| found.label).collect();
            [
                candidate.formula().complexity().to_string(),
                format!("{}/{}", evidence.reproduced, evidence.reproduced + evidence.wrong),
                evidence.spare.to_string(),
                verdict_name(evidence.verdict).to_owned(),
                candidate.log_likelihood.map_or(String::new(), |value| format!("{value:.1}")),
                finders(&labels),
                candidate.formula().to_string(),
            ]
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let header = ["length", "terms", "spare", "evidence", "log p", "found by", "u(n)"];
    let header = header.map(str::to_owned);
    let width = |column: usize| {
        rows.iter().chain([&header]).map(|row| row[column].chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    for (index, row) in std::iter::once(&header).chain(&rows).enumerate() {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        let line = cells.join("  ");
        let style = if index == 0 { dim() } else { Style::new() };
        writeln!(out, "{}", paint(line.trim_end(), style))?;
    }
    Ok(())
}

/// A law that all find has a long list of finders: the first two say enough.
fn finders(names: &[&str]) -> String {
    match names {
        [first, second, _, ..] => format!("{first}, {second} and {} more", names.len() - 2),
        few => few.join(", "),
    }
}

fn verdict_style(candidate: &Candidate) -> Style {
    let color = match candidate.evidence.verdict.is_verified() {
        true => AnsiColor::Green,
        false => AnsiColor::Yellow,
    };
    color.on_default()
}

fn bold() -> Style {
    Style::new().bold()
}

fn dim() -> Style {
    Style::new().dimmed()
}

/// Coloured on a terminal; [`anstream`] takes the colours out elsewhere.
fn paint(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}
