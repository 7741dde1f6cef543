// Another number of hidden terms: the laws that were found are run from the terms that are left.
// Nothing is searched for, and what a law was found with is not forgotten.
import type { Ansatz, Candidate } from 'ansatz';
import { questionOf, type Settings } from './settings';
import { type Found, lawOf } from './state';
import { decimalsOf } from './words';

/** What a search found, before other terms were hidden. */
export type Searched = Pick<Found, 'shown' | 'heldOut' | 'candidates'>;

/** How many of the last terms were hidden from the search itself. */
export const unseenIn = (found: Found): number => (found.searched ?? found).heldOut;

/** Whether the hidden terms are a test: the law was found without them. */
export const isTest = (found: Found): boolean => found.heldOut <= unseenIn(found);

/** Whether this is the same question but for the hidden terms, and can be answered by the laws that
 * are there. Where nothing is to be hidden only a search that has seen all terms is as good. */
export const canHide = (found: Found, settings: Settings): boolean =>
  found.best !== undefined &&
  found.understood.missing.length === 0 &&
  questionOf({ ...settings, holdOut: found.heldOut }) === found.question &&
  (settings.holdOut > 0 || unseenIn(found) === 0);

/** The same laws with so many of the last terms hidden; undefined if the answer needs them to
 * start from. */
export async function withHidden(
  ansatz: Ansatz,
  found: Found,
  settings: Settings,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const searched: Searched = found.searched ?? found;
  const { holdOut: heldOut } = settings;
  const { terms } = found.understood;
  const shown = terms.length - heldOut;
  const { searched: _, ...rest } = found;
  const asked = { ...rest, question: questionOf(settings), heldOut, shown };
  const further = new Map(found.candidates.map((law) => [lawOf(law), law.next]));
  const originals = searched.candidates.map((law) => ({
    ...law,
    next: further.get(lawOf(law)) ?? law.next,
  }));
  if (heldOut === searched.heldOut) {
    return { ...asked, candidates: originals, best: bestOf(found, originals) };
  }
  const again = async (law: Candidate): Promise<Candidate | undefined> => {
    const start = searched.shown - law.errors.length;
    if (start > shown || shown < law.degree) return undefined;
    const initial = terms.slice(0, shown);
    const { formula, zeros } = law;
    const runs = ansatz.law(formula, { initial, zeros, domain: found.domain });
    const { terms: hidden } = await runs.terms(shown + 1, heldOut, { signal });
    return cut(law, hidden, { terms, start, shown, searched });
  };
  const run = await Promise.all(originals.map(again));
  const candidates = run.filter((law) => law !== undefined);
  const best = bestOf(found, candidates);
  if (!best) return undefined;
  const { shown: before, heldOut: hidden, candidates: laws } = searched;
  return {
    ...asked,
    candidates,
    best,
    searched: { shown: before, heldOut: hidden, candidates: laws },
  };
}

const bestOf = ({ best }: Found, candidates: readonly Candidate[]): Candidate | undefined =>
  best && candidates.find((law) => lawOf(law) === lawOf(best));

interface Cut {
  readonly terms: readonly string[];
  /** How many terms the law starts from. */
  readonly start: number;
  readonly shown: number;
  readonly searched: Searched;
}

function cut(
  law: Candidate,
  hidden: readonly string[],
  { terms, start, shown, searched }: Cut,
): Candidate {
  const meets = meetsBy(law, terms);
  // What a search had hidden may be shown now.
  const errors = [
    ...law.errors,
    ...law.hidden.map((value, at) => Number(!meets(value, terms[searched.shown + at]))),
  ];
  const right = hidden.map((value, at) => meets(value, terms[shown + at]));
  const wrong = right.indexOf(false);
  const inOrder = wrong < 0 ? hidden.length : wrong;
  const { evidence } = law;
  const met = errors.slice(0, shown - start);
  return {
    ...law,
    errors: met,
    computed: [...law.computed, ...law.hidden].slice(0, shown - start),
    hidden: [...hidden],
    heldOutRight:
      terms.length === shown ? null : law.noise ? right.filter(Boolean).length : inOrder,
    evidence: evidence.wrong === 0 ? { ...evidence, reproduced: met.length } : evidence,
  };
}

/** Half the width of a range that has nine of ten values, in standard deviations. */
const NINE_OF_TEN = 1.645;

/** Whether a value is the term, as far as its digits, or its noise, tell. */
function meetsBy(
  { domain, noise }: Candidate,
  terms: readonly string[],
): (value: string, term: string | undefined) => boolean {
  const decimals = decimalsOf(terms);
  return (value, term) => {
    if (value === term) return true;
    const [a, b] = [Number(value), Number(term)];
    const off = Math.abs(a - b);
    if (noise) {
      const size = noise.kind === 'relative' ? Math.abs(a) : 1;
      return off <= NINE_OF_TEN * noise.deviation * size;
    }
    if (domain === 'integer') return false;
    const digit = decimals > 0 ? 0.5 * 10 ** -decimals : 0;
    return off <= Math.max(1e-9 * Math.abs(b), 1.000001 * digit);
  };
}
