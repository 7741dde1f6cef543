//! The gradients are the slopes of the loss: every tensor's, by difference.

mod common;

use ansatz_gen::Generator;
use ansatz_model::{InputEncoding, ModelConfig, Preset, Task, Transformer};
use burn::module::{Module, ModuleMapper, ModuleVisitor, Param, ParamId};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor};
use common::tiny_run;
use native_train::config::RunConfig;
use native_train::data::{Batch, Encoder};
use native_train::train::gradients;

/// The norm of one tensor's gradient.
struct Norms<'a> {
    grads: &'a GradientsParams,
    path: Vec<String>,
    found: Vec<(ParamId, String, f64)>,
}

impl ModuleVisitor for Norms<'_> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let name = self.path.join(".");
        let grad = self.grads.get::<D>(param.id);
        let grad = grad.unwrap_or_else(|| panic!("{name} has no gradient"));
        let norm = f64::from(grad.square().sum().into_scalar::<f32>()).sqrt();
        self.found.push((param.id, name, norm));
    }
}

/// Moves one tensor along its own gradient.
struct Move<'a> {
    grads: &'a GradientsParams,
    id: ParamId,
    by: f64,
}

impl ModuleMapper for Move<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        if param.id != self.id {
            return param;
        }
        let step = self.grads.get::<D>(param.id).unwrap().mul_scalar(self.by);
        param.map(|tensor| (tensor.inner() + step).autodiff())
    }
}

fn batch(config: &RunConfig) -> Batch {
    let generator = Generator::new(config.generator.clone(), 5).unwrap();
    let encoder = Encoder::new(config);
    let examples: Vec<_> = (0..16)
        .filter_map(|index| encoder.encode(&generator.example(index).unwrap(), index))
        .collect();
    encoder.batch(&examples).unwrap()
}

fn check(device: &Device, encoding: InputEncoding, smoothing: f64) {
    let mut config = tiny_run(16);
    config.model = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, encoding);
    device.seed(3);
    let model = Transformer::new(&config.model, device).unwrap();
    let batch = batch(&config);
    let (_, grads) = gradients(&model, &batch, smoothing).unwrap();
    let mut norms = Norms { grads: &grads, path: Vec::new(), found: Vec::new() };
    model.visit(&mut norms);
    assert!(norms.found.len() > 30);
    for (id, name, norm) in norms.found {
        // Along the gradient the loss must rise by norm * distance.
        let loss = |distance: f64| {
            let by = distance / norm;
            let moved = model.clone().map(&mut Move { grads: &grads, id, by });
            gradients(&moved, &batch, smoothing).unwrap().0
        };
        let distance = 0.02;
        let slope = (loss(distance) - loss(-distance)) / (2.0 * distance);
        let error = (slope - norm).abs() / norm.max(1e-2);
        assert!(error < 0.05, "{name}: slope {slope}, gradient {norm}");
    }
}

#[test]
fn fused_operations_have_the_right_gradients() {
    check(&Device::flex().autodiff(), InputEncoding::Terms, 0.0);
    check(&Device::flex().autodiff(), InputEncoding::Tokens, 0.1);
}

#[cfg(feature = "libtorch")]
#[test]
#[allow(deprecated)]
fn libtorch_has_the_right_gradients() {
    check(&Device::libtorch().autodiff(), InputEncoding::Terms, 0.1);
}
