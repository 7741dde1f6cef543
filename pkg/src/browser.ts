// Workers and downloads in a browser.
import { receive, request, type Seal, type Watch } from './download.js';
import { type GpuPlatform, type Platform, sealOf } from './platform.js';
import type { Cancel, Message, Port, Request, Start } from './protocol.js';
import { cachedOf } from './weights.js';

class WorkerPort implements Port {
  readonly isLocal = false;

  constructor(readonly worker: Worker) {}

  post(message: Start | Request | Cancel): void {
    this.worker.postMessage(message, message.type === 'model' ? [message.bytes] : []);
  }

  listen(onMessage: (message: Message) => void, onFailure: (problem: string) => void): void {
    this.worker.addEventListener('message', ({ data }) => onMessage(data));
    this.worker.addEventListener('messageerror', () => onFailure('a message was lost'));
    this.worker.addEventListener('error', (event) => {
      event.preventDefault();
      onFailure(event.message || 'the worker could not be loaded');
    });
  }

  terminate(): void {
    this.worker.terminate();
  }

  keepAlive(): void {}
}

/** A worker must come from the page's own origin: one from elsewhere is imported by a
 * worker that does. */
function openWorker(url: URL): Worker {
  if (url.origin === location.origin || url.protocol === 'blob:' || url.protocol === 'data:') {
    return new Worker(url, { type: 'module' });
  }
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  try {
    return new Worker(address, { type: 'module' });
  } finally {
    // Long enough for the worker to have been fetched, on any machine.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

/** Compiles while it arrives, if the server says what it is; nothing runs before its hash is right. */
async function compile(url: URL, seal: Seal, watch: Watch): Promise<WebAssembly.Module> {
  const response = await request(url, watch.signal);
  if (!response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compile(await receive(url, response, seal, watch));
  }
  // The response itself is compiled, so that the browser can keep what it made of it.
  const copy = response.clone();
  const module = WebAssembly.compileStreaming(response);
  // A file that is not what it should be is told by what it should be.
  module.catch(() => undefined);
  await receive(url, copy, seal, watch);
  return module;
}

const compileAs =
  (name: string) =>
  (url: URL, watch: Watch): Promise<WebAssembly.Module> =>
    compile(url, sealOf(name), watch);

/** The little of WebGPU that is needed to know whether there is a GPU. */
interface Adapter {
  readonly isFallbackAdapter?: boolean;
  readonly info?: { readonly isFallbackAdapter?: boolean };
}
interface WithGpu {
  readonly gpu?: { requestAdapter(options: object): Promise<Adapter | null> };
}

/** Browsers have moved the word for "computed by the processor" from the adapter to its info. */
async function probe(): ReturnType<GpuPlatform['probe']> {
  const { gpu } = navigator as WithGpu;
  const adapter = await gpu
    ?.requestAdapter({ powerPreference: 'high-performance' })
    .catch(() => null);
  if (!adapter) return 'none';
  return (adapter.info?.isFallbackAdapter ?? adapter.isFallbackAdapter) ? 'software' : 'real';
}

// The addresses are literal so that bundlers find the files and move them along.
export const browser: Platform = {
  // Absent where a browser does not tell.
  concurrency: globalThis.navigator?.hardwareConcurrency ?? 2,
  cached: cachedOf,
  compile: (url, watch) =>
    compileAs('ansatz_bg.wasm')(url ?? new URL('./ansatz_bg.wasm', import.meta.url), watch),
  openWorker: (url) => new WorkerPort(openWorker(url ?? new URL('./worker.js', import.meta.url))),
  gpu: {
    probe,
    compile: compileAs('ansatz_gpu_bg.wasm'),
    openWorker: (url) => new WorkerPort(openWorker(url)),
  },
  // A worker of the caller's has no document.
  resolve: (url) => new URL(url, globalThis.document?.baseURI ?? location.href),
  readLocal: () => undefined,
};
