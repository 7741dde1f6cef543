// What differs between a browser and Node.
import type { Port } from './protocol.js';
import type { ModelFile } from './weights.js';

export interface Platform {
  /** Compiles the engine, by default the one beside this file. */
  compile(url: URL | undefined): Promise<WebAssembly.Module>;
  /** Starts a worker, by default the one beside this file. */
  openWorker(url: URL | undefined): Port;
  /** Resolves a relative address given by the user. */
  resolve(url: string | URL): URL;
  /** Reads a file of this machine; undefined where the address is not one. */
  readLocal(file: ModelFile): (() => Promise<ArrayBuffer>) | undefined;
}
