//! Where the network looks, and what numbers are to it: for people who want to
//! see inside. Nothing here is on the way of a prediction.

#[cfg(feature = "burn")]
mod by_tensors;

/// One map a head: how much a position (row) looks at another (column). Rows
/// sum to one.
pub type Heads = Vec<Vec<Vec<f32>>>;

/// The attention of one input and what is written for it, layer by layer.
#[derive(Debug, Clone, PartialEq)]
pub struct AttentionMaps {
    /// How the encoder's positions look at one another.
    pub encoder: Vec<Heads>,
    /// How each written token looked at the encoder's positions.
    pub cross: Vec<Heads>,
}
