//! Sequences of which some terms are missing: the answer fills them, and no gap makes
//! it surer than it would be with all terms.

use ansatz::{Effort, Error, Options, Prediction, Predictor, ReadOptions, Sequence, Terms};

fn read(text: &str) -> Sequence {
    Sequence::read(text, &ReadOptions::default()).expect(text)
}

fn options() -> Options {
    Options { effort: Effort::Quick, next: 3, ..Options::default() }
}

fn predict(text: &str) -> Result<Prediction, Error> {
    let Sequence { terms, missing, .. } = read(text);
    Predictor::new().predict_with_gaps(&terms, &missing, &options(), &mut ())
}

/// What was filled in, such as `3: 12`.
fn filled(prediction: &Prediction) -> String {
    let one = |filled: &ansatz::Filled| format!("{}: {}", filled.index, filled.value);
    prediction.filled.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A text with gaps, what they hold, and the next term.
const CASES: [(&str, &str, &str); 22] = [
    ("2, 6, _, 20, 30", "3: 12", "42"),
    ("1 2 4 ? 16 32 64", "4: 8", "128"),
    ("2, 3, 5, ?, 11, 13, 17, 19, 23", "4: 7", "29"),
    ("1, 4, 9, x, 25, 36, 49", "4: 16", "64"),
    ("1, 4, ?, 16, ?, 36, 49, 64", "3: 9, 5: 25", "81"),
    ("1, 2, 6, ?, 120, 720, 5040", "4: 24", "40320"),
    ("1 1 2 3 5 ? 13 21 34", "6: 8", "55"),
    ("1 1 ? 3 5 8 ? 21 34 55", "3: 2, 7: 13", "89"),
    ("3 ? 27 81 243 729 2187", "2: 9", "6561"),
    ("1 ? 4 ? 16 ? 64 128", "2: 2, 4: 8, 6: 32", "256"),
    ("0.5, 0.25, ?, 0.0625, 0.03125, 0.015625", "3: 0.125", "0.0078125"),
    ("1.5, 2, 2.5, ?, 3.5, 4, 4.5", "4: 3.0", "5.0"),
    ("1.41, 1.73, ?, 2.24, 2.45, 2.65, 2.83", "3: 2.0", "3.0"),
    ("1, -1, 1, ?, 1, -1, 1, -1, 1, -1, 1", "4: -1", "-1"),
    ("1, 10, 2, 20, ?, 30, 4, 40, 5, 50", "5: 3", "6"),
    ("7 3 9 7 ? 9 7 3 9 7 3 9", "5: 3", "7"),
    ("1, 3, 6, _, 15, 21, 28, 36", "4: 10", "45"),
    ("1, 1, 2, 5, ?, 42, 132, 429, 1430", "5: 14", "4862"),
    ("1 5 _ 13 17 21 25", "3: 9", "29"),
    ("? 4 9 16 25 36 49", "1: 1", "64"),
    ("? 4 9 16 25 36", "1: 1", "49"),
    ("1 3 ? ? 31 63 127 255", "3: 7, 4: 15", "511"),
];

#[test]
fn gaps_are_filled() {
    let mut wrong = String::new();
    for (text, gaps, next) in CASES {
        let prediction = predict(text).expect(text);
        let foretold = prediction.best().map(|best| best.next.to_texts()[0].clone());
        if filled(&prediction) != gaps || foretold.as_deref() != Some(next) {
            let laws: Vec<String> =
                prediction.candidates.iter().map(|law| law.formula().to_string()).collect();
            wrong += &format!("{text}: {}, next {foretold:?}, {laws:?}\n", filled(&prediction));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_answer_has_every_known_term_and_its_own_value_in_the_gap() {
    for (text, ..) in CASES {
        let Sequence { terms, missing, .. } = read(text);
        let prediction = predict(text).expect(text);
        let best = prediction.best().expect(text);
        assert_eq!(prediction.shown, terms.len() + missing.len(), "{text}");
        assert_eq!(best.evidence.wrong, 0, "{text}");
        let (mut known, mut values) = (terms.to_texts().into_iter(), prediction.filled.iter());
        let whole: Vec<String> = (1..=prediction.shown)
            .map(|index| match missing.contains(&index) {
                true => values.next().expect(text).value.to_texts().concat(),
                false => known.next().expect(text),
            })
            .collect();
        let whole = Sequence::read(
            &whole.join(" "),
            &ReadOptions { domain: Some(terms.domain()), ..ReadOptions::default() },
        )
        .expect(text);
        let own = best.law.terms(1, prediction.shown).expect(text);
        match (&own, &whole.terms) {
            (Terms::Floats(own), Terms::Floats(whole)) => {
                let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 0.0051;
                assert!(own.iter().zip(whole).all(near), "{text}: {own:?}");
            }
            (own, whole) => assert_eq!(own, whole, "{text}"),
        }
    }
}

#[test]
fn a_gap_makes_nothing_surer() {
    for (text, ..) in CASES {
        let with_gaps = predict(text).expect(text);
        let mut whole = read(text).terms.to_texts();
        for filled in &with_gaps.filled {
            whole.insert(filled.index - 1, filled.value.to_texts().concat());
        }
        let domain = Some(with_gaps.domain);
        let whole =
            Sequence::read(&whole.join(" "), &ReadOptions { domain, ..ReadOptions::default() })
                .expect(text);
        let predictor = Predictor::new();
        let all = predictor.predict(&whole.terms, &options(), &mut ()).expect(text);
        let (guessed, known) = (with_gaps.best().expect(text), all.best().expect(text));
        assert!(guessed.evidence.spare <= known.evidence.spare, "{text}");
        assert!(!guessed.evidence.verdict.is_verified() || known.evidence.verdict.is_verified());
        let chance = |law: &ansatz::Candidate| law.probability.expect("it is exact").ten;
        let (with, all) = (chance(guessed), chance(known));
        assert!(with <= all, "{text}: {with} {all} {}", known.formula());
    }
}

#[test]
fn without_an_answer_nothing_is_claimed() {
    for text in ["6 1 3 8 ? 3 3 2 0 3 5 7 8 1 9", "17 4 ? 90 23 -8", "3 ? 5 8", "1 ? ? ? ? 2 5"] {
        let prediction = predict(text).expect(text);
        if prediction.best().is_none() {
            assert!(prediction.filled.is_empty() && prediction.candidates.is_empty(), "{text}");
        }
    }
    assert!(predict("6 1 3 8 ? 3 3 2 0 3 5 7 8 1 9").expect("read").best().is_none());
    let two = predict("? 1 ? 2").unwrap_err();
    assert_eq!(two, Error::TooFewTerms { shown: 2, least: 3 });
}

#[test]
fn places_that_cannot_be_gaps_are_refused() {
    let terms = read("1 2 4 8 16 32").terms;
    let predictor = Predictor::new();
    let ask = |missing: &[usize], options: &Options| {
        predictor.predict_with_gaps(&terms, missing, options, &mut ()).map(|_| ())
    };
    let plain = options();
    assert_eq!(ask(&[1, 2, 3, 4, 5], &plain), Err(Error::TooManyGaps { gaps: 5, most: 4 }));
    assert_eq!(ask(&[0], &plain), Err(Error::NoGap { index: 0, terms: 7 }));
    assert_eq!(ask(&[7], &plain), Err(Error::NoGap { index: 7, terms: 7 }));
    assert_eq!(ask(&[usize::MAX], &plain), Err(Error::NoGap { index: usize::MAX, terms: 7 }));
    assert_eq!(ask(&[4, 2], &plain), Err(Error::NoGap { index: 2, terms: 8 }));
    assert_eq!(ask(&[3, 3], &plain), Err(Error::NoGap { index: 3, terms: 8 }));
    let hiding = Options { hold_out: 2, ..options() };
    assert_eq!(ask(&[6], &hiding), Err(Error::GapHidden { index: 6, hold_out: 2 }));
    let too_many = Options { hold_out: 4, ..options() };
    assert!(matches!(ask(&[2], &too_many), Err(Error::HoldOutTooLarge { .. })));
}

#[test]
fn hidden_terms_fill_no_gaps_and_are_foretold() {
    let Sequence { terms, missing, .. } = read("1 2 4 ? 16 32 64 128 256");
    let hiding = Options { hold_out: 2, ..options() };
    let found =
        Predictor::new().predict_with_gaps(&terms, &missing, &hiding, &mut ()).expect("a result");
    assert_eq!(filled(&found), "4: 8");
    assert_eq!((found.shown, found.held_out), (7, 2));
    assert_eq!(found.best().expect("a law").held_out_right, Some(2));
}

#[test]
fn long_and_large_terms_take_no_more_than_a_moment() {
    let long: Vec<String> =
        (1..=3000).map(|n| if n == 1500 { "?".into() } else { (n * n).to_string() }).collect();
    let prediction = predict(&long.join(" ")).expect("a result");
    assert_eq!(filled(&prediction), "1500: 2250000");
    let nines = "9".repeat(100);
    let _ = predict(&format!("{nines} ? -{nines} 1 {nines} 7 ? 3")).expect("a result");
    let _ = predict("1e300 ? -1e300 5e-320 ? 1.5").expect("a result");
    let _ = predict("0 0 ? 0 0 ? 0").expect("a result");
}
