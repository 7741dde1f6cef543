//! A run that was stopped goes on as if it had not been.

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::tiny_run;
use native_train::checkpoint::{self, State};
use native_train::config::RunConfig;
use native_train::data::{Batch, Stream};
use native_train::distributed::Reduce;
use native_train::optimizer::OptimizerName;
use native_train::train::learn;

/// Takes steps from a state; gives the losses.
fn steps(config: &RunConfig, state: &mut State, count: usize) -> Vec<f64> {
    let mut stream = Stream::start(config, state.progress.position);
    (0..count)
        .map(|_| {
            let batches: Vec<Batch> =
                (0..config.accumulate).map(|_| stream.next_batch().unwrap()).collect();
            let rate = config.schedule.rate(state.progress.step);
            let (model, optimizer) = (&mut state.model, &mut state.optimizer);
            let loss = learn(config, model, optimizer, &batches, rate, &Reduce::Alone).unwrap().0;
            state.progress.step += 1;
            state.progress.position = stream.position();
            loss
        })
        .collect()
}

#[test]
fn the_next_losses_are_the_same() {
    let config = RunConfig { accumulate: 2, workers: 2, noise: 0.1, ..tiny_run(8) };
    for optimizer in [OptimizerName::Adamw, OptimizerName::Muon] {
        resumes(&RunConfig { optimizer, ..config.clone() });
    }
}

fn resumes(config: &RunConfig) {
    let folder = tempfile::tempdir().unwrap();
    let device = config.device.open(0).unwrap().autodiff();
    std::fs::create_dir_all(folder.path().join("checkpoints")).unwrap();

    // A pool is 128 batches: 62 steps of two, and 5 more, reach into the second.
    let mut state = State::new(config, &device).unwrap();
    steps(config, &mut state, 62);
    state.save(folder.path()).unwrap();
    let uninterrupted = steps(config, &mut state, 5);

    let mut resumed = State::load(folder.path(), config, &device).unwrap();
    assert_eq!(resumed.progress.step, 62);
    assert!(state.progress.position.pool > resumed.progress.position.pool);
    assert_eq!(steps(config, &mut resumed, 5), uninterrupted);
}

#[test]
fn the_stream_does_not_depend_on_the_number_of_workers() {
    let take = |workers| {
        let config = RunConfig { workers, ..tiny_run(4) };
        let mut stream = Stream::start(&config, Default::default());
        (0..300)
            .map(|_| stream.next_batch().unwrap().targets.host_targets().to_vec())
            .collect::<Vec<_>>()
    };
    let one = take(1);
    assert_eq!(one, take(3));
    // Never repeated.
    let mut distinct = one.clone();
    distinct.sort();
    distinct.dedup();
    assert!(distinct.len() > 290);
}

fn start(arguments: &[&str], folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_native-train"))
        .arg("train")
        .args(arguments)
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_killed_process_is_resumed_from_its_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let new = [
        "--preset",
        "tiny",
        "--batch",
        "8",
        "--checkpoint-minutes",
        "0.001",
        "--validation-examples",
        "4",
        "--hours",
        "1",
        "--out",
    ];
    let mut child = start(&new, &run);
    // Let it save a few times, then kill it wherever it is.
    let begun = Instant::now();
    let newest = || checkpoint::list(&run).ok().and_then(|mut all| all.pop());
    let step = || newest().and_then(|path| checkpoint::read_progress(&path).ok());
    while step().is_none_or(|progress| progress.step < 5) {
        assert!(begun.elapsed() < Duration::from_secs(300), "no checkpoint in five minutes");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let killed_at = step().unwrap().step;
    assert!(checkpoint::list(&run).unwrap().len() <= 4);

    let status =
        start(&["--steps", &(killed_at + 3).to_string(), "--resume"], &run).wait().unwrap();
    assert!(status.success());
    assert_eq!(step().unwrap().step, killed_at + 3);
    // A new run does not overwrite an old one.
    assert!(!start(&new, &run).wait().unwrap().success());
}

#[test]
fn formulas_grow_if_the_easier_come_first() {
    let easier = RunConfig { easier_first: 1 << 40, ..tiny_run(8) };
    let most = |config: &RunConfig| {
        let mut stream = Stream::start(config, Default::default());
        let batches = (0..128).map(|_| stream.next_batch().unwrap());
        batches.flat_map(|batch| batch.operators).max()
    };
    assert_eq!(most(&easier), Some(1));
    assert_eq!(most(&tiny_run(8)), Some(3));
    let most_at = |index| RunConfig { easier_first: 1000, ..tiny_run(8) }.generator_at(index);
    assert_eq!([0, 499, 500, 999, 1000].map(|index| most_at(index).max_ops), [1, 1, 2, 2, 3]);
}
