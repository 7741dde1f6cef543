//! `ansatz evaluate paper`: every table and ablation of the paper, with our
//! figures beside the paper's.

mod ablations;
mod beds;
mod calibration;
mod examples;
mod markdown;
mod measure;
mod network;
mod reference;
pub(super) mod results;
mod sections;
pub(super) mod svg;

use std::path::{Path, PathBuf};

use ansatz::{Options, Proposers, Task};
use clap::{Args, ValueEnum};

use crate::error::Error;
use crate::search::SearchArguments;
use measure::{Job, Measurements, Method};
use results::Results;

/// Every table and ablation of the paper, as one report.
///
/// Writes report.md, report.json with the same figures, and one SVG a plot.
/// Test beds that are not at hand are drawn from our own generator, at most 1,000
/// sequences each; sections that cannot be are skipped, and the report says so.
#[derive(Args)]
pub struct Paper {
    /// The folder to write to; made if it is not there.
    #[arg(long)]
    out: PathBuf,
    /// Where the test beds are: here, or in its folders indomain and oeis.
    #[arg(long, alias = "shared")]
    beds: Option<PathBuf>,
    /// At most so many sequences a test bed, drawn at random.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// What the draws depend on.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Only these, separated by commas; all if not given.
    #[arg(long, value_enum, value_delimiter = ',')]
    sections: Vec<SectionName>,
    /// Keep the other sections of the report that is there.
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    search: SearchArguments,
}

/// A table of the paper, or one panel of a figure, in the order of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SectionName {
    /// Accuracy on the paper's own kind of sequences.
    Indomain,
    /// The same by tolerance.
    Tolerance,
    /// The same by the number of terms to predict.
    Predictions,
    /// The same by the number of operators.
    Operators,
    /// The same by degree.
    Degree,
    /// The same by the number of terms shown.
    Length,
    /// Float operators by family.
    Families,
    /// The network alone: greedily, by beams, by samples.
    Network,
    /// OEIS sequences.
    Oeis,
    /// Whether probabilities are kept.
    Calibration,
    /// Constants outside the vocabulary.
    Constants,
    /// Functions outside the vocabulary.
    Functions,
    /// First terms out of range.
    FirstTerms,
    /// Noise on the terms shown.
    Noise,
    /// The single sequences of the paper's tables 1 to 3.
    Examples,
}

/// Who can look.
struct Who {
    /// Each proposer alone, with its name.
    alone: Vec<(String, Proposers)>,
    /// What there are networks for.
    tasks: Vec<Task>,
}

impl Paper {
    /// Measures, then writes everything from the results.
    pub fn run(&self) -> Result<(), Error> {
        // Before hours of work, not after.
        std::fs::create_dir_all(&self.out).map_err(|error| Error::output(&self.out, &error))?;
        let source =
            beds::Source { folder: self.beds.clone(), limit: self.limit as usize, seed: self.seed };
        if let Some(folder) = self.beds.as_deref().filter(|folder| !folder.is_dir()) {
            let (file, problem) = (folder.display().to_string(), "no such folder".to_owned());
            return Err(ansatz_gen::Error::Unreadable { file, problem }.into());
        }
        let names: Vec<SectionName> = SectionName::value_variants()
            .iter()
            .copied()
            .filter(|name| self.sections.is_empty() || self.sections.contains(name))
            .collect();
        // Likewise.
        self.earlier()?;
        let predictor = self.search.predictor()?;
        let everyone = Options { candidates: 1, ..self.search.options() };
        let alone = self.search.alone(&predictor);
        let mut methods: Vec<Method> = alone
            .iter()
            .map(|(name, proposers)| Method {
                name: name.clone(),
                options: Options { proposers: proposers.clone(), ..everyone.clone() },
            })
            .collect();
        methods.extend(network::methods(&everyone));
        methods.extend(calibration::methods(&everyone));
        let who = Who { alone, tasks: predictor.tasks() };
        let mut jobs: Vec<Job> = Vec::new();
        for job in names.iter().flat_map(|&name| sections::jobs(name, &who)) {
            if !jobs.contains(&job) {
                jobs.push(job);
            }
        }
        let measurements = Measurements::take(&jobs, &source, &predictor, &everyone, &methods)?;
        let sections =
            names.iter().map(|&name| sections::section(name, &measurements, &who)).collect();
        let results = Results {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            limit: self.limit as usize,
            effort: value_name(self.search.effort),
            proposers: who.alone.into_iter().map(|(name, _)| name).collect(),
            beds: measurements.summaries(),
            sections,
        };
        self.write(&match self.earlier()? {
            Some(earlier) => {
                let order: Vec<String> =
                    SectionName::value_variants().iter().map(|&name| value_name(name)).collect();
                results.beside(earlier, &order)
            }
            None => results,
        })
    }

    /// The report that is there, if it is to be kept.
    fn earlier(&self) -> Result<Option<Results>, Error> {
        let path = self.out.join("report.json");
        if !self.keep || !path.exists() {
            return Ok(None);
        }
        let text =
            std::fs::read_to_string(&path).map_err(|error| Error::unreadable(&path, &error))?;
        let earlier =
            serde_json::from_str(&text).map_err(|error| Error::unreadable(&path, &error))?;
        Ok(Some(earlier))
    }

    fn write(&self, results: &Results) -> Result<(), Error> {
        let json = serde_json::to_string_pretty(results).map_err(std::io::Error::from)?;
        write(&self.out.join("report.json"), &(json + "\n"))?;
        for plot in results.sections.iter().flat_map(|section| &section.plots) {
            write(&self.out.join(&plot.file), &svg::draw(plot))?;
        }
        let report = self.out.join("report.md");
        write(&report, &markdown::render(results))?;
        println!("{}", report.display());
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|error| Error::output(path, &error))
}

/// How an argument is written on the command line.
fn value_name(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
