// Terms of whatever JavaScript type, as the text that the engine reads.
import { InputError, messageOf, shown } from './errors.js';
import { MOST_TERMS, MOST_TEXT } from './generated/facts.js';

/** One term. A string is a number in any notation: `'1/2'`, `'-3'`, `'1e30'`. */
export type Term = number | bigint | string;

/** A sequence: text as people paste it (a list, an OEIS line, a b-file), or terms. */
export type Terms = string | Iterable<Term>;

/** The text of a sequence. Refuses what JavaScript has already rounded. */
export function textOf(terms: Terms): string {
  if (typeof terms !== 'string') return wordsOf(terms).join(', ');
  // As the engine would, but without a copy of it in another thread.
  if (terms.length > MOST_TEXT) throw tooLong();
  return terms;
}

/** The terms of a sequence, each as text. Refuses what JavaScript has already rounded. */
export function wordsOf(terms: Terms): string[] {
  if (typeof terms === 'string') {
    return textOf(terms)
      .split(/[\s,;]+/)
      .filter((word) => word !== '');
  }
  const list = listOf(terms);
  const words = list.map(wordOf);
  const fractional = list.some((term) => typeof term === 'number' && !Number.isInteger(term));
  const rounded = list.findIndex((term) => typeof term === 'number' && isRounded(term));
  // Among floats a large double is what it says; among integers it has lost digits.
  if (rounded >= 0 && !fractional) {
    throw new InputError(
      'unsafe-integer',
      `term ${rounded + 1}, ${shown(list[rounded])}, is beyond what a number holds exactly: ` +
        'write it as a BigInt or a string',
    );
  }
  return words;
}

const tooLong = (): InputError =>
  new InputError('bad-sequence', `a sequence has at most ${MOST_TEXT} characters`, undefined, {
    reason: { kind: 'too-long', limit: MOST_TEXT },
  });
const tooMany = (): InputError =>
  new InputError('bad-sequence', `a sequence has at most ${MOST_TERMS} terms`, undefined, {
    reason: { kind: 'too-many-terms', limit: MOST_TERMS },
  });

/** Its terms, unless there are too many: lists are refused unread, iterators may never end. */
function listOf(terms: unknown): unknown[] {
  try {
    const given = terms as Partial<Iterable<unknown> & { length: unknown; size: unknown }> | null;
    if (typeof given?.[Symbol.iterator] !== 'function') {
      throw new InputError('bad-sequence', `a sequence is text or a list, not ${shown(terms)}`);
    }
    if (Number(given.length ?? given.size) > MOST_TERMS) throw tooMany();
    const list: unknown[] = [];
    let length = 0;
    for (const term of given as Iterable<unknown>) {
      if (list.push(term) > MOST_TERMS) throw tooMany();
      if (typeof term === 'string') length += term.length;
      if (length > MOST_TEXT) throw tooLong();
    }
    return list;
  } catch (error) {
    if (error instanceof InputError) throw error;
    const problem = `the sequence cannot be read: ${messageOf(error)}`;
    throw new InputError('bad-sequence', problem, undefined, { cause: error });
  }
}

const isRounded = (term: number): boolean => Number.isInteger(term) && !Number.isSafeInteger(term);

function wordOf(term: unknown, index: number): string {
  const bad = (problem: string): InputError =>
    new InputError('bad-sequence', `term ${index + 1}, ${shown(term)}, ${problem}`);
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
