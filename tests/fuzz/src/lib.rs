//! What must hold of every door whatever comes through it.
//!
//! Each check panics if it does not hold, and otherwise returns what came of
//! the input, in few words. Three drivers call them: libFuzzer, in
//! `fuzz_targets` (`cargo +nightly fuzz run sequence_reader`); `mutate`, which
//! needs no more than a stable toolchain
//! (`cargo run --release --no-default-features --bin mutate -- --seconds 30`);
//! and `crates/ansatz/tests/doors.rs`, which includes this file and tries the
//! corpus and a fixed number of changes to it with every run of the tests.

pub mod formulas;
pub mod laws;
pub mod mutation;
pub mod options;
pub mod prefixes;
pub mod sequences;
pub mod weights;

use std::ops::Range;

use ansatz_expr::{Error, Int};

/// A check: takes any bytes, panics if somebody is wrong about them.
pub type Check = fn(&[u8]) -> String;

/// The fuzz targets by name.
pub const TARGETS: [(&str, Check); 6] = [
    ("infix_reader", formulas::check),
    ("sequence_reader", sequences::check),
    ("prefix_decoder", prefixes::check),
    ("law_evaluation", laws::check),
    ("weights_file", weights::check),
    ("options", options::check),
];

/// Terms before the one that is computed.
pub(crate) fn integer_histories() -> [Vec<Int>; 4] {
    let small = |terms: &[i64]| terms.iter().map(|&term| Int::from(term)).collect::<Vec<_>>();
    let large = Int::from(10i64.pow(18));
    let large = (0..4).fold(Int::ONE, |power, _| power.checked_mul(large).unwrap_or(power));
    [
        vec![],
        small(&[0; 8]),
        small(&[1, -2, 3, 5, -8, 13, -21, 10]),
        [large, large.negated()].repeat(4),
    ]
}

pub(crate) fn check_span(span: &Range<usize>, text: &str) {
    let length = text.chars().count();
    assert!(span.start <= span.end && span.end <= length, "{span:?} of {length} characters");
}

/// The kind of an error, without what is particular to the input.
pub(crate) fn outcome(error: &Error) -> String {
    match error {
        Error::BadSequence { problem, .. } => kind(problem),
        Error::BadFormula { problem, .. } => {
            problem.chars().filter(|c| !c.is_ascii_digit()).take(40).collect()
        }
        other => kind(other),
    }
}

/// The name of an enum's variant.
pub(crate) fn kind(value: &impl std::fmt::Debug) -> String {
    let mut name = format!("{value:?}");
    name.truncate(name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len()));
    name + " "
}
