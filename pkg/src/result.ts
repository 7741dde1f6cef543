// What a caller gets.
import type { Answer, Outcome, Prediction } from './wasm/cpu.js';

/** A law, what it predicts, and what speaks for it. */
export interface Candidate extends Answer {
  /** The law in LaTeX. */
  readonly latex: string;
}

/** What was found for a sequence. */
export interface Result extends Omit<Prediction, 'candidates' | 'problems'> {
  /** How the sequence was read. */
  readonly understood: Outcome['understood'];
  /** The answer; undefined if no law says more than the terms do. */
  readonly best: Candidate | undefined;
  /** The next terms by the answer, exact; empty if there is none. */
  readonly next: readonly string[];
  /** All laws, best first. */
  readonly candidates: readonly Candidate[];
  /** Where it was computed. */
  readonly device: 'cpu' | 'webgpu';
  /** Whether the network took part. */
  readonly network: 'used' | 'off' | 'loading' | 'unavailable';
  /** What did not go as it should have, in words. */
  readonly notes: readonly string[];
}

export function candidateOf(answer: Answer): Candidate {
  const latex = answer.renderings.find(({ format }) => format === 'latex');
  return { ...answer, latex: latex?.text ?? '' };
}

export function resultOf(
  outcome: Outcome,
  how: Pick<Result, 'device' | 'network' | 'notes'>,
): Result {
  const { answered, candidates: answers, problems, ...rest } = outcome;
  const candidates = answers.map(candidateOf);
  const best = answered ? candidates[0] : undefined;
  return {
    ...rest,
    candidates,
    best,
    next: best?.next ?? [],
    ...how,
    notes: [...how.notes, ...problems],
  };
}
