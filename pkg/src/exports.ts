// What is the same in every environment.
export { Ansatz } from './ansatz.js';
export { ENGINES } from './engines.js';
export {
  AnsatzError,
  DisposedError,
  DownloadError,
  EngineError,
  type ErrorCode,
  InputError,
} from './errors.js';
export type { Term, Terms } from './input.js';
export type {
  CustomModel,
  InspectOptions,
  LoadOptions,
  ModelName,
  PredictOptions,
  Progress,
} from './options.js';
export type { Candidate, Result } from './result.js';
export type {
  Answer,
  Domain,
  Effort,
  EvidenceSummary,
  Growth,
  Guess,
  Inside,
  Numbers,
  Options,
  Prediction,
  Proposers,
  Rendering,
  Understanding,
} from './wasm/cpu.js';
