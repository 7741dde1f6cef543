// Runs the engine off the page's thread.
import init, { predict, understand } from './wasm/ansatz_wasm.js';

const ready = init();

/** Answers `{ id, text, effort }` with `{ id, effort, understood, prediction }` or an error. */
self.addEventListener('message', async ({ data: { id, text, effort } }) => {
  try {
    await ready;
    const understood = understand(text);
    self.postMessage({ id, effort, understood, prediction: predict(text, { effort }) });
  } catch (problem) {
    self.postMessage({ id, effort, error: problem.message });
  }
});
