// The engine's end of the line, in a worker or in the page's own thread.
import type { AskLaw, Cancel, Message, Request, Start } from './protocol.js';
import type { Engine, Problem } from './wasm/cpu.js';

export type Post = (message: Message) => void;

/** An engine of either build; the GPU's makes one wait, and cannot be looked into. */
export type AnyEngine = {
  [Method in Exclude<keyof Engine, 'inspect'>]: Engine[Method] extends (
    ...given: infer Given
  ) => infer Value
    ? (...given: Given) => Value | Promise<Value>
    : never;
} & Partial<Pick<Engine, 'inspect'>>;

/** A build of the engine. */
export interface Build {
  init(module: WebAssembly.Module): Promise<unknown>;
  /** `report` may be called at any later time. */
  start(report: (problem: string) => void): AnyEngine | Promise<AnyEngine>;
}

/** Answers requests with one engine. */
export class Server {
  #engine: AnyEngine | undefined;
  #cancelled: Int32Array | undefined;
  #unwanted: number | undefined;

  constructor(
    readonly build: Build,
    readonly post: Post,
  ) {}

  async receive(message: Start | Request | Cancel): Promise<void> {
    if (message.type === 'start') await this.#start(message);
    else if (message.type === 'cancel') this.#unwanted = message.id;
    else await this.#answer(message);
  }

  /** Gives the engine's memory back. */
  free(): void {
    void this.#engine?.free();
    this.#engine = undefined;
  }

  async #start({ module, cancelled }: Start): Promise<void> {
    try {
      await this.build.init(module);
      this.#cancelled = cancelled;
      this.#engine = await this.build.start((message) =>
        this.post({ type: 'device-failed', message }),
      );
      this.post({ type: 'ready' });
    } catch (error) {
      const message = isProblem(error) ? error.message : String(error);
      this.post({ type: 'start-failed', message });
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
      case 'law':
        return askLaw(engine, request);
      case 'inspect':
        if (!engine.inspect) throw new Error('only the engine on the CPU can be looked into');
        return engine.inspect(request.text, request.reading, request.options);
      case 'predict':
        return engine.predict(request.text, request.reading, request.options, {
          stage: (name) => this.post({ type: 'stage', id, name }),
          wantsCandidates: () => request.streams,
          candidate: (answer) => this.post({ type: 'candidate', id, answer }),
          isCancelled: () => this.#isUnwanted(id),
        });
    }
  }

  #isUnwanted(id: number): boolean {
    if (this.#unwanted === id) return true;
    return this.#cancelled !== undefined && Atomics.load(this.#cancelled, 0) === id;
  }
}

function askLaw(engine: AnyEngine, { law: data, question }: AskLaw) {
  const law = { ...data, initial: [...data.initial] };
  switch (question.kind) {
    case 'terms':
      return engine.lawTerms(law, question.from, question.count);
    case 'check':
      return engine.lawCheck(law, question.text);
    case 'render':
      return engine.lawRender(law, question.format);
    case 'explain':
      return engine.lawExplain(law);
  }
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error;
