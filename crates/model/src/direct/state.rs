//! What is remembered between steps.

use crate::error::{Error, Result};

/// What a [`Direct`](super::Direct) network remembers of one input and of the
/// rows it writes.
#[derive(Debug, Clone)]
pub struct DirectState {
    length: usize,
    /// How many tokens have been read by all rows that there ever were.
    next: u32,
    /// For every row, where in [`Kept::own`] its tokens are.
    pub(super) places: Vec<Vec<u32>>,
    pub(super) layers: Vec<Kept>,
}

/// Keys and values of one layer, side by side.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    /// Of every token that any row has read, `[tokens, 2 * width]`: rows with
    /// a common beginning share it, so that reordering copies nothing of it.
    pub own: Vec<f32>,
    /// Of the encoder's output, `[sources, 2 * width]`.
    pub memory: Vec<f32>,
}

impl DirectState {
    pub(super) fn new(layers: Vec<Kept>) -> Self {
        Self { length: 0, next: 0, places: vec![Vec::new()], layers }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// How many tokens have been read, the begin mark included.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Replaces the rows by copies of others: `parents[i]` is the row that row
    /// `i` continues.
    pub fn reorder(&mut self, parents: &[usize]) -> Result<()> {
        let rows = self.rows();
        if parents.is_empty() {
            return Err(Error::WrongRows { expected: rows, given: 0 });
        }
        self.places = parents
            .iter()
            .map(|parent| {
                self.places.get(*parent).cloned().ok_or(Error::UnknownRow { row: *parent, rows })
            })
            .collect::<Result<_>>()?;
        Ok(())
    }

    /// A place for one more token of every row, after all others.
    pub(super) fn grow(&mut self) {
        for (place, row) in (self.next..).zip(&mut self.places) {
            row.push(place);
        }
        self.next += self.places.len() as u32;
        self.length += 1;
    }
}
