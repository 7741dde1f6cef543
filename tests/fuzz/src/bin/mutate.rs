//! A bounded fuzzer for where libFuzzer is not: mutates the seeds at random
//! and keeps inputs of which something new came.
//!
//! The inputs are the same for the same seed; only how many are tried depends
//! on the machine.

use std::collections::HashSet;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use ansatz_fuzz::mutation::{Random, mutated, seeds};
use ansatz_fuzz::{Check, TARGETS};

const USAGE: &str = "\
usage: mutate [--target NAME] [--seconds N] [--seed S] [FILE...]
  --target   one of the folders of corpus; all unless told
  --seconds  how long to run each target (10)
  --seed     where the random inputs begin (0)
  FILE       check these inputs and stop, to see a failure again";

/// How many kept inputs are mutated further.
const MAX_POOL: usize = 5_000;

struct Options {
    target: Option<String>,
    seconds: u64,
    seed: u64,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let options = match options(env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let mut failed = false;
    for (name, check) in TARGETS {
        if options.target.as_deref().is_some_and(|target| target != name) {
            continue;
        }
        failed |= if options.files.is_empty() {
            !run(name, check, &options)
        } else {
            !options.files.iter().all(|file| replay(name, check, file))
        };
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn options(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { target: None, seconds: 10, seed: 0, files: vec![] };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("`{text}` is not a number"));
        match arg.as_str() {
            "--seconds" => options.seconds = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--target" => {
                let name = value()?;
                if TARGETS.iter().all(|(target, _)| *target != name) {
                    return Err(format!("there is no target {name}"));
                }
                options.target = Some(name);
            }
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            file => options.files.push(file.into()),
        }
    }
    Ok(options)
}

fn replay(name: &str, check: Check, file: &Path) -> bool {
    match fs::read(file) {
        Ok(data) => {
            let passed = passes(check, &data).is_some();
            println!("{name}: {} {}", file.display(), if passed { "passes" } else { "FAILS" });
            passed
        }
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            false
        }
    }
}

/// Mutates for the given time; false if an input failed, which is then kept.
fn run(name: &str, check: Check, options: &Options) -> bool {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pool = seeds(&here.join("corpus").join(name));
    let count = pool.len();
    if count == 0 {
        eprintln!("{name}: no seeds");
        return false;
    }
    let mut random = Random(options.seed);
    let mut seen = HashSet::new();
    let mut tried = 0usize;
    let end = Instant::now() + Duration::from_secs(options.seconds);
    while tried < count || Instant::now() < end {
        let input = match pool.get(tried) {
            Some(seed) if tried < count => seed.clone(),
            _ => mutated(&pool, &mut random),
        };
        tried += 1;
        let Some(outcome) = passes(check, &input) else {
            let folder = here.join("artifacts").join(name);
            let file = folder.join(format!("crash-{}-{tried}", options.seed));
            match fs::create_dir_all(&folder).and_then(|()| fs::write(&file, &input)) {
                Ok(()) => eprintln!("{name}: input {tried} fails, kept in {}", file.display()),
                Err(error) => eprintln!("{name}: {input:?} fails, and not kept: {error}"),
            }
            return false;
        };
        if seen.insert(outcome) && tried > count && pool.len() < MAX_POOL {
            pool.push(input);
        }
    }
    println!("{name}: {tried} inputs from {count} seeds, {} outcomes, no failure", seen.len());
    true
}

fn seeds(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return vec![];
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // Folders are listed in any order, and the run must not depend on it.
    files.sort();
    files.iter().filter_map(|file| fs::read(file).ok()).collect()
}

/// What came of an input; nothing if the check panicked.
fn passes(check: Check, input: &[u8]) -> Option<String> {
    panic::catch_unwind(AssertUnwindSafe(|| check(input))).ok()
}
