// What differs between a browser and Node.
import type { Seal, Watch } from './download.js';
import { SEALS } from './generated/files.js';
import type { Port } from './protocol.js';
import type { ModelFile } from './weights.js';

/** How to get an engine on WebGPU. */
export interface GpuPlatform {
  /** Asks the browser for a GPU; nothing is kept of it. */
  probe(): Promise<'real' | 'software' | 'none'>;
  /** Compiles that engine. */
  compile(url: URL, watch: Watch): Promise<WebAssembly.Module>;
  /** Starts its worker. */
  openWorker(url: URL): Port;
}

/** Where the engine for WebGPU is, and its worker's script. */
export interface GpuFiles {
  readonly wasm: URL;
  readonly worker: URL;
}

export interface Platform {
  /** Undefined where there is no WebGPU. */
  readonly gpu: GpuPlatform | undefined;
  /** How many workers make sense on this machine. */
  readonly concurrency: number;
  /** Compiles the engine, by default the one beside this file. */
  compile(url: URL | undefined, watch: Watch): Promise<WebAssembly.Module>;
  /** Starts a worker, by default the one beside this file. */
  openWorker(url: URL | undefined): Port;
  /** Resolves a relative address given by the user. */
  resolve(url: string | URL): URL;
  /** Which of these files need no download. */
  cached(files: readonly ModelFile[]): Promise<readonly ModelFile[]>;
  /** Reads a file of this machine; undefined where the address is not one. */
  readLocal(file: ModelFile): (() => Promise<ArrayBuffer>) | undefined;
}

/** What a file of an engine must be. */
export function sealOf(name: string): Seal {
  const seal = SEALS[name];
  if (!seal) throw new Error(`this build has no ${name}`);
  return seal;
}
