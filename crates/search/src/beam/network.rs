//! The Transformer as a model that writes step by step.

use ansatz_expr::{Domain, Expr};
use ansatz_model::weights::TrainingRecord;
use ansatz_model::{
    AttentionMaps, Device, EncodedInput, Error, InputEncoding, ModelConfig, Result, Session,
    SessionState, TermSlice, Vocabulary, numbers,
};

use super::StepModel;

/// The most terms that sequences of the training had: further ones would be at
/// places that the network has never seen.
const MOST_TERMS: usize = 36;

/// A trained network.
#[derive(Debug)]
pub struct Network {
    session: Session,
    vocabulary: Vocabulary,
}

/// Where a network looked.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkAttention {
    /// What the encoder's positions are: terms, or the tokens of terms.
    pub inputs: Vec<String>,
    /// The words that were written.
    pub outputs: Vec<String>,
    /// The attention, layer by layer.
    pub maps: AttentionMaps,
}

/// What a network has read.
pub type Reading = SessionState;

impl Network {
    /// Reads a weights file onto a device.
    pub fn load(file: &[u8], device: &Device) -> Result<Self> {
        let session = Session::load(file, device)?;
        let vocabulary = session.config().vocabulary();
        Ok(Network { session, vocabulary })
    }

    /// What it is.
    pub fn config(&self) -> &ModelConfig {
        self.session.config()
    }

    /// How it was trained.
    pub fn training(&self) -> &TrainingRecord {
        self.session.training()
    }

    /// Reads the first terms of a sequence, as many as it can.
    pub fn read(&self, sequence: TermSlice<'_>) -> Result<Reading> {
        let (input, _) = self.encode(sequence)?;
        self.session.start(&input)
    }

    /// Reads what was encoded for it.
    pub(super) fn read_encoded(&self, input: &EncodedInput) -> Result<Reading> {
        self.session.start(input)
    }

    /// Where it looks while it writes this law of a sequence.
    pub async fn look(&self, sequence: TermSlice<'_>, law: &Expr) -> Result<NetworkAttention> {
        let (input, count) = self.encode(sequence)?;
        let tokens = self.vocabulary.encode_expr(law)?;
        let words: Result<Vec<_>> = tokens.iter().map(|id| self.vocabulary.word(*id)).collect();
        Ok(NetworkAttention {
            inputs: labels(first(sequence, count), self.config().encoding),
            outputs: words?.iter().map(ToString::to_string).collect(),
            maps: self.session.attention(&input, &tokens).await?,
        })
    }

    /// What single numbers are to it: one vector each.
    pub async fn number_vectors(&self, numbers: TermSlice<'_>) -> Result<Vec<Vec<f32>>> {
        let encoding = self.config().encoding;
        let inputs: Result<Vec<EncodedInput>> = match numbers {
            TermSlice::Integers(terms) => terms
                .chunks(1)
                .map(|term| EncodedInput::new(TermSlice::Integers(term), encoding))
                .collect(),
            TermSlice::Floats(terms) => terms
                .chunks(1)
                .map(|term| EncodedInput::new(TermSlice::Floats(term), encoding))
                .collect(),
        };
        let inputs = inputs?;
        let inputs: Vec<&EncodedInput> = inputs.iter().collect();
        self.session.number_vectors(&inputs).await
    }

    /// The first terms of a sequence, as many as it can read, and how many.
    fn encode(&self, sequence: TermSlice<'_>) -> Result<(EncodedInput, usize)> {
        let config = self.config();
        let name = |domain| match domain {
            Domain::Integer => "integers",
            Domain::Float => "floats",
        };
        let (expected, given) = (name(config.task.domain()), name(sequence.domain()));
        if expected != given {
            return Err(Error::WrongDomain { expected, given });
        }
        // One that continues terms must see the last of them, which its encoding chooses.
        let most = match config.encoding {
            InputEncoding::Extrapolations => usize::MAX,
            _ => MOST_TERMS,
        };
        let mut count = sequence.len().min(most);
        loop {
            let input = EncodedInput::new(first(sequence, count), config.encoding)?;
            if input.positions() <= config.max_input {
                return Ok((input, count));
            }
            count -= 1;
        }
    }
}

impl StepModel for Network {
    type State = Reading;
    type Error = Error;

    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn max_tokens(&self) -> usize {
        self.config().max_output - 1
    }

    async fn step(
        &self,
        state: &mut Reading,
        parents: &[usize],
        tokens: &[u32],
    ) -> Result<Vec<f32>> {
        self.session.step(state, parents, tokens).await
    }
}

/// The first terms; all, if there are no more.
fn first(sequence: TermSlice<'_>, count: usize) -> TermSlice<'_> {
    match sequence {
        TermSlice::Integers(terms) => TermSlice::Integers(&terms[..count.min(terms.len())]),
        TermSlice::Floats(terms) => TermSlice::Floats(&terms[..count.min(terms.len())]),
    }
}

/// What an encoder's positions are called.
fn labels(sequence: TermSlice<'_>, encoding: InputEncoding) -> Vec<String> {
    let mut tokens = Vec::new();
    match (encoding, sequence) {
        (_, TermSlice::Integers(terms)) if encoding != InputEncoding::Tokens => {
            return terms.iter().map(ToString::to_string).collect();
        }
        (_, TermSlice::Floats(terms)) if encoding != InputEncoding::Tokens => {
            return terms.iter().map(|term| format!("{term:?}")).collect();
        }
        (_, TermSlice::Integers(terms)) => {
            terms.iter().for_each(|term| numbers::push_integer(*term, &mut tokens));
        }
        (_, TermSlice::Floats(terms)) => {
            terms.iter().for_each(|term| numbers::push_float(*term, &mut tokens));
        }
    }
    tokens.iter().map(ToString::to_string).collect()
}
