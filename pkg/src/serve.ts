// The engine's end of the line, in a worker or in the page's own thread.
import type { Message, Request, Start } from './protocol.js';
import init, { Engine, type Problem } from './wasm/cpu.js';

export type Post = (message: Message) => void;

/** Answers requests with one engine. */
export class Server {
  #engine: Engine | undefined;
  #cancelled: Int32Array | undefined;

  constructor(readonly post: Post) {}

  async receive(message: Start | Request): Promise<void> {
    if (message.type === 'start') await this.#start(message);
    else await this.#answer(message);
  }

  /** Gives the engine's memory back. */
  free(): void {
    this.#engine?.free();
    this.#engine = undefined;
  }

  async #start({ module, cancelled }: Start): Promise<void> {
    try {
      await init({ module_or_path: module });
      this.#cancelled = cancelled;
      this.#engine = await Engine.start();
      this.post({ type: 'ready' });
    } catch (error) {
      this.post({ type: 'start-failed', message: String(error) });
    }
  }

  async #answer(request: Request): Promise<void> {
    const { id } = request;
    try {
      this.post({ type: 'done', id, value: await this.#run(request) });
    } catch (error) {
      // What the engine refuses is a plain object with a code; anything else
      // is a trap, after which its memory cannot be trusted.
      if (isProblem(error)) this.post({ type: 'problem', id, problem: error });
      else this.post({ type: 'trap', id, message: String(error) });
    }
  }

  #run(request: Request) {
    const engine = this.#engine;
    if (!engine) throw new Error('the engine was not started');
    const { id } = request;
    switch (request.type) {
      case 'model':
        return engine.addModel(new Uint8Array(request.bytes));
      case 'understand':
        return engine.understand(request.text, request.reading);
      case 'inspect':
        return engine.inspect(request.text, request.reading, request.options);
      case 'predict':
        return engine.predict(request.text, request.reading, request.options, {
          stage: (name) => this.post({ type: 'stage', id, name }),
          wantsCandidates: () => request.streams,
          candidate: (answer) => this.post({ type: 'candidate', id, answer }),
          isCancelled: () => this.#cancelled !== undefined && Atomics.load(this.#cancelled, 0) === id,
        });
    }
  }
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error;
