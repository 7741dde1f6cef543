// Workers and files in Node.
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { check, receive, request, type Seal, type Watch } from './download.js';
import { downloadFailed, messageOf } from './errors.js';
import { type Platform, sealOf } from './platform.js';
import type { Cancel, Message, Port, Request, Start } from './protocol.js';
import type { ModelFile } from './weights.js';

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

async function read(url: URL, seal: Seal, watch: Watch = {}): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol !== 'file:') {
    return receive(url, await request(url, watch.signal), seal, watch);
  }
  const bytes = await readFile(url).catch((error: unknown) => {
    throw downloadFailed(url, messageOf(error), error);
  });
  const file = new Uint8Array(bytes);
  await check(url, seal, file);
  watch.onLoaded?.(file.length);
  return file;
}

const isLocal = ({ url }: ModelFile): boolean => url.protocol === 'file:';

export const node: Platform = {
  gpu: undefined,
  concurrency: availableParallelism(),
  cached: async (files) => files.filter(isLocal),
  compile: async (url, watch) => {
    const place = url ?? new URL('./ansatz_bg.wasm', import.meta.url);
    return WebAssembly.compile(await read(place, sealOf('ansatz_bg.wasm'), watch));
  },
  openWorker: (url) => new NodePort(url ?? new URL('./node-worker.js', import.meta.url)),
  resolve: (url) => new URL(url, pathToFileURL(`${process.cwd()}/`)),
  readLocal: (file) =>
    isLocal(file) ? async () => (await read(file.url, file)).buffer : undefined,
};
