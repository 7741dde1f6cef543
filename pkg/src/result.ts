// What a caller gets.
import { type AskLaw, Law } from './law.js';
import type { Answer, Outcome, PredictionView } from './wasm/cpu.js';

/** What was found, as the engine gives it. */
export type Prediction = PredictionView<Answer>;

/** A law, what it predicts, and what speaks for it. */
export interface Candidate extends Answer {
  /** The law itself, to be asked for other terms and in other languages without a search. */
  readonly law: Law;
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

export const candidateOf = (answer: Answer, ask: AskLaw): Candidate => ({
  ...answer,
  law: new Law(answer, ask),
});

export function resultOf(
  outcome: Outcome,
  how: Pick<Result, 'device' | 'network' | 'notes'>,
  ask: AskLaw,
): Result {
  const { answered, candidates: answers, problems, ...rest } = outcome;
  const candidates = answers.map((answer) => candidateOf(answer, ask));
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
