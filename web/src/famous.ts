// Famous sequences that laws of ours cannot be: what their terms are is known, how they go on is not.
import all from './famous.json';

/** Fewer terms are the beginning of too much. */
const LEAST = 6;

export interface Famous {
  readonly name: string;
  readonly number: string;
}

/** The one that begins so, from its first term or its second. */
export function famousOf(terms: readonly string[]): Famous | undefined {
  if (terms.length < LEAST) return undefined;
  return all.find(({ terms: text }) => {
    const known = text.split(', ');
    return [known, known.slice(1)].some((from) =>
      from.every((term, index) => index >= terms.length || terms[index] === term),
    );
  });
}
