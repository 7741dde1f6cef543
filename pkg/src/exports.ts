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
export type { Law, LawCallOptions, LawData, LawOptions } from './law.js';
export type {
  CustomModel,
  InspectOptions,
  LoadOptions,
  ModelName,
  PredictOptions,
  Progress,
} from './options.js';
export type { Candidate, Prediction, Result } from './result.js';
export type {
  Answer,
  Domain,
  Effort,
  EntryView,
  EvidenceSummary,
  Format,
  Growth,
  GuessView as Guess,
  Inside,
  LawChecked,
  LawTerms,
  Numbers,
  Options,
  ProbabilityView as Probability,
  Proposers,
  Understanding,
} from './wasm/cpu.js';
