//! The search over floats.
use super::{Budget, Report};
use crate::Sink;
/// placeholder
pub fn propose_floats(_terms: &[f64], _budget: &Budget, _sink: &mut dyn Sink) -> Report {
    Report::default()
}
