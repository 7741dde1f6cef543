//! Networks in burn's tensors are kept in weights files.

mod common;

use ansatz_model::weights::{self, TrainingRecord, WeightPrecision};
use ansatz_model::{InputEncoding, TargetBatch, Task};
use burn::tensor::Device;
use common::{batch, tiny};

fn record() -> TrainingRecord {
    TrainingRecord {
        examples: 1_234_567,
        steps: 9645,
        hours: 1.5,
        seed: 3,
        metrics: [("greedy/int_ops5".to_owned(), 33.25)].into(),
    }
}

#[test]
fn saving_loading_and_saving_again_changes_no_bit() {
    for task in Task::ALL {
        for encoding in InputEncoding::ALL {
            for precision in [WeightPrecision::F16, WeightPrecision::I8] {
                let first = weights::save(&tiny(task, encoding), &record(), precision).unwrap();
                let (model, training) = weights::load(&first, &Device::flex()).unwrap();
                assert_eq!(training, record());
                let second = weights::save(&model, &training, precision).unwrap();
                assert!(first == second, "{task} {encoding} {precision:?}");
            }
        }
    }
}

#[test]
fn a_loaded_network_predicts_as_the_saved_one() {
    let saved = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let targets = TargetBatch::new(&[&[5, 6, 7]], 64).unwrap();
    // f16 keeps eleven bits of each weight, a byte about seven.
    for (precision, error) in [(WeightPrecision::F16, 2e-2), (WeightPrecision::I8, 1e-1)] {
        let file = weights::save(&saved, &record(), precision).unwrap();
        let (loaded, _) = weights::load(&file, &Device::flex()).unwrap();
        let [saved, loaded] = [&saved, &loaded].map(|model| {
            let logits = model.forward(&batch(model, &[0]), &targets).unwrap();
            logits.into_data().try_into_vec::<f32>().unwrap()
        });
        assert!(saved.iter().zip(&loaded).all(|(s, l)| (s - l).abs() < error));
        assert!(saved.iter().any(|s| s.abs() > 0.1));
    }
}

#[test]
fn bytes_instead_of_f16_make_a_file_of_little_more_than_half() {
    let model = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let [f16, i8] = [WeightPrecision::F16, WeightPrecision::I8]
        .map(|precision| weights::save(&model, &record(), precision).unwrap().len());
    assert!(i8 < f16 * 6 / 10, "{i8} {f16}");
}
