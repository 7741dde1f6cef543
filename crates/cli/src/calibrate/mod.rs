//! `ansatz calibrate`: fits the probabilities of answers to sequences whose
//! further terms are known.

mod choice;
mod everyday;
mod guess;
mod logistic;
mod minimize;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use ansatz::{
    Candidate, Continuation, Domain, Entry, Features, Int, Options, Predictor, ProbabilityModel,
    Terms, fingerprint,
};
use ansatz_gen::{GenConfig, Generator, Noise, rounded};
use choice::{Question, Weights};
use clap::{Args, ValueEnum};
pub use guess::CalibrateGuess;
use rayon::prelude::*;

use crate::error::Error;
use crate::evaluate::read::{self, Row};
use crate::search::SearchArguments;

/// How many laws of a sequence are looked at at most: so many agree or disagree.
const LAWS: usize = 64;

/// As many terms are to be right.
const TEN: usize = 10;

/// The noise on some generated sequences, relative to the terms.
const NOISE: f64 = 0.02;

/// Fits the probabilities of answers and writes the coefficients: to the sequences of the
/// files, to famous ones, and to generated ones.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    ansatz calibrate calibration.tsv.gz --out crates/search/src/probability")]
pub struct Calibrate {
    /// OEIS tables, .tsv or .tsv.gz, that are in no test bed.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many terms to show, separated by commas: each sequence is shown in
    /// each of these lengths.
    #[arg(long, value_delimiter = ',', default_values_t = [5, 7, 10, 15, 25])]
    inputs: Vec<usize>,
    /// How many integer and how many float sequences of the paper's generator to
    /// add. One in eight has noise on its last terms: no law of it is right. One in
    /// sixteen of integers has a misprint in the middle.
    #[arg(long, default_value_t = 1500)]
    generated: u64,
    /// What the draw depends on.
    #[arg(long, default_value_t = 71)]
    seed: u64,
    /// The folder to write the coefficients to, integers.tsv and floats.tsv.
    #[arg(long)]
    out: PathBuf,
    /// Fit those of integers or of floats only.
    #[arg(long)]
    only: Option<Kind>,
    /// Where to write every law with what speaks for it and whether it was right,
    /// as a table, to look at other models.
    #[arg(long)]
    cases: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArguments,
}

/// A law, and whether it was right.
struct Case {
    features: Features,
    /// The next term that it predicts.
    next: String,
    /// Whether it may be given as an answer.
    is_answer: bool,
    /// On the next term, and on the next ten.
    right: [bool; 2],
}

/// Kinds of terms, each with coefficients of its own.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Integers,
    Floats,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::Integers, Kind::Floats];

    fn name(self) -> &'static str {
        match self {
            Kind::Integers => "integers",
            Kind::Floats => "floats",
        }
    }

    fn domain(self) -> Domain {
        match self {
            Kind::Integers => Domain::Integer,
            Kind::Floats => Domain::Float,
        }
    }
}

impl Calibrate {
    /// Looks for laws of all sequences on all cores, fits, writes.
    pub fn run(&self) -> Result<(), Error> {
        let predictor = self.search.predictor()?;
        let mut table = self.cases.as_deref().map(table::Table::create).transpose()?;
        for kind in Kind::ALL.into_iter().filter(|kind| self.only.is_none_or(|only| only == *kind))
        {
            let mut rows = Vec::new();
            if kind == Kind::Integers {
                rows = self.listed()?;
            }
            let listed = rows.len();
            if kind == Kind::Integers {
                rows.extend(self.famous());
            }
            rows.extend(self.draw(kind)?);
            let options = Options { candidates: LAWS, ..self.search.options() };
            let cases: Vec<Vec<Case>> = rows
                .par_iter()
                .map(|row| cases(&predictor, &options, row))
                .collect::<Result<_, Error>>()?;
            if let Some(table) = &mut table {
                table.write(&rows, &cases)?;
            }
            self.fit(kind, &cases, listed)?;
        }
        Ok(())
    }

    /// Fits, writes the file and says how much it tells.
    fn fit(&self, kind: Kind, cases: &[Vec<Case>], listed: usize) -> Result<(), Error> {
        let count: usize = cases.iter().map(Vec::len).sum();
        let fit = Fit::new(cases);
        let generated = cases.len() - listed;
        let listed = match listed {
            0 => String::new(),
            _ => format!(" of {listed} beginnings of OEIS sequences ({:?} terms) and", self.inputs),
        };
        let text = format!(
            "# Fitted by `ansatz calibrate` to {count} laws{listed} of {generated} famous and generated sequences.\n\
             # fingerprint {}\n{}",
            fingerprint(kind.domain()),
            fit.text
        );
        let path = self.out.join(kind.name()).with_extension("tsv");
        std::fs::write(&path, text).map_err(|error| Error::output(&path, &error))?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{count} laws of {} sequences of {}", cases.len(), kind.name())?;
        for (name, [loss, base]) in [("next term", fit.next), ("next ten", fit.ten)] {
            writeln!(out, "{name:<10} {loss:.3} bits a case are left of {base:.3}")?;
        }
        Ok(())
    }

    /// The beginnings of the sequences in the files.
    fn listed(&self) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::new();
        for file in &self.files {
            for &inputs in &self.inputs {
                rows.extend(read::oeis(file, inputs, TEN)?.0);
            }
        }
        Ok(rows)
    }

    /// The beginnings of the famous sequences, which are what people type first.
    fn famous(&self) -> Vec<Row> {
        let beginning = |entry: &Entry, inputs: usize| {
            let mut terms = entry.law.initial().to_vec();
            let wanted = (inputs + TEN).saturating_sub(terms.len());
            // Where the terms end early, there are too few.
            let _ = entry.law.extend(&mut terms, wanted);
            terms.truncate(inputs + TEN);
            let truth = terms.split_off(inputs.min(terms.len()));
            (truth.len() == TEN).then(|| Row {
                name: entry.number.to_owned(),
                keywords: Vec::new(),
                asked: TEN,
                terms: Terms::Integers(terms),
                truth: Terms::Integers(truth),
                law: None,
            })
        };
        let entries = || Entry::all().iter();
        self.inputs
            .iter()
            .flat_map(|&inputs| entries().filter_map(move |entry| beginning(entry, inputs)))
            .collect()
    }

    /// Sequences of the paper's generator; floats with all digits and, two in three, with
    /// four, and as many integers or short decimals of everyday. Some are shown only in
    /// part: people give few terms.
    fn draw(&self, kind: Kind) -> Result<Vec<Row>, Error> {
        let config = match kind {
            Kind::Integers => GenConfig::integer(),
            Kind::Floats => GenConfig::float(),
        };
        // A recurrence goes on from a misprint as from any term: only functions of n have
        // exceptions in the middle.
        let functions = Generator::new(config.clone(), self.seed + 1)?;
        let mut functions = functions
            .stream(0)
            .filter(|example| example.as_ref().map_or(true, |example| example.degree == 0));
        let has_misprint = |index: u64| kind == Kind::Integers && index % 16 == 1;
        let generator = Generator::new(config, self.seed)?;
        let mut rows = Vec::new();
        for index in 0..self.generated {
            let function = has_misprint(index).then(|| functions.next()).flatten();
            let example = function.unwrap_or_else(|| generator.example(index))?;
            let shown = match index % 8 {
                3 | 5 => example.terms.first(5 + index as usize / 8 % 5),
                _ => example.terms.clone(),
            };
            let has_four = kind == Kind::Floats && index % 3 != 0;
            let shown = if has_four { rounded(&shown, 4) } else { shown };
            // A law that has no value there is shown as it is.
            let example = example.continued_from(shown).unwrap_or(example);
            let terms = match index % 8 {
                7 => Noise::Fixed(NOISE).apply(&example.terms, self.seed, index),
                _ if has_misprint(index) => misprinted(&example.terms, index),
                _ => example.terms,
            };
            let truth = example.next;
            rows.push(match kind {
                Kind::Integers => everyday::integers(self.seed, index),
                Kind::Floats => everyday::row(self.seed, index),
            });
            rows.push(Row {
                name: index.to_string(),
                keywords: Vec::new(),
                asked: truth.len(),
                terms,
                truth,
                law: None,
            });
        }
        Ok(rows)
    }
}

/// Integers with one of them, in the middle third, a little off.
fn misprinted(terms: &Terms, index: u64) -> Terms {
    let Terms::Integers(terms) = terms else { return terms.clone() };
    let (mut terms, third) = (terms.clone(), (terms.len() / 3).max(1));
    let place = third + index as usize / 16 % third;
    if let Some(term) = terms.get_mut(place)
        && let Some(other) = term.checked_add(Int::from(1 + index as i64 / 16 % 9))
    {
        *term = other;
    }
    Terms::Integers(terms)
}

fn cases(predictor: &Predictor, options: &Options, row: &Row) -> Result<Vec<Case>, Error> {
    let prediction = predictor.predict(&row.terms, options, &mut ())?;
    let case = |law: &Candidate| {
        let errors = law.next.relative_errors(&row.truth);
        let tolerance = match row.terms {
            Terms::Integers(_) => 0.0,
            Terms::Floats(_) => 1e-6,
        };
        let right =
            [1, TEN].map(|count| errors.iter().take(count).all(|error| *error <= tolerance));
        let next = law.next.to_texts().into_iter().next().unwrap_or_default();
        Some(Case { features: law.features?, next, is_answer: law.is_answer(), right })
    };
    Ok(prediction.candidates.iter().filter_map(case).collect())
}

/// The coefficients, and how much they tell.
struct Fit {
    /// As lines of the file.
    text: String,
    /// Bits that it takes to say which next terms are right, with the
    /// probabilities and with nothing but their mean.
    next: [f64; 2],
    /// The same for laws and their next ten.
    ten: [f64; 2],
}

impl Fit {
    /// First the laws on ten terms, then the continuations on one, of which those
    /// probabilities are a part.
    fn new(rows: &[Vec<Case>]) -> Fit {
        let laws = || rows.iter().flatten().map(|case| case.features.by);
        let finders: BTreeSet<&'static str> = laws().collect();
        let names: Vec<String> = Features::NAMES
            .map(str::to_owned)
            .into_iter()
            .chain(finders.iter().map(|id| format!("by {id}")))
            .chain(Continuation::NAMES.map(str::to_owned))
            .collect();
        let finder =
            |id: &str| Features::COUNT + finders.iter().take_while(|known| **known != id).count();
        let columns = |features: &Features| -> Vec<(usize, f64)> {
            let values = features.values.iter().copied().enumerate();
            values.chain([(finder(features.by), 1.0)]).collect()
        };
        let ten: Vec<Question> = rows
            .iter()
            .map(|cases| Question {
                claims: cases.iter().map(|case| columns(&case.features)).collect(),
                right: cases.iter().map(|case| case.right[1]).collect(),
            })
            .collect();
        let ten_weights = choice::fit(&ten, names.len(), ProbabilityModel::HIDDEN);
        let model = ProbabilityModel::read(&lines(&names, &vec![0.0; names.len()], &ten_weights));
        let mut next = Vec::new();
        for cases in rows {
            let laws: Vec<Features> = cases.iter().map(|case| case.features).collect();
            let mut question = Question { claims: Vec::new(), right: Vec::new() };
            let mut terms: BTreeMap<&str, usize> = BTreeMap::new();
            let mut places = Vec::new();
            for case in cases {
                let count = terms.len();
                let place = *terms.entry(&case.next).or_insert(count);
                if place == count {
                    question.right.push(case.right[0]);
                }
                places.push(place);
            }
            for continuation in model.continuations(&laws, &places) {
                let own = continuation.values.iter().copied();
                let own = own
                    .enumerate()
                    .map(|(at, value)| (names.len() - Continuation::COUNT + at, value));
                question.claims.push(columns(&continuation.best).into_iter().chain(own).collect());
            }
            next.push(question);
        }
        let next_weights = choice::fit(&next, names.len(), 0);
        Fit {
            text: lines(&names, &next_weights.linear, &ten_weights),
            next: next_weights.loss(&next),
            ten: ten_weights.loss(&ten),
        }
    }
}

fn lines(names: &[String], next: &[f64], ten: &Weights) -> String {
    let line = |(at, name): (usize, &String)| {
        let numbers = [next[at], ten.linear[at]].into_iter();
        line(name, numbers.chain(ten.hidden.iter().map(|unit| unit[at])))
    };
    let rows: String = names.iter().enumerate().map(line).collect();
    rows + &self::line("hidden", [0.0; 2].into_iter().chain(ten.units.iter().copied()))
}

fn line(name: &str, numbers: impl Iterator<Item = f64>) -> String {
    let numbers: String = numbers.map(|number| format!("\t{number:.4}")).collect();
    format!("{name}{numbers}\n")
}
