// What there is to draw, as numbers: pure, so that it can be looked at without a chart.
import type { Candidate } from 'ansatz';
import type { Found } from '../state';

export const MODES = ['values', 'differences', 'ratios', 'errors'] as const;
export type Mode = (typeof MODES)[number];

/** A term, exact if it is an integer. */
type Value = bigint | number | undefined;
type Points = readonly (number | null)[];

export interface Drawing {
  /** The indices of the terms. */
  readonly x: readonly number[];
  readonly given: Points;
  readonly heldOut: Points;
  readonly predicted: Points;
  /** What a law computes from its first terms on. */
  readonly curve: Points;
  /** Between what a measured term is likely to be, where the law tells. */
  readonly low: Points;
  readonly high: Points;
}

function toValue(text: string | undefined): Value {
  if (text === undefined) return undefined;
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

const point = (value: Value): number | null => {
  const number = value === undefined ? NaN : Number(value);
  return Number.isFinite(number) ? number : null;
};

function change(mode: Mode, value: Value, before: Value): number | null {
  if (mode === 'values') return point(value);
  if (value === undefined || before === undefined) return null;
  if (mode === 'ratios') return point(Number(value) / Number(before));
  // Exact as long as it can be: large terms differ by little.
  const isExact = typeof value === 'bigint' && typeof before === 'bigint';
  return point(isExact ? value - before : Number(value) - Number(before));
}

/** Every term as a law computes it: its first terms, what it makes of them, and what follows. */
function computedBy(candidate: Candidate, found: Found): Value[] {
  const start = found.shown - candidate.errors.length;
  const values: Value[] = found.understood.terms.slice(0, start).map(toValue);
  for (const [index, term] of candidate.computed.entries()) values[start + index] = toValue(term);
  for (const [index, term] of candidate.hidden.entries()) {
    values[found.shown + index] = toValue(term);
  }
  return values;
}

export function drawingOf(
  found: Found,
  pointed: Candidate | undefined,
  mode: Mode,
  first: number,
): Drawing {
  const shown = pointed ?? found.best;
  const truth = found.understood.terms.map(toValue);
  const next = (shown?.next ?? found.guess?.next ?? []).map(toValue);
  const all = [...truth, ...next];
  const x = all.map((_, index) => index + first);
  const none = x.map(() => null);
  const only = (from: number, to: number): Points =>
    all.map((value, index) =>
      index >= from && index < to ? change(mode, value, all[index - 1]) : null,
    );
  // Among measured terms the law is to be seen, too.
  const drawn = pointed ?? (shown?.noise ? shown : undefined);
  const curve = drawn ? [...computedBy(drawn, found)] : [];
  if (drawn) {
    for (const [index, value] of next.entries()) curve[truth.length + index] = value;
  }
  const intervals = mode === 'values' ? (shown?.noise?.intervals ?? []) : [];
  const bound = (side: 0 | 1): Points =>
    intervals.length === 0
      ? none
      : x.map((_, index) => intervals[index - truth.length]?.[side] ?? null);
  return {
    x,
    given: only(0, found.shown),
    heldOut: only(found.shown, truth.length),
    predicted: only(truth.length, all.length),
    curve: x.map((_, index) => change(mode, curve[index], curve[index - 1])),
    low: bound(0),
    high: bound(1),
  };
}

/** Nine of ten deviations of measurements are within so many standard deviations. */
const NINE_OF_TEN = 1.645;

/** How far off every term is that a law was not given; of measured terms with its sign, and between
 * what is likely. */
export function errorsOf(found: Found, candidate: Candidate, first: number): Drawing {
  const { noise, computed, errors } = candidate;
  const start = found.shown - errors.length;
  const x = Array.from({ length: found.shown }, (_, index) => index + first);
  const none = x.map(() => null);
  const off = (index: number): number | null => {
    if (!noise) return errors[index - start] ?? null;
    const law = Number(computed[index - start] ?? NaN);
    const residual = Number(found.understood.terms[index]) - law;
    return point(noise.kind === 'relative' ? residual / Math.abs(law) : residual);
  };
  const band = noise && NINE_OF_TEN * (noise.kind === 'relative' ? noise.share : noise.deviation);
  const bound = (side: -1 | 1): Points => (band === null ? none : x.map(() => side * band));
  return {
    x,
    given: x.map((_, index) => off(index)),
    heldOut: none,
    predicted: none,
    curve: band === null ? none : x.map(() => 0),
    low: bound(-1),
    high: bound(1),
  };
}

export const isOff = ({ errors }: Candidate): boolean => errors.some((error) => error !== 0);

/** Whether all that is drawn is above zero, as a true logarithm wants it. */
export function isPositive({ given, heldOut, predicted, curve, low, high }: Drawing): boolean {
  return [given, heldOut, predicted, curve, low, high]
    .flat()
    .every((value) => value === null || value > 0);
}
