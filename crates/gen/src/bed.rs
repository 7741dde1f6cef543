//! Test beds: files of sequences to measure with, plain or gzipped.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use ansatz_expr::{Int, Terms};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;

use crate::Error;

/// A generated sequence: a line of a file in JSON.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct GeneratedRow {
    /// Operators of the true law.
    pub ops: usize,
    /// How far it looks back.
    pub degree: usize,
    /// The true law in prefix notation.
    #[serde(default)]
    pub prefix: Vec<String>,
    /// The terms that are shown.
    pub terms: Terms,
    /// Those that follow.
    pub next: Terms,
    terms_rounded: Option<Vec<f64>>,
    next_from_rounded: Option<Vec<f64>>,
}

impl GeneratedRow {
    /// What a network of the paper is shown and what follows from that: floats with
    /// the four digits that its encoder sees.
    pub fn as_encoded(self) -> (Terms, Terms) {
        match (self.terms_rounded, self.next_from_rounded) {
            (Some(terms), Some(next)) => (terms.into(), next.into()),
            _ => (self.terms, self.next),
        }
    }

    /// Reads a file of them.
    pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Self, Error>>, Error> {
        let file = path.display().to_string();
        let parse = move |(line, text): (usize, String)| {
            serde_json::from_str(&text).map_err(|error| bad_row(&file, line, &error))
        };
        Ok(lines(path)?.map(move |line| line.and_then(&parse)))
    }
}

/// A sequence of the encyclopedia: a line of a table with tabs.
#[derive(Debug, Clone, PartialEq)]
pub struct OeisRow {
    /// Which line it is, from 1.
    pub line: usize,
    /// Its A-number.
    pub name: String,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// Its terms.
    pub terms: Vec<Int>,
}

impl OeisRow {
    /// Reads a table: A-number, keywords, offset, name, terms.
    pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Self, Error>>, Error> {
        let file = path.display().to_string();
        let parse = move |(line, text): (usize, String)| {
            let columns: Vec<&str> = text.split('\t').collect();
            let (Some(name), Some(keywords), Some(list)) =
                (columns.first(), columns.get(1), columns.get(4))
            else {
                return Err(bad_row(&file, line, &"a row has five columns"));
            };
            let terms: Result<Vec<Int>, _> = list.split(',').map(str::parse).collect();
            let terms = terms.map_err(|error| bad_row(&file, line, &error))?;
            let keywords = keywords.split(',').map(str::to_owned).collect();
            Ok(OeisRow { line, name: (*name).to_owned(), keywords, terms })
        };
        Ok(lines(path)?.map(move |line| line.and_then(&parse)))
    }
}

/// The lines of a file with their numbers from 1.
fn lines(path: &Path) -> Result<impl Iterator<Item = Result<(usize, String), Error>>, Error> {
    let name = path.display().to_string();
    let unreadable = move |error: std::io::Error| Error::Unreadable {
        file: name.clone(),
        problem: error.to_string(),
    };
    let file = File::open(path).map_err(&unreadable)?;
    let plain: Box<dyn Read> = match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Box::new(MultiGzDecoder::new(file)),
        _ => Box::new(file),
    };
    let numbered = (1..).zip(BufReader::new(plain).lines());
    Ok(numbered.map(move |(number, line)| Ok((number, line.map_err(&unreadable)?))))
}

fn bad_row(file: &str, line: usize, problem: &dyn std::fmt::Display) -> Error {
    Error::BadRow { file: file.to_owned(), line, problem: problem.to_string() }
}
