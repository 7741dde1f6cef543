// A law as a thing of its own: its terms, whether it holds, other languages. Without a search.
import * as be from './choices.js';
import { chosen } from './choices.js';
import { InputError, shown } from './errors.js';
import { FORMATS } from './generated/facts.js';
import { type Terms, textOf, wordsOf } from './input.js';
import type { LawAnswers, LawQuestion } from './protocol.js';
import type { Domain, Format, LawChecked, LawExplained, LawTerms } from './wasm/cpu.js';

/** A law as plain data: what `JSON.stringify` makes of one. */
export interface LawData {
  /** The right-hand side of `u(n) = …`; spans of errors count in it. */
  readonly formula: string;
  /** The terms it starts from, as exact decimal strings. */
  readonly initial: readonly string[];
  /** How many zeros are taken to stand before the first term. */
  readonly zeros: number;
  /** What its terms are; if it does not say, integers where formula and initial terms allow it. */
  readonly domain?: Domain;
}

/** What a law is besides its formula. */
export interface LawOptions {
  /** The terms it starts from: as many as it looks back, or more. Default: none. */
  readonly initial?: Terms;
  /** How many zeros are taken to stand before the first term. Default: none. */
  readonly zeros?: number;
  /** What its terms are. Default: integers, where formula and initial terms allow it. */
  readonly domain?: Domain | undefined;
}

export interface LawCallOptions {
  /** Stops the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Whoever can ask an engine about a law. */
export type AskLaw = <Kind extends keyof LawAnswers>(
  law: LawData,
  question: LawQuestion<Kind>,
  signal: AbortSignal | undefined,
) => Promise<LawAnswers[Kind]>;

/** A formula with the terms it starts from. Made by `ansatz.law()`, and in every candidate. */
export class Law implements LawData {
  readonly formula: string;
  readonly initial: readonly string[];
  readonly zeros: number;
  readonly domain?: Domain;
  readonly #ask: AskLaw;

  /** @internal */
  constructor({ formula, initial, zeros, domain }: LawData, ask: AskLaw) {
    this.formula = formula;
    this.initial = initial;
    this.zeros = zeros;
    if (domain) this.domain = domain;
    this.#ask = ask;
  }

  /** Its terms from the index `from` on, which counts from 1; fewer where it has no more. */
  async terms(from: number, count: number, options?: LawCallOptions): Promise<LawTerms> {
    const range = { from: whole('from', from, 1), count: whole('count', count) };
    return this.#ask<'terms'>(this.toJSON(), { kind: 'terms', ...range }, signalOf(options));
  }

  /** Runs it from its initial terms over a sequence. */
  async check(terms: Terms, options?: LawCallOptions): Promise<LawChecked> {
    const question = { kind: 'check', text: textOf(terms) } as const;
    return this.#ask<'check'>(this.toJSON(), question, signalOf(options));
  }

  /** The law with its initial terms in a language. */
  async render(format: Format, options?: LawCallOptions): Promise<string> {
    if (!FORMATS.includes(format)) {
      const known = FORMATS.join(', ');
      throw new InputError('bad-options', `there is no format ${shown(format)}, only ${known}`);
    }
    return this.#ask<'render'>(this.toJSON(), { kind: 'render', format }, signalOf(options));
  }

  /** The law with its initial terms, as a formula to be typeset: `render('latex')`. */
  async latex(options?: LawCallOptions): Promise<string> {
    return this.render('latex', options);
  }

  /** What it is: simplified, its kind of terms, how far it looks back, how long it is. */
  async explain(options?: LawCallOptions): Promise<LawExplained> {
    return this.#ask<'explain'>(this.toJSON(), { kind: 'explain' }, signalOf(options));
  }

  toJSON(): LawData {
    const { formula, initial, zeros, domain } = this;
    return { formula, initial, zeros, ...(domain && { domain }) };
  }
}

/** A law in words of the caller. Whether it is one, the engine says when it is first asked. */
export function lawOf(formula: string, options: LawOptions, ask: AskLaw): Law {
  if (typeof formula !== 'string') {
    throw new InputError('bad-formula', `a formula is text, not ${shown(formula)}`);
  }
  const { initial = [], zeros = 0, domain } = chosen<LawOptions>('law', options, LAW);
  const data = { formula: rightSide(formula), initial: wordsOf(initial), zeros };
  return new Law({ ...data, ...(domain && { domain }) }, ask);
}

/** What follows `u(n) =`, which may be missing. The engine reads laws with it too, but two laws
 * that are the same should be so as data. */
const rightSide = (formula: string): string => formula.replace(LEFT_SIDE, '');

/** `u(n) =`, `a[n] =`, `u_n =` or `u_{n} =`. */
const LEFT_SIDE = /^\s*[a-z]\s*(?:\(\s*n\s*\)|\[\s*n\s*\]|_\s*n|_\s*\{\s*n\s*\})\s*=\s*/i;

const LAW = { initial: be.anything, zeros: be.whole(), domain: be.domain };
const CALL = { signal: be.signal };

const signalOf = (options: unknown): AbortSignal | undefined =>
  chosen<LawCallOptions>('law', options, CALL).signal;

function whole(name: string, value: number, least = 0): number {
  if (be.isWhole(value, least)) return value;
  const wanted = `a whole number from ${least} on`;
  throw new InputError('bad-options', `\`${name}\` must be ${wanted}, not ${shown(value)}`);
}
