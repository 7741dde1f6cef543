//! Laws without a search: their terms, whether they hold, other languages.

use ansatz::{Domain, Expr, Format, Law, ReadOptions, Sequence, Terms};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::problem::Problem;
use crate::{Engine, ToJs};

/// A law in words that JavaScript has.
#[derive(Debug, Clone, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LawText {
    /// The right-hand side, or `u(n) = …`.
    pub formula: String,
    /// The terms it starts from, exact.
    #[serde(default)]
    pub initial: Vec<String>,
    /// How many zeros are taken to stand before the first term.
    #[serde(default)]
    pub zeros: usize,
    /// What the terms are; by default integers, if law and terms can be.
    #[serde(default)]
    pub domain: Option<Domain>,
}

/// Terms of a law, as far as it has values.
#[derive(Debug, Clone, Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct LawTerms {
    /// The terms, exact.
    pub terms: Vec<String>,
    /// The index, from 1, of the first term that has no value.
    pub undefined_at: Option<usize>,
    /// Why it has none.
    pub reason: Option<String>,
}

/// How a law fares on given terms.
#[derive(Debug, Clone, Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct LawChecked {
    /// Whether every term is as given.
    pub holds: bool,
    /// How many terms the law computes.
    pub computed: usize,
    /// How many of those are as given.
    pub right: usize,
    /// The index, from 1, of the first that is not.
    pub first_wrong: Option<usize>,
}

/// A law, read and simplified.
#[derive(Debug, Clone, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LawExplained {
    /// The right-hand side as it was written.
    pub formula: String,
    /// The same, simplified.
    pub simplified: String,
    /// As prefix words, as it was written.
    pub prefix: Vec<String>,
    /// Integers or floats.
    pub domain: Domain,
    /// How far it looks back.
    pub degree: usize,
    /// How many operators it has as it was written.
    pub operators: usize,
    /// How many it has when simplified.
    pub simplified_operators: usize,
    /// How long its description is when simplified.
    pub complexity: usize,
}

#[wasm_bindgen]
impl Engine {
    /// What a law is.
    #[wasm_bindgen(js_name = lawExplain, unchecked_return_type = "LawExplained")]
    pub fn law_explain(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LawText")] law: JsValue,
    ) -> Result<JsValue, JsValue> {
        let law = read(law)?;
        let (written, simplified) = (law.expr(), law.expr().simplify(law.domain()));
        let explained = LawExplained {
            formula: written.to_string(),
            simplified: simplified.to_string(),
            prefix: written.to_words(),
            domain: law.domain(),
            degree: law.degree(),
            operators: written.operators(),
            simplified_operators: simplified.operators(),
            complexity: simplified.complexity(),
        };
        Ok(explained.to_js()?)
    }

    /// `count` terms of a law from the index `from` on.
    #[wasm_bindgen(js_name = lawTerms, unchecked_return_type = "LawTerms")]
    pub fn law_terms(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LawText")] law: JsValue,
        from: usize,
        count: usize,
    ) -> Result<JsValue, JsValue> {
        let (terms, undefined) =
            read(law)?.terms_while_defined(from, count).map_err(Problem::too_many_terms)?;
        let (undefined_at, reason) = undefined.map(|(at, why)| (at, why.to_string())).unzip();
        Ok(LawTerms { terms: terms.to_texts(), undefined_at, reason }.to_js()?)
    }

    /// Whether a law holds for the text of a sequence.
    #[wasm_bindgen(js_name = lawCheck, unchecked_return_type = "LawChecked")]
    pub fn law_check(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LawText")] law: JsValue,
        text: &str,
    ) -> Result<JsValue, JsValue> {
        let law = read(law)?;
        let options = ReadOptions { domain: Some(law.domain()), ..ReadOptions::default() };
        let sequence = Sequence::read(text, &options).map_err(Problem::from)?;
        let check = law.check(sequence.whole().map_err(Problem::from)?);
        let checked = LawChecked {
            holds: check.holds(),
            computed: check.computed,
            right: check.right,
            first_wrong: check.first_wrong,
        };
        Ok(checked.to_js()?)
    }

    /// A law in another language.
    #[wasm_bindgen(js_name = lawRender)]
    pub fn law_render(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LawText")] law: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Format")] format: &str,
    ) -> Result<String, JsValue> {
        let format = Format::from_name(format).ok_or_else(|| Problem::unknown_format(format))?;
        Ok(read(law)?.render(format))
    }
}

fn read(law: JsValue) -> Result<Law, Problem> {
    let text: LawText = serde_wasm_bindgen::from_value(law).map_err(Problem::bad_options)?;
    let expr = Expr::parse(&text.formula)?;
    let integers = match text.domain {
        Some(domain) => domain == Domain::Integer,
        None => expr.exists_in(Domain::Integer),
    };
    let domain = match integers {
        true => text.domain,
        false => Some(Domain::Float),
    };
    let initial = match text.initial.is_empty() {
        true if integers => Terms::Integers(Vec::new()),
        true => Terms::Floats(Vec::new()),
        false => {
            let options = ReadOptions { domain, ..ReadOptions::default() };
            Sequence::read(&text.initial.join(", "), &options)?.whole()?.clone()
        }
    };
    // Nothing looks back at more.
    let zeros = text.zeros.min(expr.degree());
    Ok(Law::after_zeros(expr, initial, zeros)?)
}
