//! A larger network that says what a smaller one said: training goes on from
//! there, instead of from nothing.

use burn::module::Module;
use burn::tensor::Device;

use super::tensors::Filler;
use super::{TrainingRecord, load, read};
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
    let (header, values) = read(file)?;
    if header.config == *config {
        return load(file, device);
    }
    check(&header.config, config)?;
    // The rest of a new layer stays random.
    let mut filler = Filler::new(values, &OUTPUTS);
    Ok((Transformer::new(config, device)?.map(&mut filler), header.training))
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
