// One total of everything that is loaded.
import type { Progress } from './options.js';

interface Part {
  readonly bytes: number;
  readonly isCached: boolean;
  loaded: number;
}

/** Adds up the bytes of all files. Says nothing before it is known which of them are here. */
export class Totals {
  readonly #parts: Map<string, Part>;
  readonly #tell: (progress: Progress) => void;

  constructor(
    files: readonly { readonly name: string; readonly bytes: number; readonly isCached: boolean }[],
    tell: (progress: Progress) => void,
  ) {
    this.#parts = new Map(files.map(({ name, ...file }) => [name, { ...file, loaded: 0 }]));
    this.#tell = tell;
    this.#say();
  }

  /** So many bytes of a file are there. */
  hear(name: string, loaded: number): void {
    const part = this.#parts.get(name);
    // A file that is asked for again starts from nothing; the total does not.
    if (!part || loaded <= part.loaded) return;
    part.loaded = loaded;
    this.#say();
  }

  #say(): void {
    const sum = (bytesOf: (part: Part) => number): number =>
      [...this.#parts.values()].reduce((total, part) => total + bytesOf(part), 0);
    this.#tell({
      type: 'download',
      loaded: sum(({ loaded }) => loaded),
      total: sum(({ bytes }) => bytes),
      cached: sum(({ bytes, isCached }) => (isCached ? bytes : 0)),
    });
  }
}
