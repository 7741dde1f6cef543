//! Measuring each bed once, whoever asks for it.

use std::collections::BTreeMap;

use ansatz::{Options, Predictor};

use super::super::judge::{self, Judge, Outcome};
use super::super::read::Row;
use super::super::reliability::{Claim, Reliability};
use super::super::report::{Report, Scoring, percent};
use super::beds::{Bed, Loaded, Source};
use super::results::BedSummary;
use crate::error::Error;

/// The paper's tolerance, where it names no other.
pub const TOLERANCE: f64 = 1e-10;

/// The paper's tolerance where approximations count.
pub const COARSE: f64 = 0.01;

/// A bed, and who looks at it.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The sequences.
    pub bed: Bed,
    /// One [`Method`] alone; everyone if not given.
    pub alone: Option<String>,
}

impl Job {
    /// Everyone looks.
    pub fn all(bed: Bed) -> Job {
        Job { bed, alone: None }
    }

    fn key(&self) -> (String, Option<String>) {
        (self.bed.name(), self.alone.clone())
    }
}

/// One who looks.
pub struct Method {
    /// What it is called.
    pub name: String,
    /// How it looks.
    pub options: Options,
}

/// All that was measured.
pub struct Measurements {
    measured: BTreeMap<(String, Option<String>), Measured>,
    /// In the order in which they were asked for.
    order: Vec<(String, Option<String>)>,
}

/// One bed, and what came out of it.
pub struct Measured {
    rows: Vec<Row>,
    source: String,
    outcomes: Vec<Outcome>,
}

impl Measurements {
    /// Loads every bed first, so that what cannot be read is known at once.
    pub fn take(
        jobs: &[Job],
        source: &Source,
        predictor: &Predictor,
        everyone: &Options,
        alone: &[Method],
    ) -> Result<Measurements, Error> {
        let mut loaded: Vec<(&Job, Loaded)> = Vec::new();
        for job in jobs {
            if let Some(bed) = job.bed.load(source)? {
                loaded.push((job, bed));
            }
        }
        let bar = judge::progress(loaded.iter().map(|(_, bed)| bed.rows.len()).sum());
        let mut measurements = Measurements { measured: BTreeMap::new(), order: Vec::new() };
        for (job, Loaded { rows, source }) in loaded {
            bar.set_message(format!("({})", job.bed.name()));
            let method = alone.iter().find(|method| job.alone.as_ref() == Some(&method.name));
            let options = method.map_or(everyone, |method| &method.options);
            let judge = Judge::new(predictor, options.clone());
            let outcomes = judge.judge_all(&rows, &bar)?;
            measurements.measured.insert(job.key(), Measured { rows, source, outcomes });
            measurements.order.push(job.key());
        }
        bar.finish_and_clear();
        Ok(measurements)
    }

    /// What came out of a bed; `None` if it could not be loaded.
    pub fn get(&self, job: &Job) -> Option<&Measured> {
        self.measured.get(&job.key())
    }

    /// What there is to say of each bed.
    pub fn summaries(&self) -> Vec<BedSummary> {
        let one = |key: &(String, Option<String>)| {
            let measured = self.measured.get(key)?;
            let report = measured.report();
            Some(BedSummary {
                bed: key.0.clone(),
                proposers: key.1.clone().unwrap_or_else(|| "all".to_owned()),
                source: measured.source.clone(),
                rows: report.rows,
                accuracy: report.accuracy,
                accuracy_if_forced: report.accuracy_if_forced,
                answered: report.answered,
                verified: report.verified,
                verified_precision: report.verified_precision,
                median_ms: report.median_ms,
            })
        };
        self.order.iter().filter_map(one).collect()
    }
}

impl Measured {
    /// The usual figures, at the paper's tolerance; OEIS terms are integers
    /// and must be met exactly.
    pub fn report(&self) -> Report {
        let tolerance = self.tolerance();
        let scoring = Scoring { tolerance, candidates: 1, calibrate: false, by_keyword: false };
        Report::new(&self.rows, &self.outcomes, scoring)
    }

    fn tolerance(&self) -> f64 {
        let exact = self.rows.iter().all(|row| row.law.is_none() && row.truth.integers().is_some());
        if exact { 0.0 } else { TOLERANCE }
    }

    /// Whether the answers' probabilities are kept.
    pub fn reliability(&self, claim: Claim) -> Reliability {
        Reliability::new(&self.outcomes, claim, self.tolerance())
    }

    /// The best laws, by how many terms they leave as proof.
    pub fn by_spare(&self) -> Reliability {
        Reliability::by_spare(&self.outcomes, self.tolerance())
    }

    /// Every sequence with what came out of it.
    pub fn rows(&self) -> impl Iterator<Item = (&Row, &Outcome)> {
        self.rows.iter().zip(&self.outcomes)
    }

    /// Percent of all rows whose answer is right on so many terms.
    pub fn accuracy(&self, terms: usize, tolerance: f64) -> f64 {
        self.share(|outcome| outcome.is_right(terms, tolerance))
    }

    /// The same if a guess, or else the best law, counts where there is no answer.
    pub fn accuracy_if_forced(&self, terms: usize, tolerance: f64) -> f64 {
        self.share(|outcome| outcome.is_right_if_forced(terms, tolerance))
    }

    fn share(&self, wanted: impl Fn(&Outcome) -> bool) -> f64 {
        let count = self.outcomes.iter().filter(|outcome| wanted(outcome)).count();
        percent(count, self.outcomes.len())
    }

    /// Rows and percent of right answers, by a property of the rows.
    pub fn by(&self, property: impl Fn(&Row) -> Option<usize>) -> BTreeMap<usize, (usize, f64)> {
        let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (row, outcome) in self.rows() {
            if let Some(key) = property(row) {
                let (rows, right) = counts.entry(key).or_default();
                *rows += 1;
                *right += usize::from(outcome.is_right(row.asked, TOLERANCE));
            }
        }
        counts.into_iter().map(|(key, (rows, right))| (key, (rows, percent(right, rows)))).collect()
    }
}
