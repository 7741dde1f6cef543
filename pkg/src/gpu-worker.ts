// The worker in a browser whose engine computes on WebGPU. A trap in asynchronous code rejects no
// promise; it is an error of the worker, and the page hears of it as such.
import type { Message } from './protocol.js';
import { Server } from './serve.js';
import init, { Engine } from './wasm/gpu.js';

const server = new Server(
  {
    init: (module) => init({ module_or_path: module }),
    start: (report) => Engine.start(report),
  },
  (message: Message) => self.postMessage(message),
);
self.addEventListener('message', ({ data }) => void server.receive(data));
