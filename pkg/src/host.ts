// Keeps one engine alive: one request at a time, restarted after a trap or to stop a request.
import { DisposedError, EngineError } from './errors.js';
import { Line, type Listeners, type Model, type Starter } from './line.js';
import type {
  AddModel,
  AskLaw,
  Inspect,
  LawAnswers,
  LawQuestion,
  Predict,
  Request,
  Understand,
} from './protocol.js';
import type { Inside, Outcome, Understanding } from './wasm/cpu.js';

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
  readonly body: Body;
  readonly listeners: Listeners;
  /** Whether every model must be there first. What needs none does not wait for any. */
  readonly needsModels: boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

export class Host {
  readonly #starter: Starter;
  readonly #queue: Job[] = [];
  readonly #models: Model[] = [];
  #running: Job | undefined;
  #line: Line | undefined;
  /** Another engine, started while this one searches: ending a search then costs no start. */
  #spare: Promise<Line | undefined> | undefined;
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
    // Read before its turn comes: others need not wait for that.
    const bytes = await model.read();
    await this.#enqueue({ type: 'model', bytes }, { signal }, false);
    this.#line?.models.add(model);
    this.#models.push(model);
  }

  /** A network that joins when it is first needed. */
  adopt(model: Model): void {
    this.#models.push(model);
  }

  /** `needsModels` as far as networks have joined. */
  predict(
    body: Omit<Bodies['predict'], 'type'>,
    listeners: Listeners,
    needsModels = true,
  ): Promise<Outcome> {
    return this.#enqueue({ type: 'predict', ...body }, listeners, needsModels);
  }

  inspect(body: Omit<Bodies['inspect'], 'type'>, listeners: Listeners): Promise<Inside> {
    return this.#enqueue({ type: 'inspect', ...body }, listeners, true);
  }

  understand(
    body: Omit<Bodies['understand'], 'type'>,
    listeners: Listeners,
  ): Promise<Understanding> {
    return this.#enqueue({ type: 'understand', ...body }, listeners, false);
  }

  law<Kind extends keyof LawAnswers>(
    body: { law: AskLaw['law']; question: LawQuestion<Kind> },
    listeners: Listeners,
  ): Promise<LawAnswers[Kind]> {
    return this.#enqueue({ type: 'law', ...body }, listeners, false);
  }

  dispose(): void {
    this.#disposed = true;
    const error = new DisposedError();
    for (const job of this.#queue.splice(0)) job.reject(error);
    this.#running?.reject(error);
    this.#line?.end(error);
    void this.#spare?.then((line) => line?.end(error));
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
      this.#queue.splice(this.#placeOf(job), 0, job);
      void this.#next();
    });
  }

  /** Behind all others, but before networks that only wait to join if it needs none. */
  #placeOf({ body, needsModels }: Job): number {
    const last = this.#queue.length;
    if (needsModels || body.type === 'model') return last;
    const behind = this.#queue.findLastIndex((job) => job.body.type !== 'model');
    return behind + 1;
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
    if (!this.#line?.isOpen) this.#line = await this.#open();
    const line = this.#line;
    if (this.#disposed) line.end(new DisposedError());
    line.port.keepAlive(true);
    for (const model of job.needsModels ? this.#models : []) {
      if (line.models.has(model)) continue;
      const bytes = await model.read();
      await line.request({ type: 'model', id: ++this.#lastId, bytes }, {});
      line.models.add(model);
    }
    if (job.listeners.signal?.aborted) throw job.listeners.signal.reason;
    if (job.body.type === 'predict' && job.needsModels) this.#keepSpare();
    const request = { ...job.body, id: ++this.#lastId } as Request;
    return line.request(request, job.listeners);
  }

  #keepSpare(): void {
    if (!this.#starter.keepsSpare || this.#disposed) return;
    this.#spare ??= Line.open(this.#starter).catch(() => undefined);
  }

  /** The engine that was started ahead, if it runs; else a new one. */
  async #open(): Promise<Line> {
    const spare = await this.#spare;
    this.#spare = undefined;
    return spare?.isOpen ? spare : Line.open(this.#starter);
  }
}
