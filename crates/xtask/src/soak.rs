//! `cargo xtask soak`: what takes hours, and one table of what came of it.

#[path = "../../../tests/hostile/inputs.rs"]
mod inputs;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};

use crate::package::{self, Engines};
use crate::run::{cargo, program, root, run, run_and_read};
use crate::tally::Tally;
use crate::{browser, fuzz, npm, wasm};

/// How long to try.
#[derive(Args)]
pub struct Plan {
    /// What to try; everything if nothing is named.
    parts: Vec<Part>,
    /// Minutes of fuzzing, each target.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// How often the trainer is killed.
    #[arg(long, default_value_t = 50)]
    kills: u32,
    /// Of the rows of the encyclopedia, only every so many-th.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// How many sequences are compared natively and in wasm.
    #[arg(long, default_value_t = 500)]
    sequences: u32,
    /// The Python that has PySpark.
    #[arg(long, default_value = "python3")]
    python: String,
}

/// A part of the soak.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Random input for every door.
    Fuzz,
    /// What nobody should send, at normal effort.
    Hostile,
    /// Every sequence of the encyclopedia, at quick effort.
    Load,
    /// The same answers natively, in Node and in Chromium.
    Reproducible,
    /// The package with tools that are too large for every run of the tests.
    Bundlers,
    /// The trainer, killed again and again.
    Trainer,
    /// `ansatz batch` on two workers of Spark, one of them killed.
    Spark,
}

/// A line of the table.
struct Row {
    what: String,
    /// What came of it, or what went wrong.
    outcome: Result<String>,
    took: Duration,
}

/// Tries everything, goes on after failures, and prints the table. Whether
/// nothing failed.
pub fn soak(plan: &Plan) -> Result<bool> {
    let mut rows: Vec<Row> = Vec::new();
    let mut time = |what: String, part: &dyn Fn() -> Result<String>| {
        let began = Instant::now();
        let outcome = part();
        rows.push(Row { what, outcome, took: began.elapsed() });
    };
    let is_asked = |part| plan.parts.is_empty() || plan.parts.contains(&part);
    if is_asked(Part::Fuzz) {
        for target in fuzz::targets()? {
            let seconds = (60.0 * plan.minutes) as u64;
            time(format!("fuzz {target}"), &|| {
                fuzz::fuzz_one(&target, seconds)?;
                let how = if fuzz::is_guided() { "guided by coverage" } else { "unguided" };
                Ok(format!("{seconds} s {how}, no finding"))
            });
        }
    }
    if is_asked(Part::Hostile) {
        time("hostile".to_owned(), &hostile);
    }
    if is_asked(Part::Load) {
        time("load".to_owned(), &|| load(plan.every.max(1)));
    }
    if is_asked(Part::Reproducible) {
        time("reproducible".to_owned(), &|| reproducible(plan.sequences));
    }
    if is_asked(Part::Bundlers) {
        time("bundlers".to_owned(), &bundlers);
    }
    if is_asked(Part::Trainer) {
        time("trainer".to_owned(), &|| trainer(plan.kills));
    }
    if is_asked(Part::Spark) {
        time("spark".to_owned(), &|| spark(&plan.python));
    }
    println!();
    for Row { what, outcome, took } in &rows {
        let (minutes, seconds) = (took.as_secs() / 60, took.as_secs() % 60);
        let words = match outcome {
            Ok(words) => words.clone(),
            Err(error) => format!("FAILED: {error:#}"),
        };
        println!("{minutes:4}:{seconds:02}  {what:<24}  {words}");
    }
    Ok(rows.iter().all(|row| row.outcome.is_ok()))
}

/// The native command, built as users have it.
fn native_command() -> Result<PathBuf> {
    run(cargo().args(["build", "--release", "-p", "ansatz-cli"]))?;
    Ok(wasm::target_directory()?.join("release/ansatz"))
}

/// How long the slowest of the hostile inputs takes, of those that are
/// sequences at all.
fn hostile() -> Result<String> {
    let command = native_command()?;
    let (mut count, mut slowest) = (0, (Duration::ZERO, String::new()));
    for input in inputs::all() {
        let began = Instant::now();
        let mut predict = Command::new(&command)
            .args(["predict", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir(root())
            .spawn()
            .context("starting ansatz predict")?;
        let mut standard_input = predict.stdin.take().context("its standard input")?;
        // It may have read enough before we have written all.
        let _ = standard_input.write_all(input.text().as_bytes());
        drop(standard_input);
        let code = predict.wait()?.code();
        let expected: &[i32] = if input.outcome == "prediction" { &[0, 1] } else { &[2] };
        ensure!(code.is_some_and(|code| expected.contains(&code)), "{}: {code:?}", input.name);
        count += 1;
        slowest = slowest.max((began.elapsed(), input.name));
    }
    let (time, name) = slowest;
    Ok(format!("{count} inputs, the slowest {:.1} s: {name}", time.as_secs_f64()))
}

/// The rows of the encyclopedia through `ansatz batch`: as many answers as
/// rows, and how fast and in how much memory.
fn load(every: usize) -> Result<String> {
    let table = root().join("../shared/oeis/oeis_all.tsv.gz");
    if !table.exists() {
        return Ok("skipped: there is no ../shared/oeis/oeis_all.tsv.gz".to_owned());
    }
    let began = Instant::now();
    let mut batch = Command::new(native_command()?)
        .args(["batch", "--effort", "quick", "--next", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("starting ansatz batch")?;
    let input = batch.stdin.take().context("its standard input")?;
    let output = batch.stdout.take().context("its standard output")?;
    let (given, (answered, refused, memory)) = std::thread::scope(|scope| {
        let feeding = scope.spawn(|| feed(&table, every, input));
        let mut counts = (0usize, 0usize, 0u64);
        for line in BufReader::new(output).lines() {
            counts.0 += 1;
            counts.1 += usize::from(line?.contains("\"error\":"));
            if counts.0.is_multiple_of(1000) {
                counts.2 = counts.2.max(peak_memory(&batch));
            }
        }
        let given = feeding.join().map_err(|_| anyhow::anyhow!("reading the table failed"))??;
        anyhow::Ok((given, counts))
    })?;
    ensure!(batch.wait()?.success(), "ansatz batch failed after {answered} answers");
    ensure!(given == answered, "{given} rows, {answered} answers");
    let speed = given as f64 / began.elapsed().as_secs_f64();
    Ok(format!(
        "{given} rows at quick effort, {refused} refused with a reason, {speed:.0} rows a second, \
         at most {} MB",
        memory / 1024
    ))
}

/// Writes every so many-th row of a table; gives how many.
fn feed(table: &Path, every: usize, mut to: impl Write) -> Result<usize> {
    let mut unpack = program("gzip").arg("-dc").arg(table).stdout(Stdio::piped()).spawn()?;
    let rows = BufReader::new(unpack.stdout.take().context("what gzip writes")?);
    let mut given = 0;
    for row in rows.split(b'\n').step_by(every) {
        let mut row = row?;
        row.push(b'\n');
        to.write_all(&row)?;
        given += 1;
    }
    ensure!(unpack.wait()?.success(), "gzip failed");
    Ok(given)
}

/// The most memory that a process has held so far, in kilobytes; 0 where the
/// system does not say.
fn peak_memory(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn reproducible(sequences: u32) -> Result<String> {
    let command = native_command()?;
    package::build(Engines::Cpu)?;
    npm::install("tests/package")?;
    let (output, _, went_well) = run_and_read(
        program("node")
            .args(["--test", "--test-reporter=spec", "tests/package/reproducible.test.mjs"])
            .env("ANSATZ_BROWSER", browser::find_or_install()?)
            .env("ANSATZ_NATIVE", command)
            .env("ANSATZ_SEQUENCES", sequences.to_string()),
    )?;
    ensure!(went_well, "the answers differ");
    Ok(said(&output, "sequences:"))
}

/// Parcel, Next.js, Deno and Bun, each installed beside the packed tarball.
fn bundlers() -> Result<String> {
    package::build(Engines::Cpu)?;
    npm::install("tests/package")?;
    let (output, _, went_well) = run_and_read(
        program("node")
            .args(["--test", "--test-reporter=tap", "tests/package/bundlers.soak.mjs"])
            .env("ANSATZ_BROWSER", browser::find_or_install()?),
    )?;
    ensure!(went_well, "one of them does not work");
    Ok(Tally::of_tap(&output).to_string())
}

fn trainer(kills: u32) -> Result<String> {
    let (_, errors, went_well) = run_and_read(
        cargo()
            .args(["test", "-p", "native-train", "--test", "crashes", "--", "--nocapture"])
            .env("ANSATZ_KILLS", kills.to_string()),
    )?;
    ensure!(went_well, "a run did not survive");
    Ok(format!("{}, then the same weights as without", said(&errors, "killed")))
}

fn spark(python: &str) -> Result<String> {
    let has_spark = Command::new(python)
        .args(["-c", "import pyspark"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_spark {
        return Ok(format!("skipped: {python} has no pyspark"));
    }
    let command = native_command()?;
    let mut test = program(python);
    test.arg("tests/batch/spark_test.py").arg(command);
    let (output, errors, went_well) = run_and_read(&mut test)?;
    if !went_well {
        bail!("{}", errors.lines().last().unwrap_or("it failed"));
    }
    Ok(said(&output, "lines"))
}

/// The last line that has a word in it.
fn said(output: &str, word: &str) -> String {
    let line = output.lines().rev().find(|line| line.contains(word));
    line.unwrap_or("it said nothing").trim().to_owned()
}
