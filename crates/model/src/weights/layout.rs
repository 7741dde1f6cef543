//! Which tensors a network has, in the order of the file.

use super::TensorEntry;
use crate::config::ModelConfig;
use crate::encode::InputKind;
use crate::error::Result;

/// Names and shapes of the tensors of a configuration.
pub fn layout(config: &ModelConfig) -> Result<Vec<TensorEntry>> {
    config.validate()?;
    let ModelConfig { width, feed_forward, .. } = *config;
    let words = config.vocabulary().len();
    let mut layout = Layout { entries: Vec::new(), width, feed_forward };
    match config.input_kind() {
        InputKind::Tokens { vocabulary } => {
            layout.matrix("token_embedding.weight", vocabulary, width);
        }
        InputKind::Terms { features } => layout.matrix("term_embedding.weight", features, width),
    }
    layout.matrix("input_positions", config.max_input, width);
    for index in 0..config.encoder_layers {
        layout.self_attention(&format!("encoder.{index}.attention"));
        layout.feed_forward(&format!("encoder.{index}.feed_forward"));
    }
    layout.norm("encoder_norm");
    layout.matrix("word_embedding.weight", words, width);
    layout.matrix("output_positions", config.max_output, width);
    for index in 0..config.decoder_layers {
        layout.self_attention(&format!("decoder.{index}.attention"));
        layout.cross_attention(&format!("decoder.{index}.cross"));
        layout.feed_forward(&format!("decoder.{index}.feed_forward"));
    }
    layout.norm("decoder_norm");
    layout.matrix("head.weight", width, words);
    Ok(layout.entries)
}

struct Layout {
    entries: Vec<TensorEntry>,
    width: usize,
    feed_forward: usize,
}

impl Layout {
    fn push(&mut self, name: String, shape: Vec<usize>) {
        self.entries.push(TensorEntry { name, shape });
    }

    fn matrix(&mut self, name: &str, rows: usize, columns: usize) {
        self.push(name.to_owned(), vec![rows, columns]);
    }

    fn norm(&mut self, name: &str) {
        self.push(format!("{name}.gamma"), vec![self.width]);
        self.push(format!("{name}.beta"), vec![self.width]);
    }

    fn self_attention(&mut self, name: &str) {
        let width = self.width;
        self.norm(&format!("{name}.norm"));
        self.matrix(&format!("{name}.packed.weight"), width, 3 * width);
        self.matrix(&format!("{name}.output.weight"), width, width);
    }

    fn cross_attention(&mut self, name: &str) {
        let width = self.width;
        self.norm(&format!("{name}.norm"));
        self.matrix(&format!("{name}.queries.weight"), width, width);
        self.matrix(&format!("{name}.packed.weight"), width, 2 * width);
        self.matrix(&format!("{name}.output.weight"), width, width);
    }

    fn feed_forward(&mut self, name: &str) {
        let (width, inner) = (self.width, self.feed_forward);
        self.norm(&format!("{name}.norm"));
        self.matrix(&format!("{name}.widen.weight"), width, inner);
        self.matrix(&format!("{name}.narrow.weight"), inner, width);
    }
}
