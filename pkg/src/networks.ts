// The networks of an instance: each waits to be asked for, is on its way, has joined, or could not.
import { anyOf, orAborted } from './abort.js';
import type { Model } from './line.js';
import type { Result } from './result.js';
import type { Domain } from './wasm/cpu.js';
import type { ModelFile } from './weights.js';

/** What a network is for, by its name: `integer-symbolic`, `float-numeric`. */
export function kindOf(name: string): { domain: Domain | undefined; isNumeric: boolean } {
  const domain = (['integer', 'float'] as const).find((each) => name.startsWith(`${each}-`));
  return { domain, isNumeric: name.endsWith('-numeric') };
}

/** A network that will be there once it was asked for. */
export interface Joining {
  readonly name: string;
  readonly joined: Promise<Model>;
  readonly isWanted: boolean;
}

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

  /** Each of them with its name, asked for or not. */
  get joining(): readonly Joining[] {
    return this.#all.map(({ file, joined, state }) => {
      return { name: file.name, joined, isWanted: state !== 'idle' };
    });
  }

  /** Fetches those that write laws for a kind of terms; or all there are. */
  want(domain: Domain | 'any'): void {
    for (const network of domain === 'any' ? this.#all : this.#of(domain)) network.want();
  }

  /** Fetches those that write numbers, which are asked where no law was found. */
  wantNumeric(domain: Domain): void {
    for (const network of this.#of(domain, true)) network.want();
  }

  /** What became of those; undefined where there is none. */
  numericState(domain: Domain): Network['state'] | undefined {
    const states = this.#of(domain, true).map(({ state }) => state);
    return states.find((state) => state === 'loading') ?? states[0];
  }

  /** Those that have joined by now. */
  async joined(): Promise<readonly Model[]> {
    return Promise.all(
      this.#all.filter(({ state }) => state === 'joined').map((one) => one.joined),
    );
  }

  /** Whether the networks for a kind of terms take part: one that failed is no loss to the others. */
  state(domain: Domain): Result['network'] {
    const states = new Set(this.#of(domain).map(({ state }) => state));
    if (states.has('loading')) return 'loading';
    if (states.has('joined')) return 'used';
    return states.has('failed') ? 'unavailable' : 'off';
  }

  /** Waits until those for a kind of terms, or all, have joined or failed; fetches what waits. */
  async settled(domain: Domain | 'any', ...signals: (AbortSignal | undefined)[]): Promise<void> {
    this.want(domain);
    await waitFor(domain === 'any' ? this.#all : this.#of(domain), signals);
  }

  /** The same for those that write numbers. */
  async numericSettled(domain: Domain, ...signals: (AbortSignal | undefined)[]): Promise<void> {
    this.wantNumeric(domain);
    await waitFor(this.#of(domain, true), signals);
  }

  /** Those of a kind; where there is none that writes laws, those that write numbers are all. */
  #of(domain: Domain, isNumeric = false): readonly Network[] {
    const all = this.#all.filter(({ file }) => kindOf(file.name).domain === domain);
    const chosen = all.filter(({ file }) => kindOf(file.name).isNumeric === isNumeric);
    return isNumeric || chosen.length > 0 ? chosen : all;
  }
}

async function waitFor(
  networks: readonly Network[],
  signals: readonly (AbortSignal | undefined)[],
): Promise<void> {
  await orAborted(Promise.allSettled(networks.map(({ joined }) => joined)), anyOf(...signals));
}
