//! The engine on the processor.

use ansatz::{Device, Predictor};
use wasm_bindgen::prelude::*;

use crate::listener::{JsListener, Told};
use crate::problem::Problem;
use crate::{Engine, ToJs, from_js, outcome, read};

#[wasm_bindgen]
impl Engine {
    /// An engine without a network.
    pub fn start() -> Self {
        Engine { predictor: Predictor::new(), device: Device::Cpu }
    }

    /// Looks for the law behind the text of a sequence, and tells the listener
    /// what is found on the way. Not asynchronous: a trap rejects no promise,
    /// but it is an exception that a caller can catch.
    #[wasm_bindgen(unchecked_return_type = "Outcome")]
    pub fn predict(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "Partial<Reading>")] reading: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Partial<Options>")] options: JsValue,
        listener: &JsListener,
    ) -> Result<JsValue, JsValue> {
        let (sequence, options) = (read(text, reading)?, from_js(options)?);
        let told = &mut Told::new(listener);
        let prediction =
            self.predictor.predict_sequence(&sequence, &options, told).map_err(Problem::from)?;
        Ok(outcome(&sequence, &prediction).to_js()?)
    }

    /// Shows what the network did with the text of a sequence.
    #[wasm_bindgen(unchecked_return_type = "Inside")]
    pub fn inspect(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "Partial<Reading>")] reading: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Partial<Options>")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (sequence, options) = (read(text, reading)?, from_js(options)?);
        let terms = sequence.whole().map_err(Problem::from)?;
        let inside = self.predictor.inspect(terms, &options).map_err(Problem::from)?;
        Ok(inside.to_js()?)
    }
}
