//! `ansatz batch`: many sequences, one line each, in order.
//!
//! What is written for a line depends on that line alone. So the input can be
//! cut anywhere, its parts can go to other machines, and the answers put one
//! after the other are those of the whole.

use std::io::{BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ansatz::view::{Answer, PredictionView};
use ansatz::{Commas, Domain, Options, Predictor, ReadOptions, Sequence};
use ansatz_expr::sequence::{MAX_TEXT, Source};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::search::SearchArguments;

/// So many lines are looked at together, if so many have come.
const BLOCK: usize = 1024;
/// Integers from here on are rounded by most who write JSON numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads sequences from standard input, one a line, and writes one JSON object a
/// line: the answer, or what is wrong with that line.
#[derive(Args)]
#[command(after_help = "A line is one of\n  \
    1, 1, 2, 3, 5, 8             what `ansatz predict` reads\n  \
    A000045<TAB>…<TAB>1,1,2,3    tab-separated: an id first, the terms last\n  \
    {\"id\": 7, \"terms\": [1, 1, 2, 3]}   JSON; terms may be strings\n  \
    [1, 1, 2, 3]                 JSON\n\n\
    Examples:\n  \
    ansatz batch < sequences.txt > laws.jsonl\n  \
    zcat oeis.tsv.gz | ansatz batch --effort quick --next 3")]
pub struct Batch {
    /// How many further terms to give.
    #[arg(long, default_value_t = 10)]
    next: usize,
    /// How many laws a line.
    #[arg(long, default_value_t = 1)]
    candidates: usize,
    /// Take the terms as floats even if all are whole.
    #[arg(long)]
    float: bool,
    #[command(flatten)]
    search: SearchArguments,
}

/// What is written for a line.
#[derive(Serialize)]
struct Line {
    /// As it was given, if it was.
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    found: Option<Found>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    /// How the terms were read.
    understood: String,
    notes: Vec<String>,
    /// Whether the first candidate is an answer, or merely the best there is.
    answered: bool,
    #[serde(flatten)]
    prediction: PredictionView<Answer>,
}

impl Batch {
    /// Answers line by line until the input ends.
    pub fn run(&self) -> Result<(), Error> {
        let predictor = self.search.predictor()?;
        self.search.somebody_looks(&predictor)?;
        let options =
            Options { next: self.next, candidates: self.candidates, ..self.search.options() };
        // What is wrong with the options is wrong with every line.
        predictor.predict(&vec![0.0; Predictor::LEAST_TERMS].into(), &options, &mut ())?;
        let mut input = BufReader::with_capacity(1 << 20, std::io::stdin().lock());
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        loop {
            let block = next_block(&mut input)?;
            if block.is_empty() {
                return Ok(());
            }
            let answers: Vec<String> =
                block.par_iter().map(|line| self.answer(line, &predictor, &options)).collect();
            for answer in answers {
                writeln!(out, "{answer}")?;
            }
            // Whoever waits for these before sending more must get them.
            out.flush()?;
        }
    }

    fn answer(&self, line: &[u8], predictor: &Predictor, options: &Options) -> String {
        let mut id = Value::Null;
        let found = guarded(|| self.look(line, &mut id, predictor, options));
        let (found, error) = match found {
            Ok(found) => (Some(found), None),
            Err(problem) => (None, Some(problem)),
        };
        // Strings and finite numbers always serialise.
        serde_json::to_string(&Line { id, error, found }).unwrap_or_default()
    }

    fn look(
        &self,
        line: &[u8],
        id: &mut Value,
        predictor: &Predictor,
        options: &Options,
    ) -> Result<Found, String> {
        let limit = MAX_TEXT;
        if line.len() > limit {
            return Err(ansatz_expr::Error::TextTooLong { bytes: line.len(), limit }.to_string());
        }
        let line = std::str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned())?;
        let (text, commas) = terms_of(line, id)?;
        let domain = self.float.then_some(Domain::Float);
        let reading = ReadOptions { domain, commas, column: None };
        let sequence = Sequence::read(&text, &reading).map_err(|error| error.to_string())?;
        if let (Source::Oeis { anumber, .. }, Value::Null) = (sequence.understood.source, &*id) {
            *id = Value::String(format!("A{anumber:06}"));
        }
        let prediction = predictor
            .predict_sequence(&sequence, options, &mut ())
            .map_err(|error| error.to_string())?;
        Ok(Found {
            understood: sequence.understood.to_string(),
            notes: sequence.understood.notes.iter().map(ToString::to_string).collect(),
            answered: prediction.best().is_some(),
            prediction: (&prediction).into(),
        })
    }
}

/// What a line's work gives. A mistake of ours in one line must not cost the others:
/// where panics unwind, one is an error of its line. What the lines share is only
/// read, so nothing half-done is seen later.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(format!("internal error: {}", text.unwrap_or("a panic")))
    })
}

/// The lines that have come, at least one unless the input has ended. No more
/// of a line is kept than shows that it is too long.
fn next_block(input: &mut BufReader<impl Read>) -> Result<Vec<Vec<u8>>, Error> {
    let mut lines = Vec::new();
    while lines.len() < BLOCK && (lines.is_empty() || input.buffer().contains(&b'\n')) {
        let mut line = Vec::new();
        input.by_ref().take(MAX_TEXT as u64 + 2).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() > MAX_TEXT {
            input.skip_until(b'\n')?;
        }
        lines.push(line);
    }
    Ok(lines)
}

/// The text of the terms, and what commas are in it where that is known.
fn terms_of(line: &str, id: &mut Value) -> Result<(String, Option<Commas>), String> {
    let line = line.trim();
    if line.starts_with('{') && line.contains('"') {
        let mut object: Value =
            serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
        *id = ["id", "name"].iter().find_map(|key| object.get(key)).cloned().unwrap_or_default();
        return match object.get_mut("terms").map(Value::take) {
            Some(Value::Array(terms)) => Ok((list(&terms)?, Some(Commas::Separate))),
            Some(Value::String(text)) => Ok((text, None)),
            _ => Err("no list `terms` in the object".to_owned()),
        };
    }
    if let Ok(Value::Array(terms)) = serde_json::from_str(line) {
        return Ok((list(&terms)?, Some(Commas::Separate)));
    }
    let mut columns = line.split('\t');
    match (columns.next(), columns.next_back()) {
        (Some(first), Some(last)) => {
            *id = Value::String(first.to_owned());
            Ok((last.to_owned(), None))
        }
        _ => Ok((line.to_owned(), None)),
    }
}

fn list(terms: &[Value]) -> Result<String, String> {
    let texts = terms.iter().map(|term| match term {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => {
            let rounded = number.is_f64() && number.as_f64().is_some_and(|v| v.abs() >= EXACT);
            match rounded {
                true => Err(format!("{number} may have lost digits: write it as a string")),
                false => Ok(number.to_string()),
            }
        }
        other => Err(format!("{other} is not a number")),
    });
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_its_line() {
        let lines = ["one", "two", "three"];
        let looked: Vec<Result<usize, String>> = lines
            .par_iter()
            .map(|&line| {
                guarded(|| match line {
                    "one" => panic!("out of bounds"),
                    "two" => std::panic::panic_any(17),
                    _ => Ok(line.len()),
                })
            })
            .collect();
        let error = |text: &str| Err(format!("internal error: {text}"));
        assert_eq!(looked, [error("out of bounds"), error("a panic"), Ok(5)]);
        assert_eq!(guarded(|| Err::<(), _>("no numbers".to_owned())), Err("no numbers".to_owned()));
        let index = 7;
        let told = guarded::<()>(|| panic!("no row {index}"));
        assert_eq!(told, Err("internal error: no row 7".to_owned()));
    }
}
