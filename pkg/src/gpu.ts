// The second engine, on WebGPU: set up beside the CPU's, used as long as it works.
import { orAborted } from './abort.js';
import { messageOf } from './errors.js';
import { Host, type Model } from './host.js';
import type { GpuPlatform } from './platform.js';

/** Its shaders are compiled again whenever it is restarted: it may take a while to stop by itself. */
const GRACE_MS = 1000;

export interface GpuOptions {
  /** Whether somebody asked for it by name; then a software adapter will do. */
  readonly wanted: boolean;
  /** Undefined where there is no WebGPU. */
  readonly platform: GpuPlatform | undefined;
  readonly wasmUrl: URL | undefined;
  readonly workerUrl: URL | undefined;
  readonly signal: AbortSignal;
  /** It can be used from now on. */
  readonly onReady: () => void;
  /** It cannot be used, or not any more; called once, and not if nobody expected it to work. */
  readonly onGivenUp: (problem: string, wasReady: boolean) => void;
}

export class Gpu {
  /** Resolves when it is set up or given up; never rejects. */
  readonly settled: Promise<void>;
  readonly #options: GpuOptions;
  #host: Host | undefined;
  #state: 'starting' | 'ready' | 'over' = 'starting';

  constructor(options: GpuOptions) {
    this.#options = options;
    this.settled = this.#start().catch((error: unknown) => this.giveUp(messageOf(error)));
  }

  /** Its engine, while it works. */
  get host(): Host | undefined {
    return this.#state === 'ready' ? this.#host : undefined;
  }

  /** A network joins, if the engine works; gives whether it did. */
  async add(model: Model, signal: AbortSignal): Promise<boolean> {
    await orAborted(this.settled, signal);
    try {
      await this.host?.addModel(model, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      this.giveUp(messageOf(error));
    }
    return this.host !== undefined;
  }

  /** Does without it from now on. */
  giveUp(problem: string): void {
    if (this.#state === 'over') return;
    const wasReady = this.#state === 'ready';
    this.dispose();
    this.#options.onGivenUp(problem, wasReady);
  }

  dispose(): void {
    this.#state = 'over';
    this.#host?.dispose();
  }

  async #start(): Promise<void> {
    const { wanted, platform, wasmUrl, workerUrl, signal, onReady } = this.#options;
    if (!platform) throw new Error('there is none here');
    const adapter = await orAborted(platform.probe(), signal);
    if (adapter === 'none' || (adapter === 'software' && !wanted)) {
      if (wanted) throw new Error('the browser offers no GPU');
      return this.dispose();
    }
    if (this.#state === 'over') return;
    let module: Promise<WebAssembly.Module> | undefined;
    this.#host = new Host({
      graceMs: GRACE_MS,
      compile: () => (module ??= platform.compile(wasmUrl)),
      open: () => platform.openWorker(workerUrl),
      onFailure: ({ message }) => this.giveUp(message),
    });
    await orAborted(this.#host.start(), signal);
    // Given up or disposed while it was set up.
    if (this.#state !== 'starting') return;
    this.#state = 'ready';
    onReady();
  }
}
