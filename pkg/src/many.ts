// Many sequences side by side, answered in their order.
import { orAborted } from './abort.js';
import { InputError, messageOf, shown } from './errors.js';

/** A list of things that may come slowly, or never end. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** How many things a source has, where it says so. */
export function sizeOf(source: Source<unknown>): number | undefined {
  const { length, size } = source as { length?: unknown; size?: unknown };
  const given = length ?? size;
  return typeof given === 'number' ? given : undefined;
}

function iteratorOf<T>(source: Source<T>): AsyncIterator<T> | Iterator<T> {
  const given = Object(source) as Partial<AsyncIterable<T> & Iterable<T>>;
  if (typeof source !== 'string') {
    if (typeof given[Symbol.asyncIterator] === 'function') {
      return (given as AsyncIterable<T>)[Symbol.asyncIterator]();
    }
    if (typeof given[Symbol.iterator] === 'function') {
      return (given as Iterable<T>)[Symbol.iterator]();
    }
  }
  throw new InputError(
    'bad-sequence',
    `predictMany takes a list of sequences, not ${shown(source)}`,
  );
}

/**
 * What `run` makes of each item, in their order. No more than `window` items are taken from the
 * source before somebody has asked for what came of them, so that it may be endless.
 */
export async function* inOrder<In, Out>(
  source: Source<In>,
  window: number,
  signal: AbortSignal,
  run: (item: In, index: number) => Promise<Out>,
): AsyncGenerator<Out, void, undefined> {
  const iterator = iteratorOf(source);
  const pending: Promise<Out>[] = [];
  let index = 0;
  let isOver = false;
  let pulling: Promise<void> | undefined;
  const pull = async (): Promise<void> => {
    try {
      const { done, value } = await iterator.next();
      if (done) isOver = true;
      else pending.push(run(value, index++));
    } catch (cause) {
      isOver = true;
      const problem = `the list of sequences cannot be read: ${messageOf(cause)}`;
      throw new InputError('bad-sequence', problem, undefined, { cause });
    } finally {
      pulling = undefined;
    }
  };
  try {
    for (;;) {
      if (!isOver && pending.length < window) pulling ??= pull();
      const [head] = pending;
      if (!head && !pulling) return;
      // Whatever comes first: a slow source does not keep back what is done, nor the other way.
      const first = Promise.race([
        ...(pulling ? [pulling.then(() => false)] : []),
        ...(head ? [head.then(() => true)] : []),
      ]);
      const hasAnswer = await orAborted(first, signal);
      if (!hasAnswer || !head) continue;
      pending.shift();
      yield await head;
    }
  } finally {
    for (const outcome of pending) outcome.catch(() => undefined);
    // Not waited for: a source that hangs must not keep its reader.
    if (!isOver) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Things of which each is used by one at a time. */
export class Pool<T> {
  readonly #free: T[];
  readonly #waiting: ((thing: T) => void)[] = [];

  constructor(things: readonly T[]) {
    // The first is used first, so that the last may never be needed.
    this.#free = [...things].reverse();
  }

  async use<Out>(work: (thing: T) => Promise<Out>): Promise<Out> {
    const thing =
      this.#free.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(thing);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thing);
      else this.#free.push(thing);
    }
  }
}
