// The instance: an engine, and the networks that join it.
/// <reference lib="esnext.disposable" preserve="true" />
import { anyOf, orAborted } from './abort.js';
import { safely } from './callback.js';
import { gpuFilesAt, sayWithoutGpu } from './engines.js';
import { AnsatzError, DisposedError, DownloadError, InputError, messageOf } from './errors.js';
import { Gpu } from './gpu.js';
import { Host, type Model, type Starter } from './host.js';
import { type Terms, textOf } from './input.js';
import { type AskLaw, type Law, type LawOptions, lawOf } from './law.js';
import { filesOf } from './models.js';
import type { InspectOptions, LoadOptions, PredictOptions, ReadingOptions } from './options.js';
import type { Platform } from './platform.js';
import { candidateOf, type Result, resultOf } from './result.js';
import type { Domain, Inside, Options, Outcome, Reading, Understanding } from './wasm/cpu.js';
import { lease, type ModelFile } from './weights.js';

const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/** `{ beam: undefined }` means what `{}` does. */
/** Only what was chosen. */
/** Options as they come from a caller, who may say nothing by `undefined`. */
type Given<T> = { [K in keyof T]: T[K] | undefined };

const readingOf = ({ domain, commas, column }: Given<ReadingOptions>): Partial<Reading> => ({
  ...(domain !== undefined && { domain }),
  ...(commas !== undefined && { commas }),
  ...(column !== undefined && { column }),
});

const withoutUndefined = (options: Partial<Options>): Partial<Options> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** How long a CPU's engine that nobody waits for may go on. */
const GRACE_MS = 50;

/** Where an option says that a file is, on a platform; undefined if it does not say. */
const addressesOn =
  (platform: Platform) =>
  (url?: string | URL): URL | undefined =>
    url === undefined ? url : platform.resolve(url);

type Joining = 'loading' | 'joined' | 'failed';

/** An engine that is ready. Made by `load()`. */
export class Ansatz implements AsyncDisposable {
  /** Resolves when all networks have joined, on WebGPU too if that was asked for by name; rejects
   * with what kept one from it. */
  readonly ready: Promise<void>;

  readonly #host: Host;
  /** For laws while the other one searches; not started before it is needed. */
  readonly #lawHost: Host;
  readonly #end = new AbortController();
  readonly #gpu: Gpu | undefined;
  readonly #networks: { readonly file: ModelFile; state: Joining; done: Promise<void> }[];
  readonly #releases: (() => void)[] = [];
  readonly #notes: string[] = [];

  /** Nobody waits for a search to ask a law. */
  readonly #askLaw: AskLaw = (law, question, signal) => {
    const host = this.#host.isBusy ? this.#lawHost : this.#host;
    return host.law({ law, question }, { signal });
  };

  private constructor(
    host: Host,
    lawHost: Host,
    platform: Platform,
    files: readonly ModelFile[],
    options: LoadOptions,
  ) {
    this.#host = host;
    this.#lawHost = lawHost;
    const signal = anyOf(this.#end.signal, options.signal);
    const models: Promise<Model>[] = [];
    this.#networks = files.map((file) => {
      const network = { file, state: 'loading' as Joining, done: Promise.resolve() };
      const joined = this.#join(file, platform, options, signal);
      models.push(joined);
      network.done = joined.then(
        () => void (network.state = 'joined'),
        (error: unknown) => {
          network.state = 'failed';
          throw error;
        },
      );
      // Heard of by `ready`, by `onProgress` and in the notes of results.
      network.done.catch(() => undefined);
      return network;
    });
    this.#gpu = this.#openGpu(platform, models, options, signal);
    const all = this.#networks.map(({ done }) => done);
    if (this.#gpu && options.device === 'webgpu') all.push(this.#gpu.settled);
    this.ready = Promise.all(all).then(() => undefined);
    this.ready.catch(() => undefined);
  }

  /** Where networks are computed now. */
  get device(): 'cpu' | 'webgpu' {
    return this.#gpu?.host ? 'webgpu' : 'cpu';
  }

  /** @internal */
  static async load(platform: Platform, options: LoadOptions): Promise<Ansatz> {
    const { signal, thread = 'worker' } = options;
    signal?.throwIfAborted();
    const files = filesOf(options, platform.resolve);
    const address = addressesOn(platform);
    let module: Promise<WebAssembly.Module> | undefined;
    const starter: Starter = {
      graceMs: GRACE_MS,
      // Compiled once, however often the engine is restarted.
      compile: () => (module ??= platform.compile(address(options.wasmUrl))),
      open: async () =>
        thread === 'main'
          ? (await import('./thread.js')).openThread()
          : platform.openWorker(address(options.workerUrl)),
    };
    const host = new Host(starter);
    try {
      await orAborted(host.start(), anyOf(signal));
    } catch (error) {
      host.dispose();
      throw error;
    }
    safely(options.onProgress)({ type: 'engine', device: 'cpu' });
    // In the caller's own thread there is never more than one thing under way.
    const lawHost = thread === 'main' ? host : new Host(starter);
    return new Ansatz(host, lawHost, platform, files, options);
  }

  /** Looks for the law behind a sequence. */
  async predict(terms: Terms, options: PredictOptions = {}): Promise<Result> {
    const { signal, onCandidate, domain, commas, column, network = 'wait', ...asked } = options;
    const text = textOf(terms);
    const reading = readingOf({ domain, commas, column });
    const seen = new Set<string>();
    const tell = safely(onCandidate);
    const run = (host: Host, proposers: object): Promise<Outcome> =>
      host.predict(
        {
          text,
          reading,
          options: { ...withoutUndefined(asked), ...proposers },
          streams: onCandidate !== undefined,
        },
        {
          signal,
          onCandidate: (answer) => {
            // Looked for twice, if the network came late; heard of once.
            const law = answer.prefix.join(' ');
            if (!seen.has(law)) tell(candidateOf(answer, this.#askLaw));
            seen.add(law);
          },
        },
      );
    let device: Result['device'] = 'cpu';
    const runBest = async (): Promise<Outcome> => {
      const gpu = this.#gpu?.host;
      if (gpu) {
        try {
          const outcome = await run(gpu, {});
          device = 'webgpu';
          return outcome;
        } catch (error) {
          if (signal?.aborted || this.#end.signal.aborted || error instanceof InputError)
            throw error;
          this.#gpu?.giveUp(messageOf(error));
        }
      }
      return run(this.#host, {});
    };
    const finish = (outcome: Outcome, network: Result['network']): Result =>
      resultOf(outcome, { device, network, notes: [...this.#notes] }, this.#askLaw);

    // A quick look is one without the network: somebody is typing.
    if (network === 'off' || asked.effort === 'quick') {
      const proposers = { ...asked.proposers, beam: false, numeric: false };
      return finish(await run(this.#host, { proposers }), 'off');
    }
    const before = { integer: this.#state('integer'), float: this.#state('float') };
    const outcome = await runBest();
    const state = before[outcome.domain];
    if (state !== 'loading' || network === 'ready') return finish(outcome, state);
    await this.#settled(outcome.domain, signal);
    const settled = this.#state(outcome.domain);
    return settled === 'used' ? finish(await runBest(), 'used') : finish(outcome, settled);
  }

  /** A law that is known already, to be asked without a search. Formulas are written as results
   * have them: `u(n-1) + u(n-2)`. */
  law(formula: string, options: LawOptions = {}): Law {
    return lawOf(formula, options, this.#askLaw);
  }

  /** Says what a sequence is understood as, without looking for a law. */
  async understand(
    terms: Terms,
    options: ReadingOptions & Pick<PredictOptions, 'signal'> = {},
  ): Promise<Understanding> {
    const reading = readingOf(options);
    return this.#host.understand({ text: textOf(terms), reading }, { signal: options.signal });
  }

  /**
   * Shows what the network does with a sequence: where it looks, how its beam grows, and what
   * numbers are to it. Waits for the network if it is being downloaded. Always on the CPU.
   */
  async inspect(terms: Terms, options: InspectOptions = {}): Promise<Inside> {
    const { domain, commas, column, signal, ...asked } = options;
    const text = textOf(terms);
    const reading = readingOf({ domain, commas, column });
    const understood = await this.#host.understand({ text, reading }, { signal });
    await this.#settled(understood.domain, signal);
    return this.#host.inspect({ text, reading, options: withoutUndefined(asked) }, { signal });
  }

  /** Ends the engine, stops every call and frees all memory. */
  async dispose(): Promise<void> {
    this.#end.abort(new DisposedError());
    this.#host.dispose();
    this.#lawHost.dispose();
    this.#gpu?.dispose();
    for (const release of this.#releases.splice(0)) release();
  }

  async [asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** The GPU's engine, if there is one to be tried. */
  #openGpu(
    platform: Platform,
    models: readonly Promise<Model>[],
    options: LoadOptions,
    signal: AbortSignal,
  ): Gpu | undefined {
    const { device = 'auto', thread, onProgress } = options;
    const wanted = device === 'webgpu';
    if (device === 'cpu') return undefined;
    // A trap in asynchronous code can be told from others only where it ends a worker.
    const available = thread === 'main' ? undefined : platform.gpu;
    if (!wanted && (!available || models.length === 0)) return undefined;
    const address = addressesOn(platform);
    const files = gpuFilesAt(address(options.gpuWasmUrl), address(options.gpuWorkerUrl));
    if (!wanted && !files) {
      sayWithoutGpu();
      return undefined;
    }
    const tell = safely(onProgress);
    return new Gpu({
      wanted,
      platform: available,
      files,
      cpu: this.#host,
      models,
      signal,
      onReady: () => tell({ type: 'engine', device: 'webgpu' }),
      onGivenUp: (problem, wasReady) => {
        if (signal.aborted) return;
        this.#notes.push(`WebGPU cannot be used (${problem}): computed on the CPU`);
        if (wasReady) tell({ type: 'engine', device: 'cpu' });
      },
    });
  }

  async #join(
    file: ModelFile,
    platform: Platform,
    { cache: keep = true, onProgress }: LoadOptions,
    signal: AbortSignal,
  ): Promise<Model> {
    const tell = safely(onProgress);
    const model = file.name;
    try {
      let read = platform.readLocal(file);
      if (!read) {
        const { blob, release } = await lease(file, {
          keep,
          signal,
          onState: (state) => tell({ type: 'weights', model, ...state }),
        });
        this.#releases.push(release);
        read = () => blob.arrayBuffer();
      }
      const joining: Model = { name: model, read };
      await this.#host.addModel(joining, signal);
      tell({ type: 'model', model });
      return joining;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const known =
        error instanceof AnsatzError ? error : new AnsatzError('internal', messageOf(error));
      const what = known instanceof DownloadError ? 'was not downloaded' : 'cannot be used';
      this.#notes.push(`the network ${model} ${what}: ${known.message}`);
      tell({ type: 'failed', model, error: known });
      throw known;
    }
  }

  #of(domain: Domain) {
    return this.#networks.filter(({ file }) => file.name.startsWith(`${domain}-`));
  }

  #state(domain: Domain): Result['network'] {
    const states = new Set(this.#of(domain).map(({ state }) => state));
    if (states.has('loading')) return 'loading';
    if (states.has('failed')) return 'unavailable';
    return states.has('joined') ? 'used' : 'off';
  }

  async #settled(domain: Domain, signal: AbortSignal | undefined): Promise<void> {
    const settled = Promise.allSettled(this.#of(domain).map(({ done }) => done));
    await orAborted(settled, anyOf(this.#end.signal, signal));
  }
}
