// Polynomials over the rational numbers: their factors of degree one and two.
import {
  add,
  div,
  gcd,
  isZero,
  mul,
  negated,
  ONE,
  type Rational,
  rational,
  sub,
  toNumber,
  ZERO,
} from './rational';

/** Coefficients, that of x^0 first; the last one is not zero. */
export type Polynomial = readonly Rational[];

export function trimmed(coefficients: readonly Rational[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && isZero(coefficients[length - 1] ?? ZERO)) length--;
  return coefficients.slice(0, length);
}

export const degree = (p: Polynomial): number => p.length - 1;
const leading = (p: Polynomial): Rational => p.at(-1) ?? ZERO;

export function plus(a: Polynomial, b: Polynomial): Polynomial {
  const length = Math.max(a.length, b.length);
  return trimmed(Array.from({ length }, (_, at) => add(a[at] ?? ZERO, b[at] ?? ZERO)));
}

export const scaled = (a: Polynomial, by: Rational): Polynomial =>
  trimmed(a.map((value) => mul(value, by)));

export function times(a: Polynomial, b: Polynomial): Polynomial {
  const product: Rational[] = Array.from(
    { length: Math.max(0, a.length + b.length - 1) },
    () => ZERO,
  );
  for (const [i, one] of a.entries()) {
    for (const [j, other] of b.entries())
      product[i + j] = add(product[i + j] ?? ZERO, mul(one, other));
  }
  return trimmed(product);
}

/** Quotient and remainder; `b` must not be zero. */
export function divided(a: Polynomial, b: Polynomial): [Polynomial, Polynomial] {
  const rest = [...a];
  const quotient: Rational[] = [];
  for (let at = a.length - b.length; at >= 0; at--) {
    const factor = div(rest[at + b.length - 1] ?? ZERO, leading(b));
    quotient[at] = factor;
    for (const [i, value] of b.entries())
      rest[at + i] = sub(rest[at + i] ?? ZERO, mul(factor, value));
  }
  return [trimmed(quotient), trimmed(rest.slice(0, Math.max(0, b.length - 1)))];
}

const monic = (p: Polynomial): Polynomial => scaled(p, div(ONE, leading(p)));

export function commonFactor(a: Polynomial, b: Polynomial): Polynomial {
  let [one, other] = [a, b];
  while (other.length > 0) [one, other] = [other, divided(one, other)[1]];
  return monic(one);
}

const derivative = (p: Polynomial): Polynomial =>
  trimmed(p.slice(1).map((value, at) => mul(value, rational(at + 1))));

export const valueAt = (p: Polynomial, x: Rational): Rational =>
  p.reduceRight((sum, value) => add(mul(sum, x), value), ZERO);

/** The same times a number, so that its coefficients are integers without a common divisor. */
export function primitive(p: Polynomial): Polynomial {
  const under = p.reduce((all, { under }) => (all * under) / gcd(all, under), 1n);
  const whole = p.map((value) => value.over * (under / value.under));
  const common = whole.reduce(gcd, 0n);
  return whole.map((value) => rational(value, common));
}

/** A factor of degree one or two that has no smaller ones, with the highest coefficient 1. */
export interface Factor {
  readonly polynomial: Polynomial;
  /** How often it occurs. */
  readonly many: number;
}

/** The factors of a polynomial; undefined unless all are of degree one or two. */
export function factorsOf(p: Polynomial): readonly Factor[] | undefined {
  const factors: Factor[] = [];
  for (const [at, part] of squareFree(monic(p)).entries()) {
    const found = simpleFactors(part);
    if (!found) return undefined;
    factors.push(...found.map((polynomial) => ({ polynomial, many: at + 1 })));
  }
  return factors;
}

/** What occurs once, what occurs twice, and so on (Yun's algorithm). */
function squareFree(p: Polynomial): Polynomial[] {
  const parts: Polynomial[] = [];
  let common = commonFactor(p, derivative(p));
  let [all] = divided(p, common);
  while (degree(all) > 0) {
    const more = commonFactor(all, common);
    parts.push(divided(all, more)[0]);
    all = more;
    [common] = divided(common, more);
  }
  return parts;
}

/** Factors of what has none twice: roots are found by rounding, and tried exactly. */
function simpleFactors(p: Polynomial): Polynomial[] | undefined {
  const found: Polynomial[] = [];
  let rest = p;
  /** By Gauss: the leading coefficient of integers makes those of its factors whole. */
  const whole = Math.abs(toNumber(leading(primitive(p))));
  const near = (value: number): Rational | undefined => {
    const rounded = Math.round(value * whole);
    return Number.isSafeInteger(rounded) ? rational(rounded, whole) : undefined;
  };
  const take = (factor: readonly (Rational | undefined)[]): boolean => {
    if (factor.some((value) => value === undefined)) return false;
    const candidate = factor as Polynomial;
    if (candidate.length > rest.length) return false;
    const [quotient, remainder] = divided(rest, candidate);
    if (remainder.length > 0) return false;
    found.push(candidate);
    rest = quotient;
    return true;
  };
  if (!Number.isSafeInteger(whole)) return undefined;
  const roots = rootsOf(p);
  const left = roots.filter(([real, imaginary]) => {
    const root = Math.abs(imaginary) < 1e-6 * (1 + Math.abs(real)) ? near(real) : undefined;
    return !(root && take([negated(root), ONE]));
  });
  for (const [i, [a, b]] of left.entries()) {
    for (const [c, d] of left.slice(i + 1)) {
      const [sum, product] = [near(a + c), near(a * c - b * d)];
      if (Math.abs(b + d) < 1e-6) take([product, sum && negated(sum), ONE]);
    }
  }
  return degree(rest) === 0 ? found : undefined;
}

type Complex = readonly [number, number];

/** All roots, nearly (Durand and Kerner). */
function rootsOf(p: Polynomial): Complex[] {
  const numbers = p.map(toNumber);
  const many = numbers.length - 1;
  const size = 1 + Math.max(...numbers.slice(0, -1).map(Math.abs), 0);
  const radius = Math.min(size, Math.abs(numbers[0] ?? 1) ** (1 / Math.max(many, 1)) || 1);
  let roots = Array.from({ length: many }, (_, at): Complex => {
    const angle = (2 * Math.PI * at) / many + 0.4;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  for (let step = 0; step < 500; step++) {
    let moved = 0;
    roots = roots.map((root, at) => {
      const value = numbers.reduceRight<Complex>(
        (sum, next) => {
          const [a, b] = multiplied(sum, root);
          return [a + next, b];
        },
        [0, 0],
      );
      const others = roots.filter((_, other) => other !== at);
      const under = others.reduce<Complex>(
        (all, other) => multiplied(all, [root[0] - other[0], root[1] - other[1]]),
        [1, 0],
      );
      const norm = under[0] ** 2 + under[1] ** 2 || Number.MIN_VALUE;
      const [a, b] = multiplied(value, [under[0] / norm, -under[1] / norm]);
      moved = Math.max(moved, Math.abs(a) + Math.abs(b));
      return [root[0] - a, root[1] - b];
    });
    if (moved < 1e-14 * size) break;
  }
  return roots;
}

const multiplied = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
