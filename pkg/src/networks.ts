// The networks of an instance: each waits to be asked for, is on its way, has joined, or could not.
import { anyOf, orAborted } from './abort.js';
import type { Model } from './line.js';
import type { Result } from './result.js';
import type { Domain } from './wasm/cpu.js';
import type { ModelFile } from './weights.js';

interface Network {
  readonly file: ModelFile;
  state: 'idle' | 'loading' | 'joined' | 'failed';
  readonly joined: Promise<Model>;
  /** Fetches it, the first time that it is called. */
  want(): void;
}

export class Networks {
  readonly #all: Network[];

  /** `join` brings one to the engine; nothing is brought before somebody wants it. */
  constructor(files: readonly ModelFile[], join: (file: ModelFile) => Promise<Model>) {
    this.#all = files.map((file) => {
      let begin = (): void => undefined;
      const wanted = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const network: Network = {
        file,
        state: 'idle',
        joined: wanted.then(() => join(file)),
        want: () => {
          if (network.state === 'idle') network.state = 'loading';
          begin();
        },
      };
      network.joined.then(
        () => (network.state = 'joined'),
        // Heard of by `ready`, by `onProgress` and in the notes of results.
        () => (network.state = 'failed'),
      );
      return network;
    });
  }

  /** Each of them, when it has joined. */
  get models(): readonly Promise<Model>[] {
    return this.#all.map(({ joined }) => joined);
  }

  /** Whether one waits to be asked for. */
  get areIdle(): boolean {
    return this.#all.some(({ state }) => state === 'idle');
  }

  /** Fetches those for a kind of terms, or all. */
  want(domain: Domain | 'any'): void {
    for (const network of domain === 'any' ? this.#all : this.#of(domain)) network.want();
  }

  /** Those that have joined by now. */
  async joined(): Promise<readonly Model[]> {
    return Promise.all(
      this.#all.filter(({ state }) => state === 'joined').map((one) => one.joined),
    );
  }

  /** Whether the networks for a kind of terms take part. */
  state(domain: Domain): Result['network'] {
    const states = new Set(this.#of(domain).map(({ state }) => state));
    if (states.has('loading')) return 'loading';
    if (states.has('failed')) return 'unavailable';
    return states.has('joined') ? 'used' : 'off';
  }

  /** Waits until those for a kind of terms, or all, have joined or failed; fetches what waits. */
  async settled(domain: Domain | 'any', ...signals: (AbortSignal | undefined)[]): Promise<void> {
    this.want(domain);
    const networks = domain === 'any' ? this.#all : this.#of(domain);
    await orAborted(Promise.allSettled(networks.map(({ joined }) => joined)), anyOf(...signals));
  }

  #of(domain: Domain): readonly Network[] {
    return this.#all.filter(({ file }) => file.name.startsWith(`${domain}-`));
  }
}
