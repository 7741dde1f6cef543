// Keeps one engine alive: one request at a time, restarted after a trap or to stop a request.
import {
  type AnsatzError,
  DisposedError,
  DownloadError,
  EngineError,
  InputError,
  messageOf,
} from './errors.js';
import type {
  AddModel,
  Answers,
  AskLaw,
  Inspect,
  LawAnswers,
  LawQuestion,
  Message,
  Port,
  Predict,
  Request,
  Understand,
} from './protocol.js';
import type { Answer, Inside, Outcome, Problem, Understanding } from './wasm/cpu.js';

/** A network's weights, readable again whenever an engine is restarted. */
export interface Model {
  readonly name: string;
  read(): Promise<ArrayBuffer>;
}

export interface Listeners {
  readonly signal?: AbortSignal | undefined;
  readonly onCandidate?: ((answer: Answer) => void) | undefined;
}

/** Requests before they have a number. */
interface Bodies {
  model: Omit<AddModel, 'id'>;
  predict: Omit<Predict, 'id'>;
  understand: Omit<Understand, 'id'>;
  inspect: Omit<Inspect, 'id'>;
  law: Omit<AskLaw, 'id'>;
}
type Body = Bodies[keyof Bodies];

interface Job {
  readonly body: () => Body | Promise<Body>;
  readonly listeners: Listeners;
  /** Whether every model must be there first. */
  readonly needsModels: boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts engines of one kind. */
export interface Starter {
  /** How long a request that nobody wants any more may go on before its engine is ended. */
  readonly graceMs: number;
  compile(): Promise<WebAssembly.Module>;
  open(): Port | Promise<Port>;
  /** An engine failed, perhaps with nothing to do. */
  onFailure?(error: AnsatzError): void;
}

/** An engine that is running. */
class Line {
  readonly models = new Set<Model>();
  #ended: ((error: AnsatzError) => void) | undefined;
  #onMessage: ((message: Message) => void) | undefined;
  #failure: AnsatzError | undefined;

  private constructor(
    readonly port: Port,
    readonly cancelled: Int32Array | undefined,
  ) {}

  static async open(starter: Starter): Promise<Line> {
    const port = await starter.open();
    const line = new Line(port, sharedWith(port));
    const fail = (code: 'device-failed' | 'worker-failed', problem: string): void => {
      const error = new EngineError(code, problem);
      line.end(error);
      starter.onFailure?.(error);
    };
    // Listened to at once: a worker that cannot be loaded says so only once.
    const ready = new Promise<void>((resolve, reject) => {
      line.#ended = reject;
      line.#onMessage = (message) => {
        if (message.type === 'ready') resolve();
        if (message.type === 'start-failed') {
          reject(new EngineError('start-failed', message.message));
        }
      };
      port.listen(
        (message) => {
          if (message.type === 'device-failed') fail('device-failed', message.message);
          else line.#onMessage?.(message);
        },
        (problem) => fail('worker-failed', problem),
      );
    });
    ready.catch(() => undefined);
    try {
      const module = await starter.compile();
      port.keepAlive(true);
      port.post({ type: 'start', module, cancelled: line.cancelled });
      await ready;
    } catch (error) {
      port.terminate();
      if (error instanceof DownloadError) throw error;
      throw new EngineError('start-failed', `the engine did not start: ${messageOf(error)}`, {
        cause: error,
      });
    }
    port.keepAlive(false);
    return line;
  }

  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /** Ends the engine; whoever waits for it gets the error. */
  end(error: AnsatzError): void {
    if (this.#failure) return;
    this.#failure = error;
    this.port.terminate();
    this.#ended?.(error);
  }

  request<T extends Request>(
    request: T,
    onCandidate: ((answer: Answer) => void) | undefined,
  ): Promise<Answers[T['type']]> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#ended = reject;
      this.#onMessage = (message) => {
        if (!('id' in message) || message.id !== request.id) return;
        switch (message.type) {
          case 'candidate':
            return onCandidate?.(message.answer);
          case 'done':
            return resolve(message.value as Answers[T['type']]);
          case 'problem':
            return reject(rebuilt(message.problem));
          case 'trap':
            return this.end(new EngineError('trap', `the engine failed: ${message.message}`));
        }
      };
      this.port.post(request);
    });
  }
}

export class Host {
  readonly #starter: Starter;
  readonly #queue: Job[] = [];
  readonly #models: Model[] = [];
  #running: Job | undefined;
  #line: Line | undefined;
  #lastId = 0;
  #disposed = false;

  constructor(starter: Starter) {
    this.#starter = starter;
  }

  /** Whether a request would have to wait. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Starts the engine now rather than with the first request. */
  async start(): Promise<void> {
    this.#line ??= await Line.open(this.#starter);
    if (this.#disposed) this.#line.end(new DisposedError());
  }

  /** A network joins, now and whenever the engine is restarted. */
  async addModel(model: Model, signal?: AbortSignal): Promise<void> {
    await this.#enqueue(
      async () => ({ type: 'model' as const, bytes: await model.read() }),
      { signal },
      false,
    );
    this.#line?.models.add(model);
    this.#models.push(model);
  }

  predict(body: Omit<Bodies['predict'], 'type'>, listeners: Listeners): Promise<Outcome> {
    return this.#enqueue(() => ({ type: 'predict', ...body }), listeners, true);
  }

  inspect(body: Omit<Bodies['inspect'], 'type'>, listeners: Listeners): Promise<Inside> {
    return this.#enqueue(() => ({ type: 'inspect', ...body }), listeners, true);
  }

  understand(
    body: Omit<Bodies['understand'], 'type'>,
    listeners: Listeners,
  ): Promise<Understanding> {
    return this.#enqueue(() => ({ type: 'understand', ...body }), listeners, false);
  }

  law<Kind extends keyof LawAnswers>(
    body: { law: AskLaw['law']; question: LawQuestion<Kind> },
    listeners: Listeners,
  ): Promise<LawAnswers[Kind]> {
    return this.#enqueue(() => ({ type: 'law', ...body }), listeners, false);
  }

  dispose(): void {
    this.#disposed = true;
    const error = new DisposedError();
    for (const job of this.#queue.splice(0)) job.reject(error);
    this.#running?.reject(error);
    this.#line?.end(error);
    this.#models.length = 0;
  }

  #enqueue<T>(body: Job['body'], listeners: Listeners, needsModels: boolean): Promise<T> {
    const { signal } = listeners;
    if (this.#disposed) return Promise.reject(new DisposedError());
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise<T>((resolve, reject) => {
      const settled = () => signal?.removeEventListener('abort', onAbort);
      const job: Job = {
        body,
        listeners,
        needsModels,
        resolve: (value: never) => {
          settled();
          resolve(value);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      const onAbort = () => this.#giveUp(job, signal?.reason);
      signal?.addEventListener('abort', onAbort);
      this.#queue.push(job);
      void this.#next();
    });
  }

  /** The caller is told at once; the engine has a moment to stop by itself. */
  #giveUp(job: Job, reason: unknown): void {
    job.reject(reason);
    const place = this.#queue.indexOf(job);
    if (place >= 0) this.#queue.splice(place, 1);
    const line = this.#line;
    if (this.#running !== job || !line) return;
    if (line.cancelled) Atomics.store(line.cancelled, 0, this.#lastId);
    line.port.post({ type: 'cancel', id: this.#lastId });
    setTimeout(() => {
      if (this.#running === job) line.end(new EngineError('trap', 'stopped'));
    }, this.#starter.graceMs);
  }

  async #next(): Promise<void> {
    if (this.#running) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#running = job;
    try {
      job.resolve((await this.#run(job)) as never);
    } catch (error) {
      job.reject(error);
    }
    this.#running = undefined;
    this.#line?.port.keepAlive(false);
    void this.#next();
  }

  async #run(job: Job): Promise<unknown> {
    if (!this.#line?.isOpen) this.#line = await Line.open(this.#starter);
    const line = this.#line;
    if (this.#disposed) line.end(new DisposedError());
    line.port.keepAlive(true);
    for (const model of job.needsModels ? this.#models : []) {
      if (line.models.has(model)) continue;
      const bytes = await model.read();
      await line.request({ type: 'model', id: ++this.#lastId, bytes }, undefined);
      line.models.add(model);
    }
    const body = await job.body();
    if (job.listeners.signal?.aborted) throw job.listeners.signal.reason;
    const request = { ...body, id: ++this.#lastId } as Request;
    const { onCandidate, signal } = job.listeners;
    return line.request(request, (answer) => {
      if (!signal?.aborted) onCandidate?.(answer);
    });
  }
}

/** A number that an engine can look at while it is busy, where there can be one. */
function sharedWith({ isLocal }: Port): Int32Array | undefined {
  if (isLocal) return new Int32Array(1);
  // Pages have it only if they are isolated from other origins.
  return typeof SharedArrayBuffer === 'function'
    ? new Int32Array(new SharedArrayBuffer(4))
    : undefined;
}

/** An error of the engine, as the class it has here. */
function rebuilt({ code, message, span }: Problem): AnsatzError {
  switch (code) {
    case 'bad-sequence':
    case 'bad-formula':
    case 'too-few-terms':
    case 'bad-options':
      return new InputError(code, message, span);
    default:
      return new EngineError(code, message);
  }
}
