//! A tiny network learns.

mod common;

use ansatz_gen::{Example, GenConfig, Generator};
use ansatz_model::weights::{self, TensorEntry};
use ansatz_model::{InputEncoding, ModelConfig, Preset, Task, Transformer};
use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::Tensor;
use common::tiny_run;
use native_train::checkpoint::State;
use native_train::config::RunConfig;
use native_train::data::{Encoded, Encoder, Position, Stream};
use native_train::distributed::Reduce;
use native_train::optimizer::OptimizerName;
use native_train::train::learn;
use native_train::validate::Validation;

#[test]
fn it_overfits_sixty_four_sequences() {
    let config = tiny_run(64);
    let device = config.device.open(0).unwrap().autodiff();
    let generator = Generator::new(config.generator.clone(), 1).unwrap();
    let encoder = Encoder::new(&config);
    let mut examples: Vec<Encoded> = Vec::new();
    for index in 0.. {
        let example = generator.example(index).unwrap();
        // Different formulas may make the same terms: nobody could tell them apart.
        let new = |encoded: &Encoded| examples.iter().all(|old| old.input != encoded.input);
        if let Some(encoded) = encoder.encode(&example, index).filter(new) {
            examples.push(encoded);
        }
        if examples.len() == 64 {
            break;
        }
    }
    let batch = [encoder.batch(&examples).unwrap()];

    let mut state = State::new(&config, &device).unwrap();
    let right = |model: &Transformer| {
        let written = pollster::block_on(model.valid().greedy(&batch[0].inputs, 63)).unwrap();
        written.iter().zip(&examples).filter(|(w, e)| **w == e.target).count()
    };
    let mut loss = f64::INFINITY;
    for step in 0..800 {
        let rate = config.schedule.rate(step);
        let (model, optimizer) = (&mut state.model, &mut state.optimizer);
        loss = learn(&config, model, optimizer, &batch, rate, &Reduce::Alone).unwrap().0;
        if loss < 0.005 && right(&state.model) == 64 {
            break;
        }
    }
    assert_eq!(right(&state.model), 64, "loss {loss}");
}

#[test]
fn it_beats_chance_on_sequences_it_has_not_seen() {
    let mut config = tiny_run(64);
    config.validation_examples = 256;
    let device = config.device.open(0).unwrap().autodiff();
    let validation = Validation::new(&config).unwrap();
    let mut state = State::new(&config, &device).unwrap();
    let before = validation.run(&state.model).unwrap();

    let mut stream = Stream::start(&config, Position::default());
    for step in 0..500 {
        let batch = [stream.next_batch().unwrap()];
        let rate = config.schedule.rate(step);
        let (model, optimizer) = (&mut state.model, &mut state.optimizer);
        learn(&config, model, optimizer, &batch, rate, &Reduce::Alone).unwrap();
    }
    let after = validation.run(&state.model).unwrap();
    // An untrained network writes no formula at all; guessing formulas of the
    // right distribution blindly is right far less than once in fifty.
    assert!(before.accuracy < 0.02, "{}", before.accuracy);
    assert!(after.accuracy > 0.15, "{}", after.accuracy);
    assert!(after.loss < 0.5 * before.loss, "{} {}", before.loss, after.loss);
}

#[test]
fn muon_moves_the_matrices_of_the_layers_in_all_directions_alike() {
    let [adamw, muon] = [OptimizerName::Adamw, OptimizerName::Muon].map(|optimizer| {
        let config = RunConfig { optimizer, ..tiny_run(64) };
        let device = config.device.open(0).unwrap().autodiff();
        let mut stream = Stream::start(&config, Position::default());
        let batch = [stream.next_batch().unwrap()];
        let mut state = State::new(&config, &device).unwrap();
        let before = Values::of(&state.model);
        let (model, optimizer) = (&mut state.model, &mut state.optimizer);
        learn(&config, model, optimizer, &batch, 1e-3, &Reduce::Alone).unwrap();
        Values::of(&state.model).moved(&before)
    });
    let layout = weights::layout(&tiny_run(64).model).unwrap();
    assert_eq!((adamw.len(), muon.len()), (layout.len(), layout.len()));
    for (TensorEntry { name, shape }, (adamw, muon)) in layout.iter().zip(adamw.iter().zip(&muon)) {
        let in_a_layer = name.starts_with("encoder.") || name.starts_with("decoder.");
        if in_a_layer && shape.len() == 2 {
            // AdamW's first step moves every number by the rate. Muon's mean square is a
            // twenty-fifth of that where the gradient has full rank, less where it has not.
            assert!((adamw - 1.0).abs() < 0.2, "{name} {adamw}");
            assert!((1e-4..0.08).contains(muon), "{name} {muon}");
        } else {
            assert_eq!(adamw, muon, "{name}");
        }
    }
}

/// The numbers of all parameters, in the order of a weights file.
struct Values(Vec<Vec<f32>>);

impl Values {
    fn of(model: &Transformer) -> Self {
        let mut values = Self(Vec::new());
        model.visit(&mut values);
        values
    }

    /// The mean square of what each tensor has moved by, in rates of 1e-3.
    fn moved(&self, before: &Self) -> Vec<f32> {
        let mean = |(after, before): (&Vec<f32>, &Vec<f32>)| {
            let moves = after.iter().zip(before).map(|(a, b)| ((a - b) / 1e-3).powi(2));
            moves.sum::<f32>() / before.len() as f32
        };
        self.0.iter().zip(&before.0).map(mean).collect()
    }
}

impl ModuleVisitor for Values {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.push(param.val().to_data().iter::<f32>().collect());
    }
}

#[test]
fn floats_are_shown_with_few_digits_and_their_formulas_stay() {
    let full = RunConfig {
        model: ModelConfig::preset(Preset::Tiny, Task::FloatSymbolic, InputEncoding::Terms),
        generator: GenConfig::float(),
        ..tiny_run(8)
    };
    let rounding = RunConfig { rounded: 1.0, ..full.clone() };
    let generator = Generator::new(full.generator.clone(), 1).unwrap();
    let (full, rounding) = (Encoder::new(&full), Encoder::new(&rounding));
    let mut seen = 0;
    for index in 0..50 {
        let example = generator.example(index).unwrap();
        let Some(shown) = rounding.encode(&example, index) else { continue };
        assert_eq!(shown.target, full.encode(&example, index).unwrap().target);
        let of_digits = |digits| {
            let terms = ansatz_gen::rounded(&example.terms, digits);
            full.encode(&Example { terms, ..example.clone() }, index).unwrap().input
        };
        assert!((3..=7).any(|digits| of_digits(digits) == shown.input), "{index}");
        seen += usize::from(shown.input != of_digits(17));
    }
    assert!(seen > 30, "{seen}");
}
