// The instance: an engine, and the networks that join it.
/// <reference lib="esnext.disposable" preserve="true" />
import { anyOf, orAborted } from './abort.js';
import { safely } from './callback.js';
import { gpuFilesAt, sayWithoutGpu } from './engines.js';
import { AnsatzError, DisposedError, DownloadError, messageOf } from './errors.js';
import { Gpu } from './gpu.js';
import { Host } from './host.js';
import { type Terms, textOf } from './input.js';
import { type AskLaw, type Law, type LawOptions, lawOf } from './law.js';
import type { Model, Starter } from './line.js';
import { inOrder, Pool, type Source, sizeOf } from './many.js';
import { filesOf } from './models.js';
import { Networks } from './networks.js';
import {
  type InspectOptions,
  inspectOptions,
  type LoadOptions,
  loadOptions,
  type ManyOptions,
  manyOptions,
  type PredictOptions,
  predictOptions,
  type SearchOptions,
  searchOptions,
  type UnderstandOptions,
  understandOptions,
} from './options.js';
import { type Platform, sealOf } from './platform.js';
import { predict, readingOf, type Surroundings } from './prediction.js';
import { Totals } from './progress.js';
import type { Candidate, ManyResult, Result, ResultNote } from './result.js';
import { stream } from './stream.js';
import type { Inside, Understanding } from './wasm/cpu.js';
import { lease, type ModelFile } from './weights.js';

const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/** How long a CPU's engine that nobody waits for may go on. */
const GRACE_MS = 50;

/** How many sequences are taken in advance for every worker, so that none waits for a slow one. */
const AHEAD = 4;

/** Where an option says that a file is, on a platform; undefined if it does not say. */
const addressesOn =
  (platform: Platform) =>
  (url?: string | URL): URL | undefined =>
    url === undefined ? url : platform.resolve(url);

/** What an instance is made of. */
interface Parts {
  readonly starter: Starter;
  readonly host: Host;
  readonly platform: Platform;
  readonly files: readonly ModelFile[];
  readonly totals: Totals;
  readonly options: LoadOptions;
}

/** An engine that is ready. Made by `load()`. */
export class Ansatz implements AsyncDisposable {
  /** Resolves when all networks have joined, on WebGPU too if that was asked for by name; rejects
   * with what kept one from it. */
  readonly ready: Promise<void>;

  readonly #parts: Parts;
  /** For laws while the other one searches; not started before it is needed. */
  readonly #lawHost: Host;
  readonly #end = new AbortController();
  readonly #gpu: Gpu | undefined;
  readonly #networks: Networks;
  readonly #releases: (() => void)[] = [];
  readonly #notes: ResultNote[] = [];

  /** Nobody waits for a search to ask a law. */
  readonly #askLaw: AskLaw = (law, question, signal) => {
    const { host } = this.#parts;
    return (host.isBusy ? this.#lawHost : host).law({ law, question }, { signal });
  };

  private constructor(parts: Parts) {
    const { host, starter, files, options } = parts;
    this.#parts = parts;
    // In the caller's own thread there is never more than one thing under way.
    this.#lawHost = options.thread === 'main' ? host : new Host(starter);
    const signal = anyOf(this.#end.signal, options.signal);
    this.#networks = new Networks(files, (file) => this.#join(file, signal));
    const isEager = options.fetch !== 'asked';
    if (isEager) this.#networks.want('any');
    this.#gpu = this.#openGpu(signal);
    const all: Promise<unknown>[] = isEager ? [...this.#networks.models] : [];
    if (this.#gpu && options.device === 'webgpu') all.push(this.#gpu.settled);
    this.ready = Promise.all(all).then(() => undefined);
    this.ready.catch(() => undefined);
  }

  /** Where networks are computed now. */
  get device(): 'cpu' | 'webgpu' {
    return this.#gpu?.isReady ? 'webgpu' : 'cpu';
  }

  /** @internal */
  static async load(platform: Platform, given: LoadOptions): Promise<Ansatz> {
    const options = loadOptions(given);
    const { signal, thread = 'worker' } = options;
    signal?.throwIfAborted();
    const files = filesOf(options, platform.resolve);
    const tell = safely(options.onProgress);
    const kept = await orAborted(platform.cached(files), anyOf(signal));
    const weights = files.map((file) => ({ ...file, isCached: kept.includes(file) }));
    const engine = { name: '', bytes: sealOf('ansatz_bg.wasm').bytes, isCached: false };
    const totals = new Totals([engine, ...weights], tell);
    const address = addressesOn(platform);
    const watch = { signal, onLoaded: (loaded: number) => totals.hear(engine.name, loaded) };
    let module: Promise<WebAssembly.Module> | undefined;
    const starter: Starter = {
      graceMs: GRACE_MS,
      keepsSpare: options.spare === true && thread === 'worker',
      // Compiled once, however often the engine is restarted.
      compile: () => (module ??= platform.compile(address(options.wasmUrl), watch)),
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
    tell({ type: 'engine', device: 'cpu' });
    return new Ansatz({ starter, host, platform, files, totals, options });
  }

  /** Looks for the law behind a sequence. */
  async predict(terms: Terms, options: PredictOptions = {}): Promise<Result> {
    const chosen = predictOptions(options);
    return predict(textOf(terms), chosen, this.#around(this.#parts.host));
  }

  /**
   * The same as a stream: every candidate as it is found, before it is known which is best. Who
   * stops listening stops the search. The generator returns the result.
   */
  search(terms: Terms, options: SearchOptions = {}): AsyncGenerator<Candidate, Result, undefined> {
    return stream(async (onCandidate, stop) => {
      const chosen = searchOptions(options);
      const signal = anyOf(stop, chosen.signal);
      const asked = { ...chosen, onCandidate, signal };
      return predict(textOf(terms), asked, this.#around(this.#parts.host));
    });
  }

  /**
   * Looks for the laws behind many sequences, in several workers side by side, on the CPU. The
   * answers come in the order of the sequences, which may be a stream, also an endless one. What
   * is wrong with one sequence is its answer; it stops none of the others.
   */
  async *predictMany(
    sequences: Source<Terms>,
    options: ManyOptions = {},
  ): AsyncGenerator<ManyResult, void, undefined> {
    const { workers, onProgress, ...asked } = manyOptions(options);
    const { starter, platform, host } = this.#parts;
    const tell = safely(onProgress);
    const total = sizeOf(Object(sequences));
    const stop = new AbortController();
    const signal = anyOf(asked.signal, this.#end.signal, stop.signal);
    const isAlone = this.#parts.options.thread === 'main';
    const count = isAlone ? 1 : Math.min(workers ?? platform.concurrency, total ?? Infinity);
    const hosts = Array.from({ length: count }, () => (isAlone ? host : new Host(starter)));
    if (asked.network !== 'off' && asked.effort !== 'quick' && !isAlone) {
      if (asked.network !== 'ready') await this.#networks.settled('any', signal);
      const joined = await this.#networks.joined();
      for (const host of hosts) for (const model of joined) host.adopt(model);
    }
    const pool = new Pool(hosts);
    const answer = (terms: Terms, index: number): Promise<ManyResult> =>
      pool.use(async (host) => {
        signal.throwIfAborted();
        try {
          const around = { ...this.#around(host), gpu: undefined };
          const result = await predict(textOf(terms), { ...asked, signal }, around);
          return { index, result };
        } catch (error) {
          if (signal.aborted || !(error instanceof AnsatzError)) throw error;
          return { index, error };
        }
      });
    let done = 0;
    let failed = 0;
    try {
      for await (const one of inOrder(sequences, AHEAD * count, signal, answer)) {
        done += 1;
        if (one.error) failed += 1;
        tell({ done, failed, total });
        yield one;
      }
    } finally {
      stop.abort();
      if (!isAlone) for (const host of hosts) host.dispose();
    }
  }

  /** A law that is known already, to be asked without a search. Formulas are written as results
   * have them: `u(n-1) + u(n-2)`. */
  law(formula: string, options: LawOptions = {}): Law {
    return lawOf(formula, options, this.#askLaw);
  }

  /** Says what a sequence is understood as, without looking for a law. */
  async understand(terms: Terms, options: UnderstandOptions = {}): Promise<Understanding> {
    const { signal, ...reading } = understandOptions(options);
    const asked = { text: textOf(terms), reading: readingOf(reading) };
    return this.#parts.host.understand(asked, { signal });
  }

  /**
   * Shows what the network does with a sequence: where it looks, how its beam grows, and what
   * numbers are to it. Waits for the network if it is being downloaded. Always on the CPU.
   */
  async inspect(terms: Terms, options: InspectOptions = {}): Promise<Inside> {
    const { signal, domain: _, commas: __, column: ___, ...asked } = inspectOptions(options);
    const { host } = this.#parts;
    const text = textOf(terms);
    const reading = readingOf(options);
    const understood = await host.understand({ text, reading }, { signal });
    await this.#networks.settled(understood.domain, this.#end.signal, signal);
    return host.inspect({ text, reading, options: asked }, { signal });
  }

  /** Ends the engine, stops every call and every download, and frees all memory. */
  async dispose(): Promise<void> {
    this.#end.abort(new DisposedError());
    this.#parts.host.dispose();
    this.#lawHost.dispose();
    this.#gpu?.dispose();
    for (const release of this.#releases.splice(0)) release();
  }

  async [asyncDispose](): Promise<void> {
    await this.dispose();
  }

  #around(host: Host): Surroundings {
    return {
      host,
      gpu: this.#gpu,
      networks: this.#networks,
      notes: this.#notes,
      askLaw: this.#askLaw,
      end: this.#end.signal,
    };
  }

  /** The GPU's engine, if there is one to be tried. */
  #openGpu(signal: AbortSignal): Gpu | undefined {
    const { platform, host, options } = this.#parts;
    const { device = 'auto', thread, onProgress } = options;
    const networks = this.#networks;
    const wanted = device === 'webgpu';
    if (device === 'cpu') return undefined;
    // A trap in asynchronous code can be told from others only where it ends a worker.
    const available = thread === 'main' ? undefined : platform.gpu;
    if (!wanted && (!available || networks.models.length === 0)) return undefined;
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
      cpu: host,
      networks: () => networks.joining,
      signal,
      onReady: () => tell({ type: 'engine', device: 'webgpu' }),
      onGivenUp: (problem, wasReady) => {
        if (signal.aborted) return;
        const words = `WebGPU cannot be used (${problem}): computed on the CPU`;
        this.#notes.push({ kind: 'webgpu-unavailable', words });
        if (wasReady) tell({ type: 'engine', device: 'cpu' });
      },
    });
  }

  async #join(file: ModelFile, signal: AbortSignal): Promise<Model> {
    const { platform, host, totals, options } = this.#parts;
    const { cache: keep = true, onProgress } = options;
    const tell = safely(onProgress);
    const model = file.name;
    try {
      let read = platform.readLocal(file);
      if (!read) {
        const { blob, release } = await lease(file, {
          keep,
          signal,
          onState: (state) => {
            tell({ type: 'weights', model, ...state });
            totals.hear(model, state.loaded);
          },
        });
        this.#releases.push(release);
        read = () => blob.arrayBuffer();
      }
      const joining: Model = { name: model, read };
      await host.addModel(joining, signal);
      totals.hear(model, file.bytes);
      tell({ type: 'model', model });
      return joining;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const known =
        error instanceof AnsatzError ? error : new AnsatzError('internal', messageOf(error));
      const what = known instanceof DownloadError ? 'was not downloaded' : 'cannot be used';
      const words = `the network ${model} ${what}: ${known.message}`;
      this.#notes.push({ kind: 'network-unavailable', words });
      tell({ type: 'failed', model, error: known });
      throw known;
    }
  }
}
