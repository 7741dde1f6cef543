//! The predictor from outside: what it returns must hold together.

use ansatz::{
    Candidate, Context, Effort, Error, Expr, Findings, Format, Group, Int, Law, Listener, Options,
    Prediction, Predictor, Problem, Profile, Proposal, Proposer, Proposers, Proposing, Terms,
};
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
        let law = best.formula();
        assert_eq!(best.next, next.to_vec().into(), "{name}: u(n) = {law}");
        assert!(best.evidence.verdict.is_verified(), "{name}: u(n) = {law}");
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
            let text = answer.law.render(Format::Text);
            let law: Law = text.parse().unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            let mut expected = terms.clone();
            expected.extend(answer.next.integers().unwrap());
            let terms = law.terms(1, expected.len()).unwrap();
            assert_eq!(terms, expected.into(), "{name}: {text}");
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
    assert_eq!(best.hidden, ints([121, 144]).into());
    assert_eq!(best.next, ints([169, 196, 225]).into());
    // What is computed are the terms after those that the law was given.
    let given = honest.shown - best.errors.len();
    let squares = ints((given as i64..10).map(|n| (n + 1) * (n + 1)));
    assert_eq!(best.computed, squares.into());
    terms[11] = Int::from(7i64);
    let misled = predict(&terms, &options);
    assert_eq!(misled.best().unwrap().formula(), best.formula());
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
    let by = |proposers: Proposers| predict(&terms, &Options { proposers, ..quick() }).candidates;
    assert!(by(Proposers::only([])).is_empty());
    let is_enumerated = |profile: &&Profile| profile.group == Group::Enumerative;
    assert!(
        by(Proposers::only(["enumerative"])).iter().all(|c| c.found_by.iter().all(is_enumerated))
    );
    let classical = by(Proposers::default().with("enumerative", false));
    assert!(!classical.is_empty());
    assert!(!classical.iter().any(|candidate| candidate.found_by.iter().any(is_enumerated)));
    let linear = by(Proposers::only(["residue"]));
    assert!(linear.iter().all(|candidate| candidate.found_by[0].id == "residue"));
    let unknown = Options { proposers: Proposers::only(["oracle"]), ..quick() };
    let error = Predictor::new().predict(&terms.into(), &unknown, &mut ()).unwrap_err();
    assert_eq!(error, Error::UnknownProposer { name: "oracle".into() });
}

/// A family of its own: the terms of another sequence, shifted. One type and one
/// line are all that it takes.
struct Factorials;

static FACTORIALS: Profile = Profile {
    id: "factorials",
    label: "shifted factorials",
    group: Group::Classical,
    searches: false,
};

impl Proposer<Int> for Factorials {
    fn profile(&self) -> &'static Profile {
        &FACTORIALS
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, Int>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<Int>,
    ) -> Proposing<'a> {
        // u(n) - c is (n-1) times the one before: c follows from the second term.
        if let [first, second, ..] = problem.terms()
            && first == second
        {
            let offset = first.checked_sub(Int::from(1i64)).unwrap_or(Int::ZERO);
            let text = format!("(n - 1)*(u(n-1) - {offset}) + {offset}");
            if let Ok(expr) = Expr::parse(&text) {
                findings.propose(Proposal::new(expr, &FACTORIALS));
            }
        }
        Proposing::Done
    }
}

#[test]
fn a_family_of_laws_is_one_type_and_one_line() {
    let mut terms = vec![1i64];
    for n in 1..14 {
        terms.push(terms[terms.len() - 1] * n);
    }
    let terms: Terms = ints(terms.into_iter().map(|term| term + 1_000_003)).into();
    let mut predictor = Predictor::new();
    predictor.add_integer_proposer(Factorials);
    assert!(predictor.profiles().any(|profile| profile.id == "factorials"));
    let mut ears = Ears::default();
    let prediction = predictor.predict(&terms, &quick(), &mut ears).unwrap();
    let best = prediction.best().expect("a law");
    assert!(best.found_by.iter().any(|profile| profile.label == "shifted factorials"));
    assert!(best.evidence.verdict.is_verified());
    assert_eq!(ears.stages, [Group::Classical, Group::Enumerative, Group::Classical]);
    // It can be chosen, and left out, by its name.
    let alone = Options { proposers: Proposers::only(["factorials"]), ..quick() };
    let prediction = predictor.predict(&terms, &alone, &mut ()).unwrap();
    assert_eq!(prediction.candidates.len(), 1);
    let without = Options { proposers: Proposers::default().with("factorials", false), ..quick() };
    let prediction = predictor.predict(&terms, &without, &mut ()).unwrap();
    let names = prediction.candidates.iter().flat_map(|candidate| &candidate.found_by);
    assert!(names.into_iter().all(|profile| profile.id != "factorials"));
}

#[derive(Default)]
struct Ears {
    stages: Vec<Group>,
    best: Vec<String>,
    stop: bool,
}

impl Listener for Ears {
    fn stage(&mut self, group: Group) {
        self.stages.push(group);
    }
    fn wants_candidates(&self) -> bool {
        true
    }
    fn improved(&mut self, best: &Candidate) {
        self.best.push(best.formula().to_string());
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
    assert_eq!(ears.stages, [Group::Classical, Group::Enumerative]);
    assert_eq!(ears.best.last(), Some(&prediction.best().unwrap().formula().to_string()));
    let mut deaf = Ears { stop: true, ..Ears::default() };
    Predictor::new().predict(&terms, &quick(), &mut deaf).unwrap();
    assert!(deaf.stages.is_empty());
}

#[test]
fn floats_have_laws_too() {
    let terms: Vec<f64> = (1..=15).map(|n| f64::from(n).sqrt() + 1.0 / f64::from(n)).collect();
    let prediction = Predictor::new().predict(&terms.into(), &Options::default(), &mut ()).unwrap();
    let best = prediction.best().expect("a law of four operators");
    let next = best.next.floats().unwrap()[0];
    assert!((next - (4.0 + 1.0 / 16.0)).abs() < 1e-9, "{}", best.formula());
}

#[test]
fn sums_of_measured_numbers_are_no_fractions() {
    let mut shown = vec![-4.683_676_997_479_38];
    for n in 2..12 {
        shown.push(shown[n - 2] + n as f64 - 4.0);
    }
    let prediction = Predictor::new()
        .predict(&Terms::Floats(shown), &Options::default(), &mut ())
        .expect("enough terms");
    let best = prediction.best().expect("a law");
    assert_eq!(best.formula().to_string(), "u(n-1) + n - 4");
    assert_eq!(best.next_fractions, None);
}
