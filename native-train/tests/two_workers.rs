//! Two workers learn as one.

mod common;

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::distributed::{ReduceOperation, all_reduce};
use burn::tensor::{Device, Tensor};
use common::tiny_run;
use native_train::checkpoint::State;
use native_train::config::RunConfig;
use native_train::data::Stream;
use native_train::distributed::{Reduce, Team};
use native_train::train::learn;

struct Values(Vec<f32>);

impl ModuleVisitor for Values {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.extend(param.val().inner().into_data().iter::<f32>());
    }
}

fn values(model: &impl Module) -> Vec<f32> {
    let mut values = Values(Vec::new());
    model.visit(&mut values);
    values.0
}

/// Two CPU devices, eight examples each, reach the same weights, and those of
/// one worker that averages the same two batches.
#[test]
fn two_cpu_workers_reach_the_same_weights() {
    let config = RunConfig { devices: 2, ..tiny_run(8) };
    let device = config.device.open(0).unwrap().autodiff();
    let mut state = State::new(&config, &device).unwrap();
    let mut single = State {
        model: state.model.clone(),
        optimizer: state.optimizer.clone(),
        progress: state.progress.clone(),
    };
    let team = Team::start(&config, &state).unwrap();
    let mut stream = Stream::start(&config, Default::default());
    for _ in 0..4 {
        let mut batches = vec![stream.next_batch().unwrap(), stream.next_batch().unwrap()];
        let both = batches.clone();
        team.begin(&mut batches, 1, 1e-3).unwrap();
        assert_eq!(batches.len(), 1);
        let (model, optimizer) = (&mut state.model, &mut state.optimizer);
        learn(&config, model, optimizer, &batches, 1e-3, &team.reduce).unwrap();
        team.finish().unwrap();
        let (model, optimizer) = (&mut single.model, &mut single.optimizer);
        learn(&config, model, optimizer, &both, 1e-3, &Reduce::Alone).unwrap();
    }
    let [other] = team.replicas().try_into().unwrap();
    let (main, other, single) = (values(&state.model), values(&other), values(&single.model));
    assert!(main == other, "the workers differ");
    assert_ne!(main, values(&State::new(&config, &device).unwrap().model));
    let apart = main.iter().zip(&single).map(|(m, s)| (m - s).abs()).fold(0.0, f32::max);
    assert!(apart < 1e-4, "{apart} from a single worker");
}

/// Why the workers of a CPU meet in memory: burn 0.22 has collective operations
/// for CUDA and remote devices only. When this test fails, use burn's.
#[test]
#[should_panic(expected = "Distributed operations are not supported for tensor kind Flex")]
fn flex_has_no_collective_operations() {
    let devices = vec![Device::flex(), Device::flex()];
    let tensor = Tensor::<1>::from_floats([1.0, 2.0], &devices[0]);
    all_reduce(tensor, ReduceOperation::Mean, devices).resolve();
}
