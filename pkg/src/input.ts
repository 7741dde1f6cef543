// Terms of whatever JavaScript type, as the text that the engine reads.
import { InputError } from './errors.js';

/** One term. A string is a number in any notation: `'1/2'`, `'-3'`, `'1e30'`. */
export type Term = number | bigint | string;

/** A sequence: text as people paste it (a list, an OEIS line, a b-file), or terms. */
export type Terms = string | Iterable<Term>;

/** The text of a sequence. Refuses what JavaScript has already rounded. */
export const textOf = (terms: Terms): string =>
  typeof terms === 'string' ? terms : wordsOf(terms).join(', ');

/** The terms of a sequence, each as text. Refuses what JavaScript has already rounded. */
export function wordsOf(terms: Terms): string[] {
  if (typeof terms === 'string') return terms.split(/[\s,;]+/).filter((word) => word !== '');
  if (typeof terms?.[Symbol.iterator] !== 'function') {
    throw new InputError('bad-sequence', `a sequence is text or a list, not ${String(terms)}`);
  }
  const list = [...terms];
  const words = list.map(wordOf);
  const fractional = list.some((term) => typeof term === 'number' && !Number.isInteger(term));
  const rounded = list.findIndex((term) => typeof term === 'number' && isRounded(term));
  // Among floats a large double is what it says; among integers it has lost digits.
  if (rounded >= 0 && !fractional) {
    throw new InputError(
      'unsafe-integer',
      `term ${rounded + 1}, ${String(list[rounded])}, is beyond what a number holds exactly: ` +
        'write it as a BigInt or a string',
    );
  }
  return words;
}

const isRounded = (term: number): boolean => Number.isInteger(term) && !Number.isSafeInteger(term);

function wordOf(term: unknown, index: number): string {
  const bad = (problem: string): InputError =>
    new InputError('bad-sequence', `term ${index + 1}, ${String(term)}, ${problem}`);
  switch (typeof term) {
    case 'bigint':
      return term.toString();
    case 'number':
      if (!Number.isFinite(term)) throw bad('is not finite');
      return String(term);
    case 'string': {
      const word = term.trim();
      if (word === '' || /[\s,;[\]{}()#]/.test(word)) throw bad('is not one number');
      return word;
    }
    default:
      throw bad('is neither a number, a BigInt nor a string');
  }
}
