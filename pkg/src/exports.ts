// What is the same in every environment.
export { Ansatz } from './ansatz.js';
export { ENGINES } from './engines.js';
export {
  AnsatzError,
  DisposedError,
  type DownloadCode,
  DownloadError,
  type EngineCode,
  EngineError,
  type ErrorCode,
  type InputCode,
  InputError,
} from './errors.js';
export {
  FORMATS,
  PROPOSERS,
  type ProposerGroup,
  type ProposerId,
  type ProposerLabel,
  type Stage,
} from './generated/facts.js';
export type { Term, Terms } from './input.js';
export type { Law, LawCallOptions, LawData, LawOptions } from './law.js';
export type { Source } from './many.js';
export type {
  CustomModel,
  InspectOptions,
  LoadOptions,
  ManyOptions,
  ManyProgress,
  ModelName,
  PredictOptions,
  Progress,
  ReadingOptions,
  SearchOptions,
  UnderstandOptions,
} from './options.js';
export type { Candidate, Guess, ManyResult, Prediction, Result, ResultNote } from './result.js';
export type {
  Answer,
  Commas,
  ConstantView as Constant,
  Domain,
  Effort,
  EntryView,
  EvidenceSummary,
  FilledView as Filled,
  Flaw,
  Format,
  Growth,
  Inside,
  LawChecked,
  LawExplained,
  LawTerms,
  NoiseKind,
  NoiseView as Noise,
  Note,
  Numbers,
  Options,
  OtherReading,
  PredictionView,
  ProbabilityView as Probability,
  ProblemCode,
  Proposers,
  Reading,
  ReadingNote,
  Reason,
  Understanding,
  VerdictName as Verdict,
} from './wasm/cpu.js';
