//! `ansatz calibrate`: fits the probabilities of answers to sequences whose
//! further terms are known.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use ansatz::{Candidate, Features, Options, Predictor, Terms, fingerprint};
use ansatz_gen::{GenConfig, Generator, rounded};
use clap::Args;
use rayon::prelude::*;

use crate::error::Error;
use crate::evaluate::read::{self, Row};
use crate::search::SearchArguments;

/// How many laws of a sequence are looked at: those that are never shown need
/// no probability.
const LAWS: usize = 8;

/// As many terms are to be right.
const TEN: usize = 10;

/// How strongly coefficients are drawn to zero.
const RIDGE: f64 = 2.0;

/// Steps of Newton's method; it has long converged.
const STEPS: usize = 25;

/// Fits the probabilities of answers and writes the coefficients.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    ansatz calibrate calibration.tsv.gz --out crates/search/src/probability/model.tsv")]
pub struct Calibrate {
    /// OEIS tables, .tsv or .tsv.gz, that are in no test bed.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many terms to show, separated by commas: each sequence is shown in
    /// each of these lengths.
    #[arg(long, value_delimiter = ',', default_values_t = [10, 15, 20, 25])]
    inputs: Vec<usize>,
    /// How many sequences of the paper's generator to add, as many integer as
    /// float ones.
    #[arg(long, default_value_t = 1000)]
    generated: u64,
    /// What the draw depends on.
    #[arg(long, default_value_t = 71)]
    seed: u64,
    /// Where to write the coefficients.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    search: SearchArguments,
}

/// A law, and whether it was right.
struct Case {
    features: Features,
    /// On the next term, and on the next ten.
    right: [bool; 2],
}

impl Calibrate {
    /// Looks for laws of all sequences on all cores, fits, writes.
    pub fn run(&self) -> Result<(), Error> {
        let predictor = self.search.predictor()?;
        let mut rows = Vec::new();
        for file in &self.files {
            for &inputs in &self.inputs {
                rows.extend(read::oeis(file, inputs, TEN)?);
            }
        }
        let listed = rows.len();
        rows.extend(self.draw()?);
        let options = Options { candidates: LAWS, ..self.search.options() };
        let cases: Vec<Vec<Case>> = rows
            .par_iter()
            .map(|row| cases(&predictor, &options, row))
            .collect::<Result<_, Error>>()?;
        let cases: Vec<Case> = cases.into_iter().flatten().collect();
        let fit = Fit::new(&cases);
        let text = format!(
            "# Fitted by `ansatz calibrate` to {} laws of {listed} beginnings of OEIS sequences\n\
             # ({:?} terms) and of {} generated ones.\n# fingerprint {}\n{}",
            cases.len(),
            self.inputs,
            rows.len() - listed,
            fingerprint(),
            fit.lines()
        );
        std::fs::write(&self.out, text).map_err(|error| Error::output(&self.out, &error))?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{} laws of {} sequences", cases.len(), rows.len())?;
        for (place, name) in ["next term", "next ten"].into_iter().enumerate() {
            let (loss, base) = fit.loss(&cases, place);
            writeln!(out, "{name:<10} {loss:.3} bits a law are left of {base:.3}")?;
        }
        Ok(())
    }

    /// Sequences of the paper's generator; floats with all digits and with four.
    fn draw(&self) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::new();
        for config in [GenConfig::integer(), GenConfig::float()] {
            let generator = Generator::new(config, self.seed)?;
            for index in 0..self.generated / 2 {
                let example = generator.example(index)?;
                let four = example.continued_from(rounded(&example.terms, 4));
                let four = four.filter(|_| index % 2 == 0);
                let example = four.unwrap_or(example);
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
}

fn cases(predictor: &Predictor, options: &Options, row: &Row) -> Result<Vec<Case>, Error> {
    let prediction = predictor.predict(&row.terms, options, &mut ())?;
    let case = |law: &Candidate| {
        let errors = crate::evaluate::errors(&law.next, &row.truth);
        let tolerance = match row.terms {
            Terms::Integers(_) => 0.0,
            Terms::Floats(_) => 1e-6,
        };
        let right =
            [1, TEN].map(|count| errors.iter().take(count).all(|error| *error <= tolerance));
        Some(Case { features: law.features?, right })
    };
    Ok(prediction.candidates.iter().filter_map(case).collect())
}

/// Two logistic regressions on the same columns.
struct Fit {
    /// The names of the columns.
    names: Vec<String>,
    /// The places of proposers among them.
    by: BTreeMap<&'static str, usize>,
    weights: [Vec<f64>; 2],
}

impl Fit {
    fn new(cases: &[Case]) -> Fit {
        let mut names: Vec<String> = Features::NAMES.map(str::to_owned).into();
        let mut by = BTreeMap::new();
        for case in cases {
            by.entry(case.features.by).or_insert(0);
        }
        for (id, place) in &mut by {
            *place = names.len();
            names.push(format!("by {id}"));
        }
        let mut fit = Fit { names, by, weights: [Vec::new(), Vec::new()] };
        fit.weights = [0, 1].map(|place| fit.newton(cases, place));
        fit
    }

    /// The columns of a law that are not zero.
    fn columns(&self, features: &Features) -> Vec<(usize, f64)> {
        let values = features.values.iter().copied().enumerate();
        values.chain(self.by.get(features.by).map(|&place| (place, 1.0))).collect()
    }

    /// Newton's method for one of the two.
    fn newton(&self, cases: &[Case], place: usize) -> Vec<f64> {
        let size = self.names.len();
        let mut weights = vec![0.0; size];
        for _ in 0..STEPS {
            let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
            let mut curvature = vec![0.0; size * size];
            for at in 0..size {
                curvature[at * size + at] = RIDGE;
            }
            for case in cases {
                let columns = self.columns(&case.features);
                let share = probability(&weights, &columns);
                let error = f64::from(u8::from(case.right[place])) - share;
                for &(row, value) in &columns {
                    gradient[row] += error * value;
                    for &(column, other) in &columns {
                        curvature[row * size + column] += share * (1.0 - share) * value * other;
                    }
                }
            }
            let step = solve(curvature, gradient);
            for (weight, step) in weights.iter_mut().zip(step) {
                *weight += step;
            }
        }
        weights
    }

    fn lines(&self) -> String {
        let [next, ten] = &self.weights;
        let line =
            |((name, next), ten): ((&String, &f64), &f64)| format!("{name}\t{next:.4}\t{ten:.4}\n");
        self.names.iter().zip(next).zip(ten).map(line).collect()
    }

    /// Bits that it takes to say which laws are right, with the probabilities
    /// and with nothing but their mean.
    fn loss(&self, cases: &[Case], place: usize) -> (f64, f64) {
        let count = cases.len().max(1) as f64;
        let bits = |share: f64, right: bool| -(if right { share } else { 1.0 - share }).log2();
        let right = cases.iter().filter(|case| case.right[place]).count() as f64 / count;
        let told = |case: &Case| {
            let share = probability(&self.weights[place], &self.columns(&case.features));
            bits(share, case.right[place])
        };
        let plain = |case: &Case| bits(right, case.right[place]);
        (cases.iter().map(told).sum::<f64>() / count, cases.iter().map(plain).sum::<f64>() / count)
    }
}

fn probability(weights: &[f64], columns: &[(usize, f64)]) -> f64 {
    let score: f64 = columns.iter().map(|&(place, value)| weights[place] * value).sum();
    1.0 / (1.0 + (-score).exp())
}

/// Solves a system with a positive definite matrix by elimination.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row * size + pivot] / matrix[pivot * size + pivot];
            if factor != 0.0 {
                for column in pivot..size {
                    matrix[row * size + column] -= factor * matrix[pivot * size + column];
                }
                right[row] -= factor * right[pivot];
            }
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row * size + at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
    right
}
