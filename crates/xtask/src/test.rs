//! Every test, from crates to browser; or a part of them.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::check::CHECKS;
use crate::package::{self, Engines};
use crate::run::{cargo, program, root, run, run_and_read};
use crate::tally::Tally;
use crate::{browser, npm, site, wasm};

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Part {
    /// Formatting, lints, documentation, licences.
    Check,
    /// The tests of the crates.
    Rust,
    /// The page in a browser.
    Page,
    /// The npm package, in Node and in a browser.
    Package,
}

/// A line of the summary.
struct Row {
    name: String,
    tally: Tally,
    took: Duration,
}

/// Runs the parts that are asked for, all if none is; goes on after failures, and says at the
/// end what ran, what did not and why, and how long each part took. Whether nothing failed.
pub fn test(parts: &[Part], with_browser: bool) -> bool {
    let is_asked = |part: Part| {
        (parts.is_empty() || parts.contains(&part))
            && (with_browser || !matches!(part, Part::Page | Part::Package))
    };
    let mut rows = Vec::new();
    let mut time = |name: &str, part: &dyn Fn() -> Result<Tally>| {
        let began = Instant::now();
        let tally = part().unwrap_or_else(|error| {
            eprintln!("{name}: {error:#}");
            Tally::one(false)
        });
        let went_well = tally.failed == 0;
        rows.push(Row { name: name.to_owned(), tally, took: began.elapsed() });
        went_well
    };
    if is_asked(Part::Check) {
        for (name, check) in CHECKS {
            time(name, &|| check().map(|()| Tally::one(true)));
        }
    }
    if is_asked(Part::Rust) {
        time("rust", &rust);
    }
    let (page, package) = (is_asked(Part::Page), is_asked(Part::Package));
    if page || package {
        let is_built = time("build of the page and the package", &|| {
            if page {
                site::build(Engines::CpuAndGpu)?;
            } else {
                package::build_library(Engines::CpuAndGpu)?;
            }
            if package {
                package::add_command()?;
            }
            Ok(Tally::default())
        });
        if is_built && page {
            time("page", &|| node("tests/browser"));
        }
        if is_built && package {
            time("package", &|| node("tests/package"));
        }
    }
    summarise(&rows, with_browser)
}

/// The tests of all crates and the examples in their documentation.
fn rust() -> Result<Tally> {
    let mut command = cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    let (output, errors, went_well) = run_and_read(&mut command)?;
    let mut tally = Tally::of_cargo(&output, &errors);
    // What does not even build has no result to count.
    if !went_well && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(tally)
}

/// The tests of a folder, by the test runner of Node.
fn node(folder: &str) -> Result<Tally> {
    let browser = browser::find_or_install()?;
    // The tests of the page share the browser of those of the package.
    npm::install("tests/package")?;
    npm::install(folder)?;
    // What the package answers is compared with what the native command does.
    run(cargo().args(["build", "-p", "ansatz-cli"]))?;
    let command = wasm::target_directory()?.join("debug/ansatz");
    let results = wasm::target_directory()?.join(format!("{}.tap", folder.replace('/', "-")));
    let ran = program("node")
        .current_dir(root().join(folder))
        // One file at a time: browsers and bundlers side by side starve each other.
        .args(["--test", "--test-concurrency=1"])
        .args(["--test-reporter=spec", "--test-reporter-destination=stdout"])
        .args(["--test-reporter=tap", "--test-reporter-destination"])
        .arg(&results)
        .env("ANSATZ_BROWSER", &browser)
        .env("ANSATZ_NATIVE", &command)
        .status()
        .context("cannot start node")?;
    let text = std::fs::read_to_string(&results).context("reading the results")?;
    let mut tally = Tally::of_tap(&text);
    if !ran.success() && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(tally)
}

/// Says how everything went, the sum alone on the last line, and whether nothing failed.
fn summarise(rows: &[Row], with_browser: bool) -> bool {
    let mut sum = Tally::default();
    println!();
    for Row { name, tally, took } in rows {
        let (minutes, seconds) = (took.as_secs() / 60, took.as_secs() % 60);
        println!("{minutes:3}:{seconds:02}  {name}: {tally}");
        for (reason, count) in &tally.skipped {
            println!("        {count} skipped: {reason}");
        }
        sum.add(tally);
    }
    if !with_browser {
        println!("the page and the package were left out, as asked");
    }
    println!("{sum}");
    sum.failed == 0
}
