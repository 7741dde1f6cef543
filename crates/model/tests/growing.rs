//! A network that has grown says what it said before.

mod common;

use ansatz_model::weights::{self, TrainingRecord, WeightPrecision};
use ansatz_model::{Error, InputEncoding, ModelConfig, TargetBatch, Task, Transformer};
use burn::tensor::Device;
use common::{batch, tiny};

fn logits(model: &Transformer) -> Vec<f32> {
    let targets = TargetBatch::new(&[&[5, 6, 7], &[8]], 64).unwrap();
    model.forward(&batch(model, &[0, 2]), &targets).unwrap().into_data().iter::<f32>().collect()
}

fn file(task: Task, encoding: InputEncoding) -> (Transformer, Vec<u8>) {
    let small = tiny(task, encoding);
    let file = weights::save(&small, &TrainingRecord::default(), WeightPrecision::F16).unwrap();
    (weights::load(&file, &Device::flex()).unwrap().0, file)
}

#[test]
fn more_layers_and_more_features_change_nothing_at_first() {
    for task in [Task::IntegerSymbolic, Task::FloatSymbolic] {
        let (small, file) = file(task, InputEncoding::Terms);
        let config = ModelConfig {
            encoding: InputEncoding::Steps,
            encoder_layers: 4,
            decoder_layers: 3,
            ..small.config().clone()
        };
        let (large, _) = weights::grow(&file, &config, &Device::flex()).unwrap();
        assert_eq!(large.config(), &config);
        for (before, after) in logits(&small).into_iter().zip(logits(&large)) {
            assert!((before - after).abs() < 1e-4, "{before} {after}");
        }
    }
}

#[test]
fn what_is_no_larger_network_of_the_kind_is_refused() {
    let (small, file) = file(Task::IntegerSymbolic, InputEncoding::Steps);
    let same = small.config().clone();
    for other in [
        ModelConfig { encoding: InputEncoding::Terms, ..same.clone() },
        ModelConfig { encoder_layers: 1, ..same.clone() },
        ModelConfig { width: 96, ..same.clone() },
        ModelConfig { task: Task::FloatSymbolic, ..same.clone() },
    ] {
        let error = weights::grow(&file, &other, &Device::flex()).unwrap_err();
        assert!(matches!(error, Error::CannotGrow { .. }), "{error}");
    }
    assert!(weights::grow(&file, &same, &Device::flex()).is_ok());
}
