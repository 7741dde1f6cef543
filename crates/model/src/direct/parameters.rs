//! The weights of a network by name, made into what this one uses.

use super::kernels::Norm;
use super::matrix::Matrix;
use super::{CrossAttention, FeedForward, SelfAttention};
use crate::error::{Error, Result};
use crate::weights::Values;

/// Numbers that have not been used yet.
pub(super) struct Parameters {
    values: Values,
    /// Of attention, which goes into the weights of the queries.
    scale: f32,
}

impl Parameters {
    pub fn new(values: Values, head_width: usize) -> Self {
        Parameters { values, scale: (head_width as f32).sqrt().recip() }
    }

    pub fn take(&mut self, name: &str, count: usize) -> Result<Vec<f32>> {
        match self.values.remove(name) {
            Some(values) if values.len() == count => Ok(values),
            other => Err(Error::WrongTensor {
                name: name.to_owned(),
                problem: format!(
                    "has {} numbers where {count} belong",
                    other.map_or(0, |values| values.len())
                ),
            }),
        }
    }

    pub fn norm(&mut self, name: &str, width: usize) -> Result<Norm> {
        Ok(Norm {
            gamma: self.take(&format!("{name}.gamma"), width)?,
            beta: self.take(&format!("{name}.beta"), width)?,
        })
    }

    pub fn matrix(&mut self, name: &str, inputs: usize, outputs: usize) -> Result<Matrix> {
        let values = self.take(&format!("{name}.weight"), inputs * outputs)?;
        Ok(Matrix::new(&values, inputs, outputs))
    }

    /// A matrix whose first `width` columns make queries.
    fn queries(&mut self, name: &str, width: usize, parts: usize) -> Result<Matrix> {
        let mut values = self.take(&format!("{name}.weight"), parts * width * width)?;
        for row in values.chunks_exact_mut(parts * width) {
            row[..width].iter_mut().for_each(|value| *value *= self.scale);
        }
        Ok(Matrix::new(&values, width, parts * width))
    }

    pub fn self_attention(&mut self, name: &str, width: usize) -> Result<SelfAttention> {
        Ok(SelfAttention {
            norm: self.norm(&format!("{name}.norm"), width)?,
            packed: self.queries(&format!("{name}.packed"), width, 3)?,
            output: self.matrix(&format!("{name}.output"), width, width)?,
        })
    }

    pub fn cross_attention(&mut self, name: &str, width: usize) -> Result<CrossAttention> {
        Ok(CrossAttention {
            norm: self.norm(&format!("{name}.norm"), width)?,
            queries: self.queries(&format!("{name}.queries"), width, 1)?,
            packed: self.matrix(&format!("{name}.packed"), width, 2 * width)?,
            output: self.matrix(&format!("{name}.output"), width, width)?,
        })
    }

    pub fn feed_forward(&mut self, name: &str, width: usize, inner: usize) -> Result<FeedForward> {
        Ok(FeedForward {
            norm: self.norm(&format!("{name}.norm"), width)?,
            widen: self.matrix(&format!("{name}.widen"), width, inner)?,
            narrow: self.matrix(&format!("{name}.narrow"), inner, width)?,
        })
    }
}
