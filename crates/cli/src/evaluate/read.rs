//! The test beds, row by row.

use std::path::Path;

use ansatz_expr::Terms;
use ansatz_gen::{GeneratedRow, OeisRow};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::error::Error;

/// Verified answers are judged by so many terms, however few are asked for.
pub const BEYOND: usize = 10;

/// One sequence of a test bed.
pub struct Row {
    /// Its A-number, or its place in the file.
    pub name: String,
    /// Its keywords in the encyclopedia.
    pub keywords: Vec<String>,
    /// The terms that are shown.
    pub terms: Terms,
    /// The terms that follow: those asked for, and up to ten if there are.
    pub truth: Terms,
    /// How many of them must be predicted.
    pub asked: usize,
    /// Operators and degree of the true law, where it is known.
    pub law: Option<(usize, usize)>,
}

/// An OEIS table. A sequence too short for the protocol is an error: leaving
/// it out would change what the percentages are of.
pub fn oeis(path: &Path, inputs: usize, asked: usize) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for row in OeisRow::read(path)? {
        let OeisRow { line, name, keywords, terms } = row?;
        if terms.len() < inputs.saturating_add(asked) {
            let file = path.display().to_string();
            let problem = format!("{} terms are fewer than asked for", terms.len());
            return Err(ansatz_gen::Error::BadRow { file, line, problem }.into());
        }
        let (shown, rest) = terms.split_at(inputs);
        rows.push(Row {
            name,
            keywords,
            terms: shown.to_vec().into(),
            truth: rest[..rest.len().min(asked.max(BEYOND))].to_vec().into(),
            asked,
            law: None,
        });
    }
    Ok(rows)
}

/// Sequences of the paper's generator. Floats are shown with the four digits
/// that the paper's encoder sees, unless all digits are asked for.
pub fn indomain(path: &Path, all_digits: bool) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (number, row) in (1..).zip(GeneratedRow::read(path)?) {
        let row = row?;
        let law = Some((row.ops, row.degree));
        let (terms, truth) = if all_digits { (row.terms, row.next) } else { row.as_encoded() };
        let (name, keywords, asked) = (number.to_string(), Vec::new(), truth.len());
        rows.push(Row { name, keywords, terms, asked, truth, law });
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
