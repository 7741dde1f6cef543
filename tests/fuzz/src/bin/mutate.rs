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

use ansatz_fuzz::{Check, TARGETS};

const USAGE: &str = "\
usage: mutate [--target NAME] [--seconds N] [--seed S] [FILE...]
  --target   infix_reader or sequence_reader; both unless told
  --seconds  how long to run each target (10)
  --seed     where the random inputs begin (0)
  FILE       check these inputs and stop, to see a failure again";

/// No input grows beyond this: long ones find little that short ones do not.
const MAX_LEN: usize = 600;
/// How many kept inputs are mutated further.
const MAX_POOL: usize = 5_000;

/// Pieces that the readers treat in ways of their own.
const PIECES: &[&str] = &[
    "…",
    "...",
    "−",
    "–",
    "\u{2009}",
    "\u{202f}",
    "’",
    "'",
    "\"",
    "_",
    ",",
    ";",
    " ",
    "\n",
    "\t",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "/",
    ".",
    "e",
    "E-3",
    "*^",
    "×10^",
    "A000045",
    "%S A000045 ",
    "%V A000045 ",
    "# ",
    "a(n) = ",
    "n a(n)\n",
    "etc.",
    "and",
    "inf",
    "nan",
    "0",
    "1",
    "9",
    "10",
    "1e100",
    "99999999999999999999",
    "+",
    "-",
    "*",
    "%",
    "//",
    "^",
    "**",
    "u(n-1)",
    "u(n-2)",
    "n",
    "abs(",
    "sign(",
    "relu(",
    "sqrt(",
    "exp(",
    "pi",
    "euler_gamma",
    "🦀",
    "\u{feff}",
    "\0",
];

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

/// One to four changes to one of the pool.
fn mutated(pool: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut data = random.pick(pool).cloned().unwrap_or_default();
    for _ in 0..=random.below(4) {
        let at = random.below(data.len() + 1);
        let to = (at + random.below(8)).min(data.len());
        match random.below(7) {
            0 => drop(data.drain(at..to)),
            1 => {
                let part = data[at..to].to_vec();
                data.splice(at..at, part.repeat(1 + random.below(4)));
            }
            2 => {
                if let Some(byte) = data.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            3 => data.insert(at, b"0123456789"[random.below(10)]),
            4 => {
                let other = random.pick(pool).cloned().unwrap_or_default();
                let from = random.below(other.len() + 1);
                data.truncate(at);
                data.extend(&other[from..]);
            }
            _ => {
                let piece = random.pick(PIECES).copied().unwrap_or_default();
                data.splice(at..at, piece.bytes());
            }
        }
    }
    data.truncate(MAX_LEN);
    data
}

/// SplitMix64: a few lines, and good enough to throw dice.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if the bound is 0.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}
