// What a caller gets.
import type { AnsatzError } from './errors.js';
import type { ProposerLabel } from './generated/facts.js';
import { type AskLaw, Law } from './law.js';
import type { Answer, GuessView, Outcome, PredictionView } from './wasm/cpu.js';

/** What was found, as the engine gives it. */
export type Prediction = PredictionView<Answer>;

/** A law, what it predicts, and what speaks for it. */
export interface Candidate extends Omit<Answer, 'foundBy'> {
  /** Who found it. */
  readonly foundBy: readonly ProposerLabel[];
  /** The law itself, to be asked for other terms and in other languages without a search. */
  readonly law: Law;
}

/** Further terms that nothing proves. */
export interface Guess extends Omit<GuessView, 'foundBy'> {
  /** Who guessed. */
  readonly foundBy: ProposerLabel | 'simple rules';
}

/** Something that did not go as it should have. */
export interface ResultNote {
  readonly kind: 'network-unavailable' | 'webgpu-unavailable' | 'proposer-failed';
  /** The same in a sentence. */
  readonly words: string;
}

/** What was found for a sequence. */
export interface Result extends Omit<Prediction, 'candidates' | 'guess' | 'problems'> {
  /** How the sequence was read. */
  readonly understood: Outcome['understood'];
  /** The answer; undefined if no law says more than the terms do. */
  readonly best: Candidate | undefined;
  /** The next terms by the answer, exact; empty if there is none. */
  readonly next: readonly string[];
  /** All laws, best first. */
  readonly candidates: readonly Candidate[];
  /** Further terms without a law, where there is no answer. */
  readonly guess: Guess | null;
  /** Where it was computed. */
  readonly device: 'cpu' | 'webgpu';
  /** Whether the network took part. */
  readonly network: 'used' | 'off' | 'loading' | 'unavailable';
  /** What did not go as it should have. */
  readonly notes: readonly ResultNote[];
}

/** One answer of many: a result, or what is wrong with that sequence. */
export type ManyResult =
  | { readonly index: number; readonly result: Result; readonly error?: undefined }
  | { readonly index: number; readonly error: AnsatzError; readonly result?: undefined };

// The engine that named the finders is the one that their types were made of.
export const candidateOf = (answer: Answer, ask: AskLaw): Candidate => ({
  ...answer,
  foundBy: answer.foundBy as ProposerLabel[],
  law: new Law(answer, ask),
});

export function resultOf(
  outcome: Outcome,
  how: Pick<Result, 'device' | 'network' | 'notes'>,
  ask: AskLaw,
): Result {
  const { answered, candidates: answers, guess, problems, ...rest } = outcome;
  const candidates = answers.map((answer) => candidateOf(answer, ask));
  const best = answered ? candidates[0] : undefined;
  const failures = problems.map((words) => ({ kind: 'proposer-failed', words }) as const);
  return {
    ...rest,
    candidates,
    best,
    next: best?.next ?? [],
    guess: guess as Guess | null,
    ...how,
    notes: [...how.notes, ...failures],
  };
}
