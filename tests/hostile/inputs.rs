//! The table of hostile inputs: see `README.md`. Included by tests.

use serde::Deserialize;

/// One input and what must come of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hostile {
    /// What it is, in words.
    pub name: String,
    /// The code of an error, or `prediction`.
    pub outcome: String,
    text: Option<String>,
    piece: Option<String>,
    #[serde(default)]
    times: usize,
    random: Option<Random>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Random {
    seed: u64,
    count: u64,
    below: u64,
    over: Option<u64>,
    #[serde(default)]
    slope: u64,
    #[serde(default)]
    sums: bool,
    #[serde(default)]
    square: bool,
}

/// All of them.
pub fn all() -> Vec<Hostile> {
    serde_json::from_str(include_str!("inputs.json")).expect("the table can be read")
}

impl Hostile {
    /// The text of the input.
    pub fn text(&self) -> String {
        match (&self.text, &self.piece, &self.random) {
            (Some(text), None, None) => text.clone(),
            (None, Some(piece), None) => piece.repeat(self.times),
            (None, None, Some(random)) => random.terms().join(", "),
            _ => panic!("{} says in two ways, or in none, what it is", self.name),
        }
    }
}

impl Random {
    fn terms(&self) -> Vec<String> {
        let (mut state, mut sum) = (self.seed, 0);
        (0..self.count)
            .map(|index| {
                state = (1_103_515_245 * state + 12_345) % (1 << 31);
                let drawn = (state >> 8) % self.below;
                sum += drawn;
                match self.over {
                    _ if self.square => (index * index).to_string(),
                    Some(over) => {
                        let term = drawn as f64 / over as f64 + (self.slope * index) as f64;
                        format!("{term:?}")
                    }
                    None if self.sums => sum.to_string(),
                    None => (drawn + self.slope * index).to_string(),
                }
            })
            .collect()
    }
}
