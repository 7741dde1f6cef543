// Options as callers give them, who may be wrong in any way: what comes out of here is what the
// types say, and everything else is an error in plain words.
import { InputError, messageOf, shown } from './errors.js';
import { PROPOSERS } from './generated/facts.js';
import type { Commas, Domain, Effort } from './wasm/cpu.js';

/** Says what a value must be, if it is not that. */
type Check = (value: unknown) => string | undefined;

/** A check for every option that there is. */
export type Checks<T> = { readonly [Name in keyof T]-?: Check };

const must =
  (words: string, isFine: (value: unknown) => boolean): Check =>
  (value) =>
    isFine(value) ? undefined : words;

/** What crosses to the engine is cut to 32 bits there: it must not be something else by then. */
export const isWhole = (value: unknown, least = 0): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) < 2 ** 32;

export const whole = (least = 0): Check =>
  must(`a whole number from ${least} on`, (value) => isWhole(value, least));
export const number = must(
  'a number',
  (value) => typeof value === 'number' && !Number.isNaN(value),
);
export const truth = must('true or false', (value) => typeof value === 'boolean');
export const callback = must('a function', (value) => typeof value === 'function');
export const oneOf = <T extends string>(...names: readonly T[]): Check =>
  must(`one of ${names.map((name) => `'${name}'`).join(', ')}`, (value) =>
    (names as readonly unknown[]).includes(value),
  );
/** A signal of another realm, or of a polyfill, is one too. */
export const signal = must('an AbortSignal', (value) => {
  const given = value as Partial<AbortSignal> | null;
  return (
    typeof given === 'object' &&
    typeof given?.aborted === 'boolean' &&
    typeof given.addEventListener === 'function'
  );
});
export const address = must(
  'an address',
  (value) => typeof value === 'string' || value instanceof URL,
);
/** Checked by whoever reads it. */
export const anything: Check = () => undefined;
export const addressOrFunction = must(
  'an address or a function that gives one',
  (value) => typeof value === 'function' || address(value) === undefined,
);
/** Their names are checked where it is known which there are. */
export const models = must(
  'a list of names, or of { name, url, bytes, sha256 }',
  (value) =>
    Array.isArray(value) &&
    value.every((model) => {
      if (typeof model === 'string') return true;
      const { name, url, bytes, sha256 } = Object(model) as Record<string, unknown>;
      const isSealed = isWhole(bytes, 1) && /^[0-9a-f]{64}$/.test(String(sha256));
      return typeof name === 'string' && address(url) === undefined && isSealed;
    }),
);

export const domain = oneOf<Domain>('integer', 'float');
export const commas = oneOf<Commas>('separate', 'thousands', 'decimal');
export const effort = oneOf<Effort>('quick', 'normal', 'thorough');

const NAMES = new Set<string>(PROPOSERS.flatMap(({ id, group }) => [id, group]));
export const proposers: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'an object such as { beam: false }';
  }
  const unknown = Object.keys(value).find((name) => !NAMES.has(name));
  if (unknown !== undefined) return `made of proposers: there is no ${shown(unknown)}`;
  const flags: unknown[] = Object.values(value);
  return flags.every((flag) => typeof flag === 'boolean' || flag === undefined)
    ? undefined
    : 'an object with true or false for each name';
};

/**
 * The options that were given: each is read once, since it may be a getter, and checked. An option
 * that is `undefined` was not given. `what` they are for is said in errors.
 */
export function chosen<T extends object>(what: string, given: unknown, checks: Checks<T>): T {
  if (given === undefined) return {} as T;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw bad(`the options of ${what} are an object, not ${shown(given)}`);
  }
  const options: Record<string, unknown> = {};
  try {
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(checks, name));
    if (unknown !== undefined) throw bad(`${what} has no option ${shown(unknown)}`);
    for (const [name, check] of Object.entries<Check>(checks)) {
      const value = (given as Record<string, unknown>)[name];
      if (value === undefined) continue;
      const wanted = check(value);
      if (wanted) throw bad(`\`${name}\` must be ${wanted}, not ${shown(value)}`);
      options[name] = value;
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw bad(`the options of ${what} cannot be read: ${messageOf(error)}`, error);
  }
  return options as T;
}

const bad = (message: string, cause?: unknown): InputError =>
  new InputError('bad-options', message, undefined, { cause });
