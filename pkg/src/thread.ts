// The engine in the caller's own thread: nothing to start, but a prediction blocks it.
import { cpu } from './cpu.js';
import type { Cancel, Message, Port, Request, Start } from './protocol.js';
import { Server } from './serve.js';
import { __wbg_reset_state } from './wasm/cpu.js';

/** All engines of a thread share one memory: what ends one after a trap ends all. */
let generation = 0;

class ThreadPort implements Port {
  readonly isLocal = true;
  readonly #generation = generation;
  #server: Server | undefined;
  #onFailure: ((problem: string) => void) | undefined;

  listen(onMessage: (message: Message) => void, onFailure: (problem: string) => void): void {
    this.#onFailure = onFailure;
    this.#server = new Server(cpu, (message) => {
      if (message.type === 'trap') this.#reset();
      onMessage(message);
    });
  }

  post(message: Start | Request | Cancel): void {
    // Not at once: the caller may still want to stop it, and the page to draw.
    setTimeout(() => {
      if (!this.#server) return;
      if (this.#generation === generation) void this.#server.receive(message);
      else this.#onFailure?.('another prediction in this thread trapped');
    });
  }

  terminate(): void {
    if (this.#generation === generation) this.#server?.free();
    this.#server = undefined;
  }

  keepAlive(): void {}

  #reset(): void {
    this.#server = undefined;
    generation += 1;
    __wbg_reset_state();
  }
}

export const openThread = (): Port => new ThreadPort();
