//! How likely a next term is that no law stands behind.

use std::sync::OnceLock;

use ansatz_expr::{Domain, math};
use ansatz_model::extrapolate::{Extrapolation, RECORD};

/// Lines of a name and four numbers: integers by rules alone and by the network, floats
/// likewise. Fitted by `ansatz calibrate-guess`; comments begin with `#`.
const FILE: &str = include_str!("guess.tsv");

/// What speaks for a next term.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GuessFeatures {
    /// In the order of [`GuessFeatures::NAMES`].
    pub values: [f64; GuessFeatures::COUNT],
    /// Whether a network was asked.
    pub by_network: bool,
}

impl GuessFeatures {
    /// How many there are.
    pub const COUNT: usize = 13;

    /// What they are called in the file.
    pub const NAMES: [&'static str; GuessFeatures::COUNT] = [
        "one",
        "network",
        "digits",
        "first",
        "record",
        "streak",
        "perfect",
        "support",
        "margin",
        "few terms",
        "variety",
        "law",
        "other law",
    ];

    /// What speaks for a term.
    pub fn of<T>(term: &Judged<'_, T>, around: &Around) -> Self {
        let tries = around.terms.clamp(1, RECORD) as f64;
        let (share, streak, support) = match term.rule {
            Some(rule) => (
                f64::from(rule.record.count_ones()) / tries,
                f64::from(rule.record.trailing_ones()) / RECORD as f64,
                math::ln(1.0 + rule.support as f64),
            ),
            None => (0.0, 0.0, 0.0),
        };
        let likely = term.network.unwrap_or(0.5).clamp(3e-4, 1.0 - 3e-4);
        let is = |yes: bool| f64::from(u8::from(yes));
        let values = [
            1.0,
            math::ln(likely / (1.0 - likely)),
            is(term.rule.is_none()),
            is(term.is_first),
            share,
            streak,
            is(share >= 1.0 && around.terms >= 3),
            support,
            share - around.rival,
            1.0 / around.terms.max(1) as f64,
            around.variety,
            term.law,
            around.law - term.law,
        ];
        GuessFeatures { values, by_network: term.network.is_some() }
    }

    /// The coefficients of a column of the file: 0 to 3.
    pub fn coefficients(column: usize) -> [f64; GuessFeatures::COUNT] {
        weights().map(|weights| weights.get(column).copied().unwrap_or(0.0))
    }

    /// How likely that makes it.
    pub fn probability(&self, domain: Domain) -> f64 {
        let column = usize::from(self.by_network) + 2 * usize::from(domain == Domain::Float);
        let score: f64 =
            weights().iter().zip(self.values).map(|(weights, value)| weights[column] * value).sum();
        1.0 / (1.0 + math::exp(-score))
    }
}

/// A term that may be the next one.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a, T> {
    /// The rule that gives it, if one does.
    pub rule: Option<&'a Extrapolation<T>>,
    /// Whether no rule was right more often.
    pub is_first: bool,
    /// How likely the network takes it to be, if it was asked.
    pub network: Option<f64>,
    /// How likely a law is that gives it; 0 if none does.
    pub law: f64,
}

/// What the terms around are like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Around {
    /// How many terms there are.
    pub terms: usize,
    /// The share of right ones of the best rule that gives another term.
    pub rival: f64,
    /// Which share of the last terms are different ones.
    pub variety: f64,
    /// How likely the likeliest law is; 0 if there is none.
    pub law: f64,
}

/// One row a feature.
fn weights() -> &'static [[f64; 4]; GuessFeatures::COUNT] {
    static WEIGHTS: OnceLock<[[f64; 4]; GuessFeatures::COUNT]> = OnceLock::new();
    WEIGHTS.get_or_init(|| read(FILE))
}

/// Reads the file's format. What is not there counts for nothing.
fn read(text: &str) -> [[f64; 4]; GuessFeatures::COUNT] {
    let mut weights = [[0.0; 4]; GuessFeatures::COUNT];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let name = columns.next();
        let place = GuessFeatures::NAMES.iter().position(|known| Some(*known) == name);
        if let Some(place) = place {
            for (weight, text) in weights[place].iter_mut().zip(columns) {
                *weight = text.parse().unwrap_or(0.0);
            }
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_a_line_for_every_feature() {
        for name in GuessFeatures::NAMES {
            let line = FILE.lines().find(|line| line.split('\t').next() == Some(name));
            let numbers = line.map(|line| line.split('\t').skip(1).map(str::parse::<f64>));
            assert!(numbers.is_some_and(|mut numbers| numbers.all(|number| number.is_ok())));
        }
    }

    #[test]
    fn a_rule_that_was_always_right_is_likelier() {
        let rule = |record| Extrapolation { value: 1.0, base: 0, transform: 0, record, support: 4 };
        let around = Around { terms: 20, rival: 0.3, variety: 1.0, law: 0.0 };
        let told = |record: u16, domain| {
            let rule = rule(record);
            let judged = Judged { rule: Some(&rule), is_first: true, network: None, law: 0.0 };
            GuessFeatures::of(&judged, &around).probability(domain)
        };
        for domain in [Domain::Integer, Domain::Float] {
            assert!(told(0xfff, domain) > told(0x101, domain));
        }
    }
}
