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

/// What a network has that reads; the rest writes.
const READS: [&str; 4] = ["term_embedding", "token_embedding", "input_positions", "encoder"];

/// Reads a model onto a device as the beginning of one with more layers, or with
/// `steps` where it has `terms`. New layers add nothing yet and new features are
/// not looked at yet, so the larger network says the same.
///
/// A network of another task of the same domain begins with how the model reads, and
/// writes at random.
pub fn grow(
    file: &[u8],
    config: &ModelConfig,
    device: &Device,
) -> Result<(Transformer, TrainingRecord)> {
    let (header, values) = read(file)?;
    if header.config == *config {
        return load(file, device);
    }
    let (small, mut values) = (&header.config, values);
    if small.task == config.task {
        check(small, config)?;
    } else {
        check_reader(small, config)?;
        values.retain(|name, _| READS.iter().any(|part| name.starts_with(part)));
    }
    // The rest of a new layer stays random.
    let zeros: &'static [&'static str] = if small.task == config.task { &OUTPUTS } else { &[] };
    let mut filler = Filler::new(values, zeros);
    Ok((Transformer::new(config, device)?.map(&mut filler), header.training))
}

/// Whether a network can read as one of another task does.
fn check_reader(small: &ModelConfig, large: &ModelConfig) -> Result<()> {
    let longer = |small, large| match (small, large) {
        (InputEncoding::Tokens, _) | (_, InputEncoding::Tokens) => small == large,
        _ => true,
    };
    let fits = small.task.domain() == large.task.domain()
        && longer(small.encoding, large.encoding)
        && (small.width, small.heads, small.feed_forward, small.encoder_layers)
            == (large.width, large.heads, large.feed_forward, large.encoder_layers)
        && (small.positions, small.max_input) == (large.positions, large.max_input);
    match fits {
        true => Ok(()),
        false => {
            Err(Error::CannotGrow { small: small.clone().into(), large: large.clone().into() })
        }
    }
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

#[cfg(test)]
mod tests {
    use super::super::{WeightPrecision, save, tensors::values};
    use super::*;
    use crate::config::{Preset, Task};

    #[test]
    fn a_network_of_another_task_begins_with_how_this_one_reads() {
        let device = Device::default();
        let small = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Steps);
        let small = Transformer::new(&small, &device).unwrap();
        let file = save(&small, &TrainingRecord::default(), WeightPrecision::F16).unwrap();
        let (small, _) = load(&file, &device).unwrap();
        let config = ModelConfig::of_next_term(Preset::Tiny, Task::IntegerNumeric, 100);
        let (large, _) = grow(&file, &config, &device).unwrap();
        let (small, large) = (values(&small), values(&large));
        for name in ["encoder.1.attention.packed.weight", "input_positions"] {
            assert_eq!(small[name], large[name]);
        }
        // New features are not looked at yet.
        let (features, more) = (&small["term_embedding.weight"], &large["term_embedding.weight"]);
        let (same, new) = more.split_at(features.len());
        assert_eq!(same, features);
        assert!(!new.is_empty() && new.iter().all(|value| *value == 0.0));
        let decoder = "decoder.0.attention.packed.weight";
        assert_ne!(small[decoder], large[decoder]);

        let float = ModelConfig::of_next_term(Preset::Tiny, Task::FloatNumeric, 100);
        let refused = grow(&file, &float, &device);
        assert!(matches!(refused, Err(Error::CannotGrow { .. })));
    }
}
