//! The predictor with networks: untrained ones for the wiring, and the shipped
//! ones for what they are shipped for.

use std::path::PathBuf;

use ansatz::{
    Candidate, Device, Effort, Error, Group, Listener, Options, Predictor, Proposers, Task,
};
use ansatz_expr::{Int, Terms};
use ansatz_model::{InputEncoding, ModelConfig, Preset, weights};

/// A small network that has learned nothing.
fn untrained(task: Task) -> Vec<u8> {
    let config = ModelConfig::preset(Preset::Tiny, task, InputEncoding::Terms);
    weights::untrained(&config, 7).expect("a preset")
}

fn load(files: &[Vec<u8>]) -> Predictor {
    Predictor::load(files.iter().map(Vec::as_slice), &Device::Cpu).expect("good files")
}

fn ints(values: impl IntoIterator<Item = i64>) -> Terms {
    values.into_iter().map(Int::from).collect::<Vec<Int>>().into()
}

/// Only the network.
fn beam_only() -> Options {
    Options { proposers: Proposers::only(["beam", "numeric"]), ..Options::default() }
}

#[test]
fn even_an_untrained_network_finds_n_by_drawing() {
    let predictor = load(&[untrained(Task::IntegerSymbolic)]);
    assert_eq!(predictor.tasks(), [Task::IntegerSymbolic]);
    let options = Options { samples: 300, ..beam_only() };
    let prediction = predictor.predict(&ints(1..=20), &options, &mut ()).unwrap();
    let best = prediction.best().expect("one token in forty is n");
    assert_eq!(best.next.to_texts()[0], "21");
    assert!(best.found_by.iter().all(|profile| profile.group == Group::Beam));
    // What is drawn is not called the beam's.
    assert!(best.found_by.iter().any(|profile| profile.id == "samples"));
    assert!(best.log_likelihood.unwrap() < 0.0);
    assert!(prediction.failures.is_empty());
}

#[test]
fn the_network_is_not_asked_where_it_has_nothing_to_say() {
    let predictor = load(&[untrained(Task::IntegerSymbolic)]);
    let found = |terms: &Terms, options: &Options| {
        predictor.predict(terms, options, &mut ()).unwrap().candidates.len()
    };
    assert_eq!(found(&vec![0.5, 1.5, 2.5, 3.5].into(), &beam_only()), 0);
    let quick = Options { effort: Effort::Quick, ..beam_only() };
    assert_eq!(found(&ints(1..=20), &quick), 0);
    let off = Options { proposers: beam_only().proposers.with("beam", false), ..beam_only() };
    assert_eq!(found(&ints(1..=20), &off), 0);
}

#[test]
fn a_guess_is_made_only_where_there_is_no_law_and_says_so() {
    // Digits of pi in no order that a short law would have.
    let wild: Terms = vec![3.1, -4.159, 2.0, 65.358, 9.79, -3.0, 2.384, 0.6264, 33.0].into();
    let options = Options { next: 3, hold_out: 1, ..Options::default() };
    // What an untrained network says is chance: some begin with the end.
    let (predictor, guessed) = (0..20)
        .find_map(|_| {
            let predictor = load(&[untrained(Task::FloatNumeric)]);
            let prediction = predictor.predict(&wild, &options, &mut ()).unwrap();
            assert!(prediction.best().is_none());
            prediction.guess.map(|guess| (predictor, guess))
        })
        .expect("a number, however wrong");
    assert_eq!(guessed.found_by.label, "numeric network");
    assert!(guessed.next.len() <= 3 && guessed.next.floats().is_some());
    assert!(guessed.held_out_right.is_some());

    // Without a network, and with one that writes a term at a time, it says how likely it is.
    let options_now = Options { hold_out: 0, ..options.clone() };
    let one_term = ModelConfig::of_next_term(Preset::Tiny, Task::FloatNumeric, 100);
    let one_term = weights::untrained(&one_term, 7).expect("a preset");
    for (files, label) in [(vec![], "simple rules"), (vec![one_term], "numeric network")] {
        let prediction = load(&files).predict(&wild, &options_now, &mut ()).unwrap();
        let guessed = prediction.guess.expect("rules always say something");
        assert_eq!((guessed.found_by.label, guessed.next.len()), (label, 3));
        assert!(guessed.probability.is_some_and(|told| (0.0..0.6).contains(&told)), "{guessed:?}");
        assert!(prediction.failures.is_empty());
    }

    let guess = |terms: &Terms, options: &Options| {
        predictor.predict(terms, options, &mut ()).unwrap().guess
    };
    assert!(guess(&wild, &options).is_some());
    let halves: Terms = (1..12).map(|n| f64::from(n) / 2.0).collect::<Vec<f64>>().into();
    assert!(guess(&halves, &options).is_none());
    assert!(guess(&halves, &Options { candidates: 0, ..options.clone() }).is_none());
    let numeric = Proposers::default().with("numeric", false);
    assert!(guess(&wild, &Options { proposers: numeric, ..options }).is_none());
}

#[test]
fn a_damaged_file_is_refused() {
    let mut file = untrained(Task::IntegerSymbolic);
    let middle = file.len() / 2;
    file[middle] ^= 1;
    let refused = Predictor::load([file.as_slice()], &Device::Cpu);
    assert!(matches!(refused, Err(Error::Model(ansatz_model::Error::WrongChecksum { .. }))));
}

#[derive(Default)]
struct Stream {
    candidates: Vec<String>,
    stages: Vec<Group>,
}

impl Listener for Stream {
    fn stage(&mut self, group: Group) {
        self.stages.push(group);
    }
    fn wants_candidates(&self) -> bool {
        true
    }
    fn candidate(&mut self, candidate: &Candidate) {
        self.candidates.push(candidate.formula().to_string());
    }
}

#[test]
fn candidates_stream_before_the_list_is_final() {
    let predictor = load(&[untrained(Task::IntegerSymbolic)]);
    let mut stream = Stream::default();
    let prediction = predictor
        .predict(&ints((1..=12).map(|n| n * n)), &Options::default(), &mut stream)
        .unwrap();
    assert_eq!(stream.stages, [Group::Classical, Group::Enumerative, Group::Beam]);
    // A better writing may take the place of the one that was heard of, but
    // there is no candidate that nobody heard of.
    assert!(stream.candidates.len() >= prediction.candidates.len());
}

#[test]
fn the_shipped_integer_network_knows_simple_laws_by_itself() {
    // Asked for at run time: checkouts may share their build.
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let file = PathBuf::from(root).join("../../pkg/models/integer-symbolic.ansatz");
    let file = std::fs::read(file).expect("the weights are part of the project");
    let predictor = load(&[file]);
    let mut fibonacci = vec![1, 2];
    (0..13).for_each(|n| fibonacci.push(fibonacci[n] + fibonacci[n + 1]));
    let simple: [(&str, Vec<i64>, i64); 4] = [
        ("doubling", (0..15).map(|n| 1 << n).collect(), 1 << 15),
        ("sums", (0..15).map(|n| 1 + n * (n + 1) / 2).collect(), 121),
        ("Fibonacci", fibonacci, 1597),
        ("squares", (1..=15).map(|n| n * n).collect(), 256),
    ];
    for (name, terms, next) in simple {
        let prediction = predictor.predict(&ints(terms), &beam_only(), &mut ()).unwrap();
        let best = prediction.best().unwrap_or_else(|| panic!("no law for {name}"));
        assert_eq!(best.next.to_texts()[0], next.to_string(), "{name}: {}", best.formula());
        assert_eq!(best.found_by[0].id, "beam");
    }
}

#[test]
fn one_can_look_inside() {
    let predictor = load(&[untrained(Task::IntegerSymbolic)]);
    let terms: Vec<i64> = (0..50).map(|n| n * n).collect();
    let options = Options { beam: 5, ..Options::default() };
    let inside = predictor.inspect(&ints(terms), &options).unwrap();
    assert_eq!(inside.task, "integer-symbolic");
    assert_eq!(inside.inputs.len(), 36, "what the training had");
    assert_eq!(inside.inputs[..3], ["0", "1", "4"]);
    let config = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms);
    assert_eq!(inside.encoder.len(), config.encoder_layers);
    assert_eq!(inside.cross.len(), config.decoder_layers);
    let maps = |layers: &[Vec<Vec<Vec<f32>>>], rows: usize| {
        for head in layers.iter().inspect(|heads| assert_eq!(heads.len(), config.heads)).flatten() {
            assert_eq!(head.len(), rows);
            for row in head {
                assert_eq!(row.len(), 36);
                assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            }
        }
    };
    maps(&inside.encoder, 36);
    maps(&inside.cross, inside.outputs.len());
    assert_eq!(inside.growth[0].len(), 5);
    let step = &inside.growth[1];
    assert!(step.iter().all(|grown| grown.parent < 5 && grown.log_prob <= 0.0));
    assert_eq!(inside.numbers.labels[7], "7");
    assert_eq!(inside.numbers.points.len(), inside.numbers.labels.len());

    let none = predictor.inspect(&vec![0.5, 1.5, 2.5].into(), &Options::default());
    assert_eq!(none, Err(Error::NoNetwork { task: "float-symbolic" }));
}
