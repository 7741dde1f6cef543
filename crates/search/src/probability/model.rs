//! The coefficients, and what they depend on.

use std::sync::OnceLock;

use ansatz_expr::{Int, Op};

use super::Features;
use crate::{Registry, Thresholds};

/// Lines of a name and two numbers, for one term and for ten; comments begin
/// with `#`. Names that begin with `by ` are those of proposers.
const FILE: &str = include_str!("model.tsv");

/// For one term and for ten.
type Weights = [f64; 2];

/// A logistic regression.
pub(super) struct Model {
    features: [Weights; Features::COUNT],
    by: Vec<(&'static str, Weights)>,
}

impl Model {
    /// The one in the file.
    pub fn fitted() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| Model::read(FILE))
    }

    fn read(text: &'static str) -> Model {
        let mut model = Model { features: [[0.0; 2]; Features::COUNT], by: Vec::new() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let Some(name) = columns.next() else { continue };
            let mut number = || columns.next().and_then(|text| text.parse().ok()).unwrap_or(0.0);
            let weights = [number(), number()];
            let place = Features::NAMES.iter().position(|known| *known == name);
            match (name.strip_prefix("by "), place.and_then(|at| model.features.get_mut(at))) {
                (Some(id), _) => model.by.push((id, weights)),
                (None, Some(place)) => *place = weights,
                (None, None) => {}
            }
        }
        model
    }

    /// The two log-odds.
    pub fn scores(&self, features: &Features) -> [f64; 2] {
        let by = self.by.iter().find(|(id, _)| *id == features.by);
        let start = by.map_or([0.0; 2], |(_, weights)| *weights);
        self.features.iter().zip(features.values).fold(start, |[next, ten], (weights, value)| {
            [next + weights[0] * value, ten + weights[1] * value]
        })
    }
}

/// What the coefficients depend on: prices, thresholds, features and who
/// proposes, in one number. The file has that of the time when it was fitted.
pub fn fingerprint() -> String {
    let mut text = format!("{:?}\n{:?}\n", Thresholds::FITTED, Features::NAMES);
    for op in Op::ALL {
        text.push_str(&format!("{op:?} {}\n", op.bits()));
    }
    for value in [0i128, 1, 3, 10, 1000] {
        text.push_str(&format!(
            "{} {}\n",
            crate::price::int_bits(value),
            crate::price::prev_bits(value as u16)
        ));
    }
    let integers = Registry::<Int>::integers();
    let floats = Registry::<f64>::floats();
    for profile in integers.profiles().chain(floats.profiles()) {
        text.push_str(&format!("{} {}\n", profile.id, profile.searches));
    }
    // FNV-1a: any hash will do that is the same everywhere.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Probability;

    #[test]
    fn the_model_was_fitted_to_these_prices_and_thresholds() {
        let fitted = FILE.lines().find_map(|line| line.strip_prefix("# fingerprint "));
        assert_eq!(fitted, Some(fingerprint().as_str()), "run `ansatz calibrate` again");
    }

    #[test]
    fn every_feature_has_coefficients() {
        for name in Features::NAMES {
            assert!(FILE.lines().any(|line| line.split('\t').next() == Some(name)), "{name}");
        }
    }

    #[test]
    fn more_margin_and_more_lead_are_more_likely() {
        let at = |margin: f64, lead: f64| {
            let mut features = Features { values: [0.0; Features::COUNT], by: "linear" };
            let set = [
                ("one", 1.0),
                ("margin", margin.clamp(-20.0, 40.0) / 20.0),
                ("large margin", margin.signum() * margin.abs().ln_1p()),
                ("margin a term", margin / 25.0),
                ("lead", lead.clamp(-20.0, 40.0) / 20.0),
                ("large lead", lead.signum() * lead.abs().ln_1p()),
                ("spare terms", 10f64.ln_1p()),
                ("share of spare terms", 0.5),
                ("terms", 25f64.ln()),
            ];
            for (name, value) in set {
                let place = Features::NAMES.iter().position(|known| *known == name).unwrap();
                features.values[place] = value;
            }
            Probability::of(&features).ten
        };
        assert!(at(60.0, 20.0) > at(10.0, 20.0));
        assert!(at(10.0, 20.0) > at(-15.0, 20.0));
        assert!(at(10.0, 20.0) > at(10.0, -20.0));
    }
}
