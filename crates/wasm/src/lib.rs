//! Bindings for JavaScript, and nothing else.
//!
//! Plain objects cross the border both ways. Integers are decimal strings
//! there: a JavaScript number would round them.

use ansatz::{Options, Predictor};
use ansatz_expr::{Domain, ReadOptions, Sequence};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// What was understood of a pasted sequence.
#[derive(Serialize)]
struct Understanding {
    summary: String,
    notes: Vec<String>,
    domain: Domain,
    count: usize,
}

/// Says what a pasted sequence was understood as.
#[wasm_bindgen]
pub fn understand(text: &str) -> Result<JsValue, JsError> {
    let sequence = Sequence::read(text, &ReadOptions::default())?;
    plain(&Understanding {
        summary: sequence.understood.to_string(),
        notes: sequence.understood.notes.iter().map(ToString::to_string).collect(),
        domain: sequence.terms.domain(),
        count: sequence.terms.len(),
    })
}

/// Looks for the law behind a pasted sequence. `options` is a plain object
/// with any of the fields of [`Options`], or undefined.
#[wasm_bindgen]
pub fn predict(text: &str, options: JsValue) -> Result<JsValue, JsError> {
    let options: Options = if options.is_undefined() || options.is_null() {
        Options::default()
    } else {
        serde_wasm_bindgen::from_value(options)?
    };
    let sequence = Sequence::read(text, &ReadOptions::default())?;
    let prediction = Predictor::new().predict(&sequence.terms, &options, &mut ())?;
    plain(&Answered { answered: prediction.best().is_some(), prediction })
}

/// A prediction, and whether its first candidate is an answer.
#[derive(Serialize)]
struct Answered {
    answered: bool,
    #[serde(flatten)]
    prediction: ansatz::Prediction,
}

fn plain(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}
