//! The predictor from outside: what it returns must hold together.

use ansatz::{Answer, Effort, Error, Listener, Options, Prediction, Predictor, Proposers};
use ansatz_expr::{Expr, Int, Recurrence, Terms};
use ansatz_gen::{GenConfig, Generator};

fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Int> {
    values.into_iter().map(Int::from).collect()
}

fn predict(terms: &[Int], options: &Options) -> Prediction {
    Predictor::new().predict(&terms.to_vec().into(), options, &mut ()).expect("enough terms")
}

fn quick() -> Options {
    Options { effort: Effort::Quick, ..Options::default() }
}

/// Famous sequences, each from its definition.
fn famous(count: i64) -> Vec<(&'static str, Vec<Int>)> {
    let mut fibonacci = vec![1i64, 1];
    let mut padovan = vec![1i64, 0, 0];
    let mut catalan = vec![1i64];
    for n in 1..count {
        fibonacci.push(fibonacci.iter().rev().take(2).sum());
        padovan.push(padovan[padovan.len() - 2] + padovan[padovan.len() - 3]);
        catalan.push(catalan[catalan.len() - 1] * (4 * n - 2) / (n + 1));
    }
    vec![
        ("squares", ints((1..=count).map(|n| n * n))),
        ("triangular numbers", ints((1..=count).map(|n| n * (n + 1) / 2))),
        ("Fibonacci", ints(fibonacci.into_iter().take(count as usize))),
        ("Padovan", ints(padovan.into_iter().take(count as usize))),
        ("Catalan", ints(catalan)),
        ("powers of two, last two digits", ints((0..count).map(|n| (1i64 << n) % 100))),
        ("n halved if even", ints((0..count).map(|n| if n % 2 == 0 { n / 2 } else { n }))),
        ("squares and cubes in turn", {
            ints((0..count).map(|n| {
                let k = n / 2 + 1;
                if n % 2 == 0 { k * k } else { k * k * k }
            }))
        }),
    ]
}

#[test]
fn famous_sequences_are_continued_and_verified() {
    for (name, terms) in famous(34) {
        let (shown, next) = terms.split_at(24);
        let prediction = predict(shown, &Options::default());
        let best = prediction.best().unwrap_or_else(|| panic!("no law for {name}"));
        let expected: Vec<String> = next.iter().map(Int::to_string).collect();
        assert_eq!(best.next, expected, "{name}: u(n) = {}", best.formula);
        assert_eq!(best.evidence.verdict, "verified", "{name}: u(n) = {}", best.formula);
    }
}

/// The formula that is printed, run on its own, gives the terms that are
/// claimed: laws that look back beyond the first term included.
#[test]
fn what_is_printed_computes_what_is_claimed() {
    let generator = Generator::new(GenConfig { max_ops: 3, ..GenConfig::integer() }, 11).unwrap();
    let generated = (0..80).map(|index| match generator.example(index).unwrap().terms {
        Terms::Integers(terms) => ("generated", terms),
        Terms::Floats(_) => unreachable!("an integer generator"),
    });
    let mut checked = 0;
    for (name, terms) in famous(20).into_iter().chain(generated) {
        for answer in predict(&terms, &quick()).candidates {
            if answer.evidence.wrong > 0 {
                continue;
            }
            let text = &answer.renderings.iter().find(|r| r.format == "text").unwrap().text;
            let law = Recurrence::<Int>::parse(text)
                .unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            let mut expected = terms.clone();
            expected.extend(answer.next.iter().map(|term| term.parse::<Int>().unwrap()));
            assert_eq!(law.terms(expected.len()).unwrap(), expected, "{name}: {text}");
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} laws were looked at");
}

#[test]
fn hidden_terms_are_not_looked_at() {
    let mut terms = ints((1..=12).map(|n| n * n));
    let options = Options { hold_out: 2, next: 3, ..quick() };
    let honest = predict(&terms, &options);
    assert_eq!((honest.shown, honest.held_out), (10, 2));
    let best = honest.best().unwrap();
    assert_eq!(best.held_out_right, Some(2));
    assert_eq!(best.hidden, ["121", "144"]);
    assert_eq!(best.next, ["169", "196", "225"]);
    let formula = Expr::from_words(best.formula_prefix.iter().map(String::as_str)).unwrap();
    assert_eq!(formula.to_string(), best.formula);
    // What is computed are the terms after those that the law was given.
    let given = honest.shown - best.errors.len();
    let squares: Vec<String> = (given..10).map(|n| ((n + 1) * (n + 1)).to_string()).collect();
    assert_eq!(best.computed, squares);
    terms[11] = Int::from(7i64);
    let misled = predict(&terms, &options);
    assert_eq!(misled.best().unwrap().formula, best.formula);
    assert_eq!(misled.best().unwrap().held_out_right, Some(1));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let ask = |count: i64, options: Options| {
        Predictor::new().predict(&ints(0..count).into(), &options, &mut ())
    };
    assert_eq!(ask(2, Options::default()).unwrap_err(), Error::TooFewTerms { shown: 2, least: 3 });
    assert_eq!(
        ask(5, Options { hold_out: 3, ..Options::default() }).unwrap_err(),
        Error::HoldOutTooLarge { hold_out: 3, terms: 5, least: 3 }
    );
    assert_eq!(
        ask(5, Options { next: 1001, ..Options::default() }).unwrap_err(),
        Error::TooManyToPredict { asked: 1001, most: 1000 }
    );
    for options in [
        Options { beam: 1000, ..Options::default() },
        Options { temperature: f64::NAN, ..Options::default() },
        Options { temperature: 0.0, ..Options::default() },
    ] {
        assert!(matches!(ask(5, options), Err(Error::OutOfRange { .. })));
    }
}

#[test]
fn proposers_can_be_left_out() {
    let terms = ints((0..15).map(|n| (1i64 << n) % 100));
    let by = |classical, enumerative| {
        let proposers = Proposers { classical, enumerative, ..Proposers::default() };
        predict(&terms, &Options { proposers, ..quick() }).candidates
    };
    assert!(by(false, false).is_empty());
    assert!(by(false, true).iter().all(|answer| answer.found_by == ["enumeration"]));
    assert!(by(true, false).iter().all(|a| !a.found_by.contains(&"enumeration".to_owned())));
}

#[derive(Default)]
struct Ears {
    stages: Vec<&'static str>,
    best: Vec<String>,
    stop: bool,
}

impl Listener for Ears {
    fn stage(&mut self, name: &'static str) {
        self.stages.push(name);
    }
    fn improved(&mut self, best: &Answer) {
        self.best.push(best.formula.clone());
    }
    fn is_cancelled(&self) -> bool {
        self.stop
    }
}

#[test]
fn listeners_hear_the_best_law_and_can_stop() {
    let terms: Terms = ints((1..=12).map(|n| n * n)).into();
    let mut ears = Ears::default();
    let prediction = Predictor::new().predict(&terms, &quick(), &mut ears).unwrap();
    assert_eq!(ears.stages, ["classical", "enumeration"]);
    assert_eq!(ears.best.last(), Some(&prediction.best().unwrap().formula));
    let mut deaf = Ears { stop: true, ..Ears::default() };
    Predictor::new().predict(&terms, &quick(), &mut deaf).unwrap();
    assert_eq!(deaf.stages, ["classical"]);
}

#[test]
fn floats_have_laws_too() {
    let terms: Vec<f64> = (1..=15).map(|n| f64::from(n).sqrt() + 1.0 / f64::from(n)).collect();
    let prediction = Predictor::new().predict(&terms.into(), &Options::default(), &mut ()).unwrap();
    let best = prediction.best().expect("a law of four operators");
    let next: f64 = best.next[0].parse().unwrap();
    assert!((next - (4.0 + 1.0 / 16.0)).abs() < 1e-9, "{}", best.formula);
}
