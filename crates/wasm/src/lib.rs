//! Bindings for JavaScript, and nothing else.
//!
//! Plain objects cross the border both ways, and their TypeScript types are
//! made from the Rust types. Integers are decimal strings there: a JavaScript
//! number would round them. The npm package in `pkg` wraps this module with a
//! worker, downloads and cancellation.

#[cfg(feature = "bench")]
mod bench;
#[cfg(not(feature = "gpu"))]
mod cpu;
#[cfg(feature = "gpu")]
mod gpu;
mod law;
mod listener;
mod problem;

use ansatz::view::{Answer, PredictionView};
use ansatz::{Device, Prediction, Predictor};
use ansatz_expr::sequence::{Alternative, MAX_TERMS, MAX_TEXT, Note};
use ansatz_expr::{Commas, Domain, Format, ReadOptions, Sequence};
use js_sys::{Array, Object, Reflect};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use problem::Problem;

/// What was made of the text of a sequence.
#[derive(Serialize, Tsify)]
pub struct Understanding {
    /// In a phrase, such as `A000045, 20 integers`.
    pub summary: String,
    /// The number of the OEIS's entry, such as `A000045`, if the text gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub anumber: Option<String>,
    /// The n of the first term, if the text gave it: a table of n and a(n), or an offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub first: Option<i64>,
    /// What may have been meant otherwise.
    pub notes: Vec<ReadingNote>,
    /// How else the text can be read.
    pub alternatives: Vec<OtherReading>,
    /// Integers or floats.
    pub domain: Domain,
    /// How many terms are known.
    pub count: usize,
    /// The terms that are known, exact.
    pub terms: Vec<String>,
    /// The n of each term that is missing between them, from 1.
    pub missing: Vec<usize>,
}

/// Something that may have been meant otherwise.
// An interface cannot extend a union, which is what tsify would make of it.
#[derive(Serialize, Tsify)]
#[tsify(type = "Note & { words: string }")]
pub struct ReadingNote {
    /// What it is, for programs.
    #[serde(flatten)]
    pub note: Note,
    /// The same in a sentence.
    pub words: String,
}

/// Somebody who looks for laws.
#[derive(Serialize, Tsify)]
pub struct ProposerInfo {
    /// The name in options.
    pub id: &'static str,
    /// How it is called in `foundBy`.
    pub label: &'static str,
    /// The name of its group in options.
    pub group: &'static str,
    /// How its group is called as a stage of a search.
    pub stage: &'static str,
}

/// What the package makes types and tables of when it is built.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// Everybody who looks for laws, in the order in which they are asked.
    pub proposers: Vec<ProposerInfo>,
    /// The languages that laws are printed in.
    pub formats: Vec<Format>,
    /// How many terms a sequence may have.
    pub most_terms: usize,
    /// How long its text may be, in bytes.
    pub most_text: usize,
}

/// What there is in this engine.
#[wasm_bindgen(unchecked_return_type = "Facts")]
pub fn facts() -> Result<JsValue, JsValue> {
    let proposers = ansatz::profiles().into_iter().map(|profile| ProposerInfo {
        id: profile.id,
        label: profile.label,
        group: profile.group.name(),
        stage: profile.group.label(),
    });
    let facts = Facts {
        proposers: proposers.collect(),
        formats: Format::ALL.to_vec(),
        most_terms: MAX_TERMS,
        most_text: MAX_TEXT,
    };
    Ok(facts.to_js()?)
}

/// Another way to read a text.
#[derive(Serialize, Tsify)]
pub struct OtherReading {
    /// What it would be, in words.
    pub words: String,
    /// What to ask for, if it is about commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub commas: Option<Commas>,
    /// What to ask for, if it is about columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub column: Option<usize>,
    /// What the header of the column says, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub name: Option<String>,
}

/// How a sequence is read.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
pub struct Reading {
    /// What the terms are taken as; by default, what they are written as.
    pub domain: Option<Domain>,
    /// What commas between digits are; by default, what is likelier.
    pub commas: Option<Commas>,
    /// The column of a table that has the terms, from 1; 0 for all numbers.
    pub column: Option<usize>,
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
    pub prediction: PredictionView<Answer>,
}

/// The predictor, on one device.
#[wasm_bindgen]
pub struct Engine {
    predictor: Predictor,
    device: Device,
}

#[wasm_bindgen]
impl Engine {
    /// A network joins; gives its task.
    #[wasm_bindgen(js_name = addModel)]
    pub fn add_model(&mut self, file: &[u8]) -> Result<String, JsValue> {
        let task = self.predictor.add_model(file, &self.device).map_err(Problem::from)?;
        Ok(task.name().to_owned())
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
}

fn outcome(sequence: &Sequence, prediction: &Prediction) -> Outcome {
    let answered = prediction.best().is_some();
    Outcome { understood: understanding(sequence), answered, prediction: prediction.into() }
}

fn read(text: &str, reading: JsValue) -> Result<Sequence, Problem> {
    let Reading { domain, commas, column } = from_js(reading)?;
    Ok(Sequence::read(text, &ReadOptions { domain, commas, column })?)
}

fn understanding(sequence: &Sequence) -> Understanding {
    /// Beyond this a JavaScript number is no index.
    const LARGEST: i64 = (1 << 53) - 1;
    let first = sequence.understood.first_index();
    Understanding {
        summary: sequence.understood.to_string(),
        anumber: sequence.understood.anumber().map(|number| format!("A{number:06}")),
        first: first.filter(|first| (-LARGEST..=LARGEST).contains(first)),
        notes: sequence.understood.notes.iter().map(reading_note).collect(),
        alternatives: sequence.understood.alternatives.iter().map(other_reading).collect(),
        domain: sequence.terms.domain(),
        count: sequence.terms.len(),
        terms: sequence.texts(),
        missing: sequence.missing.clone(),
    }
}

fn reading_note(note: &Note) -> ReadingNote {
    ReadingNote { note: note.clone(), words: note.to_string() }
}

fn other_reading(alternative: &Alternative) -> OtherReading {
    let (commas, column, name) = match alternative {
        Alternative::Commas { commas } => (Some(*commas), None, None),
        Alternative::Column { column, name } => (None, Some(*column), name.clone()),
    };
    OtherReading { words: alternative.to_string(), commas, column, name }
}

/// A plain object with any of the fields, or nothing.
fn from_js<T: DeserializeOwned + Serialize + Default>(value: JsValue) -> Result<T, Problem> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    // The reader below asks for the fields it knows and never sees the others.
    if let Some(name) = unknown_field(&value, &T::default().to_js()?) {
        return Err(Problem::unknown_option(&name));
    }
    serde_wasm_bindgen::from_value(value).map_err(Problem::bad_options)
}

/// The first field, also of objects within, that the model does not have.
fn unknown_field(value: &JsValue, model: &JsValue) -> Option<String> {
    let (value, model) = (value.dyn_ref::<Object>()?, model.dyn_ref::<Object>()?);
    Object::entries(value).iter().find_map(|entry| {
        let [name, inner] = [0, 1].map(|place| Array::from(&entry).get(place));
        match Object::has_own(model, &name) {
            false => name.as_string(),
            true => unknown_field(&inner, &Reflect::get(model, &name).ok()?),
        }
    })
}

/// Values that cross the border as plain objects.
trait ToJs: Serialize {
    fn to_js(&self) -> Result<JsValue, Problem> {
        self.serialize(&Serializer::json_compatible()).map_err(Problem::unserializable)
    }
}

impl<T: Serialize> ToJs for T {}
