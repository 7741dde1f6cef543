//! The sequence reader on texts kept as files, and on any text at all.
//!
//! `sequence/good` and `sequence/bad` hold one pasted text a file;
//! `sequence/good.snap` and `sequence/bad.snap` what is understood of each, or
//! why it is refused. After a change that is meant, `UPDATE_SNAPSHOTS=1 cargo
//! test -p ansatz-expr --test sequence` rewrites them: read the difference.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use ansatz_expr::sequence::{Alternative, Flaw, MAX_GAPS, MAX_TERMS, MAX_TEXT, Note, Source};
use ansatz_expr::{Domain, Error, Int, ReadOptions, Sequence, Terms};
use proptest::prelude::*;

fn read(text: &str) -> Result<Sequence, Error> {
    Sequence::read(text, &ReadOptions::default())
}

fn read_as(text: &str, domain: Domain) -> Result<Sequence, Error> {
    Sequence::read(text, &ReadOptions { domain: Some(domain), ..ReadOptions::default() })
}

/// Compares what `describe` says of each text in a folder with its snapshot.
fn check_folder(folder: &str, describe: impl Fn(&str) -> String) {
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests"))
        .join("tests/sequence");
    let mut files: Vec<PathBuf> =
        fs::read_dir(here.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut found = String::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy();
        writeln!(found, "{name}\n{}", describe(&text)).unwrap();
    }
    let snapshot = here.join(format!("{folder}.snap"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&snapshot, &found).unwrap();
    }
    let expected = fs::read_to_string(&snapshot).unwrap();
    for (found, expected) in found.split("\n\n").zip(expected.split("\n\n")) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected);
}

#[test]
fn good_texts_are_understood() {
    check_folder("good", |text| {
        let sequence = read(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let mut lines = format!("  {}\n  {}\n", sequence.understood, sequence.terms);
        if let (Source::Oeis { .. }, Some(first)) =
            (sequence.understood.source, sequence.understood.first_index())
        {
            writeln!(lines, "  from n = {first}").unwrap();
        }
        if !sequence.missing.is_empty() {
            writeln!(lines, "  missing: {:?}", sequence.missing).unwrap();
        }
        for note in &sequence.understood.notes {
            writeln!(lines, "  {note}").unwrap();
        }
        for alternative in &sequence.understood.alternatives {
            writeln!(lines, "  or: {alternative}").unwrap();
        }
        lines
    });
}

#[test]
fn bad_texts_are_refused_with_a_reason() {
    check_folder("bad", |text| match read(text) {
        Ok(sequence) => panic!("{text:?} was read as {}", sequence.terms),
        Err(error) => format!("  {error}\n"),
    });
}

#[test]
fn a_domain_can_be_forced() {
    let floats = read_as("1, 2, 6/3", Domain::Float).unwrap();
    assert_eq!(floats.terms, Terms::Floats(vec![1.0, 2.0, 2.0]));
    let integers = read_as("1.0, 2.50e1, 300e-2, 6/3", Domain::Integer).unwrap();
    assert_eq!(integers.terms, Terms::Integers([1, 25, 3, 2].map(|n: i64| n.into()).to_vec()));
    for (text, token, start) in
        [("1, 2.5, 3", "2.5", 3), ("1 1e-3", "1e-3", 2), ("4/2, 1/3", "1/3", 5)]
    {
        assert_eq!(
            read_as(text, Domain::Integer).unwrap_err(),
            Error::BadSequence {
                token: token.into(),
                span: start..start + token.len(),
                problem: Flaw::NotWhole
            }
        );
    }
    // Above what an integer may be, but not above what a float may be.
    assert!(read("1e200").is_err());
    assert_eq!(read_as("1e200", Domain::Float).unwrap().terms, Terms::Floats(vec![1e200]));
}

#[test]
fn limits_are_enforced() {
    let terms = MAX_TERMS + 1;
    assert_eq!(read(&"1,".repeat(MAX_TERMS)).unwrap().terms.len(), MAX_TERMS);
    assert_eq!(
        read(&"1,".repeat(terms)).unwrap_err(),
        Error::TooManyTerms { terms, limit: MAX_TERMS }
    );
    // A table of that many rows has twice as many numbers.
    let table: String = (0..MAX_TERMS).map(|n| format!("{n} {}\n", n * n)).collect();
    assert_eq!(read(&table).unwrap().terms.len(), MAX_TERMS);
    assert_eq!(
        read(&" ".repeat(MAX_TEXT + 1)).unwrap_err(),
        Error::TextTooLong { bytes: MAX_TEXT + 1, limit: MAX_TEXT }
    );
}

#[test]
fn every_alternative_is_another_reading() {
    let texts = [
        ("1,000; 2,000; 4,000", 1),
        ("1,5; 2,5; 3,5", 1),
        ("1,234,567", 1),
        ("1 5\n2 8\n3 13", 1),
        ("n,a,b\n1,5,7\n2,8,9\n3,13,11", 2),
    ];
    for (text, count) in texts {
        let likelier = read(text).unwrap();
        assert_eq!(likelier.understood.alternatives.len(), count, "{text}");
        for alternative in &likelier.understood.alternatives {
            let options = match *alternative {
                Alternative::Commas { commas } => {
                    ReadOptions { commas: Some(commas), ..ReadOptions::default() }
                }
                Alternative::Column { column, .. } => {
                    ReadOptions { column: Some(column), ..ReadOptions::default() }
                }
            };
            let other = Sequence::read(text, &options).unwrap();
            assert_ne!(other.terms, likelier.terms, "{text}: {alternative}");
        }
    }
    let column = |column| ReadOptions { column: Some(column), ..ReadOptions::default() };
    let table = "1\t5\t7\n2\t8\t9\n3\t13\t11";
    assert_eq!(Sequence::read(table, &column(3)).unwrap().terms.to_string(), "7, 9, 11");
    assert_eq!(
        Sequence::read(table, &column(4)).unwrap_err(),
        Error::NoSuchColumn { column: 4, columns: 3 }
    );
    assert_eq!(
        Sequence::read("1 2 3", &column(2)).unwrap_err(),
        Error::NoSuchColumn { column: 2, columns: 1 }
    );
}

#[test]
fn what_was_understood_is_data_too() {
    let sequence = read("# A000045\n5 5\n6 8\n7 13\n").unwrap();
    assert_eq!(sequence.understood.source, Source::BFile { first_index: 5, anumber: Some(45) });
    let sequence = read("A000217 0, 1, 3, ...").unwrap();
    assert!(sequence.understood.ellipsis_dropped);
    assert_eq!(
        serde_json::to_string(&sequence.understood).unwrap(),
        r#"{"count":3,"domain":"integer","source":{"kind":"oeis","anumber":217},"ellipsis_dropped":true,"decimals":0,"fractions":0,"commas":"separate","notes":[],"alternatives":[]}"#
    );
}

/// A part of a text, by characters.
fn cut(text: &str, span: &std::ops::Range<usize>) -> String {
    text.chars().skip(span.start).take(span.len()).collect()
}

/// What holds of any text: no panic, spans within the text, in order, and each
/// leading back to its term.
fn check_any(text: &str) -> Result<(), TestCaseError> {
    let length = text.chars().count();
    for domain in [None, Some(Domain::Integer), Some(Domain::Float)] {
        match Sequence::read(text, &ReadOptions { domain, ..ReadOptions::default() }) {
            Ok(sequence) => {
                prop_assert_eq!(sequence.terms.len(), sequence.understood.count);
                prop_assert_eq!(sequence.terms.len(), sequence.spans.len());
                let all = sequence.terms.len() + sequence.missing.len();
                prop_assert!(sequence.missing.len() <= MAX_GAPS);
                prop_assert!(sequence.missing.is_sorted_by(|a, b| a < b));
                // What is missing after the last term is no gap.
                prop_assert!(sequence.missing.iter().all(|n| (1..all).contains(n)));
                prop_assert_eq!(sequence.whole().is_ok(), sequence.missing.is_empty());
                let as_read = ReadOptions {
                    domain: Some(sequence.terms.domain()),
                    commas: Some(sequence.understood.commas),
                    column: None,
                };
                let mut end = 0;
                for (position, span) in sequence.spans.iter().enumerate() {
                    prop_assert!(end <= span.start && span.start < span.end && span.end <= length);
                    end = span.end;
                    let alone = Sequence::read(&cut(text, span), &as_read).unwrap();
                    match (&sequence.terms, &alone.terms) {
                        (Terms::Integers(all), Terms::Integers(one)) => {
                            prop_assert_eq!(&all[position..=position], &one[..]);
                        }
                        (Terms::Floats(all), Terms::Floats(one)) => {
                            prop_assert_eq!(&all[position..=position], &one[..]);
                        }
                        _ => prop_assert!(false, "another domain"),
                    }
                }
            }
            Err(Error::BadSequence { token, span, problem }) => {
                prop_assert!(span.start < span.end && span.end <= length);
                prop_assert!(!token.is_empty() && !problem.to_string().is_empty());
            }
            Err(_) => {}
        }
    }
    Ok(())
}

/// Texts of the pieces that the reader looks at.
fn pasted() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[0-9]{1,4}",
        2 => Just(", ".to_owned()),
        2 => "[ \n\t,;]",
        1 => "[\\[\\](){}\"'’“_#%./*^−–+-]",
        1 => "[…\u{2009}\u{202f}\u{feff}１🦀eEnAa=:]",
        1 => "[?_x$€%|\t]",
        1 => prop::sample::select(vec!["1,000", "2,5", "1.234,5", "1.000.000", "Year\tSize\n", "USD", "-$", "OFFSET 0,2\n", "(list;", "...", "etc.", "A000045", "%S A000045 ", "a(n) = ", "e-3", ".5", "1/3", "n a(n)\n", "and"])
            .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn int() -> impl Strategy<Value = Int> {
    prop_oneof![
        (-20i64..20).prop_map(Int::from),
        any::<i64>().prop_map(Int::from),
        "-?[1-9][0-9]{0,99}".prop_map(|digits| digits.parse().unwrap()),
    ]
}

/// Ways to write a list.
fn layout() -> impl Strategy<Value = (&'static str, &'static str, &'static str)> {
    prop::sample::select(vec![
        ("", ", ", ""),
        ("", ",", ""),
        ("", " ", "\n"),
        ("", "\t", ""),
        ("", "; ", ";"),
        ("", "\n", "\n"),
        ("", "\r\n", "\r\n"),
        ("", ",\n", ","),
        ("[", ", ", "]"),
        ("{", ",", ", ...}"),
        ("((", " ", "))"),
        ("[\"", "\", \"", "\"]"),
        ("['", "','", "']"),
        ("A000045 ", ", ", ", …"),
        ("A000045 ,", ",", ","),
        ("%S A000045 ", ",", ""),
        ("a(n) = ", ", ", ""),
        ("xs = [", "\u{a0}, ", "]"),
    ])
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_any(&text)?;
    }

    #[test]
    fn any_pasted_pieces_are_read_or_refused(text in pasted()) {
        check_any(&text)?;
    }

    #[test]
    fn integers_lead_back(
        terms in prop::collection::vec(int(), 1..40),
        (before, between, after) in layout(),
        minus in prop::sample::select(vec!["-", "−", "–"]),
    ) {
        let list: Vec<String> = terms.iter().map(Int::to_string).collect();
        let text = format!("{before}{}{after}", list.join(between)).replace('-', minus);
        let sequence = read(&text).unwrap();
        prop_assert_eq!(sequence.terms, Terms::Integers(terms));
        for (span, written) in sequence.spans.iter().zip(list) {
            prop_assert_eq!(cut(&text, span), written.replace('-', minus));
        }
    }

    #[test]
    fn floats_lead_back(
        terms in prop::collection::vec(
            any::<f64>().prop_filter("finite", |value| value.is_finite()), 1..40),
        (before, between, after) in layout(),
        scientific in any::<bool>(),
    ) {
        let write = |value: &f64| if scientific { format!("{value:e}") } else { format!("{value}") };
        let list: Vec<String> = terms.iter().map(write).collect();
        let text = format!("{before}{}{after}", list.join(between));
        let sequence = read_as(&text, Domain::Float).unwrap();
        prop_assert_eq!(sequence.terms, Terms::Floats(terms));
        for (span, written) in sequence.spans.iter().zip(list) {
            prop_assert_eq!(cut(&text, span), written);
        }
    }

    #[test]
    fn tables_lead_back(
        terms in prop::collection::vec(int(), 3..40),
        first in -5i64..2000,
        gap in prop::sample::select(vec![" ", "\t", ",", "; "]),
        comment in prop::sample::select(vec!["", "# a comment, 1 2 3\n"]),
    ) {
        let rows = terms.iter().enumerate().map(|(row, term)| {
            format!("{}{gap}{term}\n", first + row as i64)
        });
        let text = format!("{comment}{}", rows.collect::<String>());
        let sequence = read(&text).unwrap();
        prop_assert_eq!(sequence.terms, Terms::Integers(terms));
        prop_assert_eq!(
            sequence.understood.source,
            Source::BFile { first_index: first, anumber: None }
        );
    }
}

#[test]
fn a_column_of_times_is_said() {
    let steps = |text: &str| {
        let read = Sequence::read(text, &ReadOptions::default()).unwrap();
        let is_steps =
            |note: &Note| matches!(note, Note::EvenSteps { .. } | Note::UnevenSteps { .. });
        (read.terms.to_string(), read.understood.notes.into_iter().find(is_steps))
    };
    let even = |first, step, name: Option<&str>| {
        Some(Note::EvenSteps { first, step, name: name.map(str::to_owned) })
    };
    let table = "time,volts\n0,5.1\n0.5,4.2\n1.0,3.4\n1.5,2.9\n";
    assert_eq!(steps(table), ("5.1, 4.2, 3.4, 2.9".into(), even(0.0, 0.5, Some("time"))));
    // Without a header the decimals that go on by equal steps say it.
    let bare = "0.1 5.1\n0.2 4.2\n0.3 3.4\n0.4 2.9\n";
    assert_eq!(steps(bare), ("5.1, 4.2, 3.4, 2.9".into(), even(0.1, 0.1, None)));
    let years = "year\tsold\n1990\t12\n1995\t19\n2000\t31\n2005\t44\n";
    assert_eq!(steps(years), ("12, 19, 31, 44".into(), even(1990.0, 5.0, Some("year"))));
    let (terms, note) = steps("t;x\n0;1.5\n1;2.5\n4;2.25\n9;8.0\n");
    assert_eq!(terms, "1.5, 2.5, 2.25, 8.0");
    assert_eq!(note, Some(Note::UnevenSteps { name: Some("t".into()) }));
    assert!(note.unwrap().to_string().starts_with("The steps of t are not equal"));
    // Counting up by one is n itself, and a list in pairs stays a list.
    assert_eq!(steps("n,x\n1,5.5\n2,4.5\n3,3.5\n").1, None);
    assert_eq!(steps("0.5 1.0\n1.5 2.0\n2.5 3.0\n3.5 4.0\n").1, None);
}

#[test]
fn halves_among_decimals_are_decimals() {
    let fractions = |text: &str| -> Vec<String> {
        let sequence = Sequence::read(text, &ReadOptions::default()).unwrap();
        sequence.fractions.iter().map(ToString::to_string).collect()
    };
    assert_eq!(fractions("1/2, 0.25, 0.125, 1/16"), [""; 0]);
    assert_eq!(fractions("1/2, 1/4, 1/8, 1/16"), ["1/2", "1/4", "1/8", "1/16"]);
    assert_eq!(fractions("1/3, 0.25, 1/5"), ["1/3", "1/4", "1/5"]);
}
