//! `ansatz calibrate-guess`: fits how likely terms are that no law stands behind.

use std::io::Write;
use std::path::PathBuf;

use ansatz::{Domain, GuessFeatures, Options, Predictor, Terms};
use ansatz_gen::{GenConfig, Generator, rounded};
use clap::Args;
use rayon::prelude::*;

use super::logistic::{self, Example};
use crate::error::Error;
use crate::evaluate::read::{self, Row};
use crate::search::SearchArguments;

/// How strongly coefficients are drawn to zero.
const RIDGE: f64 = 2.0;

/// Columns of the file.
const COLUMNS: [&str; 4] =
    ["integers by rules", "integers by network", "floats by rules", "floats by network"];

/// Fits the probabilities of guesses, where no law is an answer, and writes the
/// coefficients: those by simple rules alone, and those by the numeric networks that are
/// there.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    ansatz calibrate-guess calibration.tsv.gz --out crates/search/src/probability/guess.tsv")]
pub struct CalibrateGuess {
    /// OEIS tables, .tsv or .tsv.gz, that are in no test bed.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many terms to show, separated by commas: each sequence is shown in
    /// each of these lengths.
    #[arg(long, value_delimiter = ',', default_values_t = [12, 15, 25])]
    inputs: Vec<usize>,
    /// Only so many rows of each table and length, drawn at random.
    #[arg(long)]
    limit: Option<usize>,
    /// How many sequences of the paper's generator to add, as many integer as
    /// float ones.
    #[arg(long, default_value_t = 1000)]
    generated: u64,
    /// What the draws depend on.
    #[arg(long, default_value_t = 72)]
    seed: u64,
    /// Where to write the coefficients.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    search: SearchArguments,
}

/// Terms that might have been the next one of a sequence, and whether each was.
struct Case {
    domain: Domain,
    options: Vec<(GuessFeatures, bool)>,
}

impl CalibrateGuess {
    /// Looks for laws on all cores, guesses where there is none, fits, writes.
    pub fn run(&self) -> Result<(), Error> {
        let predictor = self.search.predictor()?;
        let mut rows = Vec::new();
        for file in &self.files {
            for &inputs in &self.inputs {
                let (found, _) = read::oeis(file, inputs, 1)?;
                rows.extend(read::sample(found, self.limit, self.seed));
            }
        }
        let listed = rows.len();
        rows.extend(draw(self.generated, self.seed)?);
        let options = Options {
            proposers: self.search.options().proposers.with("numeric", false),
            ..self.search.options()
        };
        let cases: Vec<Vec<Case>> = rows
            .par_iter()
            .map(|row| guesses(&predictor, &options, row))
            .collect::<Result<_, Error>>()?;
        let cases: Vec<Case> = cases.into_iter().flatten().collect();
        let mut out = std::io::stdout().lock();
        let mut columns = Vec::new();
        for (column, name) in COLUMNS.into_iter().enumerate() {
            let of_column = |case: &&Case| {
                let by_network = case.options.first().is_some_and(|(told, _)| told.by_network);
                (2 * usize::from(case.domain == Domain::Float) + usize::from(by_network)) == column
            };
            let chosen: Vec<&Case> = cases.iter().filter(of_column).collect();
            let examples: Vec<Example> = chosen
                .iter()
                .flat_map(|case| &case.options)
                .map(|(told, right)| Example {
                    columns: told.values.into_iter().enumerate().collect(),
                    right: *right,
                })
                .collect();
            // What nothing was guessed by stays as it is.
            let mut weights = GuessFeatures::coefficients(column).to_vec();
            if !examples.is_empty() {
                weights = logistic::fit(&examples, GuessFeatures::COUNT, RIDGE);
                let [loss, base] = logistic::loss(&examples, &weights);
                writeln!(
                    out,
                    "{name}: {} sequences, {loss:.3} bits an option are left of {base:.3}",
                    chosen.len()
                )?;
            }
            columns.push(weights);
        }
        let mut text = format!(
            "# Fitted by `ansatz calibrate-guess` to {listed} beginnings of OEIS sequences ({:?}\n\
             # terms) and {} generated ones, of which {} had no law as an answer.\n\
             # Integers by rules alone, by the network; floats likewise.\n",
            self.inputs,
            rows.len() - listed,
            cases.len()
        );
        for (place, name) in GuessFeatures::NAMES.iter().enumerate() {
            let numbers: Vec<String> =
                columns.iter().map(|weights| format!("{:.4}", weights[place])).collect();
            text.push_str(&format!("{name}\t{}\n", numbers.join("\t")));
        }
        std::fs::write(&self.out, text).map_err(|error| Error::output(&self.out, &error))?;
        Ok(())
    }
}

/// Sequences of the paper's generator, as many integer as float ones; of the floats every
/// second one with four digits.
fn draw(count: u64, seed: u64) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for config in [GenConfig::integer(), GenConfig::float()] {
        let generator = Generator::new(config, seed)?;
        for index in 0..count / 2 {
            let example = generator.example(index)?;
            let four = example.continued_from(rounded(&example.terms, 4));
            let example = four.filter(|_| index % 2 == 0).unwrap_or(example);
            rows.push(Row {
                name: index.to_string(),
                keywords: Vec::new(),
                asked: example.next.len(),
                terms: example.terms,
                truth: example.next,
                law: None,
            });
        }
    }
    Ok(rows)
}

/// What the rules, and the network if there is one, say where no law is an answer.
fn guesses(predictor: &Predictor, options: &Options, row: &Row) -> Result<Vec<Case>, Error> {
    let prediction = predictor.predict(&row.terms, options, &mut ())?;
    if prediction.best().is_some() {
        return Ok(Vec::new());
    }
    let tolerance = match row.terms {
        Terms::Integers(_) => 0.0,
        Terms::Floats(_) => 1e-6,
    };
    let case = |predictor: &Predictor| -> Result<Case, Error> {
        let options = predictor.next_options(&row.terms, &prediction.candidates)?;
        let right = |value: &Terms| {
            let errors = value.relative_errors(&row.truth);
            errors.first().is_some_and(|error| *error <= tolerance)
        };
        Ok(Case {
            domain: row.terms.domain(),
            options: options.iter().map(|(value, told)| (*told, right(value))).collect(),
        })
    };
    let mut cases = vec![case(&Predictor::new())?];
    if predictor.guesses_by_network(row.terms.domain()) {
        cases.push(case(predictor)?);
    }
    Ok(cases)
}
