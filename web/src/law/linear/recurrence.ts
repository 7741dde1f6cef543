// Laws that are linear recurrences with constant coefficients, and what follows from them exactly:
// `u(n) = 2·u(n-1) + n`, and every polynomial and power of n as well.
import { isNumber, lagOf, type Tree } from '../tree';
import { degree, type Polynomial, plus, scaled, times, trimmed, valueAt } from './polynomial';
import {
  add,
  div,
  isSame,
  isWhole,
  isZero,
  mul,
  negated,
  ONE,
  power,
  type Rational,
  rational,
  read,
  toNumber,
  ZERO,
} from './rational';

/** A sum of polynomials in n, each times a power of its base; no base twice. */
type Powers = readonly { readonly base: Rational; readonly factor: Polynomial }[];

/** `factors[k]` times the term k before, for each k, and what is added. */
interface Linear {
  readonly factors: ReadonlyMap<number, Rational>;
  readonly added: Powers;
}

/** A law of that kind. */
export interface Recurrence extends Linear {
  /** How far it looks back. */
  readonly back: number;
  /** Its terms obey `p(E) u = 0`, where E goes one term further. */
  readonly characteristic: Polynomial;
}

/** Beyond this nobody reads the forms. */
const MOST_BACK = 12;
const HIGHEST_POWER = 12n;
const LARGEST = 10n ** 60n;

/** The law as such a recurrence; undefined if it is none. */
export function recurrenceOf(tree: Tree): Recurrence | undefined {
  const linear = linearOf(tree);
  if (!linear) return undefined;
  const back = Math.max(0, ...linear.factors.keys());
  if (back > MOST_BACK) return undefined;
  let characteristic: Polynomial = Array.from({ length: back + 1 }, (_, at) =>
    at === back ? ONE : negated(linear.factors.get(back - at) ?? ZERO),
  );
  // What is added obeys a recurrence of its own.
  for (const { base, factor } of linear.added) {
    for (let left = degree(factor); left >= 0; left--) {
      characteristic = times(characteristic, [negated(base), ONE]);
    }
  }
  const order = degree(characteristic);
  return order === 0 || order > MOST_BACK ? undefined : { ...linear, back, characteristic };
}

/** So many terms, the first one with n = 1; undefined where it has too few to start from. */
export function termsOf(
  { factors, added, back }: Recurrence,
  initial: readonly Rational[],
  zeros: number,
  count: number,
): readonly Rational[] | undefined {
  const terms = [...initial];
  if (initial.length + zeros < back) return undefined;
  for (let n = terms.length + 1; n <= count; n++) {
    let term = addedAt(added, n);
    for (const [lag, factor] of factors) {
      term = add(term, mul(factor, terms[n - 1 - lag] ?? ZERO));
    }
    terms.push(term);
  }
  return terms;
}

const addedAt = (powers: Powers, n: number): Rational =>
  powers.reduce(
    (sum, { base, factor }) => add(sum, mul(power(base, n), valueAt(factor, rational(n)))),
    ZERO,
  );

const constant = (value: Rational): Powers =>
  isZero(value) ? [] : [{ base: ONE, factor: [value] }];

const just = (added: Powers): Linear => ({ factors: new Map(), added });

function joined(powers: Powers): Powers {
  const all = new Map<string, { base: Rational; factor: Polynomial }>();
  for (const { base, factor } of powers) {
    const name = `${base.over}/${base.under}`;
    all.set(name, { base, factor: plus(all.get(name)?.factor ?? [], factor) });
  }
  return [...all.values()].filter(({ factor }) => factor.length > 0);
}

function sumOf(a: Linear, b: Linear, sign: Rational): Linear {
  const factors = new Map(a.factors);
  for (const [lag, factor] of b.factors) {
    const sum = add(factors.get(lag) ?? ZERO, mul(factor, sign));
    if (isZero(sum)) factors.delete(lag);
    else factors.set(lag, sum);
  }
  const more = b.added.map(({ base, factor }) => ({ base, factor: scaled(factor, sign) }));
  return { factors, added: joined([...a.added, ...more]) };
}

/** The number that it is; undefined if n or a term is in it. */
function valueIn({ factors, added }: Linear): Rational | undefined {
  const [only, more] = added;
  if (factors.size > 0 || more) return undefined;
  if (!only) return ZERO;
  return isSame(only.base, ONE) && only.factor.length === 1 ? only.factor[0] : undefined;
}

function productOf(a: Linear, b: Linear): Linear | undefined {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const value = valueIn(one);
    if (value) return sumOf(just([]), other, value);
  }
  if (a.factors.size > 0 || b.factors.size > 0) return undefined;
  if (highest(a) + highest(b) > HIGHEST_POWER) return undefined;
  const parts = a.added.flatMap((one) =>
    b.added.map((other) => ({
      base: mul(one.base, other.base),
      factor: times(one.factor, other.factor),
    })),
  );
  return just(joined(parts));
}

const highest = ({ added }: Linear): bigint =>
  BigInt(Math.max(0, ...added.map(({ factor }) => degree(factor))));

/** Whether no number in it is longer than anybody reads. */
const isReadable = ({ factors, added }: Linear): boolean =>
  [...factors.values(), ...added.flatMap(({ base, factor }) => [base, ...factor])].every(
    ({ over, under }) => over < LARGEST && -over < LARGEST && under < LARGEST,
  );

function powerOf(base: Linear, exponent: Linear): Linear | undefined {
  const to = valueIn(exponent);
  if (to) {
    if (!isWhole(to) || to.over < 0n || to.over > HIGHEST_POWER) return undefined;
    let all: Linear | undefined = just(constant(ONE));
    for (let left = to.over; left > 0n && all && isReadable(all); left--)
      all = productOf(all, base);
    return all;
  }
  // A number to the power of a·n + b.
  const [line, more] = exponent.added;
  const number = valueIn(base);
  if (!number || isZero(number) || !line || more || exponent.factors.size > 0) return undefined;
  const [shift = ZERO, slope = ZERO, curve] = line.factor;
  const isLine = isSame(line.base, ONE) && !curve && isWhole(shift) && isWhole(slope);
  const [by, step] = [toNumber(shift), toNumber(slope)];
  if (!isLine || Math.abs(by) > 99 || Math.abs(step) > 9) return undefined;
  return just([{ base: power(number, step), factor: [power(number, by)] }]);
}

function linearOf(tree: Tree): Linear | undefined {
  const linear = madeOf(tree);
  return linear && isReadable(linear) ? linear : undefined;
}

function madeOf({ word, operands }: Tree): Linear | undefined {
  const lag = lagOf(word);
  if (lag !== undefined) return { factors: new Map([[lag, ONE]]), added: [] };
  if (word === 'n') return just([{ base: ONE, factor: [ZERO, ONE] }]);
  if (isNumber(word)) {
    const value = read(word);
    return value && just(constant(value));
  }
  const [a, b] = operands.map(linearOf);
  if (!a || (operands.length > 1 && !b)) return undefined;
  switch (word) {
    case 'add':
      return b && sumOf(a, b, ONE);
    case 'sub':
      return b && sumOf(a, b, negated(ONE));
    case 'mul':
      return b && productOf(a, b);
    case 'div': {
      const under = b && valueIn(b);
      return under && !isZero(under) ? sumOf(just([]), a, div(ONE, under)) : undefined;
    }
    case 'inv': {
      const under = valueIn(a);
      return under && !isZero(under) ? just(constant(div(ONE, under))) : undefined;
    }
    case 'sqr':
      return productOf(a, a);
    case 'pow':
      return b && powerOf(a, b);
    default:
      return undefined;
  }
}

/** The polynomial of a generating function's denominator: the characteristic one turned around. */
export const reversed = (p: Polynomial): Polynomial => trimmed([...p].reverse());
