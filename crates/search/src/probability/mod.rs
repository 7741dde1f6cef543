//! How likely a law is to go on being right: a small model of the evidence.
//!
//! What speaks for a law is turned into a few numbers ([`Features`]), and a
//! logistic regression turns those into two probabilities. Its coefficients
//! are data, `model.tsv`, fitted by `ansatz calibrate`; the file says on what.

mod features;
mod model;

pub use features::Features;
pub(crate) use features::Standing;
pub use model::fingerprint;

use model::Model;

/// How likely a law is to be right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Probability {
    /// That the next term is as it says.
    pub next: f64,
    /// That the next ten terms are.
    pub ten: f64,
}

impl Probability {
    /// What the fitted model makes of the features.
    pub fn of(features: &Features) -> Probability {
        let [next, ten] = Model::fitted().scores(features).map(logistic);
        // Ten right terms begin with one.
        Probability { next: next.max(ten), ten }
    }

    /// The same for several laws of which at most one has the next ten terms
    /// right. Many may have the next one right.
    pub(crate) fn shared(list: &mut [Probability]) {
        // Where the claims exceed certainty they are cut down alike.
        let sum = list.iter().map(|one| one.ten).sum::<f64>().max(1.0);
        for one in list {
            one.ten /= sum;
        }
    }
}

fn logistic(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}
