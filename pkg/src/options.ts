// What a caller can choose.
import * as be from './choices.js';
import { chosen } from './choices.js';
import type { AnsatzError } from './errors.js';
import type { ProposerGroup, ProposerId, Stage } from './generated/facts.js';
import type { Candidate } from './result.js';
import type { Commas, Domain, Options } from './wasm/cpu.js';

/** A network: all that are shipped for integers or floats, or one by its task. */
export type ModelName = 'integer' | 'float' | (string & {});

/** A network of one's own. */
export interface CustomModel {
  readonly name: string;
  readonly url: string | URL;
  /** The length of the file. */
  readonly bytes: number;
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** What happens while everything is loaded. */
export type Progress =
  /** Bytes of whatever is loaded, as one: the CPU's engine and all networks. `total` never
   * changes, `loaded` never falls and is `total` in the end unless something fails. */
  | {
      readonly type: 'download';
      readonly loaded: number;
      readonly total: number;
      /** How many of them were on this machine from the beginning. */
      readonly cached: number;
    }
  /** An engine is there, and is used from now on. The CPU's comes first; it comes again if the
   * GPU is given up. */
  | { readonly type: 'engine'; readonly device: 'cpu' | 'webgpu' }
  /** Bytes of a network have arrived; `total` never changes, `loaded` never falls. */
  | {
      readonly type: 'weights';
      readonly model: string;
      readonly loaded: number;
      readonly total: number;
      /** Whether they were kept from an earlier visit. */
      readonly cached: boolean;
    }
  /** A network has joined. */
  | { readonly type: 'model'; readonly model: string }
  /** A network could not be loaded; predictions do without it. */
  | { readonly type: 'failed'; readonly model: string; readonly error: AnsatzError };

export interface LoadOptions {
  /**
   * Where the network is computed. `auto` (default): on the CPU at once, and on WebGPU as soon as
   * that is set up and tried out, if the browser has a GPU that is not a software one. `webgpu`:
   * the same, but a software one will do, and `ready` waits for it. If it cannot be had, or is
   * lost, the CPU goes on, and `notes` say why. Node and `thread: 'main'` have the CPU only.
   */
  readonly device?: 'auto' | 'cpu' | 'webgpu';
  /** `worker` (default) never blocks the caller; `main` runs in the caller's thread. */
  readonly thread?: 'worker' | 'main';
  /** Whether to start a second engine beside a search, so that stopping that and asking something
   * else costs no start: for pages where people type. Default: false. */
  readonly spare?: boolean;
  /** Which networks to use. Default: all that are shipped. `[]` downloads none. */
  readonly models?: readonly (ModelName | CustomModel)[];
  /** When networks are downloaded. `start` (default): all of them, as soon as the engine is there.
   * `asked`: each when a sequence of its kind is first asked about, so that whoever has integers
   * never downloads what floats need; `ready` then waits for none. */
  readonly fetch?: 'start' | 'asked';
  /** Whether to keep the networks in the browser's Cache API. Default: true. */
  readonly cache?: boolean;
  /** Where the engine is, if not beside the package. */
  readonly wasmUrl?: string | URL;
  /** Where the worker's script is, if not beside the package. */
  readonly workerUrl?: string | URL;
  /** Where the engine for WebGPU is, if not beside the package. */
  readonly gpuWasmUrl?: string | URL;
  /** Where its worker's script is, if not beside the package. */
  readonly gpuWorkerUrl?: string | URL;
  /** The folder of the networks, if not beside the package; or each one's address. */
  readonly modelUrl?: string | URL | ((model: string) => string | URL);
  /** Hears of everything that is loaded. */
  readonly onProgress?: (progress: Progress) => void;
  /** Stops loading, also the networks that come later. */
  readonly signal?: AbortSignal;
}

/** How a text is read where it could mean two things; `understood.alternatives` has what else it
 * could be. */
export interface ReadingOptions {
  /** What the terms are taken as; by default, what they are written as. */
  readonly domain?: Domain;
  /** What commas between digits are; by default, what is likelier. */
  readonly commas?: Commas;
  /** The column of a table that has the terms, from 1; 0 for all numbers, row by row. */
  readonly column?: number;
}

export interface SearchOptions extends Omit<Partial<Options>, 'proposers'>, ReadingOptions {
  /** Who looks: `false` leaves out a group or a single proposer, whose own name wins. */
  readonly proposers?: { readonly [Name in ProposerId | ProposerGroup]?: boolean };
  /**
   * `wait` (default): if the network is still being downloaded, what is found without it goes
   * to `onCandidate` at once and the result waits. `ready`: only if it is there. `off`: without.
   */
  readonly network?: 'wait' | 'ready' | 'off';
  /** Hears who begins to look. */
  readonly onStage?: (stage: Stage) => void;
  /** Stops it: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface PredictOptions extends SearchOptions {
  /** Hears of every new candidate. */
  readonly onCandidate?: (candidate: Candidate) => void;
}

/** How far `predictMany` has come. */
export interface ManyProgress {
  /** How many sequences have been answered. */
  readonly done: number;
  /** How many of those could not be looked at. */
  readonly failed: number;
  /** How many there are; undefined where that cannot be known. */
  readonly total: number | undefined;
}

export interface ManyOptions extends SearchOptions {
  /** How many engines compute side by side. Default: as many as the machine has processors. */
  readonly workers?: number;
  /** Hears of every sequence that has been answered. */
  readonly onProgress?: (progress: ManyProgress) => void;
}

export interface InspectOptions extends Pick<Partial<Options>, 'beam'>, ReadingOptions {
  /** Stops it: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface UnderstandOptions extends ReadingOptions {
  /** Stops it: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

const READING = { domain: be.domain, commas: be.commas, column: be.whole(), signal: be.signal };
const SEARCH = {
  ...READING,
  next: be.whole(),
  effort: be.effort,
  proposers: be.proposers,
  beam: be.whole(),
  samples: be.whole(),
  temperature: be.number,
  holdOut: be.whole(),
  candidates: be.whole(),
  network: be.oneOf('wait', 'ready', 'off'),
  onStage: be.callback,
};

export const understandOptions = (given: unknown): UnderstandOptions =>
  chosen<UnderstandOptions>('understand', given, READING);
export const inspectOptions = (given: unknown): InspectOptions =>
  chosen<InspectOptions>('inspect', given, { ...READING, beam: be.whole() });
export const searchOptions = (given: unknown): SearchOptions =>
  chosen<SearchOptions>('search', given, SEARCH);
export const predictOptions = (given: unknown): PredictOptions =>
  chosen<PredictOptions>('predict', given, { ...SEARCH, onCandidate: be.callback });
export const manyOptions = (given: unknown): ManyOptions =>
  chosen<ManyOptions>('predictMany', given, {
    ...SEARCH,
    workers: be.whole(1),
    onProgress: be.callback,
  });
export const loadOptions = (given: unknown): LoadOptions =>
  chosen<LoadOptions>('load', given, {
    device: be.oneOf('auto', 'cpu', 'webgpu'),
    thread: be.oneOf('worker', 'main'),
    models: be.models,
    spare: be.truth,
    fetch: be.oneOf('start', 'asked'),
    cache: be.truth,
    wasmUrl: be.address,
    workerUrl: be.address,
    gpuWasmUrl: be.address,
    gpuWorkerUrl: be.address,
    modelUrl: be.addressOrFunction,
    onProgress: be.callback,
    signal: be.signal,
  });
