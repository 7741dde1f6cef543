// The build of the engine for the processor.
import type { Build } from './serve.js';
import init, { Engine } from './wasm/cpu.js';

export const cpu: Build = {
  init: (module) => init({ module_or_path: module }),
  start: () => Engine.start(),
};
