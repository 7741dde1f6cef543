//! What JavaScript hears while a prediction is under way.

use std::cell::Cell;

use ansatz::view::Answer;
use ansatz::{Candidate, Group, Listener};
use wasm_bindgen::prelude::*;

use crate::ToJs;

#[wasm_bindgen(typescript_custom_section)]
const LISTENER: &str = "
/** Hears of a prediction while it is under way. */
export interface Listener {
    /** A proposer begins. */
    stage(name: string): void;
    /** Whether `candidate` is to be called. */
    wantsCandidates(): boolean;
    /** There is a new candidate. */
    candidate(answer: Answer): void;
    /** Whether to stop and return what there is. */
    isCancelled(): boolean;
}
";

#[wasm_bindgen]
extern "C" {
    /// An object of the interface `Listener`.
    #[wasm_bindgen(typescript_type = "Listener")]
    pub type JsListener;

    #[wasm_bindgen(method, catch)]
    fn stage(this: &JsListener, name: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch, js_name = wantsCandidates)]
    fn wants_candidates(this: &JsListener) -> Result<bool, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn candidate(this: &JsListener, answer: JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch, js_name = isCancelled)]
    fn is_cancelled(this: &JsListener) -> Result<bool, JsValue>;
}

/// Passes on what a [`Listener`] hears. A callback that throws is not called
/// again, and the prediction stops: an exception must not cross our frames.
pub struct Told<'a> {
    listener: &'a JsListener,
    wants_candidates: bool,
    failed: Cell<bool>,
}

impl<'a> Told<'a> {
    /// Nothing was said yet.
    pub fn new(listener: &'a JsListener) -> Self {
        let wants_candidates = listener.wants_candidates().unwrap_or(false);
        Told { listener, wants_candidates, failed: Cell::new(false) }
    }

    fn tell(&self, say: impl FnOnce(&JsListener) -> Result<(), JsValue>) {
        if !self.failed.get() && say(self.listener).is_err() {
            self.failed.set(true);
        }
    }
}

impl Listener for Told<'_> {
    fn stage(&mut self, group: Group) {
        self.tell(|listener| listener.stage(group.label()));
    }

    fn wants_candidates(&self) -> bool {
        self.wants_candidates
    }

    fn candidate(&mut self, candidate: &Candidate) {
        self.tell(|listener| listener.candidate(Answer::from(candidate).to_js()?));
    }

    fn is_cancelled(&self) -> bool {
        self.failed.get() || self.listener.is_cancelled().unwrap_or(true)
    }
}
