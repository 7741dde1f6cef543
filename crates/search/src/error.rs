//! What can go wrong in a search.

/// An error of a proposer. Finding nothing is not one.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A network could not be asked.
    #[error(transparent)]
    Network(#[from] ansatz_model::Error),
}
