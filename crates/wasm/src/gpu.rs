//! The engine on WebGPU: everything that waits for the GPU is asynchronous.
//!
//! A trap in asynchronous code rejects no promise, and burn only logs that a
//! shader was refused or a device lost. Both are reported to a callback.

use std::cell::OnceCell;
use std::panic;

use ansatz::{Device, Predictor};
use js_sys::Function;
use log::{Level, LevelFilter, Log, Metadata, Record};
use wasm_bindgen::prelude::*;

use crate::listener::{JsListener, Told};
use crate::problem::Problem;
use crate::{Engine, ToJs, from_js, outcome, read};

thread_local! {
    /// Who hears that the GPU cannot be used any more.
    static REPORT: OnceCell<Function> = const { OnceCell::new() };
}

#[wasm_bindgen]
impl Engine {
    /// An engine without a network, on the GPU that the browser prefers. A
    /// module has one engine. `report` is told in words, at any time, that the
    /// engine must not be used any more.
    pub async fn start(
        #[wasm_bindgen(unchecked_param_type = "(problem: string) => void")] report: Function,
    ) -> Result<Engine, JsValue> {
        REPORT.with(|cell| cell.set(report)).map_err(|_| Problem::device("already started"))?;
        // Not where in the sources: that is no concern of whoever reads it.
        panic::set_hook(Box::new(|panicked| tell(panicked.payload_as_str().unwrap_or("panicked"))));
        if log::set_logger(&Reporter).is_ok() {
            log::set_max_level(LevelFilter::Error);
        }
        let device = Device::webgpu().await.map_err(Problem::device)?;
        Ok(Engine { predictor: Predictor::new(), device })
    }

    /// Looks for the law behind the text of a sequence, and tells the listener
    /// what is found on the way.
    #[wasm_bindgen(unchecked_return_type = "Outcome")]
    pub async fn predict(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "Partial<Reading>")] reading: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Partial<Options>")] options: JsValue,
        listener: &JsListener,
    ) -> Result<JsValue, JsValue> {
        let (sequence, options) = (read(text, reading)?, from_js(options)?);
        let told = &mut Told::new(listener);
        let prediction = self
            .predictor
            .predict_sequence_async(&sequence, &options, told)
            .await
            .map_err(Problem::from)?;
        // The network did not have its say; on the processor it may.
        if let Some(problem) = prediction.failures.first() {
            return Err(Problem::device(problem).into());
        }
        Ok(outcome(&sequence, &prediction).to_js()?)
    }
}

/// Reports what burn logs as an error.
struct Reporter;

impl Log for Reporter {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= Level::Error
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            tell(&record.args().to_string());
        }
    }

    fn flush(&self) {}
}

fn tell(problem: &str) {
    REPORT.with(|cell| {
        if let Some(report) = cell.get() {
            // An exception of the callback has nowhere to go from here.
            let _ = report.call1(&JsValue::NULL, &problem.into());
        }
    });
}
