//! Every door, tried with the corpus of the fuzzers and a fixed number of random
//! changes to it. The fuzzers themselves go on for as long as they are let:
//! `cargo xtask fuzz`.

// What only the other drivers use.
#[allow(dead_code)]
#[path = "../../../tests/fuzz/src/lib.rs"]
mod doors;

use std::path::Path;

use doors::mutation::{Random, mutated, seeds};
use doors::{Check, TARGETS};

/// Changed inputs for each target; `ANSATZ_TRIED` and `ANSATZ_SEED` ask for others.
const TRIED: usize = 1000;

fn asked(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).map_or(otherwise, |number| number.parse().expect("a number"))
}

fn try_out(name: &str, check: Check) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus").join(name);
    let pool = seeds(&corpus);
    assert!(!pool.is_empty(), "{name} has no corpus");
    let mut outcomes = std::collections::HashSet::new();
    let mut random = Random(asked("ANSATZ_SEED", 21) as u64);
    for place in 0..pool.len() + asked("ANSATZ_TRIED", TRIED) {
        let input = match pool.get(place) {
            Some(seed) => seed.clone(),
            None => mutated(&pool, &mut random),
        };
        let shown = String::from_utf8_lossy(&input).into_owned();
        let outcome = std::panic::catch_unwind(|| check(&input))
            .unwrap_or_else(|_| panic!("{name}: input {place} fails: {shown:?} {input:?}"));
        outcomes.insert(outcome);
    }
    // Inputs that all end the same way would try nothing.
    assert!(outcomes.len() > 3, "{name}: {outcomes:?}");
}

#[test]
fn every_door_stands_the_corpus_and_changes_to_it() {
    for (name, check) in TARGETS {
        try_out(name, check);
    }
}
