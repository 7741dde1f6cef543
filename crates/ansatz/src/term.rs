//! What the predictor needs of a term besides verification.

use ansatz_expr::Int;
use ansatz_search::Term;

/// A term that can be shown, and proposed for.
pub(crate) trait Shown: Term {
    /// Exact and without loss.
    fn shown(self) -> String;

    /// Whether a predicted term counts as the true one.
    fn same(value: Self, truth: Self, shown: &[Self]) -> bool {
        value.relative_error(truth) <= Self::tolerance(shown)
    }
}

impl Shown for Int {
    fn shown(self) -> String {
        self.to_string()
    }
}

impl Shown for f64 {
    fn shown(self) -> String {
        format!("{self:?}")
    }
}
