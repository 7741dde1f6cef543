// The second engine, on WebGPU: set up and tried out beside the CPU's, used as long as it works.
import { orAborted } from './abort.js';
import { messageOf } from './errors.js';
import { Host } from './host.js';
import type { Model } from './line.js';
import { type Joining, kindOf } from './networks.js';
import type { GpuFiles, GpuPlatform } from './platform.js';
import type { Domain, Outcome } from './wasm/cpu.js';

/** Its shaders are compiled again whenever it is restarted: it may take a while to stop by itself. */
const GRACE_MS = 1000;

/** What every network is tried out on, by its domain. */
const TRIALS = { integer: '1 1 2 3 5 8 13', float: '0.5 0.25 0.125 0.0625 0.03125' };

/** How far the logarithm of a probability may be from the CPU's: beyond rounding, it is wrong. */
const TOLERANCE = 0.05;

export interface GpuOptions {
  /** Whether somebody asked for it by name; then a software adapter will do. */
  readonly wanted: boolean;
  /** Undefined where there is no WebGPU. */
  readonly platform: GpuPlatform | undefined;
  /** Undefined where the package was built without that engine. */
  readonly files: GpuFiles | undefined;
  /** The CPU's engine. */
  readonly cpu: Host;
  /** The networks, as they join the CPU's engine. None is asked for on account of a GPU. */
  readonly networks: () => readonly Joining[];
  readonly signal: AbortSignal;
  /** It is used from now on. */
  readonly onReady: () => void;
  /** It cannot be used, or not any more; called once, and not if nobody expected it to work. */
  readonly onGivenUp: (problem: string, wasReady: boolean) => void;
}

export class Gpu {
  /** Resolves when it is given up, or has tried out what was asked for; never rejects. */
  readonly settled: Promise<void>;
  readonly #options: GpuOptions;
  #host: Host | undefined;
  #state: 'starting' | 'ready' | 'over' = 'starting';
  /** Those of its networks that have not been tried out yet. */
  #untried: readonly Joining[] = [];

  constructor(options: GpuOptions) {
    this.#options = options;
    this.settled = this.#start().catch((error: unknown) => this.giveUp(messageOf(error)));
  }

  /** Whether it is used for anything. */
  get isReady(): boolean {
    return this.#state === 'ready';
  }

  /** Its engine, while it works, if it has all the networks for a kind of terms. */
  hostFor(domain: Domain): Host | undefined {
    const lacks = this.#untried.some(({ name }) => kindOf(name).domain === domain);
    return this.isReady && !lacks ? this.#host : undefined;
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
    const { wanted, platform, files, signal } = this.#options;
    if (!platform) throw new Error('there is none here');
    if (!files) throw new Error('this build has no engine for it');
    const adapter = await orAborted(platform.probe(), signal);
    if (adapter === 'none' || (adapter === 'software' && !wanted)) {
      if (wanted) throw new Error('the browser offers no GPU');
      return this.dispose();
    }
    let module: Promise<WebAssembly.Module> | undefined;
    const host = new Host({
      graceMs: GRACE_MS,
      compile: () => (module ??= platform.compile(files.wasm, { signal })),
      open: () => platform.openWorker(files.worker),
      onFailure: ({ message }) => this.giveUp(message),
    });
    this.#host = host;
    await orAborted(host.start(), signal);
    // Those that write numbers are for the CPU: what they take is not worth its shaders.
    const networks = this.#options.networks().filter(({ name }) => !kindOf(name).isNumeric);
    this.#untried = networks;
    const trials = networks.map(async (network) => {
      // What the CPU's engine does without, this one does without.
      const model = await network.joined.catch(() => undefined);
      if (this.#state === 'over') return;
      if (model) {
        await host.addModel(model, signal);
        await this.#try(host, model, signal);
      }
      this.#untried = this.#untried.filter((other) => other !== network);
      if (model) this.#use();
    });
    for (const trial of trials) trial.catch((error: unknown) => this.giveUp(messageOf(error)));
    // Nobody waits for a network that nobody has asked for.
    await Promise.all(trials.filter((_, at) => networks[at]?.isWanted));
    if (networks.length === 0) this.#use();
  }

  #use(): void {
    // Given up or disposed on the way, or used already.
    if (this.#state !== 'starting') return;
    this.#state = 'ready';
    this.#options.onReady();
  }

  /**
   * The first prediction compiles dozens of shaders, which takes seconds: nobody should wait for
   * it. And a GPU that computes something else than the CPU is found out before it is believed.
   */
  async #try(host: Host, { name }: Model, signal: AbortSignal): Promise<void> {
    const text = TRIALS[kindOf(name).domain ?? 'integer'];
    const others = { classical: false, enumerative: false, refinement: false };
    const proposers = { beam: true, numeric: false, ...others };
    const request = { text, reading: {}, options: { proposers }, streams: false };
    const expected = likelihoods(await this.#options.cpu.predict(request, { signal }));
    const found = likelihoods(await host.predict(request, { signal }));
    const common = [...expected].filter(([law]) => found.has(law));
    const differs = common.some(
      ([law, value]) => !(Math.abs(value - (found.get(law) ?? NaN)) < TOLERANCE),
    );
    if (differs || (expected.size > 0 && common.length === 0)) {
      throw new Error('it computes something else than the CPU');
    }
  }
}

/** The laws that a network wrote, and how likely it found them. */
function likelihoods({ candidates }: Outcome): Map<string, number> {
  const laws = new Map<string, number>();
  for (const { prefix, logLikelihood } of candidates) {
    if (logLikelihood != null) laws.set(prefix.join(' '), logLikelihood);
  }
  return laws;
}
