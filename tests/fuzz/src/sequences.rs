//! The reader of sequences and tables.

use ansatz_expr::{Commas, Domain, Error, ReadOptions, Sequence, Terms};

use super::{check_span, kind, outcome};

/// The reader of sequences: its spans lie in the text and lead back to the
/// terms, its terms are within their bounds, and what it read is read again
/// when printed.
pub fn check(data: &[u8]) -> String {
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
    for options in other_readings() {
        match Sequence::read(&text, &options) {
            Ok(sequence) => check_read(&sequence, &text),
            Err(error) => words.push_str(&outcome(&error)),
        }
    }
    words
}

/// What can be asked for otherwise.
fn other_readings() -> impl Iterator<Item = ReadOptions> {
    let commas = [Commas::Separate, Commas::Thousands, Commas::Decimal]
        .map(|commas| ReadOptions { commas: Some(commas), ..ReadOptions::default() });
    let columns = [0, 1, 2, 3, usize::MAX]
        .map(|column| ReadOptions { column: Some(column), ..ReadOptions::default() });
    commas.into_iter().chain(columns)
}

fn check_read(sequence: &Sequence, text: &str) {
    let domain = sequence.terms.domain();
    let commas = Some(sequence.understood.commas);
    let as_read = ReadOptions { domain: Some(domain), commas, column: None };
    assert_eq!(sequence.understood.domain, domain);
    assert_eq!(sequence.understood.count, sequence.terms.len());
    assert_eq!(sequence.spans.len(), sequence.terms.len());
    let all = sequence.terms.len() + sequence.missing.len();
    assert!(sequence.missing.is_sorted_by(|a, b| a < b));
    assert!(sequence.missing.iter().all(|index| (1..all).contains(index)));
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
