//! AdamW or Muon, with the whole gradient clipped by its norm.

use ansatz_model::{Transformer, weights};
use burn::module::{Module, ModuleVisitor, Param, ParamGroup};
use burn::optim::decay::WeightDecayConfig;
use burn::optim::{AdamWConfig, AdjustLrFn, GradientsParams, ModuleOptimizer, MuonConfig};
use burn::tensor::Tensor;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::config::RunConfig;
use crate::error::Result;

/// How gradients become steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OptimizerName {
    /// AdamW, the paper's Adam but for the decay.
    #[default]
    Adamw,
    /// Muon for the matrices of the layers: steps of equal size in all directions,
    /// as large as AdamW's are at the same rate. AdamW for everything else.
    Muon,
}

/// The optimizer of a run, without state.
pub fn optimizer(config: &RunConfig) -> Result<ModuleOptimizer> {
    let adamw = AdamWConfig::new()
        .with_beta_1(config.beta_1)
        .with_beta_2(config.beta_2)
        .with_epsilon(1e-8)
        .with_weight_decay(config.weight_decay)
        .init();
    match config.optimizer {
        OptimizerName::Adamw => Ok(adamw),
        OptimizerName::Muon => {
            let muon = MuonConfig::new()
                .with_weight_decay(Some(WeightDecayConfig::new(config.weight_decay)))
                .with_adjust_lr_fn(AdjustLrFn::MatchRmsAdamW)
                .build();
            Ok(adamw.with_group(matrices(config)?, muon, None))
        }
    }
}

/// The matrices of the layers: not the embeddings, not the output.
fn matrices(config: &RunConfig) -> Result<ParamGroup> {
    let paths: Vec<String> = weights::layout(&config.model)?
        .into_iter()
        .filter(|entry| entry.shape.len() == 2)
        .map(|entry| entry.name)
        .filter(|name| name.starts_with("encoder.") || name.starts_with("decoder."))
        .collect();
    Ok(ParamGroup::from_paths(paths))
}

/// Scales the gradient down to a norm of at most `limit`; gives the norm it had.
///
/// burn's own clipping looks at each tensor for itself, which changes the
/// direction of the step; the paper's, and this one, looks at all of them.
pub fn clip(model: &Transformer, grads: GradientsParams, limit: f64) -> (GradientsParams, f64) {
    let mut squares = SumOfSquares { grads: &grads, sums: Vec::new() };
    model.visit(&mut squares);
    let Some(total) = squares.sums.into_iter().reduce(Tensor::add) else {
        return (grads, 0.0);
    };
    let norm = f64::from(total.into_scalar::<f32>()).sqrt();
    if norm <= limit || !norm.is_finite() {
        return (grads, norm);
    }
    let mut scale = Scale { grads, factor: limit / norm, scaled: GradientsParams::new() };
    model.visit(&mut scale);
    (scale.scaled, norm)
}

/// Divides gradients that were summed over several batches.
pub fn scale(model: &Transformer, grads: GradientsParams, factor: f64) -> GradientsParams {
    let mut scale = Scale { grads, factor, scaled: GradientsParams::new() };
    model.visit(&mut scale);
    scale.scaled
}

struct SumOfSquares<'a> {
    grads: &'a GradientsParams,
    /// One number a tensor, `[1]`.
    sums: Vec<Tensor<1>>,
}

impl ModuleVisitor for SumOfSquares<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.grads.get::<D>(param.id) {
            self.sums.push(grad.clone().mul(grad).sum());
        }
    }
}

struct Scale {
    grads: GradientsParams,
    factor: f64,
    scaled: GradientsParams,
}

impl ModuleVisitor for Scale {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.grads.remove::<D>(param.id) {
            self.scaled.register(param.id, grad.mul_scalar(self.factor));
        }
    }
}
