// Other forms of laws that are linear recurrences with constant coefficients: what they have in
// common, and none of it is shown that does not give the terms. Loaded when a law is there.
import type { Tree } from '../tree';
import { type Closed, closedOf } from './closed';
import {
  commonFactor,
  degree,
  divided,
  factorsOf,
  type Polynomial,
  primitive,
  scaled,
  times,
  trimmed,
} from './polynomial';
import { gcd, isZero, ONE, type Rational, rational, read, sub, toNumber, ZERO } from './rational';
import { recurrenceOf, reversed, termsOf } from './recurrence';
import { closedLatex, falling, productOf, rising, textOf } from './write';

/** A form in LaTeX and in one line. */
export interface Form {
  readonly latex: string;
  readonly text: string;
}

export interface Forms {
  readonly characteristic: Form;
  readonly generating?: Form;
  readonly closed?: Form;
}

/** What a law is, besides its tree. */
export interface Start {
  /** The terms it starts from. */
  readonly initial: readonly string[];
  /** How many zeros stand before them. */
  readonly zeros: number;
  /** All terms that are known, from the first one on. */
  readonly terms: readonly string[];
  /** The number of the first term, as somebody counts. */
  readonly first: number;
}

/** So many terms are compared at most. */
const MOST_COMPARED = 200;
/** A power of x before a generating function that is still read. */
const LATEST_START = 20;
/** How far off a term may be that was rounded. */
const CLOSE = 1e-9;

/** The forms of a law, with n from 1; undefined if it is no such law. */
export function formsOf(tree: Tree, { initial, zeros, terms, first }: Start): Forms | undefined {
  const recurrence = recurrenceOf(tree);
  const start = initial.map(read);
  if (!recurrence || start.some((term) => term === undefined)) return undefined;
  const { characteristic, back } = recurrence;
  const order = degree(characteristic);
  const count = Math.max(Math.min(terms.length, MOST_COMPARED), start.length + 2 * order + 2);
  const own = termsOf(recurrence, start as Rational[], zeros, count);
  if (!own || !terms.slice(0, count).every((term, at) => isNear(term, own[at]))) return undefined;
  const factors = factorsOf(characteristic);
  const isSplit = factors && (factors.length > 1 || factors.some(({ many }) => many > 1));
  const expanded = falling(primitive(characteristic), 'x');
  const polynomial = isSplit
    ? `${expanded} = ${productOf(factors, (factor) => falling(factor, 'x'))}`
    : expanded;
  // Terms that it takes as given, without needing them, are exceptions.
  const odd = Math.max(0, start.length - back);
  const closed =
    factors && recurrence.back > 0 ? closedOf(factors, own.slice(odd), first + odd) : undefined;
  const generating = first >= 0 && first <= LATEST_START && generatingOf(characteristic, own, odd);
  return {
    characteristic: form(polynomial),
    ...(generating && { generating: form(placed(generating, first)) }),
    ...(closed && { closed: form(written(closed, odd === 0 ? undefined : first + odd)) }),
  };
}

const form = (latex: string): Form => ({ latex, text: textOf(latex) });

const written = (closed: Closed, from: number | undefined): string =>
  `u_{n} = ${closedLatex(closed)}${from === undefined ? '' : `, \\quad n \\ge ${from}`}`;

function isNear(term: string, own: Rational | undefined): boolean {
  const given = read(term);
  if (!given || !own) return false;
  if (isZero(sub(given, own))) return true;
  const isRounded = /[.e]/i.test(term);
  const [a, b] = [toNumber(given), toNumber(own)];
  return isRounded && Math.abs(a - b) <= CLOSE * Math.max(Math.abs(a), Math.abs(b));
}

/** Numerator and denominator, without common factors; the first term has x^0. */
interface Fraction {
  readonly over: Polynomial;
  readonly under: Polynomial;
}

/** Undefined if it does not give the terms, as a series. */
function generatingOf(
  characteristic: Polynomial,
  terms: readonly Rational[],
  odd: number,
): Fraction | undefined {
  const under = reversed(characteristic);
  const length = odd + degree(characteristic);
  // Beyond its degree the product with the series vanishes.
  const whole = times(trimmed(terms), under).slice(0, terms.length);
  if (whole.slice(length).some((value) => !isZero(value))) return undefined;
  const over = trimmed(whole.slice(0, length));
  if (over.length === 0) return undefined;
  const common = commonFactor(over, under);
  return { over: divided(over, common)[0], under: divided(under, common)[0] };
}

function placed({ over, under }: Fraction, first: number): string {
  const shift: Polynomial = Array.from({ length: first + 1 }, (_, at) =>
    at === first ? ONE : ZERO,
  );
  // Both sides whole: what is left over stands before the denominator.
  const plain = primitive(under);
  const sign = (plain[0] ?? ONE).over < 0n ? -1n : 1n;
  const bottom = scaled(plain, rational(sign));
  const ratio = (bottom[0] ?? ONE).over;
  const lowest = under[0] ?? ONE;
  const top = scaled(times(over, shift), rational(ratio * lowest.under, lowest.over));
  const common = top.reduce((all, { under }) => (all * under) / gcd(all, under), 1n);
  const numerator = rising(scaled(top, rational(common)), 'x');
  const factors = degree(bottom) > 0 ? factorsOf(bottom) : undefined;
  const turned = factors?.map((factor) => ({ ...factor, polynomial: positive(factor.polynomial) }));
  const product = turned
    ? productOf(turned, (factor) => rising(positive(factor), 'x'))
    : rising(bottom, 'x');
  const isAlone = degree(bottom) === 0;
  const before = common === 1n ? '' : String(common);
  const bracket = before !== '' && (!turned || (turned.length === 1 && turned[0]?.many === 1));
  const denominator = isAlone
    ? before
    : `${before}${bracket ? ` \\left(${product}\\right)` : `${before && ' '}${product}`}`;
  return denominator === '' ? numerator : `\\frac{${numerator}}{${denominator}}`;
}

/** With a positive constant. */
function positive(p: Polynomial): Polynomial {
  const whole = primitive(p);
  return (whole[0] ?? ONE).over < 0n ? scaled(whole, rational(-1n)) : whole;
}
