//! What a network is: its task, how it reads numbers, and its size.

use std::fmt;
use std::str::FromStr;

use ansatz_expr::{Domain, Token};
use serde::{Deserialize, Serialize};

use crate::encode::{self, InputKind};
use crate::error::{Error, Result};
use crate::vocab::Vocabulary;

/// Added to variances before the square root, in every layer norm.
pub(crate) const NORM_EPSILON: f64 = 1e-5;

/// What is read and what is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Integer sequences to recurrences.
    IntegerSymbolic,
    /// Integer sequences to their next ten terms.
    IntegerNumeric,
    /// Float sequences to recurrences.
    FloatSymbolic,
    /// Float sequences to their next ten terms.
    FloatNumeric,
}

impl Task {
    /// All four.
    pub const ALL: [Task; 4] =
        [Task::IntegerSymbolic, Task::IntegerNumeric, Task::FloatSymbolic, Task::FloatNumeric];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Task::IntegerSymbolic => "integer-symbolic",
            Task::IntegerNumeric => "integer-numeric",
            Task::FloatSymbolic => "float-symbolic",
            Task::FloatNumeric => "float-numeric",
        }
    }

    /// The kind of numbers read.
    pub fn domain(self) -> Domain {
        match self {
            Task::IntegerSymbolic | Task::IntegerNumeric => Domain::Integer,
            Task::FloatSymbolic | Task::FloatNumeric => Domain::Float,
        }
    }

    /// Whether the answer is a formula rather than numbers.
    pub fn is_symbolic(self) -> bool {
        matches!(self, Task::IntegerSymbolic | Task::FloatSymbolic)
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Task {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        Task::ALL.into_iter().find(|task| task.name() == text).ok_or_else(|| {
            let names = Task::ALL.map(Task::name).join(", ");
            format!("`{text}` is not a task; there are {names}")
        })
    }
}

/// How numbers are shown to the encoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputEncoding {
    /// The paper's: sign and base-10,000 digits, or sign, mantissa, exponent.
    Tokens,
    /// One vector a term: the sum of embeddings of its features.
    Terms,
    /// That, with features of how it follows from the terms before it.
    Steps,
    /// That, and after the terms what simple rules give for the next one
    /// ([`crate::extrapolate`]).
    Extrapolations,
}

impl InputEncoding {
    /// All of them.
    pub const ALL: [InputEncoding; 4] = [
        InputEncoding::Tokens,
        InputEncoding::Terms,
        InputEncoding::Steps,
        InputEncoding::Extrapolations,
    ];
}

impl fmt::Display for InputEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InputEncoding::Tokens => "tokens",
            InputEncoding::Terms => "terms",
            InputEncoding::Steps => "steps",
            InputEncoding::Extrapolations => "extrapolations",
        })
    }
}

impl FromStr for InputEncoding {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        InputEncoding::ALL.into_iter().find(|encoding| encoding.to_string() == text).ok_or_else(
            || {
                let names = InputEncoding::ALL.map(|encoding| encoding.to_string()).join(", ");
                format!("`{text}` is not an encoding; there are {names}")
            },
        )
    }
}

/// What the encoder knows of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Positions {
    /// A learned vector for each place.
    #[default]
    Learned,
    /// That, and every other head is drawn to one, two, three … places before:
    /// a recurrence is the same wherever one looks.
    Relative,
}

impl Positions {
    fn is_default(&self) -> bool {
        *self == Positions::default()
    }

    /// What is added to a head's score of a place `to`, seen from `from`.
    pub(crate) fn bias(self, head: usize, from: usize, to: usize) -> f32 {
        match self {
            Positions::Relative if head.is_multiple_of(2) => {
                let back = 1 + head / 2;
                -((from as f32 - to as f32 - back as f32).abs())
            }
            _ => 0.0,
        }
    }
}

impl FromStr for Positions {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "learned" => Ok(Positions::Learned),
            "relative" => Ok(Positions::Relative),
            _ => Err(format!("`{text}` is not a kind of positions; there are learned, relative")),
        }
    }
}

/// How a network writes one term at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextTerm {
    /// The base of its digits: 10, 100, 1,000 or 10,000.
    pub base: u16,
    /// How many of the continuations that it is shown it can name.
    pub slots: u8,
}

/// A named size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The paper's: 8+8 layers, 8 heads, width 512.
    Paper,
    /// What is shipped: some two million parameters.
    Web,
    /// For tests: seconds to train, kilobytes.
    Tiny,
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "paper" => Ok(Preset::Paper),
            "web" => Ok(Preset::Web),
            "tiny" => Ok(Preset::Tiny),
            _ => Err(format!("`{text}` is not a preset; there are paper, web, tiny")),
        }
    }
}

/// Everything that fixes the shapes of the network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelConfig {
    /// What is read and written.
    pub task: Task,
    /// How numbers are shown.
    pub encoding: InputEncoding,
    /// Width of every vector between layers.
    pub width: usize,
    /// Attention heads; divides `width`.
    pub heads: usize,
    /// Layers of the encoder.
    pub encoder_layers: usize,
    /// Layers of the decoder.
    pub decoder_layers: usize,
    /// Width inside the feed-forward blocks.
    pub feed_forward: usize,
    /// Positions of the encoder: terms or tokens.
    pub max_input: usize,
    /// Tokens the decoder may write, the end mark included.
    pub max_output: usize,
    /// What the encoder knows of places.
    #[serde(default, skip_serializing_if = "Positions::is_default")]
    pub positions: Positions,
    /// The tokens of formulas that the decoder writes, in the order of their
    /// ids; the paper's if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "by_name")]
    pub words: Option<Vec<Token>>,
    /// How numbers are written, one term at a time; if it is not said, the next ten
    /// terms together, as in the paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_term: Option<NextTerm>,
}

/// Tokens are written by their names.
mod by_name {
    use ansatz_expr::Token;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(
        words: &Option<Vec<Token>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let names = |words: &Vec<Token>| words.iter().map(Token::to_string).collect::<Vec<_>>();
        words.as_ref().map(names).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<Token>>, D::Error> {
        let names = Option::<Vec<String>>::deserialize(deserializer)?;
        names.map(|names| crate::vocab::tokens(&names)).transpose().map_err(D::Error::custom)
    }
}

impl ModelConfig {
    /// A named size for a task and an encoding.
    pub fn preset(preset: Preset, task: Task, encoding: InputEncoding) -> Self {
        let (width, heads, layers, positions) = match preset {
            Preset::Paper => (512, 8, 8, Positions::Learned),
            Preset::Web => (128, 4, 4, Positions::Relative),
            Preset::Tiny => (48, 2, 2, Positions::Learned),
        };
        Self {
            task,
            encoding,
            width,
            heads,
            encoder_layers: layers,
            decoder_layers: layers,
            feed_forward: 4 * width,
            // 36 terms are the most the generator shows; the paper rejects
            // inputs of 200 tokens or more.
            max_input: match encoding {
                InputEncoding::Tokens => 200,
                _ => 64,
            },
            // Ten integers of a hundred decimal digits are 260 tokens and more.
            max_output: if task.is_symbolic() { 64 } else { 288 },
            positions,
            words: None,
            next_term: None,
        }
    }

    /// A network that writes one term at a time and chooses among continuations.
    pub fn of_next_term(preset: Preset, task: Task, base: u16) -> Self {
        let slots = crate::extrapolate::SLOTS as u8;
        Self {
            // A term is far easier to write than a formula.
            decoder_layers: 2,
            max_output: 32,
            next_term: Some(NextTerm { base, slots }),
            ..Self::preset(preset, task, InputEncoding::Extrapolations)
        }
    }

    /// Checks that the sizes describe a network that can be built.
    ///
    /// The limits are far above anything sensible: they keep a damaged or
    /// hostile header from asking for more memory than there is.
    pub fn validate(&self) -> Result<()> {
        let sizes = [
            ("width", self.width, 4096),
            ("heads", self.heads, 64),
            ("encoder_layers", self.encoder_layers, 64),
            ("decoder_layers", self.decoder_layers, 64),
            ("feed_forward", self.feed_forward, 16_384),
            ("max_input", self.max_input, 4096),
            ("max_output", self.max_output, 4096),
        ];
        for (field, value, limit) in sizes {
            let problem = match value {
                0 => "must be at least 1",
                _ if value > limit => "is above the limit",
                _ => continue,
            };
            return Err(Error::BadConfig { field, value, problem });
        }
        if !self.width.is_multiple_of(self.heads) {
            return Err(Error::BadConfig {
                field: "heads",
                value: self.heads,
                problem: "must divide the width",
            });
        }
        self.validate_next_term()?;
        self.validate_words()
    }

    /// Slots are what the encoding shows, and bases are powers of ten.
    fn validate_next_term(&self) -> Result<()> {
        let bad = |field, value, problem| Err(Error::BadConfig { field, value, problem });
        let extrapolates = self.encoding == InputEncoding::Extrapolations;
        let Some(NextTerm { base, slots }) = self.next_term else { return Ok(()) };
        let bases: &[u16] = match self.task.domain() {
            Domain::Integer => &[10, 100, 1000, 10_000],
            // Four digits are a whole number of these.
            Domain::Float => &[10, 100, 10_000],
        };
        let shown = if extrapolates { crate::extrapolate::SLOTS } else { 0 };
        match () {
            () if self.task.is_symbolic() => {
                bad("next_term", usize::from(base), "its task has no numbers to write")
            }
            () if !bases.contains(&base) => {
                bad("base", usize::from(base), "is not a base that numbers are written in")
            }
            () if usize::from(slots) != shown => {
                bad("slots", usize::from(slots), "is not what its encoding shows")
            }
            () => Ok(()),
        }
    }

    /// Every word must mean something in the domain, and only once.
    fn validate_words(&self) -> Result<()> {
        let Some(words) = &self.words else { return Ok(()) };
        let domain = self.task.domain();
        for (index, word) in words.iter().enumerate() {
            let exists = match word {
                Token::Op(op) => op.exists_in(domain),
                Token::Const(_) => domain == Domain::Float,
                Token::N | Token::Prev(_) | Token::Plus | Token::Minus | Token::Digit(_) => true,
            };
            let problem = match () {
                () if !self.task.is_symbolic() => "its task has no formulas",
                () if !exists => "its sequences have no such word",
                () if words[..index].contains(word) => "it has that word twice",
                () => continue,
            };
            return Err(Error::BadWord { word: word.to_string(), problem });
        }
        Ok(())
    }

    /// Width of one attention head.
    pub fn head_width(&self) -> usize {
        self.width / self.heads
    }

    /// The layout of what the encoder reads.
    pub fn input_kind(&self) -> InputKind {
        encode::input_kind(self.task.domain(), self.encoding)
    }

    /// The tokens the decoder writes.
    pub fn vocabulary(&self) -> Vocabulary {
        match (&self.words, self.next_term) {
            (Some(words), _) => Vocabulary::of_formulas(words),
            (None, Some(format)) => Vocabulary::of_next_term(self.task, format),
            (None, None) => Vocabulary::new(self.task),
        }
    }
}
