//! The network without tensors says what the network says.

mod common;

use ansatz_model::vocab::BEGIN;
use ansatz_model::{
    Direct, EncodedInput, Error, Heads, InputBatch, InputEncoding, ModelConfig, Positions, Task,
    TermSlice, Transformer, weights,
};
use burn::tensor::Device;
use common::{integers, tiny};

/// Three steps of a beam that widens, reorders and narrows: parents and tokens.
const BEAM: [(&[usize], &[u32]); 5] = [
    (&[0], &[BEGIN]),
    (&[0, 0, 0, 0, 0, 0, 0], &[4, 5, 6, 7, 8, 9, 10]),
    (&[3, 3, 0, 1, 6, 3, 2, 5, 5, 4, 4], &[11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]),
    (&[10, 0, 5], &[4, 4, 22]),
    (&[1, 0, 2, 2], &[23, 24, 25, 26]),
];

fn encoded(model: &Transformer, row: usize) -> EncodedInput {
    let terms = &integers()[row];
    let floats: Vec<f64> = terms.iter().map(|term| term.to_f64() / 3.0).collect();
    let sequence = match model.config().task {
        Task::IntegerSymbolic | Task::IntegerNumeric => TermSlice::Integers(terms),
        Task::FloatSymbolic | Task::FloatNumeric => TermSlice::Floats(&floats),
    };
    EncodedInput::new(sequence, model.config().encoding).unwrap()
}

/// The largest difference of log-probabilities over all steps.
fn difference(model: &Transformer, row: usize) -> f32 {
    difference_from(&Direct::of(model).unwrap(), model, row)
}

fn difference_from(direct: &Direct, model: &Transformer, row: usize) -> f32 {
    let input = encoded(model, row);
    let batch = InputBatch::new(model.config().input_kind(), &[&input]).unwrap();
    let mut state = direct.start(&input).unwrap();
    let mut reference = model.start(&batch).unwrap();
    let mut largest = 0.0_f32;
    for (parents, tokens) in BEAM {
        state.reorder(parents).unwrap();
        reference.reorder(parents).unwrap();
        assert_eq!(state.rows(), parents.len());
        let found = direct.step(&mut state, tokens).unwrap();
        let expected = pollster::block_on(model.step_to_host(&mut reference, tokens)).unwrap();
        assert_eq!(found.len(), expected.len());
        assert_eq!(state.length(), reference.length());
        for (found, expected) in found.iter().zip(expected) {
            largest = largest.max((found - expected).abs());
        }
    }
    largest
}

#[test]
fn untrained_networks_of_every_kind_agree() {
    for task in Task::ALL {
        for encoding in InputEncoding::ALL {
            let model = tiny(task, encoding);
            for row in 0..3 {
                let difference = difference(&model, row);
                assert!(difference < 1e-4, "{task} {encoding} {row}: {difference}");
            }
        }
    }
}

#[test]
fn networks_with_relative_positions_agree() {
    let learned = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let config = ModelConfig { positions: Positions::Relative, ..learned.config().clone() };
    let device = Device::flex();
    device.seed(7);
    let relative = Transformer::new(&config, &device).unwrap();
    for row in 0..3 {
        let difference = difference(&relative, row);
        assert!(difference < 1e-4, "{row}: {difference}");
    }
    // The same weights, but other heads look elsewhere.
    let first = |model: &Transformer| {
        let direct = Direct::of(model).unwrap();
        direct.step(&mut direct.start(&encoded(model, 2)).unwrap(), &[BEGIN]).unwrap()
    };
    let differ = first(&learned).iter().zip(first(&relative)).any(|(a, b)| (a - b).abs() > 1e-3);
    assert!(differ);
    let text = serde_json::to_string(&config).unwrap();
    assert_eq!(serde_json::from_str::<ModelConfig>(&text).unwrap(), config);
    assert!(!serde_json::to_string(learned.config()).unwrap().contains("positions"));
}

/// The devices of burn that there are to compare with.
fn devices() -> Vec<Device> {
    vec![
        Device::flex(),
        #[cfg(feature = "libtorch")]
        #[allow(deprecated)]
        Device::libtorch(),
    ]
}

#[test]
fn the_shipped_networks_agree() {
    // Asked for at run time: checkouts that share a target folder share this test.
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    for name in ["integer-symbolic", "float-symbolic"] {
        let path = format!("{folder}/../../pkg/models/{name}.ansatz");
        let file = std::fs::read(path).unwrap();
        let (direct, training) = Direct::load(&file).unwrap();
        for device in devices() {
            let (model, expected) = weights::load(&file, &device).unwrap();
            assert_eq!(training, expected);
            for row in 0..3 {
                let difference = difference_from(&direct, &model, row);
                assert!(difference < 1e-4, "{name} {row}: {difference}");
                compare_inside(&direct, &model, row);
            }
        }
    }
}

#[test]
fn untrained_networks_look_at_the_same_places() {
    for task in Task::ALL {
        for encoding in InputEncoding::ALL {
            let model = tiny(task, encoding);
            compare_inside(&Direct::of(&model).unwrap(), &model, 2);
        }
    }
}

/// Where the network looks and what numbers are to it must agree.
fn compare_inside(direct: &Direct, model: &Transformer, row: usize) {
    let input = encoded(model, row);
    let batch = InputBatch::new(model.config().input_kind(), &[&input]).unwrap();
    for tokens in [&[][..], &[5], &[4, 9, 12, 13, 5]] {
        let found = direct.attention(&input, tokens).unwrap();
        let expected = pollster::block_on(model.attention(&batch, tokens)).unwrap();
        for (found, expected) in
            [(&found.encoder, &expected.encoder), (&found.cross, &expected.cross)]
        {
            let shape = |maps: &Vec<Heads>| -> Vec<Vec<Vec<usize>>> {
                let rows = |map: &Vec<Vec<f32>>| map.iter().map(Vec::len).collect();
                maps.iter().map(|heads| heads.iter().map(rows).collect()).collect()
            };
            assert_eq!(shape(found), shape(expected));
            let flat = |maps: &Vec<Heads>| maps.concat().concat().concat();
            assert_close(&flat(found), &flat(expected));
        }
    }
    let expected = pollster::block_on(model.number_vectors(&batch)).unwrap();
    assert_close(&direct.number_vector(&input).unwrap(), &expected[0]);
}

#[track_caller]
fn assert_close(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let model = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let direct = Direct::of(&model).unwrap();
    let other = tiny(Task::IntegerSymbolic, InputEncoding::Tokens);
    assert!(matches!(direct.start(&encoded(&other, 0)), Err(Error::WrongDomain { .. })));

    let mut state = direct.start(&encoded(&model, 0)).unwrap();
    assert!(matches!(direct.step(&mut state, &[BEGIN, BEGIN]), Err(Error::WrongRows { .. })));
    assert!(matches!(direct.step(&mut state, &[1000]), Err(Error::UnknownId { id: 1000, .. })));
    assert!(matches!(state.reorder(&[]), Err(Error::WrongRows { given: 0, .. })));
    assert!(matches!(state.reorder(&[1]), Err(Error::UnknownRow { row: 1, rows: 1 })));
    for _ in 0..model.config().max_output {
        direct.step(&mut state, &[BEGIN]).unwrap();
    }
    assert!(matches!(direct.step(&mut state, &[BEGIN]), Err(Error::TargetTooLong { .. })));

    let long = vec![ansatz_expr::Int::from(1_i64); model.config().max_input + 1];
    let long = EncodedInput::new(TermSlice::Integers(&long), InputEncoding::Terms).unwrap();
    assert!(matches!(direct.start(&long), Err(Error::InputTooLong { .. })));
}
