//! The coefficients, and what they depend on.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ansatz_expr::{Domain, Expr, Int, Op, math};

use super::{Continuation, Features, Probability};
use crate::price::{description_bits, exotic_bits};
use crate::{Problem, Registry, Thresholds};

/// Lines of a name and numbers: the weight on the next term, that on the next ten, and
/// those of the hidden units. Comments begin with `#`, names of proposers with `by `. A
/// last line, `hidden`, has the weights of the units themselves.
const INTEGERS: &str = include_str!("integers.tsv");

/// The same for floats, of which fewer proposers know.
const FLOATS: &str = include_str!("floats.tsv");

/// How many hidden units there are.
const HIDDEN: usize = ProbabilityModel::HIDDEN;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Weights {
    /// For one term.
    next: f64,
    /// For ten.
    ten: f64,
    /// For each hidden unit, which counts for ten.
    hidden: [f64; HIDDEN],
}

impl Weights {
    const NONE: Weights = Weights { next: 0.0, ten: 0.0, hidden: [0.0; HIDDEN] };
}

/// Two conditional logits, of laws on the next ten terms and of continuations on the
/// next one: of all of a sequence, or none, one is right. Where laws stand together only
/// on some grounds is what a small hidden layer adds to the first.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbabilityModel {
    features: [Weights; Features::COUNT],
    continuation: [f64; Continuation::COUNT],
    by: Vec<(String, Weights)>,
    /// What each hidden unit counts.
    units: [f64; HIDDEN],
}

impl ProbabilityModel {
    /// How many hidden units there are.
    pub const HIDDEN: usize = 12;

    /// The one that predictions of integers or floats are made with.
    pub fn fitted(domain: Domain) -> &'static ProbabilityModel {
        static MODELS: [OnceLock<ProbabilityModel>; 2] = [OnceLock::new(), OnceLock::new()];
        let (model, file) = match domain {
            Domain::Integer => (&MODELS[0], INTEGERS),
            Domain::Float => (&MODELS[1], FLOATS),
        };
        model.get_or_init(|| ProbabilityModel::read(file))
    }

    /// Reads the file's format. What is not there counts for nothing.
    pub fn read(text: &str) -> ProbabilityModel {
        let mut model = ProbabilityModel {
            features: [Weights::NONE; Features::COUNT],
            continuation: [0.0; Continuation::COUNT],
            by: Vec::new(),
            units: [0.0; HIDDEN],
        };
        let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let Some(name) = columns.next() else { continue };
            let mut number = || columns.next().and_then(|text| text.parse().ok()).unwrap_or(0.0);
            let weights = Weights {
                next: number(),
                ten: number(),
                hidden: std::array::from_fn(|_| number()),
            };
            if let Some(id) = name.strip_prefix("by ") {
                model.by.push((id.to_owned(), weights));
            } else if let Some(at) = place(&Features::NAMES, name) {
                model.features[at] = weights;
            } else if let Some(at) = place(&Continuation::NAMES, name) {
                model.continuation[at] = weights.next;
            } else if name == "hidden" {
                model.units = weights.hidden;
            }
        }
        model
    }

    /// The scores on one term and on ten.
    fn scores(&self, features: &Features) -> [f64; 2] {
        let by = self.by.iter().find(|(id, _)| id == features.by);
        let by = by.map(|(_, weights)| (weights, 1.0));
        let mut sums = Weights::NONE;
        for (weights, value) in self.features.iter().zip(features.values).chain(by) {
            sums.next += weights.next * value;
            sums.ten += weights.ten * value;
            for (sum, weight) in sums.hidden.iter_mut().zip(&weights.hidden) {
                *sum += weight * value;
            }
        }
        let units = self.units.iter().zip(sums.hidden).map(|(unit, sum)| unit * math::tanh(sum));
        [sums.next, sums.ten + units.sum::<f64>()]
    }

    /// How likely the next ten terms of each law are; at most one of them is
    /// right.
    fn tens(&self, laws: &[Features]) -> Vec<f64> {
        let scores: Vec<f64> = laws.iter().map(|law| self.scores(law)[1]).collect();
        shares(&scores)
    }

    /// The continuations of laws, each law with a number that tells its next term
    /// apart, in the order of these numbers.
    pub fn continuations(&self, laws: &[Features], next: &[usize]) -> Vec<Continuation> {
        let tens = self.tens(laws);
        let mut groups: BTreeMap<usize, Vec<(Features, f64)>> = BTreeMap::new();
        for ((law, ten), next) in laws.iter().zip(tens).zip(next) {
            groups.entry(*next).or_default().push((*law, ten));
        }
        groups.values().filter_map(|group| Continuation::of(group, laws.len())).collect()
    }

    /// How likely each of the laws is, which have numbers that tell their next
    /// terms apart, from 0 without a gap.
    pub fn judge(&self, laws: &[Features], next: &[usize]) -> Vec<Probability> {
        let scores: Vec<f64> = self
            .continuations(laws, next)
            .iter()
            .map(|one| {
                let own = self.continuation.iter().zip(one.values).map(|(w, value)| w * value);
                self.scores(&one.best)[0] + own.sum::<f64>()
            })
            .collect();
        let nexts = shares(&scores);
        let tens = self.tens(laws).into_iter().zip(next);
        // Ten right terms begin with one.
        tens.map(|(ten, &at)| Probability { next: nexts.get(at).map_or(ten, |&p| p.max(ten)), ten })
            .collect()
    }
}

/// How likely each of several claims is, of which at most one is true: that none is has
/// the score 0.
fn shares(scores: &[f64]) -> Vec<f64> {
    let largest = scores.iter().copied().fold(0.0, f64::max);
    let odds: Vec<f64> = scores.iter().map(|score| math::exp(score - largest)).collect();
    let sum = math::exp(-largest) + odds.iter().sum::<f64>();
    odds.into_iter().map(|odds| odds / sum).collect()
}

/// What the coefficients for integers or floats depend on: prices, thresholds,
/// features and who proposes, in one number. The file has that of the time when
/// it was fitted.
pub fn fingerprint(domain: Domain) -> String {
    let mut text = format!(
        "{HIDDEN} {:?}\n{:?}\n{:?}\n",
        Thresholds::FITTED,
        Features::NAMES,
        Continuation::NAMES
    );
    for op in Op::ALL.iter().filter(|op| op.exists_in(domain)) {
        text.push_str(&format!("{op:?} {}\n", op.bits()));
    }
    for value in [0i128, 1, 3, 10, 1000] {
        text.push_str(&format!(
            "{} {}\n",
            crate::price::int_bits(value),
            crate::price::prev_bits(value as u16)
        ));
    }
    // Leaves, and what counts beside the sum of prices.
    for law in ["n", "pi", "3.14159", "add n cos 1", "floor mul n sqrt 2"] {
        let expr = Expr::from_words(law.split_whitespace());
        let bits = expr.map(|expr| description_bits(&expr) + exotic_bits(&expr));
        text.push_str(&format!("{law} {bits:?}\n"));
    }
    // The information in terms that rise, fall, repeat and jump.
    let terms = [1i64, 2, 4, 8, 16, 15, 14, 14, 14, -900, 7].map(Int::from);
    let decimals = [0.5, 1.25, 3.0, 2.5, 1e6, -0.001];
    match domain {
        Domain::Integer => text.push_str(&format!("{:?}\n", Problem::new(&terms).bits())),
        Domain::Float => text.push_str(&format!("{:?}\n", Problem::new(&decimals).bits())),
    }
    let profiles: Vec<_> = match domain {
        Domain::Integer => Registry::<Int>::integers().profiles().collect(),
        Domain::Float => Registry::<f64>::floats().profiles().collect(),
    };
    for profile in profiles {
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

    const FILES: [(Domain, &str); 2] = [(Domain::Integer, INTEGERS), (Domain::Float, FLOATS)];

    #[test]
    fn the_model_was_fitted_to_these_prices_and_thresholds() {
        for (domain, file) in FILES {
            let fitted = file.lines().find_map(|line| line.strip_prefix("# fingerprint "));
            assert_eq!(fitted, Some(&*fingerprint(domain)), "run `ansatz calibrate` again");
        }
    }

    #[test]
    fn every_feature_has_coefficients() {
        for name in Features::NAMES.into_iter().chain(Continuation::NAMES) {
            for (domain, file) in FILES {
                let known = file.lines().any(|line| line.split('\t').next() == Some(name));
                assert!(known, "{name}, {domain}");
            }
        }
    }

    #[test]
    fn more_margin_and_more_lead_are_more_likely() {
        // A real law, with other numbers for what it saves and for its lead.
        let terms = [1i64, 2, 4, 7, 13, 24, 44, 81, 149, 274, 504, 927].map(Int::from);
        let problem = Problem::new(&terms);
        let mut ranking = crate::Ranking::new(&problem, 10);
        let law = Expr::from_words(["add", "u1", "add", "u2", "u3"]).unwrap();
        ranking.add(crate::Proposal::new(law, crate::classical::Method::Linear.profile()));
        let (_, judged) = ranking.by_probability()[0];
        let (real, _) = judged.unwrap();
        let length = math::ln(terms.len() as f64 / 18.0);
        let at = |margin: f64, lead: f64| {
            let mut features = real;
            let large = |bits: f64| bits.signum() * math::ln_1p(bits.abs());
            let set = [
                ("margin", margin.clamp(-20.0, 40.0) / 20.0),
                ("large margin", large(margin)),
                ("margin a term", margin / terms.len() as f64),
                ("margin by length", length * large(margin)),
                ("lead", lead.clamp(-20.0, 40.0) / 20.0),
                ("large lead", large(lead)),
                ("lead by length", length * lead.clamp(-20.0, 40.0) / 20.0),
                ("no rival", 0.0),
                ("no rival by length", 0.0),
                ("rivals", math::ln_1p(3.0)),
                ("rivals by length", length * math::ln_1p(3.0)),
            ];
            for (name, value) in set {
                let place = Features::NAMES.iter().position(|known| *known == name).unwrap();
                features.values[place] = value;
            }
            ProbabilityModel::fitted(Domain::Integer).judge(&[features], &[0])[0].ten
        };
        assert!(at(60.0, 20.0) > at(10.0, 20.0));
        assert!(at(10.0, 20.0) > at(-15.0, 20.0));
        assert!(at(10.0, 20.0) > at(10.0, -20.0));
    }

    #[test]
    fn laws_that_agree_on_the_next_term_share_its_probability() {
        let law = |lead: f64| {
            let mut features = Features { values: [0.0; Features::COUNT], by: "linear" };
            features.values[0] = 1.0;
            features.values[7] = lead;
            features
        };
        let model = ProbabilityModel::fitted(Domain::Integer);
        let laws = [law(0.4), law(0.2), law(0.0)];
        let apart = model.judge(&laws, &[0, 1, 2]);
        let agreeing = model.judge(&laws, &[0, 0, 1]);
        assert_eq!(agreeing[0].next, agreeing[1].next);
        assert!(agreeing[0].next > apart[0].next, "{agreeing:?} {apart:?}");
        for list in [&apart, &agreeing] {
            assert!(list.iter().all(|one| one.next >= one.ten));
            assert!(list.iter().map(|one| one.ten).sum::<f64>() <= 1.0 + 1e-9);
        }
    }
}
