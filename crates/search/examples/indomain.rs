//! Measures the classical proposers on sequences drawn by the paper's generator.
//!
//! `cargo run --release -p ansatz-search --example indomain -- FILE`
//!
//! A row counts if each of the ten terms that follow comes out within the
//! tolerance (`--tolerance`, 1e-10). `--rounded` shows floats with four digits
//! and compares with what follows from those. `--limit N` takes the first N.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::Instant;

use ansatz_expr::Int;
use ansatz_search::{Ranking, Term, classical};
use flate2::read::GzDecoder;
use serde_json::Value;

#[derive(Default)]
struct Score {
    rows: usize,
    answered: usize,
    right: usize,
    verified: usize,
    verified_right: usize,
    seconds: f64,
}

fn ints(value: &Value) -> Option<Vec<Int>> {
    value.as_array()?.iter().map(|term| term.as_str()?.parse().ok()).collect()
}

fn floats(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(Value::as_f64).collect()
}

fn score<T: Term>(
    score: &mut Score,
    shown: &[T],
    truth: &[T],
    tolerance: f64,
    propose: impl Fn(&mut Ranking<T>),
) {
    let began = Instant::now();
    let mut ranking = Ranking::new(shown, truth.len());
    propose(&mut ranking);
    score.seconds += began.elapsed().as_secs_f64();
    score.rows += 1;
    let Some(best) = ranking.best() else { return };
    let right = best.next.len() == truth.len()
        && best.next.iter().zip(truth).all(|(a, b)| a.relative_error(*b) <= tolerance);
    let verified = best.evidence.verdict.is_verified();
    score.answered += 1;
    score.right += usize::from(right);
    score.verified += usize::from(verified);
    score.verified_right += usize::from(verified && right);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1);
    let (mut path, mut tolerance, mut rounded, mut limit) =
        (String::new(), 1e-10, false, usize::MAX);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--rounded" => rounded = true,
            "--tolerance" => {
                tolerance = given.next().ok_or("--tolerance needs a value")?.parse()?
            }
            "--limit" => limit = given.next().ok_or("--limit needs a value")?.parse()?,
            _ => path = argument,
        }
    }
    let (terms, next) =
        if rounded { ("terms_rounded", "next_from_rounded") } else { ("terms", "next") };
    let mut total = Score::default();
    for line in BufReader::new(GzDecoder::new(File::open(&path)?)).lines().take(limit) {
        let row: Value = serde_json::from_str(&line?)?;
        if let (Some(shown), Some(truth)) = (ints(&row[terms]), ints(&row[next])) {
            score(&mut total, &shown, &truth, tolerance, |sink| classical::propose(&shown, sink));
        } else if let (Some(shown), Some(truth)) = (floats(&row[terms]), floats(&row[next])) {
            score(&mut total, &shown, &truth, tolerance, |sink| {
                classical::propose_floats(&shown, sink);
            });
        }
    }
    let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!(
        "rows {}, right {:.1}%, answered {:.1}%, verified {:.1}%, of those right {:.1}%, {:.1} ms a row",
        total.rows,
        percent(total.right, total.rows),
        percent(total.answered, total.rows),
        percent(total.verified, total.rows),
        percent(total.verified_right, total.verified),
        1e3 * total.seconds / total.rows.max(1) as f64,
    );
    Ok(())
}
