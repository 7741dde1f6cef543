//! Rows of different lengths as rectangles, and as tensors.

use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::encode::{EncodedContent, EncodedInput, InputKind};
use crate::error::{Error, Result};
use crate::ops::MASKED;
use crate::vocab::{BEGIN, END, PAD};

/// Encoded sequences padded to the longest: what the encoder reads.
#[derive(Debug, Clone)]
pub struct InputBatch {
    /// How many sequences.
    pub(crate) rows: usize,
    /// Positions of the longest.
    pub(crate) length: usize,
    content: Content,
    /// `rows * length`: 0 where there is something, [`MASKED`] where not.
    padding: Vec<f32>,
}

#[derive(Debug, Clone)]
enum Content {
    /// `rows * length` ids, 0 where padded.
    Tokens(Vec<i32>),
    /// `rows * length * features` values, zeros where padded.
    Terms { values: Vec<f32>, features: usize },
}

impl InputBatch {
    /// Pads inputs of one kind to the longest of them.
    pub fn new(kind: InputKind, inputs: &[&EncodedInput]) -> Result<Self> {
        let rows = inputs.len();
        let length = inputs.iter().map(|input| input.positions).max().unwrap_or(0);
        if length == 0 {
            return Err(Error::EmptyInput);
        }
        let mut padding = vec![MASKED; rows * length];
        for (row, input) in inputs.iter().enumerate() {
            padding[row * length..][..input.positions].fill(0.0);
        }
        let content = match kind {
            InputKind::Tokens { .. } => {
                let mut ids = vec![0; rows * length];
                for (row, input) in inputs.iter().enumerate() {
                    let EncodedContent::Tokens(tokens) = &input.content else {
                        return Err(mixed_kinds());
                    };
                    for (id, token) in ids[row * length..].iter_mut().zip(tokens) {
                        *id = *token as i32;
                    }
                }
                Content::Tokens(ids)
            }
            InputKind::Terms { features } => {
                let mut values = vec![0.0; rows * length * features];
                for (row, input) in inputs.iter().enumerate() {
                    let EncodedContent::Terms(terms) = &input.content else {
                        return Err(mixed_kinds());
                    };
                    let vectors = values[row * length * features..].chunks_exact_mut(features);
                    terms.iter().zip(vectors).for_each(|(term, vector)| term.write(vector));
                }
                Content::Terms { values, features }
            }
        };
        Ok(Self { rows, length, content, padding })
    }

    /// How many sequences.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Positions, padding included.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many positions of a row are not padding.
    pub(crate) fn positions(&self, row: usize) -> usize {
        let masks = self.padding.iter().skip(row * self.length).take(self.length);
        masks.filter(|mask| **mask == 0.0).count()
    }

    /// How many positions are padding.
    pub fn padded(&self) -> usize {
        self.padding.iter().filter(|mask| **mask != 0.0).count()
    }

    /// The mask to add to attention scores, `[rows, 1, 1, length]`.
    pub(crate) fn padding_mask(&self, device: &Device) -> Tensor<4> {
        let shape = [self.rows, 1, 1, self.length];
        Tensor::from_data(TensorData::new(self.padding.clone(), shape), device)
    }

    /// Ids `[rows, length]`, if the kind is tokens.
    pub(crate) fn tokens(&self, device: &Device) -> Option<Tensor<2, Int>> {
        let Content::Tokens(ids) = &self.content else {
            return None;
        };
        let shape = [self.rows, self.length];
        Some(Tensor::from_data(TensorData::new(ids.clone(), shape), device))
    }

    /// Feature vectors `[rows * length, features]`, if the kind is terms.
    pub(crate) fn terms(&self, device: &Device) -> Option<Tensor<2>> {
        let Content::Terms { values, features } = &self.content else {
            return None;
        };
        let shape = [self.rows * self.length, *features];
        Some(Tensor::from_data(TensorData::new(values.clone(), shape), device))
    }
}

fn mixed_kinds() -> Error {
    Error::WrongDomain { expected: "inputs of its own encoding", given: "of the other encoding" }
}

/// What the decoder shall write, padded to the longest: for teacher forcing.
#[derive(Debug, Clone)]
pub struct TargetBatch {
    pub(crate) rows: usize,
    pub(crate) length: usize,
    /// What the decoder sees: the begin mark and the tokens.
    inputs: Vec<i32>,
    /// What it shall say: the tokens and the end mark.
    targets: Vec<i32>,
    /// One where a target counts, zero where it is padding.
    weights: Vec<f32>,
    total: f32,
}

impl TargetBatch {
    /// Pads token lists (without marks) to the longest of them.
    pub fn new(targets: &[&[u32]], max_output: usize) -> Result<Self> {
        let rows = targets.len();
        // One more for the end mark.
        let length = 1 + targets.iter().map(|tokens| tokens.len()).max().unwrap_or(0);
        if rows == 0 {
            return Err(Error::EmptyInput);
        }
        if length > max_output {
            return Err(Error::TargetTooLong { needed: length, available: max_output });
        }
        let mut batch = Self {
            rows,
            length,
            inputs: vec![PAD as i32; rows * length],
            targets: vec![PAD as i32; rows * length],
            weights: vec![0.0; rows * length],
            total: 0.0,
        };
        for (row, tokens) in targets.iter().enumerate() {
            let start = row * length;
            batch.inputs[start] = BEGIN as i32;
            for (position, token) in tokens.iter().enumerate() {
                batch.inputs[start + position + 1] = *token as i32;
                batch.targets[start + position] = *token as i32;
            }
            batch.targets[start + tokens.len()] = END as i32;
            batch.weights[start..=start + tokens.len()].fill(1.0);
            batch.total += (tokens.len() + 1) as f32;
        }
        Ok(batch)
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Tokens of the longest, the end mark included.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many targets count.
    pub fn total(&self) -> f32 {
        self.total
    }

    /// Whether a row's tokens are these, without marks.
    pub fn is_exactly(&self, row: usize, tokens: &[u32]) -> bool {
        let targets = self.targets.chunks_exact(self.length).nth(row).unwrap_or_default();
        let before_end = targets.iter().take_while(|id| **id != END as i32);
        before_end.copied().eq(tokens.iter().map(|id| *id as i32))
    }

    /// One where a target counts, row by row, on the host.
    pub fn host_weights(&self) -> &[f32] {
        &self.weights
    }

    /// The targets row by row, on the host.
    pub fn host_targets(&self) -> &[i32] {
        &self.targets
    }

    /// What the decoder sees, `[rows, length]`.
    pub(crate) fn inputs(&self, device: &Device) -> Tensor<2, Int> {
        let shape = [self.rows, self.length];
        Tensor::from_data(TensorData::new(self.inputs.clone(), shape), device)
    }

    /// What it shall say, `[rows * length]`.
    pub fn targets(&self, device: &Device) -> Tensor<1, Int> {
        let shape = [self.rows * self.length];
        Tensor::from_data(TensorData::new(self.targets.clone(), shape), device)
    }

    /// Which of the targets count, `[rows * length]`.
    pub fn weights(&self, device: &Device) -> Tensor<1> {
        let shape = [self.rows * self.length];
        Tensor::from_data(TensorData::new(self.weights.clone(), shape), device)
    }
}
