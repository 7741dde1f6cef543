// Everything that the page shows.
import type { Candidate, ErrorCode, Reason, Result } from 'ansatz';
import type { Searched } from './hidden';
import { type Steps, stepsOf } from './law/steps';
import { questionOf, type Settings } from './settings';
import type { Theme } from './theme';
import type { FileReason } from './words';

export const DEVICES = ['auto', 'webgpu', 'cpu'] as const;
/** What somebody wants to compute on. */
export type DeviceChoice = (typeof DEVICES)[number];

/** The weights of the networks, on their way or there. */
export type Network =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'ready'; readonly bytes: number; readonly cached: boolean }
  | { readonly kind: 'failed' };

/** Something that failed, without words. */
export interface Failure {
  readonly code: ErrorCode | 'bad-file';
  /** What a server answered instead of a file. */
  readonly status?: number;
}

/** What is wrong with what somebody gave. */
export interface Problem extends Failure {
  readonly reason?: Reason | FileReason;
  /** Where in the text, in characters from 0: first, and first after. */
  readonly span?: readonly [number, number];
}

/** A result, or what there is of one while the search goes on. */
export type Found = Pick<
  Result,
  | 'understood'
  | 'filled'
  | 'shown'
  | 'heldOut'
  | 'domain'
  | 'candidates'
  | 'best'
  | 'guess'
  | 'network'
> & {
  readonly notes: readonly string[];
  readonly device: 'cpu' | 'webgpu';
  /** Milliseconds that the search took; undefined while it goes on. */
  readonly took: number | undefined;
  /** Which terms it is about, by `questionOf`. */
  readonly question: string;
  /** What the search found, where other terms have been hidden since. */
  readonly searched?: Searched;
};

export interface State {
  readonly settings: Settings;
  /** `stopped`: what is there is what there was when somebody said stop. */
  readonly phase: 'empty' | 'looking' | 'stopped' | 'done' | 'failed';
  readonly found: Found | undefined;
  readonly problem: Problem | undefined;
  readonly network: Network;
  readonly device: 'cpu' | 'webgpu' | undefined;
  readonly deviceChoice: DeviceChoice;
  readonly engineFailure: Failure | undefined;
  readonly recent: readonly string[];
  readonly theme: Theme;
  /** Whether `/` goes to the field. */
  readonly slash: boolean;
  /** A newer version of the page is here, and is used after a reload. */
  readonly hasUpdate: boolean;
}

/** Two candidates are the same if their laws are. */
export const lawOf = ({ prefix }: Candidate): string => prefix.join(' ');

/** Whether a law meets all terms, or all but for the noise of measurements. */
export const isFitting = ({ evidence, noise }: Candidate): boolean =>
  evidence.wrong === 0 || noise !== null;

/** How far a law is off on average: as a share of the terms. */
export function errorOf({ errors, noise }: Candidate): number {
  if (noise) return noise.share;
  const all = errors.map((error) => Math.min(error ?? 1, 1));
  return all.reduce((sum, error) => sum + error, 0) / Math.max(all.length, 1);
}

/** The number of the first term: what somebody chose, else what the table has that it is from. */
export function firstOf({ settings, found }: Pick<State, 'settings' | 'found'>): number {
  return settings.first ?? found?.understood.first ?? 1;
}

/** How laws are written. */
export interface Counting {
  /** The n of the first term. */
  readonly first: number;
  readonly ahead: boolean;
  /** What n counts, where laws are about that. */
  readonly steps: Steps | undefined;
}

export function countingOf(state: Pick<State, 'settings' | 'found'>): Counting {
  const { settings, found } = state;
  const { ahead, plain } = settings;
  // Who counts the terms in a way of their own means n.
  const isPlain = plain || ahead || settings.first !== undefined;
  const steps = found && !isPlain ? stepsOf(found.understood) : undefined;
  return { first: firstOf(state), ahead, steps };
}

/** The candidate shown large: the chosen one, else the answer. */
export function shownCandidate({ found, settings }: State): Candidate | undefined {
  const picked =
    settings.law !== undefined && found?.candidates.find(({ formula }) => formula === settings.law);
  return picked || found?.best;
}

/** Whether what is shown is about other terms than those in the field. */
export const isStale = ({ found, settings }: State): boolean =>
  found !== undefined && found.question !== questionOf(settings);

/** Whether a verdict may still change: the search goes on, or a network is yet to join. */
export const isPending = ({ phase, found, network }: State): boolean =>
  phase === 'looking' ||
  (phase === 'done' &&
    found?.network === 'loading' &&
    (network.kind === 'loading' || network.kind === 'waiting'));

/** Keeps a value and tells whoever listens of every change. */
export class Store<T extends object> {
  readonly #listeners = new Set<() => void>();

  constructor(public value: T) {}

  set(change: Partial<T>): void {
    this.value = { ...this.value, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
