//! `ansatz evaluate`: how often we are right, on a test bed.

mod read;
mod report;

use std::path::PathBuf;
use std::time::Instant;

use ansatz::{Options, Prediction, Predictor};
use ansatz_expr::{Int, Terms};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::error::Error;
use crate::search::SearchArguments;
use read::Row;
use report::{Outcome, Report};

/// Measures accuracy on a test bed.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    ansatz evaluate oeis easy_first10000.tsv.gz --inputs 15 --predict 10\n  \
    ansatz evaluate oeis easy_first10000.tsv.gz --limit 500 --proposers classical --json\n  \
    ansatz evaluate indomain int_ops5.jsonl.gz --tsv rows.tsv")]
pub struct Evaluate {
    #[command(subcommand)]
    bed: Bed,
}

#[derive(Subcommand)]
enum Bed {
    /// A table of OEIS sequences: A-number, keywords, offset, name, terms.
    Oeis {
        /// The file, .tsv or .tsv.gz.
        file: PathBuf,
        /// How many terms to show.
        #[arg(long, default_value_t = 15)]
        inputs: usize,
        /// How many terms must be right.
        #[arg(long, default_value_t = 10)]
        predict: usize,
        #[command(flatten)]
        common: Common,
    },
    /// Sequences of the paper's generator, as JSON lines.
    Indomain {
        /// The file, .jsonl or .jsonl.gz.
        file: PathBuf,
        /// The largest relative error of a term that counts as right.
        #[arg(long, default_value_t = 1e-10)]
        tolerance: f64,
        /// Floats: show all digits, where the paper's encoder sees four.
        #[arg(long)]
        all_digits: bool,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Args)]
struct Common {
    #[command(flatten)]
    search: SearchArguments,
    /// Only so many rows, drawn at random.
    #[arg(long)]
    limit: Option<usize>,
    /// What the draw depends on.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Write every row to this file.
    #[arg(long)]
    tsv: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Evaluate {
    /// Evaluates all rows on all cores and prints the figures.
    pub fn run(&self) -> Result<(), Error> {
        let (rows, tolerance, common) = match &self.bed {
            Bed::Oeis { file, inputs, predict, common } => {
                (read::oeis(file, *inputs, *predict)?, 0.0, common)
            }
            Bed::Indomain { file, tolerance, all_digits, common } => {
                (read::indomain(file, *all_digits)?, *tolerance, common)
            }
        };
        let rows = read::sample(rows, common.limit, common.seed);
        let predictor = common.search.predictor()?;
        let bar = progress(rows.len());
        let outcomes: Vec<Outcome> = rows
            .par_iter()
            .map(|row| {
                let outcome = evaluate(&predictor, row, tolerance, &common.search);
                bar.inc(1);
                outcome
            })
            .collect::<Result<_, Error>>()?;
        bar.finish_and_clear();
        if let Some(path) = &common.tsv {
            report::write_tsv(path, &rows, &outcomes)?;
        }
        Report::new(&rows, &outcomes).print(common.json)
    }
}

fn evaluate(
    predictor: &Predictor,
    row: &Row,
    tolerance: f64,
    search: &SearchArguments,
) -> Result<Outcome, Error> {
    let options = Options {
        // Verified answers are judged by ten terms, however few are asked for.
        next: row.next.len().max(row.beyond.len()),
        candidates: 1,
        ..search.options()
    };
    let start = Instant::now();
    let prediction = predictor.predict(&row.terms, &options, &mut ())?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok(outcome(row, tolerance, &prediction, milliseconds))
}

fn outcome(row: &Row, tolerance: f64, prediction: &Prediction, milliseconds: f64) -> Outcome {
    let Some(best) = prediction.best() else {
        return Outcome { milliseconds, ..Outcome::default() };
    };
    Outcome {
        answered: true,
        right: agrees(&best.next, &row.next, tolerance),
        verified: best.evidence.verdict == "verified",
        right_beyond: agrees(&best.next, &row.beyond, tolerance),
        formula: best.formula.clone(),
        found_by: best.found_by.join(", "),
        spare: best.evidence.spare,
        margin_bits: best.evidence.term_bits - best.evidence.law_bits,
        milliseconds,
    }
}

/// Whether every true term is predicted; a zero must be met exactly.
fn agrees(predicted: &[String], truth: &Terms, tolerance: f64) -> bool {
    if predicted.len() < truth.len() {
        return false;
    }
    match truth {
        Terms::Integers(truth) => truth.iter().zip(predicted).all(|(truth, text)| {
            let Ok(value) = text.parse::<Int>() else { return false };
            value == *truth || within(value.to_f64(), truth.to_f64(), tolerance)
        }),
        Terms::Floats(truth) => truth
            .iter()
            .zip(predicted)
            .all(|(&truth, text)| text.parse().is_ok_and(|value| within(value, truth, tolerance))),
    }
}

fn within(value: f64, truth: f64, tolerance: f64) -> bool {
    if truth == 0.0 { value == 0.0 } else { ((value - truth) / truth).abs() <= tolerance }
}

fn progress(rows: usize) -> ProgressBar {
    let bar = ProgressBar::new(rows as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} rows, {eta} left") {
        bar.set_style(style);
    }
    bar
}
