//! The published test sets, where they are at hand: `shared/indomain` beside
//! the checkout.
#![allow(dead_code)] // Each test uses its part.

use std::path::Path;

use ansatz_expr::{Expr, Int, Terms};
use ansatz_gen::GeneratedRow;
use skipped::skipped;

#[path = "../../../../tests/skipped.rs"]
mod skipped;

/// A sequence with its true law.
pub struct Row(GeneratedRow);

impl Row {
    /// The true recurrence.
    pub fn law(&self) -> Expr {
        Expr::from_words(self.0.prefix.iter().map(String::as_str)).unwrap()
    }

    /// How far it looks back.
    pub fn degree(&self) -> usize {
        self.0.degree
    }

    /// How many operators it has.
    pub fn ops(&self) -> usize {
        self.0.ops
    }

    /// How many terms are shown.
    pub fn shown(&self) -> usize {
        self.0.terms.len()
    }

    /// All terms, shown ones first.
    pub fn integers(&self) -> Vec<Int> {
        match (&self.0.terms, &self.0.next) {
            (Terms::Integers(terms), Terms::Integers(next)) => [&terms[..], next].concat(),
            _ => panic!("not integers"),
        }
    }

    /// All terms, shown ones first.
    pub fn floats(&self) -> Vec<f64> {
        match (&self.0.terms, &self.0.next) {
            (Terms::Floats(terms), Terms::Floats(next)) => [&terms[..], next].concat(),
            _ => panic!("not floats"),
        }
    }
}

/// The rows of a file; `None`, and a line that says so, where it is not.
pub fn rows(name: &str) -> Option<Vec<Row>> {
    // Asked for at run time: checkouts may share a target folder, and with it
    // this binary.
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let folder = Path::new(&here).join("../../../shared/indomain");
    let path = folder.join(format!("{name}.jsonl.gz"));
    if !path.exists() {
        skipped(&format!("shared/indomain/{name}.jsonl.gz is not beside the checkout"));
        return None;
    }
    Some(GeneratedRow::read(&path).unwrap().map(|row| Row(row.unwrap())).collect())
}
