//! `ansatz evaluate`: how often we are right, on a test bed.

mod judge;
mod paper;
pub mod read;
mod reliability;
mod report;
mod steadiness;

use std::path::{Path, PathBuf};

use ansatz::Options;
use clap::{Args, Subcommand, ValueEnum};

use crate::error::Error;
use crate::search::SearchArguments;
use judge::Judge;
use paper::svg;
use reliability::{Claim, Reliability};
use report::{Report, Scoring};
use steadiness::Steadiness;

/// Measures accuracy on a test bed.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    ansatz evaluate oeis easy_first10000.tsv.gz --inputs 15 --predict 10\n  \
    ansatz evaluate oeis easy_first10000.tsv.gz --limit 500 --proposers classical --json\n  \
    ansatz evaluate oeis easy_first10000.tsv.gz --by keyword\n  \
    ansatz evaluate indomain int_ops5.jsonl.gz --candidates 10 --tsv rows.tsv\n  \
    ansatz evaluate paper --out report --limit 200")]
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
        /// Say how accuracy differs by kind of sequence.
        #[arg(long)]
        by: Option<By>,
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
    /// Every table and ablation of the paper, as one report.
    Paper(paper::Paper),
}

/// Kinds of sequences.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// A sequence counts for each of its keywords.
    Keyword,
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
    /// Look at so many laws a row, and say how often one of them is right.
    #[arg(long, default_value_t = 1)]
    candidates: usize,
    /// Say whether probabilities are kept: what was told and what came true, and
    /// how precision depends on the bits that a law saves.
    #[arg(long)]
    calibrate: bool,
    /// Ask once more with one more term, and say what becomes of the answers that
    /// were right.
    #[arg(long)]
    one_more: bool,
    /// Draw what was told against what came true, as an SVG image.
    #[arg(long, requires = "calibrate")]
    diagram: Option<PathBuf>,
    /// Write every row to this file, one line a candidate.
    #[arg(long)]
    tsv: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Evaluate {
    /// Evaluates all rows on all cores and prints the figures.
    pub fn run(&self) -> Result<(), Error> {
        let (file, common) = match &self.bed {
            Bed::Oeis { file, common, .. } | Bed::Indomain { file, common, .. } => (file, common),
            Bed::Paper(paper) => return paper.run(),
        };
        common.spares(file)?;
        let (rows, too_short, tolerance, by) = match &self.bed {
            Bed::Oeis { file, inputs, predict, by, .. } => {
                let (rows, too_short) = read::oeis(file, *inputs, *predict)?;
                (rows, too_short, 0.0, *by)
            }
            Bed::Indomain { file, tolerance, all_digits, .. } => {
                (read::indomain(file, *all_digits)?, 0, *tolerance, None)
            }
            Bed::Paper(paper) => return paper.run(),
        };
        if too_short > 0 {
            let file = file.display();
            let all = rows.len() + too_short;
            eprintln!("ansatz: {file}: {too_short} of {all} rows left out: too few terms");
        }
        let rows = read::sample(rows, common.limit, common.seed);
        let predictor = common.search.predictor()?;
        common.search.somebody_looks(&predictor)?;
        let options = Options { candidates: common.candidates, ..common.search.options() };
        let judge = Judge::new(&predictor, options);
        let bar = judge::progress(rows.len());
        let outcomes = judge.judge_all(&rows, &bar)?;
        bar.finish_and_clear();
        if let Some(path) = &common.tsv {
            report::write_tsv(path, &rows, &outcomes, tolerance)?;
        }
        if let Some(path) = &common.diagram {
            let told = |claim| Reliability::new(&outcomes, claim, tolerance).series("");
            let series = [Claim::Ten, Claim::Next].map(told).into();
            let image = svg::draw(&reliability::reliability_diagram("", series));
            std::fs::write(path, image).map_err(|error| Error::output(path, &error))?;
        }
        let Common { candidates, calibrate, .. } = *common;
        let by_keyword = by == Some(By::Keyword);
        let scoring = Scoring { tolerance, candidates, calibrate, by_keyword };
        let mut report = Report::new(&rows, &outcomes, scoring);
        report.too_short = too_short;
        if common.one_more {
            report.steadiness = Some(Steadiness::measure(&judge, &rows, &outcomes, tolerance)?);
        }
        report.print(common.json)
    }
}

impl Common {
    /// An error if the rows would be written over the test bed.
    fn spares(&self, bed: &Path) -> Result<(), Error> {
        let Some(tsv) = &self.tsv else { return Ok(()) };
        match (std::fs::canonicalize(tsv), std::fs::canonicalize(bed)) {
            (Ok(tsv), Ok(bed)) if tsv == bed => Err(Error::output(&tsv, &"it is the test bed")),
            _ => Ok(()),
        }
    }
}
