// Workers and downloads in a browser.
import { downloadFailed, messageOf } from './errors.js';
import type { Platform } from './platform.js';
import type { Message, Port, Request, Start } from './protocol.js';

class WorkerPort implements Port {
  readonly isLocal = false;

  constructor(readonly worker: Worker) {}

  post(message: Start | Request): void {
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

// The addresses are literal so that bundlers find the files and move them along.
export const browser: Platform = {
  compile: (url) => compile(url ?? new URL('./ansatz_bg.wasm', import.meta.url)),
  openWorker: (url) => new WorkerPort(openWorker(url ?? new URL('./worker.js', import.meta.url))),
  // A worker of the caller's has no document.
  resolve: (url) => new URL(url, globalThis.document?.baseURI ?? location.href),
  readLocal: () => undefined,
};
