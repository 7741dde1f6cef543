//! The test beds, row by row.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use ansatz_expr::{Int, Terms};
use flate2::read::MultiGzDecoder;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

use crate::error::Error;

/// Verified answers are judged by so many terms, however few are asked for.
pub const BEYOND: usize = 10;

/// One sequence of a test bed.
pub struct Row {
    /// Its A-number, or its place in the file.
    pub name: String,
    /// The terms that are shown.
    pub terms: Terms,
    /// The terms that follow: those asked for, and up to ten if there are.
    pub truth: Terms,
    /// How many of them must be predicted.
    pub asked: usize,
    /// Operators and degree of the true law, where it is known.
    pub law: Option<(usize, usize)>,
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    let file = File::open(path).map_err(|error| Error::unreadable(path, &error))?;
    let plain: Box<dyn Read> = match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Box::new(MultiGzDecoder::new(file)),
        _ => Box::new(file),
    };
    Ok(Box::new(BufReader::new(plain)))
}

fn unreadable(path: &Path, line: usize, problem: &dyn std::fmt::Display) -> Error {
    Error::TestBed { file: path.display().to_string(), line, problem: problem.to_string() }
}

/// An OEIS table, and how many sequences of it are left out because they are
/// too short for the protocol: that must be said with the percentages.
pub fn oeis(path: &Path, inputs: usize, asked: usize) -> Result<(Vec<Row>, usize), Error> {
    let mut rows = Vec::new();
    let mut too_short = 0;
    for (number, line) in open(path)?.lines().enumerate() {
        let fail = |problem: &dyn std::fmt::Display| unreadable(path, number + 1, problem);
        let line = line.map_err(|error| fail(&error))?;
        let columns: Vec<&str> = line.split('\t').collect();
        let (Some(name), Some(list)) = (columns.first(), columns.get(4)) else {
            return Err(fail(&"a row has five columns"));
        };
        let terms = list
            .split(',')
            .map(str::parse)
            .collect::<Result<Vec<Int>, _>>()
            .map_err(|error| fail(&error))?;
        if terms.len() < inputs.saturating_add(asked) {
            too_short += 1;
            continue;
        }
        let (shown, rest) = terms.split_at(inputs);
        rows.push(Row {
            name: (*name).to_owned(),
            terms: shown.to_vec().into(),
            truth: rest[..rest.len().min(asked.max(BEYOND))].to_vec().into(),
            asked,
            law: None,
        });
    }
    Ok((rows, too_short))
}

#[derive(Deserialize)]
struct Line {
    ops: usize,
    degree: usize,
    terms: Terms,
    next: Terms,
    terms_rounded: Option<Vec<f64>>,
    next_from_rounded: Option<Vec<f64>>,
}

/// Sequences of the paper's generator. Floats are shown with the four digits
/// that the paper's encoder sees, unless all digits are asked for.
pub fn indomain(path: &Path, all_digits: bool) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (number, line) in open(path)?.lines().enumerate() {
        let fail = |problem: &dyn std::fmt::Display| unreadable(path, number + 1, problem);
        let line = line.map_err(|error| fail(&error))?;
        let line: Line = serde_json::from_str(&line).map_err(|error| fail(&error))?;
        let (terms, truth): (Terms, Terms) = match (line.terms_rounded, line.next_from_rounded) {
            (Some(terms), Some(next)) if !all_digits => (terms.into(), next.into()),
            _ => (line.terms, line.next),
        };
        let law = Some((line.ops, line.degree));
        let name = (number + 1).to_string();
        rows.push(Row { name, terms, asked: truth.len(), truth, law });
    }
    Ok(rows)
}

/// At most `limit` rows, drawn by the seed, in the order of the file.
pub fn sample(rows: Vec<Row>, limit: Option<usize>, seed: u64) -> Vec<Row> {
    let Some(limit) = limit.filter(|&limit| limit < rows.len()) else { return rows };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut chosen = vec![false; rows.len()];
    for &index in &order[..limit] {
        chosen[index] = true;
    }
    rows.into_iter().zip(chosen).filter_map(|(row, chosen)| chosen.then_some(row)).collect()
}
