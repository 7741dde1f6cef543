//! The published test sets, where they are at hand: `shared/indomain` beside
//! the checkout.
#![allow(dead_code)] // Each test uses its part.

use std::io::{BufRead, BufReader};
use std::path::Path;

use ansatz_expr::{Expr, Int};
use flate2::read::GzDecoder;
use serde::Deserialize;
use skipped::skipped;

#[path = "../../../../tests/skipped.rs"]
mod skipped;

/// A line of a file.
#[derive(Deserialize)]
pub struct Row {
    pub ops: usize,
    pub degree: usize,
    pub prefix: Vec<String>,
    terms: Vec<serde_json::Value>,
    next: Vec<serde_json::Value>,
}

impl Row {
    /// The true recurrence.
    pub fn law(&self) -> Expr {
        Expr::from_words(self.prefix.iter().map(String::as_str)).unwrap()
    }

    /// How many terms are shown.
    pub fn shown(&self) -> usize {
        self.terms.len()
    }

    /// All terms, shown ones first.
    pub fn integers(&self) -> Vec<Int> {
        self.all().map(|term| term.as_str().unwrap().parse().unwrap()).collect()
    }

    /// All terms, shown ones first.
    pub fn floats(&self) -> Vec<f64> {
        self.all().map(|term| term.as_f64().unwrap()).collect()
    }

    fn all(&self) -> impl Iterator<Item = &serde_json::Value> {
        self.terms.iter().chain(&self.next)
    }
}

/// The rows of a file; `None`, and a line that says so, where it is not.
pub fn rows(name: &str) -> Option<Vec<Row>> {
    // Asked for at run time: checkouts may share a target folder, and with it
    // this binary.
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let folder = Path::new(&here).join("../../../shared/indomain");
    let path = folder.join(format!("{name}.jsonl.gz"));
    let Ok(file) = std::fs::File::open(path) else {
        skipped(&format!("shared/indomain/{name}.jsonl.gz is not beside the checkout"));
        return None;
    };
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    Some(lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect())
}
