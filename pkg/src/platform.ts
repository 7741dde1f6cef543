// What differs between a browser and Node.
import type { Port } from './protocol.js';
import type { ModelFile } from './weights.js';

/** How to get an engine on WebGPU. */
export interface GpuPlatform {
  /** Asks the browser for a GPU; nothing is kept of it. */
  probe(): Promise<'real' | 'software' | 'none'>;
  /** Compiles that engine. */
  compile(url: URL): Promise<WebAssembly.Module>;
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
  /** Compiles the engine, by default the one beside this file. */
  compile(url: URL | undefined): Promise<WebAssembly.Module>;
  /** Starts a worker, by default the one beside this file. */
  openWorker(url: URL | undefined): Port;
  /** Resolves a relative address given by the user. */
  resolve(url: string | URL): URL;
  /** Reads a file of this machine; undefined where the address is not one. */
  readLocal(file: ModelFile): (() => Promise<ArrayBuffer>) | undefined;
}
