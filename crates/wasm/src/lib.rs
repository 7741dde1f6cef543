//! Bindings for JavaScript, and nothing else.
//!
//! Plain objects cross the border both ways, and their TypeScript types are
//! made from the Rust types. Integers are decimal strings there: a JavaScript
//! number would round them. The npm package in `pkg` wraps this module with a
//! worker, downloads and cancellation.

mod listener;
mod problem;

use ansatz::{Options, Prediction, Predictor};
use ansatz_expr::{Domain, ReadOptions, Sequence};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use listener::{JsListener, Told};
use problem::Problem;

/// What was made of the text of a sequence.
#[derive(Serialize, Tsify)]
pub struct Understanding {
    /// In a phrase, such as `A000045, 20 integers`.
    pub summary: String,
    /// What may have been meant otherwise.
    pub notes: Vec<String>,
    /// Integers or floats.
    pub domain: Domain,
    /// How many terms there are.
    pub count: usize,
}

/// How a sequence is read.
#[derive(Debug, Clone, Copy, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
pub struct Reading {
    /// What the terms are taken as; by default, what they are written as.
    pub domain: Option<Domain>,
}

/// What was found for a sequence.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// How the sequence was read.
    pub understood: Understanding,
    /// Whether the first candidate is an answer, or merely the best there is.
    pub answered: bool,
    /// What was found.
    #[serde(flatten)]
    pub prediction: Prediction,
}

/// The predictor.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    predictor: Predictor,
    models: Vec<ansatz_model::Transformer>,
}

#[wasm_bindgen]
impl Engine {
    /// An engine without a network.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// A network joins; gives its task.
    #[wasm_bindgen(js_name = addModel)]
    pub fn add_model(&mut self, file: &[u8]) -> Result<String, JsValue> {
        let device = burn::tensor::Device::flex();
        let (model, _) = ansatz_model::weights::load(file, &device).map_err(Problem::bad_model)?;
        let task = model.config().task.name().to_owned();
        self.models.push(model);
        Ok(task)
    }

    /// PROBE
    pub async fn greedy(&self, text: String) -> Result<Vec<u32>, JsError> {
        use ansatz_model as m;
        let model = &self.models[0];
        let sequence = Sequence::read(&text, &ReadOptions::default())?;
        let ansatz_expr::Terms::Integers(terms) = &sequence.terms else { return Ok(vec![]) };
        let input = m::EncodedInput::new(m::Sequence::Integers(terms), model.config().encoding)?;
        let batch = m::InputBatch::new(model.config().input_kind(), &[&input])?;
        Ok(model.greedy(&batch, 60).await?.remove(0))
    }

    /// Says what the text of a sequence is understood as.
    #[wasm_bindgen(unchecked_return_type = "Understanding")]
    pub fn understand(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "Partial<Reading>")] reading: JsValue,
    ) -> Result<JsValue, JsValue> {
        Ok(understanding(&read(text, reading)?).to_js()?)
    }

    /// Looks for the law behind the text of a sequence, and tells the listener
    /// what is found on the way.
    #[wasm_bindgen(unchecked_return_type = "Outcome")]
    pub fn predict(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "Partial<Reading>")] reading: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Partial<Options>")] options: JsValue,
        listener: &JsListener,
    ) -> Result<JsValue, JsValue> {
        let sequence = read(text, reading)?;
        let options: Options = from_js(options)?;
        let prediction = self
            .predictor
            .predict(&sequence.terms, &options, &mut Told::new(listener))
            .map_err(Problem::from)?;
        let outcome = Outcome {
            understood: understanding(&sequence),
            answered: prediction.best().is_some(),
            prediction,
        };
        Ok(outcome.to_js()?)
    }
}

fn read(text: &str, reading: JsValue) -> Result<Sequence, Problem> {
    let Reading { domain } = from_js(reading)?;
    Ok(Sequence::read(text, &ReadOptions { domain })?)
}

fn understanding(sequence: &Sequence) -> Understanding {
    Understanding {
        summary: sequence.understood.to_string(),
        notes: sequence.understood.notes.iter().map(ToString::to_string).collect(),
        domain: sequence.terms.domain(),
        count: sequence.terms.len(),
    }
}

/// A plain object with any of the fields, or nothing.
fn from_js<T: DeserializeOwned + Default>(value: JsValue) -> Result<T, Problem> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    serde_wasm_bindgen::from_value(value).map_err(Problem::bad_options)
}

/// Values that cross the border as plain objects.
trait ToJs: Serialize {
    fn to_js(&self) -> Result<JsValue, Problem> {
        self.serialize(&Serializer::json_compatible()).map_err(Problem::unserializable)
    }
}

impl<T: Serialize> ToJs for T {}
