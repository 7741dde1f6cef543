//! Measures the proposers on a file of OEIS rows.
//!
//! `cargo run --release -p ansatz-search --example oeis -- FILE --inputs 15`
//!
//! Shows the first `--inputs` terms of each row and counts how often the next
//! one and the next ten come out right. `--limit N --seed S` draws a sample,
//! `--method NAME` runs one classical method alone.
//! `--tsv PATH` writes every row, with `--candidates K` up to K laws each.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use ansatz_expr::Int;
use ansatz_search::classical::{self, Method};
use ansatz_search::{Candidate, Ranking, Term, description_bits};
use flate2::read::GzDecoder;

const PREDICT: usize = 10;

struct Row {
    name: String,
    terms: Vec<Int>,
}

#[derive(Default, Clone, Copy)]
struct Score {
    answered: usize,
    right_one: usize,
    right_ten: usize,
    verified: usize,
    verified_right: usize,
    any_right: usize,
}

impl Score {
    fn add(&mut self, answer: &Answer) {
        self.answered += usize::from(answer.method.is_some());
        self.right_one += usize::from(answer.right_one);
        self.right_ten += usize::from(answer.right_ten);
        self.verified += usize::from(answer.verified);
        self.any_right += usize::from(answer.any_right);
        self.verified_right += usize::from(answer.verified && answer.right_ten);
    }
}

#[derive(Default, Clone)]
struct Answer {
    method: Option<String>,
    laws: Vec<String>,
    /// Whether any candidate is right on ten, whatever its rank.
    any_right: bool,
    right_one: bool,
    right_ten: bool,
    verified: bool,
    milliseconds: f64,
}

struct Arguments {
    path: String,
    inputs: usize,
    limit: usize,
    seed: u64,
    threads: usize,
    tsv: Option<String>,
    candidates: usize,
    method: Option<Method>,
}

fn arguments() -> Result<Arguments, String> {
    let mut given = std::env::args().skip(1);
    let mut parsed = Arguments {
        path: String::new(),
        inputs: 15,
        limit: usize::MAX,
        seed: 1,
        threads: 1,
        tsv: None,
        candidates: 1,
        method: None,
    };
    while let Some(argument) = given.next() {
        if !argument.starts_with("--") {
            parsed.path = argument;
            continue;
        }
        let value = given.next().ok_or_else(|| format!("{argument} needs a value"))?;
        let number = || value.parse::<usize>().map_err(|_| format!("{value} is not a number"));
        match argument.as_str() {
            "--inputs" => parsed.inputs = number()?,
            "--limit" => parsed.limit = number()?,
            "--seed" => parsed.seed = number()? as u64,
            "--threads" => parsed.threads = number()?.max(1),
            "--method" => {
                let known = Method::ALL.into_iter().find(|method| method.name() == value);
                parsed.method = Some(known.ok_or_else(|| format!("no method {value}"))?);
            }
            "--candidates" => parsed.candidates = number()?,
            "--tsv" => parsed.tsv = Some(value),
            _ => return Err(format!("unknown option {argument}")),
        }
    }
    if parsed.path.is_empty() {
        return Err("give the path of a tsv.gz file".to_owned());
    }
    Ok(parsed)
}

fn read(path: &str) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let mut rows = Vec::new();
    for line in BufReader::new(GzDecoder::new(File::open(path)?)).lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, _, _, _, terms] = fields[..] else { continue };
        let terms = terms.split(',').map_while(|term| term.parse().ok()).collect();
        rows.push(Row { name: name.to_owned(), terms });
    }
    Ok(rows)
}

/// The first `limit` rows of a shuffle under the seed (splitmix64).
fn sample(mut rows: Vec<Row>, limit: usize, seed: u64) -> Vec<Row> {
    if limit >= rows.len() {
        return rows;
    }
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    for index in 0..limit {
        let other = index + (random() % (rows.len() - index) as u64) as usize;
        rows.swap(index, other);
    }
    rows.truncate(limit);
    rows
}

fn answer(row: &Row, arguments: &Arguments) -> Answer {
    let Arguments { inputs, candidates: listed, method, .. } = *arguments;
    let shown = &row.terms[..inputs.min(row.terms.len())];
    let truth: Vec<Int> = row.terms.iter().skip(inputs).take(PREDICT).copied().collect();
    let began = Instant::now();
    let mut ranking = Ranking::new(shown, PREDICT);
    match method {
        Some(method) => method.propose(shown, &mut ranking),
        None => classical::propose(shown, &mut ranking),
    }
    let candidates = ranking.candidates();
    let milliseconds = began.elapsed().as_secs_f64() * 1e3;
    let right_ten = |c: &Candidate<Int>| truth.len() == PREDICT && c.next == truth;
    let bits = Int::bits(shown);
    let laws = candidates
        .iter()
        .take(listed)
        .map(|candidate| {
            let Candidate { proposal, evidence, next, .. } = candidate;
            let fitted: f64 = bits.iter().take(evidence.freedom).skip(evidence.given).sum();
            format!(
                "{:?}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.1}\t{:.1}\t{:.1}\t{:.1}\t{}\t{:?}",
                proposal.origin,
                u8::from(next.first() == truth.first()),
                u8::from(right_ten(candidate)),
                u8::from(evidence.verdict.is_verified()),
                evidence.given,
                evidence.spare,
                proposal.fitted,
                proposal.expr.degree(),
                description_bits(&proposal.expr),
                fitted,
                evidence.given_bits,
                evidence.term_bits,
                proposal.lead,
                proposal.expr,
            )
        })
        .collect();
    let Some(best) = candidates.first() else {
        return Answer { milliseconds, ..Answer::default() };
    };
    Answer {
        method: Some(format!("{:?}", best.proposal.origin)),
        laws,
        any_right: candidates.iter().any(|candidate| right_ten(candidate)),
        right_one: !truth.is_empty() && best.next.first() == truth.first(),
        right_ten: right_ten(best),
        verified: best.evidence.verdict.is_verified(),
        milliseconds,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = arguments()?;
    let rows = sample(read(&arguments.path)?, arguments.limit, arguments.seed);
    let answers = Mutex::new(vec![Answer::default(); rows.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                while let Some((index, row)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    rows.get(index).map(|row| (index, row))
                } {
                    let found = answer(row, &arguments);
                    if let Ok(mut answers) = answers.lock() {
                        answers[index] = found;
                    }
                }
            });
        }
    });
    let answers = answers.into_inner().map_err(|_| "a thread failed")?;

    let mut total = Score::default();
    let mut methods: BTreeMap<String, Score> = BTreeMap::new();
    let mut times: Vec<f64> = Vec::new();
    for answer in &answers {
        total.add(answer);
        times.push(answer.milliseconds);
        let method = answer.method.clone().unwrap_or_else(|| "abstained".to_owned());
        methods.entry(method).or_default().add(answer);
    }
    times.sort_by(f64::total_cmp);
    let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!("rows {}, inputs {}", rows.len(), arguments.inputs);
    println!("right on the next term   {:6.2}%", percent(total.right_one, rows.len()));
    println!("right on the next ten    {:6.2}%", percent(total.right_ten, rows.len()));
    println!("some candidate is right  {:6.2}%", percent(total.any_right, rows.len()));
    println!("answered                 {:6.2}%", percent(total.answered, rows.len()));
    println!("verified                 {:6.2}%", percent(total.verified, rows.len()));
    println!("verified, right on ten   {:6.2}%", percent(total.verified_right, total.verified));
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    println!("ms a row: median {:.2}, 95% {:.2}, worst {:.2}", at(0.5), at(0.95), at(1.0 - 1e-9));
    println!();
    println!(
        "{:40} {:>6} {:>6} {:>6} {:>8} {:>8}",
        "method", "rows", "1", "10", "verified", "right"
    );
    for (method, score) in &methods {
        println!(
            "{method:40} {:6} {:6} {:6} {:8} {:8}",
            score.answered, score.right_one, score.right_ten, score.verified, score.verified_right
        );
    }
    if let Some(path) = &arguments.tsv {
        let mut file = BufWriter::new(File::create(path)?);
        for (row, answer) in rows.iter().zip(&answers) {
            if answer.laws.is_empty() {
                writeln!(file, "{}\t{:.2}\tabstained", row.name, answer.milliseconds)?;
            }
            for law in &answer.laws {
                writeln!(file, "{}\t{:.2}\t{law}", row.name, answer.milliseconds)?;
            }
        }
    }
    Ok(())
}
