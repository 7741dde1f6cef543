//! How well enumeration alone does.
//!
//! ```text
//! cargo run --release -p ansatz-search --example enumerative -- \
//!     --oeis FILE.tsv.gz --inputs 15 --limit 500 --seed 1 --effort normal
//! cargo run --release -p ansatz-search --example enumerative -- \
//!     --indomain FILE.jsonl.gz --limit 300
//! ```
//! `--rows` prints every answer, `--proposals` every proposal with how many of
//! the next terms it gets right, its skip and its prefix words, `--calibrate` how precision depends on the
//! bits that the best law saves.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::time::Instant;

use ansatz_expr::{Int, Recurrence, Value};
use ansatz_search::Proposal;
use ansatz_search::enumerative::{Budget, Report, propose_floats, propose_integers};
use flate2::read::MultiGzDecoder;

#[derive(Default)]
struct Options {
    oeis: Option<String>,
    indomain: Option<String>,
    inputs: usize,
    limit: usize,
    seed: u64,
    effort: String,
    rows: bool,
    calibrate: bool,
    proposals: bool,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { inputs: 15, limit: 500, seed: 1, ..Options::default() };
    options.effort = "normal".into();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--oeis" => options.oeis = Some(value()?),
            "--indomain" => options.indomain = Some(value()?),
            "--inputs" => options.inputs = value()?.parse()?,
            "--limit" => options.limit = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--effort" => options.effort = value()?,
            "--rows" => options.rows = true,
            "--proposals" => options.proposals = true,
            "--calibrate" => options.calibrate = true,
            _ => return Err(format!("unknown option {word}").into()),
        }
    }
    Ok(options)
}

fn budget(effort: &str) -> Result<Budget, Box<dyn Error>> {
    match effort {
        "quick" => Ok(Budget::QUICK),
        "normal" => Ok(Budget::NORMAL),
        "thorough" => Ok(Budget::THOROUGH),
        _ => Err(format!("effort is quick, normal or thorough, not {effort}").into()),
    }
}

fn lines(path: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let file = File::open(path)?;
    let reader: Box<dyn Read> =
        if path.ends_with(".gz") { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    Ok(BufReader::new(reader).lines().collect::<Result<_, _>>()?)
}

/// A sample without replacement: the rows with the smallest hashes.
fn sample(rows: Vec<String>, limit: usize, seed: u64) -> Vec<String> {
    let hash = |index: usize| {
        let mut x = (index as u64).wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..3 {
            x = (x ^ (x >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
        x ^ (x >> 29)
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&index| hash(index));
    order.truncate(limit);
    order.sort_unstable();
    order.into_iter().filter_map(|index| rows.get(index).cloned()).collect()
}

/// Processor time of this thread where the system tells it: the machine may be
/// busy with other things.
fn clock(start: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |nanoseconds| nanoseconds / 1e6)
}

struct Outcome {
    name: String,
    first: bool,
    ten: bool,
    any: Option<String>,
    answer: Option<String>,
    report: Report,
    ms: f64,
}

/// How many of the true next terms a proposal gets right before it errs.
fn right<T: Value>(
    proposal: &Proposal,
    shown: &[T],
    next: &[T],
    same: impl Fn(T, T) -> bool,
) -> usize {
    let Ok(law) = Recurrence::new(proposal.expr.clone(), shown.to_vec()) else { return 0 };
    let mut terms = shown.to_vec();
    let _ = law.extend(&mut terms, next.len());
    let continued = terms.get(shown.len()..).unwrap_or_default();
    continued.iter().zip(next).take_while(|(a, b)| same(**a, **b)).count()
}

fn judge<T: Value>(
    options: &Options,
    name: &str,
    shown: &[T],
    next: &[T],
    same: impl Fn(T, T) -> bool + Copy,
    propose: impl Fn(&[T], &mut Vec<Proposal>) -> Report,
) -> Outcome {
    let start = Instant::now();
    let before = clock(start);
    let mut proposals = Vec::new();
    let report = propose(shown, &mut proposals);
    let ms = clock(start) - before;
    if options.proposals {
        for proposal in &proposals {
            let right = right(proposal, shown, next, same);
            println!("{name}\t{right}\t{}\t{}", proposal.skip, proposal.expr.to_words().join(" "));
        }
    }
    let best = proposals.first();
    let correct = best.map_or(0, |best| right(best, shown, next, same));
    Outcome {
        name: name.to_owned(),
        first: correct >= 1,
        ten: correct == next.len(),
        any: proposals
            .iter()
            .find(|proposal| right(proposal, shown, next, same) == next.len())
            .map(|proposal| format!("{:?} after {}", proposal.expr, proposal.skip)),
        answer: best.map(|best| format!("{:?} after {}", best.expr, best.skip)),
        report,
        ms,
    }
}

fn oeis(path: &str, options: &Options, budget: &Budget) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let mut outcomes = Vec::new();
    for row in sample(lines(path)?, options.limit, options.seed) {
        let mut columns = row.split('\t');
        let name = columns.next().unwrap_or_default().to_owned();
        let terms: Vec<Int> = columns
            .next_back()
            .unwrap_or_default()
            .split(',')
            .map_while(|term| term.parse().ok())
            .collect();
        let Some((shown, rest)) = terms.split_at_checked(options.inputs) else { continue };
        let Some(next) = rest.get(..10) else { continue };
        outcomes.push(judge(
            options,
            &name,
            shown,
            next,
            |a, b| a == b,
            |terms, sink| propose_integers(terms, budget, sink),
        ));
    }
    Ok(outcomes)
}

fn indomain(
    path: &str,
    options: &Options,
    budget: &Budget,
) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let mut outcomes = Vec::new();
    for row in sample(lines(path)?, options.limit, options.seed) {
        let row: serde_json::Value = serde_json::from_str(&row)?;
        let list = |field: &str| row[field].as_array().cloned().unwrap_or_default();
        let name = row["infix"].as_str().unwrap_or_default();
        if list("terms").iter().any(serde_json::Value::is_string) {
            let ints = |field: &str| -> Vec<Int> {
                list(field).iter().filter_map(|term| term.as_str()?.parse().ok()).collect()
            };
            outcomes.push(judge(
                options,
                name,
                &ints("terms"),
                &ints("next"),
                |a, b| a == b,
                |terms, sink| propose_integers(terms, budget, sink),
            ));
        } else {
            let floats = |field: &str| -> Vec<f64> {
                list(field).iter().filter_map(serde_json::Value::as_f64).collect()
            };
            let same =
                |a: f64, b: f64| if b == 0.0 { a == 0.0 } else { ((a - b) / b).abs() <= 1e-10 };
            let (shown, next) = (floats("terms_rounded"), floats("next_from_rounded"));
            outcomes.push(judge(options, name, &shown, &next, same, |terms, sink| {
                propose_floats(terms, budget, sink)
            }));
        }
    }
    Ok(outcomes)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let budget = budget(&options.effort)?;
    let mut outcomes = match (&options.oeis, &options.indomain) {
        (Some(path), None) => oeis(path, &options, &budget)?,
        (None, Some(path)) => indomain(path, &options, &budget)?,
        _ => return Err("name one file: --oeis FILE or --indomain FILE".into()),
    };
    if options.rows {
        for outcome in &outcomes {
            println!(
                "{}\t{}\t{}\t{:.1}\t{:.1}\t{:.1}\t{}",
                outcome.name,
                if outcome.ten {
                    "10"
                } else if outcome.first {
                    "1"
                } else {
                    "-"
                },
                outcome.any.as_deref().unwrap_or("-"),
                outcome.report.gain.unwrap_or(f64::NAN),
                outcome.report.lead.unwrap_or(f64::NAN),
                outcome.ms,
                outcome.answer.as_deref().unwrap_or("no law"),
            );
        }
    }
    let rows = outcomes.len();
    let share = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
    let count = |test: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|o| test(o)).count();
    let answered = count(&|o| o.answer.is_some());
    let (first, ten, any) = (count(&|o| o.first), count(&|o| o.ten), count(&|o| o.any.is_some()));
    println!(
        "rows {rows}  accuracy@1 {:.1}  accuracy@10 {:.1}  any@10 {:.1}  answered {:.1}  precision@10 {:.1}",
        share(first, rows),
        share(ten, rows),
        share(any, rows),
        share(answered, rows),
        share(ten, answered)
    );
    let largest =
        |of: &dyn Fn(&Report) -> u64| outcomes.iter().map(|o| of(&o.report)).max().unwrap_or(0);
    println!(
        "most expressions {}  distinct {}  joins {}  MB {:.1}",
        largest(&|r| r.expressions),
        largest(&|r| r.distinct),
        largest(&|r| r.joins),
        largest(&|r| r.bytes as u64) as f64 / 1048576.0
    );
    if options.calibrate {
        println!("gain (bits)\tanswers\tright@1\tright@10");
        let edges = [
            f64::NEG_INFINITY,
            -10.0,
            0.0,
            5.0,
            10.0,
            15.0,
            20.0,
            30.0,
            50.0,
            100.0,
            f64::INFINITY,
        ];
        for pair in edges.windows(2) {
            let inside =
                |o: &Outcome| o.report.gain.is_some_and(|gain| gain >= pair[0] && gain < pair[1]);
            let answers = count(&|o| inside(o));
            println!(
                "{:.0}..{:.0}\t{answers}\t{:.1}\t{:.1}",
                pair[0],
                pair[1],
                share(count(&|o| inside(o) && o.first), answers),
                share(count(&|o| inside(o) && o.ten), answers)
            );
        }
    }
    outcomes.sort_by(|a, b| a.ms.total_cmp(&b.ms));
    let quantile = |part: f64| outcomes.get((rows as f64 * part) as usize).map_or(0.0, |o| o.ms);
    println!(
        "ms: median {:.1}  90% {:.1}  99% {:.1}",
        quantile(0.5),
        quantile(0.9),
        quantile(0.99)
    );
    Ok(())
}
