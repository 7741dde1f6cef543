// What is said between the page and its worker. One request is under way at a time.
import type { LawData } from './law.js';
import type {
  Answer,
  Format,
  Inside,
  LawChecked,
  LawExplained,
  LawTerms,
  Options,
  Outcome,
  Problem,
  Reading,
  Understanding,
} from './wasm/cpu.js';

/** The first message: everything a worker needs to start. */
export interface Start {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  /** Holds the id of the request to be given up, where memory can be shared. */
  readonly cancelled: Int32Array | undefined;
}

/** A network joins. */
export interface AddModel {
  readonly type: 'model';
  readonly id: number;
  readonly bytes: ArrayBuffer;
}

/** Looks for laws. */
export interface Predict {
  readonly type: 'predict';
  readonly id: number;
  readonly text: string;
  readonly reading: Partial<Reading>;
  readonly options: Partial<Options>;
  /** Whether somebody listens to candidates. */
  readonly streams: boolean;
}

/** Reads a sequence only. */
export interface Understand {
  readonly type: 'understand';
  readonly id: number;
  readonly text: string;
  readonly reading: Partial<Reading>;
}

/** Looks into the network. */
export interface Inspect {
  readonly type: 'inspect';
  readonly id: number;
  readonly text: string;
  readonly reading: Partial<Reading>;
  readonly options: Partial<Options>;
}

/** What a law can be asked. */
interface LawQuestions {
  terms: { readonly kind: 'terms'; readonly from: number; readonly count: number };
  check: { readonly kind: 'check'; readonly text: string };
  render: { readonly kind: 'render'; readonly format: Format };
  explain: { readonly kind: 'explain' };
}
export type LawQuestion<Kind extends keyof LawQuestions = keyof LawQuestions> = LawQuestions[Kind];

/** What it answers. */
export interface LawAnswers {
  terms: LawTerms;
  check: LawChecked;
  render: string;
  explain: LawExplained;
}

/** Asks a law: no search, no network. */
export interface AskLaw {
  readonly type: 'law';
  readonly id: number;
  readonly law: LawData;
  readonly question: LawQuestion;
}

/** Nobody waits for a request any more. Heard while the GPU computes; a busy CPU hears it late. */
export interface Cancel {
  readonly type: 'cancel';
  readonly id: number;
}

export type Request = AddModel | Predict | Understand | Inspect | AskLaw;

/** What a request is answered with at the end. */
export interface Answers {
  model: string;
  predict: Outcome;
  understand: Understanding;
  inspect: Inside;
  law: LawAnswers[keyof LawAnswers];
}

export type Message =
  | { readonly type: 'ready' }
  | { readonly type: 'start-failed'; readonly message: string }
  | { readonly type: 'stage'; readonly id: number; readonly name: string }
  | { readonly type: 'candidate'; readonly id: number; readonly answer: Answer }
  | { readonly type: 'done'; readonly id: number; readonly value: Answers[keyof Answers] }
  | { readonly type: 'problem'; readonly id: number; readonly problem: Problem }
  | { readonly type: 'trap'; readonly id: number; readonly message: string }
  /** At any time: the GPU is lost, or cannot do what it should. */
  | { readonly type: 'device-failed'; readonly message: string };

/** The page's end of the line to an engine. */
export interface Port {
  /** Whether the engine is in the caller's own thread. */
  readonly isLocal: boolean;
  /** Bytes are handed over, not copied, where the engine is in another thread. */
  post(message: Start | Request | Cancel): void;
  /** Called once, before anything is posted. */
  listen(onMessage: (message: Message) => void, onFailure: (problem: string) => void): void;
  /** Ends the engine at once, whatever it is doing. */
  terminate(): void;
  /** In Node: whether the process must stay alive for it. */
  keepAlive(busy: boolean): void;
}
