//! The figures, as a table or as JSON.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::read::Row;
use crate::error::Error;

/// What came out of one row.
#[derive(Default)]
pub struct Outcome {
    /// A law was found that reproduces every term shown.
    pub answered: bool,
    /// Its continuation is right as far as was asked.
    pub right: bool,
    /// It was called verified.
    pub verified: bool,
    /// Its next ten terms are right.
    pub right_beyond: bool,
    /// The law.
    pub formula: String,
    /// Who found it.
    pub found_by: String,
    /// Terms left as proof.
    pub spare: usize,
    /// By how many bits the law is shorter than the terms it explains.
    pub margin_bits: f64,
    /// How long it took.
    pub milliseconds: f64,
}

/// Percentages are 0 to 100, of all rows unless they say otherwise.
#[derive(Serialize)]
pub struct Report {
    rows: usize,
    accuracy: f64,
    answered: f64,
    verified: f64,
    /// Of the verified answers, those whose next ten terms are right.
    verified_precision: Option<f64>,
    median_ms: f64,
    by_proposer: BTreeMap<String, Group>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_operators: BTreeMap<usize, Group>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_degree: BTreeMap<usize, Group>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_length: BTreeMap<usize, Group>,
}

/// How often a group of rows came out right.
#[derive(Default, Serialize)]
struct Group {
    rows: usize,
    right: usize,
    accuracy: f64,
}

impl Report {
    /// Counts.
    pub fn new(rows: &[Row], outcomes: &[Outcome]) -> Report {
        let all = outcomes.len();
        let count = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|o| wanted(o)).count();
        let verified = count(|outcome| outcome.verified);
        let mut times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let answered =
            || outcomes.iter().filter(|o| o.answered).map(|o| (o.found_by.clone(), o.right));
        let known = |key: fn(&Row) -> Option<usize>| {
            rows.iter().zip(outcomes).filter_map(move |(row, o)| Some((key(row)?, o.right)))
        };
        Report {
            rows: all,
            accuracy: percent(count(|outcome| outcome.right), all),
            answered: percent(count(|outcome| outcome.answered), all),
            verified: percent(verified, all),
            verified_precision: (verified > 0)
                .then(|| percent(count(|o| o.verified && o.right_beyond), verified)),
            median_ms: times.get(all / 2).copied().unwrap_or(0.0),
            by_proposer: grouped(answered()),
            by_operators: grouped(known(|row| Some(row.law?.0))),
            by_degree: grouped(known(|row| Some(row.law?.1))),
            by_length: grouped(known(|row| row.law.map(|_| row.terms.len()))),
        }
    }

    /// As one JSON object or as lines.
    pub fn print(&self, json: bool) -> Result<(), Error> {
        let mut out = std::io::stdout().lock();
        if json {
            let json = serde_json::to_string_pretty(self).map_err(std::io::Error::from)?;
            writeln!(out, "{json}")?;
            return Ok(());
        }
        writeln!(out, "rows                {}", self.rows)?;
        writeln!(out, "accuracy            {:.1} %", self.accuracy)?;
        writeln!(out, "answered            {:.1} %", self.answered)?;
        writeln!(out, "verified            {:.1} %", self.verified)?;
        if let Some(precision) = self.verified_precision {
            writeln!(out, "verified precision  {precision:.1} % right on the next ten terms")?;
        }
        writeln!(out, "median              {:.1} ms a sequence", self.median_ms)?;
        print_groups(&mut out, "found by (of those answered)", &self.by_proposer)?;
        print_groups(&mut out, "operators", &self.by_operators)?;
        print_groups(&mut out, "degree", &self.by_degree)?;
        print_groups(&mut out, "terms shown", &self.by_length)
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn grouped<K: Ord>(rows: impl Iterator<Item = (K, bool)>) -> BTreeMap<K, Group> {
    let mut groups: BTreeMap<K, Group> = BTreeMap::new();
    for (key, right) in rows {
        let group = groups.entry(key).or_default();
        group.rows += 1;
        group.right += usize::from(right);
        group.accuracy = percent(group.right, group.rows);
    }
    groups
}

fn print_groups<K: std::fmt::Display>(
    out: &mut impl Write,
    title: &str,
    groups: &BTreeMap<K, Group>,
) -> Result<(), Error> {
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nby {title}")?;
    for (key, group) in groups {
        let key = key.to_string();
        let Group { rows, right, accuracy } = group;
        writeln!(out, "  {key:<40} {right:>6} of {rows:>6}  {accuracy:>5.1} %")?;
    }
    Ok(())
}

/// Every row with what came out of it.
pub fn write_tsv(path: &Path, rows: &[Row], outcomes: &[Outcome]) -> Result<(), Error> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    writeln!(
        file,
        "name\tanswered\tright\tverified\tright_on_ten\tspare\tmargin_bits\tms\tfound_by\tformula"
    )?;
    for (row, outcome) in rows.iter().zip(outcomes) {
        writeln!(
            file,
            "{}\t{}\t{}\t{}\t{}\t{}\t{:.1}\t{:.2}\t{}\t{}",
            row.name,
            outcome.answered,
            outcome.right,
            outcome.verified,
            outcome.right_beyond,
            outcome.spare,
            outcome.margin_bits,
            outcome.milliseconds,
            outcome.found_by,
            outcome.formula
        )?;
    }
    file.flush()?;
    Ok(())
}
