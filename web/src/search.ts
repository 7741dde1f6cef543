// One question to the engine: a quick look at once, then a longer one whose candidates stream in.
import type { Ansatz, Candidate, PredictOptions, Result } from 'ansatz';
import { questionOf, type Settings } from './settings';
import { type Found, isFitting, lawOf } from './state';
import { mishapsInWords } from './words';

/** As many as the package returns by default. */
const MOST_CANDIDATES = 20;

export const optionsOf = (settings: Settings): PredictOptions => ({
  next: settings.next,
  effort: settings.effort,
  beam: settings.beam,
  holdOut: settings.holdOut,
  candidates: MOST_CANDIDATES,
  network: 'ready',
  ...(settings.domain && { domain: settings.domain }),
  ...(settings.commas && { commas: settings.commas }),
  ...(settings.column !== undefined && { column: settings.column }),
});

/** All terms in order: those that were read, and what the answer has for missing ones. */
function wholeOf({ understood, filled }: Result): string[] {
  const terms = [...understood.terms];
  for (const { index, value } of filled) terms.splice(index - 1, 0, value);
  return terms;
}

export function foundIn(result: Result, settings: Settings, took: number | undefined): Found {
  const { shown, heldOut, domain, candidates, best, guess, network } = result;
  const { device, filled } = result;
  return {
    understood: { ...result.understood, terms: wholeOf(result) },
    filled,
    shown,
    heldOut,
    domain,
    candidates,
    best,
    guess,
    network,
    notes: mishapsInWords(result.notes),
    device,
    took,
    question: questionOf(settings),
  };
}

/** The order while a search goes on; its result has the right one. */
function compare(a: Candidate, b: Candidate): number {
  const margin = ({ evidence }: Candidate): number => evidence.termBits - evidence.lawBits;
  const isExact = ({ evidence }: Candidate): number => (evidence.wrong === 0 ? 0 : 1);
  return isExact(a) - isExact(b) || margin(b) - margin(a);
}

function withCandidate(found: Found, candidate: Candidate): Found {
  const law = lawOf(candidate);
  if (found.candidates.some((known) => lawOf(known) === law)) return found;
  const candidates = [...found.candidates, candidate].sort(compare).slice(0, MOST_CANDIDATES);
  return { ...found, candidates };
}

/** The best law so far as the answer: whoever stops a search wants what there is. */
export function asAnswer(found: Found): Found {
  const best = found.best ?? found.candidates.find(isFitting);
  return { ...found, best, took: undefined };
}

interface Call {
  signal: AbortSignal;
  patience: number;
  /** What is known of these terms already: then no quick look is needed. */
  known: Found | undefined;
  onFound: (found: Found) => void;
}

/** Yields what is found, again whenever there is more. */
export async function search(
  ansatz: Ansatz,
  settings: Settings,
  { signal, patience, known, onFound }: Call,
): Promise<void> {
  const options = { ...optionsOf(settings), signal };
  let began = performance.now();
  let found = known;
  if (!found || settings.effort === 'quick') {
    const quick = await ansatz.predict(settings.text, { ...options, effort: 'quick' });
    found = foundIn(quick, settings, performance.now() - began);
    if (settings.effort === 'quick') return onFound(found);
  }
  let soFar: Found = { ...found, took: undefined };
  onFound(soFar);
  // Who types on has no use for more.
  await pause(patience, signal);
  began = performance.now();
  const result = await ansatz.predict(settings.text, {
    ...options,
    onCandidate: (candidate) => {
      if (signal.aborted) return;
      const more = withCandidate(soFar, candidate);
      if (more === soFar) return;
      soFar = more;
      onFound(soFar);
    },
  });
  onFound(foundIn(result, settings, performance.now() - began));
}

/** The same laws with another number of further terms: no search is needed for those. */
export async function continued(
  ansatz: Ansatz,
  found: Found,
  next: number,
  signal: AbortSignal,
): Promise<Found> {
  const { domain, shown, understood } = found;
  // As in a search: on from the terms shown, also where a law misses some of them.
  const initial = understood.terms.slice(0, shown);
  const candidates = await Promise.all(
    found.candidates.map(async (candidate) => {
      const law = ansatz.law(candidate.formula, { initial, zeros: candidate.zeros, domain });
      const { terms } = await law.terms(understood.terms.length + 1, next, { signal });
      return { ...candidate, next: terms };
    }),
  );
  return { ...found, candidates, best: found.best && candidates[0] };
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
