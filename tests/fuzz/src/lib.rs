//! What must hold of the readers whatever they are given.
//!
//! Each check panics if it does not hold, and otherwise returns what came of
//! the input, in few words. Two drivers call them: libFuzzer, in
//! `fuzz_targets` (`cargo +nightly fuzz run sequence_reader`), and `mutate`,
//! which needs no more than a stable toolchain:
//! `cargo run --release --no-default-features --bin mutate -- --seconds 30`.

use std::ops::Range;

use ansatz_expr::{Domain, Error, Expr, Int, ReadOptions, Sequence, Terms};

/// A check: takes any bytes, panics if the reader is wrong about them.
pub type Check = fn(&[u8]) -> String;

/// The fuzz targets by name.
pub const TARGETS: [(&str, Check); 2] =
    [("infix_reader", check_infix), ("sequence_reader", check_sequence)];

/// The reader of formulas: a formula that is read is printed so that it is read
/// again as the same tree, evaluates or says why not, and is worth the same
/// when simplified.
pub fn check_infix(data: &[u8]) -> String {
    let text = String::from_utf8_lossy(data);
    let expr = match Expr::parse(&text) {
        Ok(expr) => expr,
        Err(error) => {
            if let Error::BadFormula { span, .. } = &error {
                check_span(span, &text);
            }
            return outcome(&error);
        }
    };
    let printed = expr.to_string();
    match Expr::parse(&printed) {
        Ok(again) => assert_eq!(again, expr, "printed as `{printed}`"),
        Err(error) => panic!("{expr:?} is printed as `{printed}`: {error}"),
    }

    let simple = expr.simplify(Domain::Integer);
    let mut words = format!("{} operators", expr.operators().min(8));
    for history in integer_histories() {
        match (expr.eval(&history), simple.eval(&history)) {
            // Simplifying may define more, but never change what was defined.
            // Only the width of an `Int` may get in the way: factors that come
            // in another order can have a larger product on the way.
            (Ok(_), Err(Error::Overflow { .. })) => words.push_str("wider "),
            (Ok(value), simplified) => {
                assert_eq!(simplified, Ok(value), "`{printed}` became `{simple}` after {history:?}")
            }
            (Err(error), _) => words.push_str(&outcome(&error)),
        }
    }
    // Floats are not compared: collecting terms changes how they round, and by
    // how much depends on the formula.
    let simple = expr.simplify(Domain::Float);
    for history in [vec![], vec![0.0; 8], vec![0.5, -1.5, 2.25, 1e-3, 7.0, -1e6, 3.0, 1e100]] {
        let _ = expr.eval::<f64>(&history);
        let _ = simple.eval::<f64>(&history);
    }
    words
}

fn integer_histories() -> [Vec<Int>; 4] {
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

/// The reader of sequences: its spans lie in the text and lead back to the
/// terms, its terms are within their bounds, and what it read is read again
/// when printed.
pub fn check_sequence(data: &[u8]) -> String {
    let text = String::from_utf8_lossy(data);
    let mut words = String::new();
    for domain in [None, Some(Domain::Integer), Some(Domain::Float)] {
        match Sequence::read(&text, &ReadOptions { domain, ..ReadOptions::default() }) {
            Ok(sequence) => {
                check_read(&sequence, &text);
                let understood = &sequence.understood;
                assert_eq!(understood.domain, domain.unwrap_or(understood.domain));
                words.push_str(&kind(&understood.source));
                understood.notes.iter().for_each(|note| words.push_str(&kind(note)));
            }
            Err(error) => {
                if let Error::BadSequence { span, .. } = &error {
                    check_span(span, &text);
                    assert!(!span.is_empty(), "{error}");
                }
                words.push_str(&outcome(&error));
            }
        }
    }
    words
}

fn check_read(sequence: &Sequence, text: &str) {
    let domain = sequence.terms.domain();
    let commas = Some(sequence.understood.commas);
    let as_read = ReadOptions { domain: Some(domain), commas, column: None };
    assert_eq!(sequence.understood.domain, domain);
    assert_eq!(sequence.understood.count, sequence.terms.len());
    assert_eq!(sequence.spans.len(), sequence.terms.len());
    assert!(!sequence.terms.is_empty());
    match &sequence.terms {
        Terms::Integers(terms) => assert!(terms.iter().all(|term| term.in_range())),
        Terms::Floats(terms) => assert!(terms.iter().all(|term| term.is_finite())),
    }

    let printed = sequence.terms.to_string();
    // In brackets: a table of one row would be none.
    let plain = ReadOptions { domain: Some(domain), ..ReadOptions::default() };
    let again = Sequence::read(&format!("[{printed}]"), &plain);
    assert_eq!(again.map(|again| again.terms).as_ref(), Ok(&sequence.terms));

    let characters: Vec<char> = text.chars().collect();
    let mut end = 0;
    for (position, span) in sequence.spans.iter().enumerate() {
        assert!(end <= span.start && span.start < span.end && span.end <= characters.len());
        end = span.end;
        let written: String = characters[span.clone()].iter().collect();
        let alone = Sequence::read(&written, &as_read).map(|alone| alone.terms);
        let term = match &sequence.terms {
            Terms::Integers(terms) => Terms::Integers(vec![terms[position]]),
            Terms::Floats(terms) => Terms::Floats(vec![terms[position]]),
        };
        assert_eq!(alone, Ok(term), "`{written}` at {span:?}");
    }
}

fn check_span(span: &Range<usize>, text: &str) {
    let length = text.chars().count();
    assert!(span.start <= span.end && span.end <= length, "{span:?} of {length} characters");
}

/// The kind of an error, without what is particular to the input.
fn outcome(error: &Error) -> String {
    match error {
        Error::BadSequence { problem, .. } | Error::BadFormula { problem, .. } => {
            problem.chars().filter(|c| !c.is_ascii_digit()).take(40).collect()
        }
        other => kind(other),
    }
}

/// The name of an enum's variant.
fn kind(value: &impl std::fmt::Debug) -> String {
    let mut name = format!("{value:?}");
    name.truncate(name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len()));
    name + " "
}
