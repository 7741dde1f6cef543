// Workers and downloads in a browser.
import { downloadFailed, messageOf } from './errors.js';
import type { GpuPlatform, Platform } from './platform.js';
import type { Cancel, Message, Port, Request, Start } from './protocol.js';

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

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url).catch((error: unknown) => {
    throw downloadFailed(url, messageOf(error), error);
  });
  if (!response.ok) throw downloadFailed(url, `HTTP status ${response.status}`);
  // Compiles while it arrives, if the server says what it is.
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

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
  compile: (url) => compile(url ?? new URL('./ansatz_bg.wasm', import.meta.url)),
  openWorker: (url) => new WorkerPort(openWorker(url ?? new URL('./worker.js', import.meta.url))),
  gpu: {
    probe,
    compile,
    openWorker: (url) => new WorkerPort(openWorker(url)),
  },
  // A worker of the caller's has no document.
  resolve: (url) => new URL(url, globalThis.document?.baseURI ?? location.href),
  readLocal: () => undefined,
};
