// A law term by term: what was given, what it computes, and how.
import type { Candidate } from 'ansatz';
import type { Found } from '../state';
import { shortened } from '../words/plain';
import { arithmeticOf } from './arithmetic';
import { treeOf } from './tree';

export interface Row {
  /** The index, from wherever somebody counts. */
  readonly n: number;
  readonly given: string;
  /** Undefined for terms that are taken as given, and where the law has no value. */
  readonly computed: string | undefined;
  /** How it is computed, such as `2·32 − 1`. */
  readonly arithmetic: string | undefined;
  /** `near`: as near as measured terms are to their law; `filled`: nobody gave it. */
  readonly is: 'start' | 'right' | 'near' | 'wrong' | 'filled';
  /** How far off a measured term is. */
  readonly off?: string;
}

/** Longer arithmetic is no help. */
const LONGEST = 60;
/** How far off a term may be that still counts as met, where others are not. */
const CLOSE = 1e-9;

/** `words` are the law as n is counted: from `first` on. */
export function rowsOf(
  found: Found,
  candidate: Candidate,
  first: number,
  words: readonly string[] = candidate.formulaPrefix,
): Row[] {
  const { terms } = found.understood;
  const tree = treeOf(words);
  const counted = words === candidate.formulaPrefix ? 1 : first;
  const start = found.shown - candidate.errors.length;
  // A law goes on from what it computed itself.
  const own = [...terms.slice(0, start), ...candidate.computed, ...candidate.hidden];
  return terms.map((given, index): Row => {
    const n = index + first;
    const isFilled = found.filled.some((filled) => filled.index === index + 1);
    if (isFilled && index < start) {
      return { n, given: '', computed: given, arithmetic: undefined, is: 'filled' };
    }
    if (index < start) return { n, given, computed: undefined, arithmetic: undefined, is: 'start' };
    const isHidden = index >= found.shown;
    const computed = isHidden
      ? candidate.hidden[index - found.shown]
      : candidate.computed[index - start];
    const written =
      tree && computed !== undefined && arithmeticOf(tree, index + counted, own.slice(0, index));
    const arithmetic =
      written && written.length <= LONGEST && written !== computed ? written : undefined;
    if (isFilled) return { n, given: '', computed, arithmetic, is: 'filled' };
    if (candidate.noise && !isHidden && computed !== undefined) {
      const off = shortened(String(Math.abs(Number(computed) - Number(given))), 2);
      const is = candidate.noise.outliers.includes(index + 1) ? 'wrong' : 'near';
      return { n, given, computed, arithmetic, is, off };
    }
    const error = isHidden
      ? Number(index - found.shown >= (candidate.heldOutRight ?? 0))
      : candidate.evidence.wrong === 0
        ? 0
        : (candidate.errors[index - start] ?? 1);
    return { n, given, computed, arithmetic, is: error <= CLOSE ? 'right' : 'wrong' };
  });
}

/** All terms as a table for a spreadsheet. */
export function csvOf(found: Found, candidate: Candidate, first: number): string {
  const rows = rowsOf(found, candidate, first).map(({ n, given, computed, is }) =>
    [n, given, computed ?? '', is].join(','),
  );
  const last = found.understood.terms.length + first;
  const next = candidate.next.map((term, index) => [last + index, '', term, 'predicted'].join(','));
  return ['n,given,computed,is', ...rows, ...next, ''].join('\n');
}
