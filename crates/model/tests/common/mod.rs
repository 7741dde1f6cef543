//! What several tests need.
#![allow(dead_code)]

use ansatz_expr::Int;
use ansatz_model::{
    EncodedInput, InputBatch, InputEncoding, ModelConfig, Preset, Task, TermSlice, Transformer,
};
use burn::tensor::Device;

/// An untrained tiny network; the same one for the same arguments.
pub fn tiny(task: Task, encoding: InputEncoding) -> Transformer {
    let device = Device::flex();
    device.seed(7);
    let config = ModelConfig::preset(Preset::Tiny, task, encoding);
    Transformer::new(&config, &device).unwrap()
}

/// Three integer sequences of different lengths.
pub fn integers() -> Vec<Vec<Int>> {
    let lists: [&[i64]; 3] = [
        &[1, 1, 2, 3, 5, 8, 13],
        &[-3, 40_000, 7],
        &[0, 1, 4, 9, 16, 25, 36, 49, 64, 1_000_000_007, -12],
    ];
    lists.iter().map(|list| list.iter().map(|value| Int::from(*value)).collect()).collect()
}

/// Those sequences, as integers or floats, as a batch for a network.
pub fn batch(model: &Transformer, rows: &[usize]) -> InputBatch {
    let config = model.config();
    let all = integers();
    let inputs: Vec<EncodedInput> = rows
        .iter()
        .map(|row| {
            let floats: Vec<f64> = all[*row].iter().map(|term| term.to_f64() / 3.0).collect();
            let sequence = match config.task {
                Task::IntegerSymbolic | Task::IntegerNumeric => TermSlice::Integers(&all[*row]),
                Task::FloatSymbolic | Task::FloatNumeric => TermSlice::Floats(&floats),
            };
            EncodedInput::new(sequence, config.encoding).unwrap()
        })
        .collect();
    let inputs: Vec<&EncodedInput> = inputs.iter().collect();
    InputBatch::new(config.input_kind(), &inputs).unwrap()
}
