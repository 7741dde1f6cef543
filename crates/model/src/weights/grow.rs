//! A larger network that says what a smaller one said: training goes on from
//! there, instead of from nothing.

use std::collections::HashMap;

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{Device, Tensor, TensorData};

use super::{TrainingRecord, load, values};
use crate::config::{InputEncoding, ModelConfig};
use crate::error::{Error, Result};
use crate::transformer::Transformer;

/// What layers end in: where these are zero, a layer adds nothing.
const OUTPUTS: [&str; 3] = ["attention.output.weight", "cross.output.weight", "narrow.weight"];

/// Reads a model onto a device as the beginning of one with more layers, or with
/// `steps` where it has `terms`. New layers add nothing yet and new features are
/// not looked at yet, so the larger network says the same.
pub fn grow(
    file: &[u8],
    config: &ModelConfig,
    device: &Device,
) -> Result<(Transformer, TrainingRecord)> {
    let (small, training) = load(file, device)?;
    if small.config() == config {
        return Ok((small, training));
    }
    check(small.config(), config)?;
    let mut growing = Growing { path: Vec::new(), values: values(&small)? };
    Ok((Transformer::new(config, device)?.map(&mut growing), training))
}

/// Whether a network can become one of another configuration.
fn check(small: &ModelConfig, large: &ModelConfig) -> Result<()> {
    let grown = ModelConfig {
        encoding: match (small.encoding, large.encoding) {
            (InputEncoding::Terms, InputEncoding::Steps) => InputEncoding::Steps,
            (same, _) => same,
        },
        encoder_layers: large.encoder_layers.max(small.encoder_layers),
        decoder_layers: large.decoder_layers.max(small.decoder_layers),
        ..small.clone()
    };
    match grown == *large {
        true => Ok(()),
        false => {
            Err(Error::CannotGrow { small: small.clone().into(), large: large.clone().into() })
        }
    }
}

/// Hands the smaller network's numbers to the larger one's parameters.
struct Growing {
    path: Vec<String>,
    values: HashMap<String, Vec<f32>>,
}

impl ModuleMapper for Growing {
    fn enter_module(&mut self, name: &str, _container: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container: &str) {
        self.path.pop();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let name = self.path.join(".");
        let mut values = match self.values.remove(&name) {
            Some(values) => values,
            None if OUTPUTS.iter().any(|output| name.ends_with(output)) => Vec::new(),
            // The rest of a new layer stays random.
            None => return param,
        };
        // Features that are new stand after those that were there, row by row.
        let shape = param.lazy_shape();
        values.resize(shape.num_elements(), 0.0);
        let tensor = Tensor::from_data(TensorData::new(values, shape), &param.lazy_device());
        let id = param.id;
        param.transform_for_load(tensor, id)
    }
}
