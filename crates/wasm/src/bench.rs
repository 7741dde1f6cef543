//! The network alone, step by step, to be measured beside other engines:
//! `cargo xtask bench browser`.

use std::cell::RefCell;

use ansatz_expr::{Int, ReadOptions, Sequence as Text, Terms};
use ansatz_model::{Device, EncodedInput, Error, InputKind, TermSlice, Vocabulary};
use ansatz_search::beam::{Beam, Network, Reading, StepModel, search};
use ansatz_search::{Proposal, Sink};
use wasm_bindgen::prelude::*;

/// A network and what it has read.
#[wasm_bindgen]
pub struct Bench {
    network: Network,
    terms: Vec<Int>,
    state: Option<Reading>,
    kept: Option<Reading>,
}

#[wasm_bindgen]
impl Bench {
    /// The network of a weights file and a sequence of integers.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &[u8], text: &str) -> Result<Bench, JsValue> {
        let network = Network::load(file, &Device::Cpu).map_err(problem)?;
        let sequence = Text::read(text, &ReadOptions::default()).map_err(problem)?;
        let Terms::Integers(terms) = sequence.terms else {
            return Err(problem("not integers"));
        };
        Ok(Bench { network, terms, state: None, kept: None })
    }

    /// What the encoder reads, `[terms, features]`.
    pub fn features(&self) -> Result<Vec<f32>, JsValue> {
        let config = self.network.config();
        let input = EncodedInput::new(TermSlice::Integers(&self.terms), config.encoding);
        let InputKind::Terms { features } = config.input_kind() else { return Ok(Vec::new()) };
        Ok(input.map_err(problem)?.feature_vectors(features).unwrap_or_default())
    }

    /// The steps of a beam search: for each, how many rows, then their parents,
    /// then their tokens.
    pub fn record(&self, width: usize) -> Result<Vec<u32>, JsValue> {
        let recorder = Recorder { network: &self.network, steps: RefCell::default() };
        let reading = self.network.read(TermSlice::Integers(&self.terms)).map_err(problem)?;
        let beam = Beam { width, ..Beam::default() };
        pollster::block_on(search(&recorder, reading, &self.terms, &beam, &mut Nobody))
            .map_err(problem)?;
        Ok(recorder.steps.into_inner())
    }

    /// Reads the sequence.
    pub fn start(&mut self) -> Result<(), JsValue> {
        self.state = Some(self.network.read(TermSlice::Integers(&self.terms)).map_err(problem)?);
        Ok(())
    }

    /// Log-probabilities after one more token of every row.
    pub fn step(&mut self, parents: &[u32], tokens: &[u32]) -> Result<Vec<f32>, JsValue> {
        let state = self.state.as_mut().ok_or_else(|| problem("nothing has been read"))?;
        let parents: Vec<usize> = parents.iter().map(|parent| *parent as usize).collect();
        pollster::block_on(self.network.step(state, &parents, tokens)).map_err(problem)
    }

    /// Remembers the state, to go back to it.
    pub fn keep(&mut self) {
        self.kept = self.state.clone();
    }

    /// Goes back to the state that was kept.
    pub fn restore(&mut self) {
        self.state = self.kept.clone();
    }
}

/// A network that writes down what it is asked.
struct Recorder<'a> {
    network: &'a Network,
    steps: RefCell<Vec<u32>>,
}

impl StepModel for Recorder<'_> {
    type State = Reading;
    type Error = Error;

    fn vocabulary(&self) -> &Vocabulary {
        self.network.vocabulary()
    }

    fn max_tokens(&self) -> usize {
        self.network.max_tokens()
    }

    async fn step(
        &self,
        state: &mut Reading,
        parents: &[usize],
        tokens: &[u32],
    ) -> Result<Vec<f32>, Error> {
        let mut steps = self.steps.borrow_mut();
        steps.push(parents.len() as u32);
        steps.extend(parents.iter().map(|parent| *parent as u32));
        steps.extend(tokens);
        drop(steps);
        self.network.step(state, parents, tokens).await
    }
}

/// Takes proposals and forgets them.
struct Nobody;

impl Sink for Nobody {
    fn propose(&mut self, _proposal: Proposal) {}
}

fn problem(error: impl ToString) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}
