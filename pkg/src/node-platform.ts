// Workers and files in Node.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { downloadFailed, messageOf } from './errors.js';
import type { Platform } from './platform.js';
import type { Cancel, Message, Port, Request, Start } from './protocol.js';
import { check } from './weights.js';

class NodePort implements Port {
  readonly isLocal = false;
  readonly #worker: Worker;
  #ended = false;

  constructor(url: URL) {
    this.#worker = new Worker(url);
    this.#worker.unref();
  }

  post(message: Start | Request | Cancel): void {
    this.#worker.postMessage(message, message.type === 'model' ? [message.bytes] : []);
  }

  listen(onMessage: (message: Message) => void, onFailure: (problem: string) => void): void {
    this.#worker.on('message', onMessage);
    this.#worker.on('messageerror', (error) => onFailure(error.message));
    this.#worker.on('error', (error) => onFailure(messageOf(error)));
    this.#worker.on('exit', (code) => {
      if (!this.#ended) onFailure(`the worker ended with code ${code}`);
    });
  }

  terminate(): void {
    this.#ended = true;
    void this.#worker.terminate();
  }

  keepAlive(busy: boolean): void {
    if (busy) this.#worker.ref();
    else this.#worker.unref();
  }
}

async function read(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (url.protocol === 'file:') return new Uint8Array(await readFile(url));
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw downloadFailed(url, messageOf(error), error);
  }
}

export const node: Platform = {
  gpu: undefined,
  compile: async (url) =>
    WebAssembly.compile(await read(url ?? new URL('./ansatz_bg.wasm', import.meta.url))),
  openWorker: (url) => new NodePort(url ?? new URL('./node-worker.js', import.meta.url)),
  resolve: (url) => new URL(url, pathToFileURL(`${process.cwd()}/`)),
  readLocal: (file) =>
    file.url.protocol === 'file:'
      ? async () => {
          const bytes = await read(file.url);
          await check(file, bytes);
          return bytes.buffer;
        }
      : undefined,
};
