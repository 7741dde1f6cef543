//! The same predictions everywhere. `tests/golden/predictions.json` is checked
//! here natively, and by `tests/package` in Node and in browsers.
//!
//! `ANSATZ_WRITE_GOLDEN=1 cargo test -p ansatz --test golden` writes it anew,
//! with a new tiny network if there is none: read the difference before it is
//! committed.

use std::path::PathBuf;

use ansatz::view::Answer;
use ansatz::{Options, Predictor};
use ansatz_expr::{ReadOptions, Sequence};
use ansatz_model::{Device, InputEncoding, ModelConfig, Preset, Task, weights};
use serde::{Deserialize, Serialize};

/// Log-likelihoods differ in the last digits between machines.
const TOLERANCE: f64 = 1e-3;

#[derive(Serialize, Deserialize)]
struct Case {
    sequence: String,
    /// As they are written, not as they are filled in.
    options: serde_json::Value,
    candidates: Vec<Candidate>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    prefix: Vec<String>,
    next: Vec<String>,
    found_by: Vec<String>,
    log_likelihood: Option<f64>,
}

impl From<&Answer> for Candidate {
    fn from(answer: &Answer) -> Self {
        Candidate {
            prefix: answer.prefix.clone(),
            next: answer.next.clone(),
            found_by: answer.found_by.iter().map(|label| (*label).to_owned()).collect(),
            log_likelihood: answer.log_likelihood,
        }
    }
}

fn folder() -> PathBuf {
    // At run time: checkouts may share a target folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    PathBuf::from(here).join("../../tests/golden")
}

fn writing() -> bool {
    std::env::var_os("ANSATZ_WRITE_GOLDEN").is_some()
}

/// A tiny network, trained for 400 steps: `native-train train --preset tiny
/// --device cpu --max-ops 2 --families base --batch 32 --rate 2e-3 --steps 400
/// --seed 7`. A new one, made here, is untrained: what it says is noise, but the
/// same noise everywhere.
fn tiny() -> Vec<u8> {
    let path = folder().join("tiny.ansatz");
    if writing() && !path.exists() {
        let config = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms);
        let file = weights::untrained(&config, 7).expect("a valid preset");
        std::fs::write(&path, file).expect("the folder is there");
    }
    std::fs::read(path).expect("tests/golden/tiny.ansatz")
}

fn candidates(predictor: &Predictor, case: &Case) -> Vec<Candidate> {
    let sequence = Sequence::read(&case.sequence, &ReadOptions::default()).expect("a sequence");
    let options: Options = serde_json::from_value(case.options.clone()).expect("options");
    let prediction = predictor.predict(&sequence.terms, &options, &mut ()).expect("a prediction");
    assert!(prediction.failures.is_empty(), "{}: {:?}", case.sequence, prediction.failures);
    prediction.candidates.iter().map(|found| Candidate::from(&Answer::from(found))).collect()
}

#[test]
fn predictions_are_the_golden_ones() {
    let path = folder().join("predictions.json");
    let text = std::fs::read_to_string(&path).expect("tests/golden/predictions.json");
    let mut cases: Vec<Case> = serde_json::from_str(&text).expect("valid JSON");
    let predictor = Predictor::load([tiny().as_slice()], &Device::Cpu).expect("weights");
    if writing() {
        for case in &mut cases {
            case.candidates = candidates(&predictor, case);
        }
        let text = serde_json::to_string_pretty(&cases).expect("plain data");
        std::fs::write(&path, text + "\n").expect("writable");
        return;
    }
    let mut by_network = 0;
    for case in &cases {
        let found = candidates(&predictor, case);
        assert_eq!(found.len(), case.candidates.len(), "{}", case.sequence);
        for (found, golden) in found.iter().zip(&case.candidates) {
            assert_eq!(found.prefix, golden.prefix, "{}", case.sequence);
            assert_eq!(found.next, golden.next, "{}", case.sequence);
            assert_eq!(found.found_by, golden.found_by, "{}", case.sequence);
            match (found.log_likelihood, golden.log_likelihood) {
                (Some(found), Some(golden)) => {
                    by_network += 1;
                    let difference = (found - golden).abs();
                    assert!(difference < TOLERANCE, "{}: {found} {golden}", case.sequence);
                }
                (found, golden) => assert_eq!(found, golden, "{}", case.sequence),
            }
        }
    }
    assert!(by_network >= 10, "the network must have its say: {by_network} candidates");
}
