// What a caller can choose.
import type { AnsatzError } from './errors.js';
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
  /** Which networks to use. Default: all that are shipped. `[]` downloads none. */
  readonly models?: readonly (ModelName | CustomModel)[];
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

export interface PredictOptions extends Partial<Options>, ReadingOptions {
  /**
   * `wait` (default): if the network is still being downloaded, what is found without it goes
   * to `onCandidate` at once and the result waits. `ready`: only if it is there. `off`: without.
   */
  readonly network?: 'wait' | 'ready' | 'off';
  /** Hears of every new candidate. */
  readonly onCandidate?: (candidate: Candidate) => void;
  /** Stops the prediction: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface InspectOptions extends Pick<Partial<Options>, 'beam'>, ReadingOptions {
  /** Stops it: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}
