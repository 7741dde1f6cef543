//! flex and libtorch compute the same.
#![cfg(feature = "libtorch")]
#![allow(deprecated)]

mod common;

use ansatz_gen::Generator;
use ansatz_model::weights::{self, TrainingRecord};
use ansatz_model::{InputEncoding, ModelConfig, Preset, Task, Transformer};
use burn::tensor::{Device, activation};
use common::tiny_run;
use native_train::data::Encoder;

#[test]
fn flex_and_libtorch_agree() {
    for encoding in InputEncoding::ALL {
        let mut config = tiny_run(16);
        config.model = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, encoding);
        let generator = Generator::new(config.generator.clone(), 5).unwrap();
        let encoder = Encoder::new(&config);
        let examples: Vec<_> = (0..16)
            .filter_map(|index| encoder.encode(&generator.example(index).unwrap(), index))
            .collect();
        let batch = encoder.batch(&examples).unwrap();

        let flex = Device::flex();
        flex.seed(3);
        let model = Transformer::new(&config.model, &flex).unwrap();
        let file = weights::save(&model, &TrainingRecord::default(), Default::default()).unwrap();
        let [flex, libtorch] = [flex, Device::libtorch()].map(|device| {
            let (model, _) = weights::load(&file, &device).unwrap();
            let logits = model.forward(&batch.inputs, &batch.targets).unwrap();
            let log_probs = activation::log_softmax(logits, 1);
            let written = pollster::block_on(model.greedy(&batch.inputs, 20)).unwrap();
            (log_probs.into_data().try_into_vec::<f32>().unwrap(), written)
        });
        for (f, l) in flex.0.iter().zip(&libtorch.0) {
            assert!((f - l).abs() < 1e-4, "{encoding}: {f} and {l}");
        }
        assert_eq!(flex.1, libtorch.1);
    }
}
