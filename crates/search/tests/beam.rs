//! Beam search and sampling over scripted models, and over a small network.

use std::cell::RefCell;
use std::collections::HashMap;
use std::convert::Infallible;

use ansatz_expr::{Expr, Int, Token, math};
use ansatz_model::numbers::{NumberToken, read_floats, read_integers};
use ansatz_model::vocab::{BEGIN, END};
use ansatz_model::{
    Device, InputEncoding, ModelConfig, Preset, Task, TermSlice, Vocabulary, weights,
};
use ansatz_search::beam::{
    Beam, Network, Sampling, StepModel, continue_term_by_term, continue_terms, next_options,
    sample, search,
};
use ansatz_search::{Group, Proposal, Sink};

/// Gives each prefix the probabilities of a script; everything else is as
/// unlikely as `rest`.
struct Script {
    vocabulary: Vocabulary,
    next: HashMap<Vec<String>, Vec<(&'static str, f64)>>,
    rest: f64,
    steps: RefCell<usize>,
}

impl Script {
    fn new(task: Task, lines: &[(&str, &[(&'static str, f64)])]) -> Self {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let next = lines.iter().map(|(prefix, next)| (words(prefix), next.to_vec())).collect();
        Script { vocabulary: Vocabulary::new(task), next, rest: 1e-9, steps: RefCell::new(0) }
    }

    fn id(&self, word: &str) -> u32 {
        if word == "<end>" {
            return END;
        }
        self.vocabulary.words().iter().position(|known| known.to_string() == word).unwrap() as u32
    }
}

impl StepModel for Script {
    /// The words of every row.
    type State = Vec<Vec<String>>;
    type Error = Infallible;

    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn max_tokens(&self) -> usize {
        30
    }

    async fn step(
        &self,
        state: &mut Self::State,
        parents: &[usize],
        tokens: &[u32],
    ) -> Result<Vec<f32>, Infallible> {
        *self.steps.borrow_mut() += 1;
        *state = parents
            .iter()
            .zip(tokens)
            .map(|(&parent, &token)| {
                let mut row = state[parent].clone();
                if token != BEGIN {
                    row.push(self.vocabulary.word(token).unwrap().to_string());
                }
                row
            })
            .collect();
        let mut log_probs = Vec::new();
        for row in state.iter() {
            let mut scores = vec![math::ln(self.rest) as f32; self.vocabulary.len()];
            for (word, probability) in self.next.get(row).into_iter().flatten() {
                scores[self.id(word) as usize] = math::ln(*probability) as f32;
            }
            log_probs.extend(scores);
        }
        Ok(log_probs)
    }
}

fn ints(values: &[i64]) -> Vec<Int> {
    values.iter().map(|&value| Int::from(value)).collect()
}

fn words(proposals: &[Proposal]) -> Vec<String> {
    proposals.iter().map(|proposal| proposal.expr.to_words().join(" ")).collect()
}

#[test]
fn the_likeliest_laws_come_out_with_their_likelihoods() {
    let script = Script::new(
        Task::IntegerSymbolic,
        &[
            ("", &[("add", 0.6), ("n", 0.3), ("u1", 0.1)]),
            ("add", &[("u1", 0.9), ("n", 0.1)]),
            ("add u1", &[("n", 0.8), ("u2", 0.2)]),
        ],
    );
    let mut proposals = Vec::new();
    let beam = Beam { width: 4, ..Beam::default() };
    let terms = ints(&[1, 2, 4, 7, 11]);
    pollster::block_on(search(&script, vec![vec![]], &terms, &beam, &mut proposals)).unwrap();
    let likelihood = |law: &str| {
        let place = words(&proposals).iter().position(|words| words == law).unwrap();
        proposals[place].log_likelihood.unwrap()
    };
    assert!((likelihood("add u1 n") - math::ln(0.6f64 * 0.9 * 0.8)).abs() < 1e-4);
    assert!((likelihood("add u1 u2") - math::ln(0.6f64 * 0.9 * 0.2)).abs() < 1e-4);
    assert!((likelihood("n") - math::ln(0.3f64)).abs() < 1e-4);
    assert!(proposals.iter().all(|proposal| proposal.origin.group == Group::Beam));
}

#[test]
fn a_model_that_wants_nonsense_still_writes_laws() {
    // The likeliest tokens are digits and marks everywhere; the grammar has none of it.
    let script = Script {
        rest: 0.1,
        ..Script::new(Task::IntegerSymbolic, &[("", &[("<end>", 0.9), ("7", 0.8), ("n", 1e-6)])])
    };
    let mut proposals = Vec::new();
    let beam = Beam { width: 5, max_tokens: 7, ..Beam::default() };
    let terms = ints(&[1, 2, 3, 4]);
    pollster::block_on(search(&script, vec![vec![]], &terms, &beam, &mut proposals)).unwrap();
    assert!(proposals.len() >= 5);
    for proposal in &proposals {
        assert!(proposal.expr.degree() <= 3, "{:?}", proposal.expr);
        assert!(proposal.expr.to_tokens().unwrap().len() <= 7);
    }
}

#[test]
fn other_words_for_the_same_law_do_not_fill_the_beam() {
    // Half the probability goes to writings of 2*u1, and a beam of two would
    // hold nothing else if they were not one.
    let lines: &[(&str, &[(&'static str, f64)])] = &[
        ("", &[("mul", 0.4), ("add", 0.35), ("sub", 0.25)]),
        ("mul", &[("u1", 1.0)]),
        ("mul u1", &[("+", 1.0)]),
        ("mul u1 +", &[("2", 1.0)]),
        ("mul u1 + 2", &[("<end>", 1.0)]),
        ("add", &[("u1", 0.6), ("n", 0.4)]),
        ("add u1", &[("u1", 1.0)]),
        ("add n", &[("u1", 1.0)]),
        ("sub", &[("u1", 1.0)]),
        ("sub u1", &[("n", 1.0)]),
    ];
    let script = Script::new(Task::IntegerSymbolic, lines);
    let mut proposals = Vec::new();
    let beam = Beam { width: 3, ..Beam::default() };
    let terms = ints(&[3, 6, 12, 24, 48]);
    let report =
        pollster::block_on(search(&script, vec![vec![]], &terms, &beam, &mut proposals)).unwrap();
    assert!(report.merged > 0);
    let laws = words(&proposals);
    let doubling = laws.iter().filter(|law| *law == "add u1 u1" || *law == "mul u1 2").count();
    assert_eq!(doubling, 1, "{laws:?}");
    assert!(laws.contains(&"sub u1 n".to_owned()), "{laws:?}");
}

#[test]
fn hypotheses_without_a_value_are_dropped() {
    let script = Script::new(
        Task::IntegerSymbolic,
        &[
            ("", &[("idiv", 0.9), ("n", 0.1)]),
            ("idiv", &[("n", 1.0)]),
            ("idiv n", &[("+", 1.0)]),
            ("idiv n +", &[("0", 1.0)]),
        ],
    );
    let mut proposals = Vec::new();
    let beam = Beam { width: 1, ..Beam::default() };
    let terms = ints(&[1, 2, 3]);
    let report =
        pollster::block_on(search(&script, vec![vec![]], &terms, &beam, &mut proposals)).unwrap();
    assert!(report.undefined > 0);
    assert!(words(&proposals).iter().all(|law| law != "idiv n 0"));
}

/// Has enough after a number of proposals or steps.
struct Impatient<'a> {
    heard: Vec<Proposal>,
    script: &'a Script,
    steps: usize,
}

impl Sink for Impatient<'_> {
    fn propose(&mut self, proposal: Proposal) {
        self.heard.push(proposal);
    }

    fn is_cancelled(&self) -> bool {
        *self.script.steps.borrow() >= self.steps
    }
}

#[test]
fn a_search_can_be_stopped_between_steps() {
    let script = Script { rest: 0.1, ..Script::new(Task::FloatSymbolic, &[("", &[("n", 0.5)])]) };
    let mut sink = Impatient { heard: Vec::new(), script: &script, steps: 3 };
    let terms = [0.5, 0.25, 0.125];
    let beam = Beam::default();
    let report =
        pollster::block_on(search(&script, vec![vec![]], &terms, &beam, &mut sink)).unwrap();
    assert!(report.cancelled);
    assert_eq!(report.growth.len(), 3);
    assert!(!sink.heard.is_empty(), "laws of one token stream out before the search is over");
}

#[test]
fn samples_follow_the_probabilities_and_the_seed() {
    let script = Script::new(
        Task::IntegerSymbolic,
        &[("", &[("n", 0.7), ("add", 0.3)]), ("add", &[("u1", 1.0)]), ("add u1", &[("n", 1.0)])],
    );
    let terms = ints(&[1, 2, 3]);
    let draw = |sampling: Sampling| {
        let mut proposals = Vec::new();
        pollster::block_on(sample(&script, &vec![vec![]], &terms, &sampling, &mut proposals))
            .unwrap();
        words(&proposals)
    };
    let drawn = draw(Sampling { count: 50, ..Sampling::default() });
    // Each law is proposed once.
    assert_eq!(drawn.iter().filter(|law| *law == "n").count(), 1);
    assert_eq!(drawn.iter().filter(|law| *law == "add u1 n").count(), 1);
    assert_eq!(drawn, draw(Sampling { count: 50, ..Sampling::default() }));
    let cold = Sampling { count: 50, temperature: 0.01, ..Sampling::default() };
    assert_eq!(draw(cold), ["n"]);
}

#[test]
fn numbers_are_continued_whole() {
    let script = Script::new(
        Task::IntegerNumeric,
        &[
            ("", &[("+", 1.0)]),
            ("+", &[("N0012", 0.6), ("+", 0.4)]),
            ("+ N0012", &[("N3456", 0.9)]),
            ("+ N0012 N3456", &[("-", 0.9)]),
            ("+ N0012 N3456 -", &[("<end>", 0.9), ("N0007", 0.1)]),
            ("+ N0012 N3456 - N0007", &[("<end>", 0.9)]),
        ],
    );
    let continued = |count| {
        let tokens =
            pollster::block_on(continue_terms(&script, vec![vec![]], count, &Vec::new())).unwrap();
        read_integers(&tokens)
    };
    assert_eq!(continued(10), ints(&[123_456, -7]));
    assert_eq!(continued(1), ints(&[123_456]));

    let script = Script::new(
        Task::FloatNumeric,
        &[
            ("", &[("-", 1.0)]),
            ("-", &[("N0025", 1.0)]),
            ("- N0025", &[("<end>", 0.9), ("E-1", 0.1)]),
            ("- N0025 E-1", &[("<end>", 1.0)]),
        ],
    );
    let tokens =
        pollster::block_on(continue_terms(&script, vec![vec![]], 10, &Vec::new())).unwrap();
    assert_eq!(tokens.last(), Some(&NumberToken::Exponent(-1)));
    assert_eq!(read_floats(&tokens), [-2.5]);
}

fn tiny(task: Task) -> Network {
    let config = ModelConfig::preset(Preset::Tiny, task, InputEncoding::Terms);
    Network::load(&weights::untrained(&config, 7).unwrap(), &Device::Cpu).unwrap()
}

#[test]
fn an_untrained_network_proposes_only_laws_of_its_domain() {
    let network = tiny(Task::IntegerSymbolic);
    let terms = ints(&[1, 1, 2, 3, 5, 8, 13]);
    let reading = network.read(TermSlice::Integers(&terms)).unwrap();
    let mut proposals = Vec::new();
    let beam = Beam { max_tokens: 12, ..Beam::default() };
    pollster::block_on(search(&network, reading.clone(), &terms, &beam, &mut proposals)).unwrap();
    assert!(!proposals.is_empty());
    assert!(proposals.iter().all(|p| p.expr.exists_in(ansatz_expr::Domain::Integer)));

    let mut drawn = Vec::new();
    let sampling = Sampling { count: 40, max_tokens: 12, ..Sampling::default() };
    pollster::block_on(sample(&network, &reading, &terms, &sampling, &mut drawn)).unwrap();
    assert!(drawn.len() > 10);
}

/// A network writes with the words of its own file, whatever others there are.
#[test]
fn a_network_of_few_words_proposes_laws_in_them() {
    let words = ["mul", "n", "u2", "u1", "add"].map(|word| Token::from_word(word).unwrap());
    let preset = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms);
    let config = ModelConfig { words: Some(words.to_vec()), ..preset };
    let file = weights::untrained(&config, 7).unwrap();
    let network = Network::load(&file, &Device::Cpu).unwrap();
    let terms = ints(&[1, 1, 2, 3, 5, 8, 13]);
    let reading = network.read(TermSlice::Integers(&terms)).unwrap();
    let mut proposals = Vec::new();
    let beam = Beam { max_tokens: 7, ..Beam::default() };
    pollster::block_on(search(&network, reading, &terms, &beam, &mut proposals)).unwrap();
    assert!(proposals.len() > 1);
    for proposal in &proposals {
        let tokens = proposal.expr.to_tokens().unwrap();
        assert!(tokens.iter().all(|token| words.contains(token)), "{tokens:?}");
    }
}

#[test]
fn the_likelihood_of_a_law_does_not_depend_on_who_else_is_in_the_beam() {
    let network = tiny(Task::IntegerSymbolic);
    let terms = ints(&[2, 3, 5, 7, 11, 13]);
    let reading = || network.read(TermSlice::Integers(&terms)).unwrap();
    let found = |width| {
        let mut proposals = Vec::new();
        let beam = Beam { width, max_tokens: 9, ..Beam::default() };
        pollster::block_on(search(&network, reading(), &terms, &beam, &mut proposals)).unwrap();
        let law = |p: Proposal| (p.expr, p.log_likelihood.unwrap());
        proposals.into_iter().map(law).collect::<HashMap<Expr, f64>>()
    };
    let (narrow, wide) = (found(4), found(16));
    let mut shared = 0;
    for (expr, likelihood) in &narrow {
        if let Some(other) = wide.get(expr) {
            shared += 1;
            assert!((likelihood - other).abs() < 1e-4, "{expr:?}: {likelihood} {other}");
        }
    }
    assert!(shared > 0);
}

#[test]
fn a_network_says_what_it_cannot_read() {
    let network = tiny(Task::IntegerSymbolic);
    assert!(network.read(TermSlice::Floats(&[0.5, 1.5])).is_err());
    assert!(network.read(TermSlice::Integers(&[])).is_err());
    // More terms than places: the first ones are read.
    let many = vec![Int::from(3i64); 500];
    assert!(network.read(TermSlice::Integers(&many)).is_ok());
}

#[test]
fn terms_are_continued_one_at_a_time() {
    // By rules alone, and by a network that knows nothing: numbers, and how likely.
    let terms = ints(&[1, 1, 2, 3, 5, 8, 13, 21, 34]);
    let continued = |network: Option<&Network>| {
        let nobody = Vec::new();
        pollster::block_on(continue_term_by_term(network, &terms, &[], 4, &nobody)).unwrap()
    };
    let (by_rules, likely) = continued(None);
    assert_eq!(by_rules, ints(&[55, 89, 144, 233]));
    let config = ModelConfig::of_next_term(Preset::Tiny, Task::IntegerNumeric, 1000);
    let file = weights::untrained(&config, 7).unwrap();
    let network = Network::load(&file, &Device::Cpu).unwrap();
    let (by_network, unlikely) = continued(Some(&network));
    assert_eq!(by_network.len(), 4);
    assert!(unlikely > 0.0 && likely > unlikely && likely < 1.0, "{likely} {unlikely}");
}

#[test]
fn a_law_that_agrees_makes_a_next_term_likelier() {
    let terms = ints(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]);
    let options =
        |laws: &[(Int, f64)]| pollster::block_on(next_options(None, &terms, laws)).unwrap();
    let before = options(&[]);
    let likely: f64 = before.iter().map(|option| option.probability).sum();
    assert!(likely <= 1.0 + 1e-9);
    let last = before.last().unwrap();
    let after = options(&[(last.value, 0.45)]);
    let same = after.iter().find(|option| option.value == last.value).unwrap();
    assert!(same.probability > last.probability);
}
