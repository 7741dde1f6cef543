//! `ansatz predict`: the law behind the terms.

use std::io::Write;

use ansatz::view::{PredictionView, RenderedAnswer, verdict_name};
use ansatz::{
    Candidate, Commas, Domain, Format, Measurement, NoiseKind, Options, Prediction, ReadOptions,
    Sequence, Terms,
};
use ansatz_expr::math;
use ansatz_expr::sequence::{Alternative, Note, Understood};
use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};

use crate::error::Error;
use crate::input;
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
    /// What commas between digits are; what is likelier if not given.
    #[arg(long, value_enum)]
    commas: Option<CommasName>,
    /// The column of a table that has the terms, from 1; 0 for all numbers.
    #[arg(long)]
    column: Option<usize>,
    #[command(flatten)]
    search: SearchArguments,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Only the best law, in LaTeX.
    #[arg(long, conflicts_with = "json")]
    latex: bool,
}

/// The names of [`Commas`].
#[derive(Clone, Copy, ValueEnum)]
enum CommasName {
    Separate,
    Thousands,
    Decimal,
}

impl From<CommasName> for Commas {
    fn from(name: CommasName) -> Commas {
        match name {
            CommasName::Separate => Commas::Separate,
            CommasName::Thousands => Commas::Thousands,
            CommasName::Decimal => Commas::Decimal,
        }
    }
}

impl Predict {
    /// Prints the answer; an error if there is none.
    pub fn run(&self) -> Result<(), Error> {
        let options = ReadOptions {
            domain: self.float.then_some(Domain::Float),
            commas: self.commas.map(Commas::from),
            column: self.column,
        };
        let sequence = Sequence::read(&self.text()?, &options).map_err(Error::Input)?;
        let options = Options { next: self.next, hold_out: self.hold_out, ..self.search.options() };
        let predictor = self.search.predictor()?;
        self.search.somebody_looks(&predictor)?;
        let mut waiting = Waiting::begin();
        let prediction = predictor.predict_sequence(&sequence, &options, &mut waiting)?;
        drop(waiting);

        let mut out = anstream::stdout().lock();
        if self.json {
            let view = PredictionView::<RenderedAnswer>::from(&prediction);
            let json = serde_json::to_string_pretty(&view).map_err(std::io::Error::from)?;
            writeln!(out, "{json}")?;
        } else if self.latex {
            match prediction.best() {
                Some(best) => writeln!(out, "{}", best.law.render(Format::Latex))?,
                // Not on standard output, where LaTeX is expected.
                None if prediction.fits() => eprintln!("ansatz: {}", Error::Unlikely),
                None => eprintln!("ansatz: {}", Error::NoLaw),
            }
        } else {
            describe(&mut out, &sequence.understood)?;
            print(&mut out, &prediction, &sequence.understood)?;
        }
        for failure in &prediction.failures {
            eprintln!("ansatz: {failure}");
        }
        match prediction.best() {
            Some(_) => Ok(()),
            None if prediction.fits() => Err(Error::Unlikely),
            None => Err(Error::NoLaw),
        }
    }

    fn text(&self) -> Result<String, Error> {
        match &self.file {
            Some(path) => input::file(path),
            None if self.terms.is_empty() => input::standard(),
            None => Ok(self.terms.join(" ")),
        }
    }
}

/// How the terms were read, and how else they can be.
fn describe(out: &mut impl Write, understood: &Understood) -> Result<(), Error> {
    writeln!(out, "{}", paint(&understood.to_string(), dim()))?;
    for note in &understood.notes {
        writeln!(out, "{}", paint(&note.to_string(), dim()))?;
    }
    for alternative in &understood.alternatives {
        let option = match alternative {
            Alternative::Commas { commas: Commas::Separate } => "--commas separate".to_owned(),
            Alternative::Commas { commas: Commas::Thousands } => "--commas thousands".to_owned(),
            Alternative::Commas { commas: Commas::Decimal } => "--commas decimal".to_owned(),
            Alternative::Column { column, .. } => format!("--column {column}"),
        };
        writeln!(out, "{}", paint(&format!("otherwise: {option} ({alternative})"), dim()))?;
    }
    Ok(())
}

fn print(
    out: &mut impl Write,
    prediction: &Prediction,
    understood: &Understood,
) -> Result<(), Error> {
    let Some(best) = prediction.best() else {
        let shown = prediction.shown;
        if prediction.fits() {
            writeln!(out, "laws fit these {shown} terms, but none is more likely right than not")?;
        } else {
            writeln!(out, "no law found for these {shown} terms")?;
        }
        if let Some(guess) = &prediction.guess {
            writeln!(out, "\na guess, without a law, by the {}", guess.found_by.label)?;
            writeln!(out, "next  {}", guess.next)?;
            if let Some(probability) = guess.probability {
                let right = (100.0 * probability).floor();
                writeln!(out, "of 100 such guesses {right} have the next term right")?;
            }
            writeln!(out)?;
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
    if let Some(Note::EvenSteps { first, step, name }) =
        understood.notes.iter().find(|note| matches!(note, Note::EvenSteps { .. }))
        && let Some(law) = best.over_steps(*first, *step)
    {
        let name = name.as_deref().unwrap_or("t");
        writeln!(out, "  = {} of {name}", in_words(&law.to_string(), name))?;
    }
    let initial = best.initial_texts();
    if !initial.is_empty() {
        writeln!(out, "  from {}", initial.join(", "))?;
    }
    if best.law.zeros() > 0 {
        writeln!(out, "  and zeros before")?;
    }
    writeln!(out, "  {}", paint(&best.evidence.verdict.to_string(), verdict_style(best)))?;
    if let Some(probability) = best.probability {
        // Rounded down: nothing here is certain.
        let [next, ten] = [probability.next, probability.ten].map(|share| (100.0 * share).floor());
        writeln!(out, "  of 100 such answers {next} have the next term right, {ten} the next ten")?;
    }
    let exceptional = best.exceptions();
    match best.evidence.exceptions - exceptional.len() {
        0 => {}
        1 => writeln!(out, "  one term at the start is an exception that it does not explain")?,
        count => {
            writeln!(out, "  {count} terms at the start are exceptions: it does not explain them")?
        }
    }
    for index in &exceptional {
        writeln!(out, "  the term for n = {index} is an exception that it does not explain")?;
    }
    if let Some(right) = best.held_out_right {
        writeln!(out, "  {right} of {} hidden terms predicted", prediction.held_out)?;
    }
    if !prediction.filled.is_empty() {
        writeln!(out)?;
    }
    for filled in &prediction.filled {
        writeln!(out, "gap   u({}) = {}", filled.index, filled.value)?;
    }
    match &best.measurement {
        Some(measurement) => measured(out, best, measurement)?,
        None => writeln!(out, "\nnext  {}\n", best.next_texts().join(", "))?,
    }
    table(out, prediction.candidates.iter().take(8))
}

/// A law's text with another name for n, where n stands alone.
fn in_words(law: &str, name: &str) -> String {
    let words = law.split_inclusive(|c: char| !c.is_alphanumeric());
    words
        .map(|word| match word.strip_prefix('n') {
            Some(rest) if !rest.starts_with(char::is_alphanumeric) => format!("{name}{rest}"),
            _ => word.to_owned(),
        })
        .collect()
}

/// How well the constants and the next terms of a law with noise are known.
fn measured(out: &mut impl Write, law: &Candidate, known: &Measurement) -> Result<(), Error> {
    let constants: Vec<String> = known
        .constants
        .iter()
        .map(|constant| format!("{} ± {}", constant.value, digits(constant.standard_error)))
        .collect();
    if !constants.is_empty() {
        writeln!(out, "  constants {}", constants.join(", "))?;
    }
    match known.kind {
        NoiseKind::Absolute => writeln!(out, "  noise ± {}", digits(known.deviation))?,
        NoiseKind::Relative => writeln!(out, "  noise ± {} %", digits(100.0 * known.deviation))?,
    }
    if !known.outliers.is_empty() {
        let places: Vec<String> = known.outliers.iter().map(usize::to_string).collect();
        writeln!(out, "  outliers at n = {}", places.join(", "))?;
    }
    let Terms::Floats(next) = &law.next else { return Ok(()) };
    let next: Vec<String> = next
        .iter()
        .zip(&known.intervals)
        .map(|(term, [low, high])| {
            let half = 0.5 * (high - low);
            format!("{} ± {}", supported(*term, half), digits(half))
        })
        .collect();
    writeln!(out, "\nnext  {}  (90 %)\n", next.join(", "))?;
    Ok(())
}

/// Two digits of an error.
fn digits(error: f64) -> String {
    supported(error, error)
}

/// A number with the digits that an error leaves, to the second of its own.
fn supported(value: f64, error: f64) -> String {
    if !(error > 0.0 && error.is_finite()) {
        return value.to_string();
    }
    let places = 1 - math::log10(error).floor() as i32;
    match usize::try_from(places) {
        Ok(places) => format!("{value:.places$}"),
        Err(_) => {
            let unit = 10f64.powi(-places);
            format!("{:.0}", (value / unit).round() * unit)
        }
    }
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
    let columns = console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    for (index, row) in std::iter::once(&header).chain(&rows).enumerate() {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        let line = cells.join("  ");
        let style = if index == 0 { dim() } else { Style::new() };
        writeln!(out, "{}", paint(&fitted(line.trim_end(), columns), style))?;
    }
    Ok(())
}

/// A line that a terminal of so many columns does not break.
fn fitted(line: &str, columns: Option<usize>) -> String {
    match columns.filter(|&columns| columns > 0 && line.chars().count() > columns) {
        Some(columns) => line.chars().take(columns - 1).chain(['…']).collect(),
        None => line.to_owned(),
    }
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

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn lines_fit_the_terminal() {
        assert_eq!(fitted("u(n-1) + 1", None), "u(n-1) + 1");
        assert_eq!(fitted("u(n-1) + 1", Some(10)), "u(n-1) + 1");
        assert_eq!(fitted("u(n-1) + 1", Some(6)), "u(n-1…");
        assert_eq!(fitted("u(n-1) + 1", Some(0)), "u(n-1) + 1");
    }
}
