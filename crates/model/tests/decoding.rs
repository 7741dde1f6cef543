//! Step by step is the same as all at once.

mod common;

use ansatz_model::vocab::{BEGIN, END};
use ansatz_model::{Error, InputEncoding, TargetBatch, Task, Transformer};
use burn::tensor::{Tensor, activation};
use common::{batch, tiny};

/// Three targets of different lengths, in ids that every task has.
const TARGETS: [&[u32]; 3] = [&[5, 9, 12, 30], &[7], &[20, 21, 22, 3, 4, 5]];

fn host(tensor: Tensor<2>) -> Vec<Vec<f32>> {
    let [_, columns] = tensor.dims();
    let values = tensor.into_data().try_into_vec::<f32>().unwrap();
    values.chunks(columns).map(<[f32]>::to_vec).collect()
}

/// Log-probabilities by teacher forcing: `[row][position][word]`.
fn teacher_forced(model: &Transformer, rows: &[usize]) -> Vec<Vec<Vec<f32>>> {
    let targets: Vec<&[u32]> = rows.iter().map(|row| TARGETS[*row]).collect();
    let targets = TargetBatch::new(&targets, model.config().max_output).unwrap();
    let logits = model.forward(&batch(model, rows), &targets).unwrap();
    let all = host(activation::log_softmax(logits, 1));
    all.chunks(targets.length()).map(<[_]>::to_vec).collect()
}

fn assert_close(left: &[f32], right: &[f32], what: &str) {
    assert_eq!(left.len(), right.len());
    for (l, r) in left.iter().zip(right) {
        assert!((l - r).abs() < 1e-4, "{what}: {l} and {r}");
    }
}

#[test]
fn every_task_and_encoding_decodes_incrementally() {
    for task in Task::ALL {
        for encoding in InputEncoding::ALL {
            let model = tiny(task, encoding);
            let forced = teacher_forced(&model, &[0, 1, 2]);
            let mut state = model.start(&batch(&model, &[0, 1, 2])).unwrap();
            for position in 0..=TARGETS[2].len() {
                let tokens: Vec<u32> = TARGETS
                    .iter()
                    .map(|target| match position {
                        0 => BEGIN,
                        _ => target.get(position - 1).copied().unwrap_or(END),
                    })
                    .collect();
                let stepped = host(model.step(&mut state, &tokens).unwrap());
                for ((stepped, forced), target) in stepped.iter().zip(&forced).zip(TARGETS) {
                    // Beyond its end a row is padding, which nobody reads.
                    if position <= target.len() {
                        let what = format!("{task} {encoding} {target:?} position {position}");
                        assert_close(stepped, &forced[position], &what);
                    }
                }
            }
        }
    }
}

#[test]
fn padding_changes_nothing() {
    for encoding in InputEncoding::ALL {
        let model = tiny(Task::IntegerSymbolic, encoding);
        let together = teacher_forced(&model, &[0, 1, 2]);
        for row in 0..3 {
            let alone = teacher_forced(&model, &[row]);
            for position in 0..=TARGETS[row].len() {
                let what = format!("{encoding} row {row} position {position}");
                assert_close(&alone[0][position], &together[row][position], &what);
            }
        }
    }
}

#[test]
fn later_tokens_do_not_change_earlier_predictions() {
    let model = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let predict = |target: &[u32]| {
        let targets = TargetBatch::new(&[target], 64).unwrap();
        host(model.forward(&batch(&model, &[0]), &targets).unwrap())
    };
    let (left, right) = (predict(&[5, 6, 7, 8]), predict(&[5, 6, 20, 21]));
    for position in 0..3 {
        assert_close(&left[position], &right[position], "before the difference");
    }
    assert!(left[3].iter().zip(&right[3]).any(|(l, r)| (l - r).abs() > 1e-3));
}

#[test]
fn reordered_beams_continue_their_parents() {
    let model = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let inputs = batch(&model, &[0, 2]);
    let mut state = model.start(&inputs).unwrap();
    model.step(&mut state, &[BEGIN, BEGIN]).unwrap();
    // Two beams an input.
    state.reorder(&[0, 0, 1, 1]).unwrap();
    model.step(&mut state, &[5, 6, 7, 8]).unwrap();
    // The second beam of each input wins twice.
    state.reorder(&[1, 1, 3, 2]).unwrap();
    let beams = host(model.step(&mut state, &[9, 10, 11, 12]).unwrap());

    let expected = [(0, [6, 9]), (0, [6, 10]), (1, [8, 11]), (1, [7, 12])];
    for (row, (input, prefix)) in expected.into_iter().enumerate() {
        let mut fresh = model.start(&batch(&model, &[[0, 2][input]])).unwrap();
        model.step(&mut fresh, &[BEGIN]).unwrap();
        model.step(&mut fresh, &prefix[..1]).unwrap();
        let alone = host(model.step(&mut fresh, &prefix[1..]).unwrap());
        assert_close(&beams[row], &alone[0], &format!("beam {row}"));
    }
}

#[test]
fn wrong_rows_are_errors() {
    let model = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let mut state = model.start(&batch(&model, &[0, 1])).unwrap();
    let error = model.step(&mut state, &[BEGIN]).unwrap_err();
    assert!(matches!(error, Error::WrongRows { expected: 2, given: 1 }));
    let error = model.step(&mut state, &[BEGIN, 1000]).unwrap_err();
    assert!(matches!(error, Error::UnknownId { id: 1000, .. }));
    let error = state.reorder(&[0, 0, 0, 1]).unwrap_err();
    assert!(matches!(error, Error::UnknownRow { row: 0, .. }), "{error}");
    assert!(matches!(state.reorder(&[0, 7]), Err(Error::UnknownRow { row: 7, rows: 2 })));
    assert!(matches!(state.reorder(&[0, 0, 1]), Err(Error::WrongRows { .. })));
}

#[test]
fn greedy_is_the_most_probable_token_at_each_step() {
    let model = tiny(Task::IntegerSymbolic, InputEncoding::Terms);
    let inputs = batch(&model, &[0, 1, 2]);
    let together = pollster::block_on(model.greedy(&inputs, 10)).unwrap();
    assert!(together.iter().all(|tokens| tokens.len() <= 10));
    assert!(together.iter().any(|tokens| !tokens.is_empty()));
    for (row, written) in together.iter().enumerate() {
        let mut state = model.start(&batch(&model, &[row])).unwrap();
        let mut token = BEGIN;
        for expected in written {
            let scores = host(model.step(&mut state, &[token]).unwrap()).remove(0);
            let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
            token = best.unwrap() as u32;
            assert_eq!(token, *expected);
        }
    }
}
