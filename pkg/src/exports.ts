// What is the same in every environment.
export { Ansatz } from './ansatz.js';
export {
  AnsatzError,
  DisposedError,
  DownloadError,
  EngineError,
  InputError,
  type ErrorCode,
} from './errors.js';
export type { Term, Terms } from './input.js';
export type {
  CustomModel,
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
  Guess,
  Options,
  Prediction,
  Proposers,
  Rendering,
  Understanding,
} from './wasm/cpu.js';
