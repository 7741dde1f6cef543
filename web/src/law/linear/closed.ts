// A closed form: a sum of powers of the roots of the characteristic polynomial, exactly.
import { type Factor, type Polynomial, trimmed } from './polynomial';
import {
  add,
  div,
  isZero,
  mul,
  negated,
  ONE,
  power,
  type Rational,
  rational,
  sub,
  ZERO,
} from './rational';

/** A polynomial in n times a power with the exponent n. */
export interface Power {
  readonly kind: 'power';
  readonly base: Rational;
  readonly factor: Polynomial;
}

/** The two roots of x² − sum·x + product, which are no fractions: `n^times` times
 * `even·p(n) + odd·q(n)`, where the n-th power of the first root is `p(n) + q(n)·√(sum² − 4·product)`. */
export interface Pair {
  readonly kind: 'pair';
  readonly sum: Rational;
  readonly product: Rational;
  readonly times: number;
  readonly even: Rational;
  readonly odd: Rational;
}

export type Closed = readonly (Power | Pair)[];

/** What n is: powers of that size are still quick to compute. */
const LARGEST_INDEX = 1000;

/** The closed form of terms that obey the recurrence of these roots from `terms[0]` on, where n is
 * `first`. Undefined if there is none, or it does not give every term. */
export function closedOf(
  factors: readonly Factor[],
  terms: readonly Rational[],
  first: number,
): Closed | undefined {
  const basis = factors.flatMap(basisOf);
  const order = basis.length;
  if (terms.length < order || Math.abs(first) > LARGEST_INDEX) return undefined;
  const row = (at: number): Rational[] => basis.map(({ value }) => value(first + at));
  const weights = solved(
    terms.slice(0, order).map((_, at) => row(at)),
    terms.slice(0, order),
  );
  if (!weights) return undefined;
  const holds = terms.every((term, at) => {
    const sum = row(at).reduce((all, value, i) => add(all, mul(value, weights[i] ?? ZERO)), ZERO);
    return isZero(sub(sum, term));
  });
  return holds ? gathered(basis, weights) : undefined;
}

type Root =
  | { readonly kind: 'power'; readonly base: Rational }
  | { readonly kind: 'pair'; readonly sum: Rational; readonly product: Rational };

/** One function of the basis. */
interface Basic {
  readonly root: Root;
  readonly times: number;
  readonly isOdd: boolean;
  readonly value: (n: number) => Rational;
}

function basisOf({ polynomial: [low = ZERO, middle = ZERO, high], many }: Factor): Basic[] {
  const root: Root = high
    ? { kind: 'pair', sum: negated(middle), product: low }
    : { kind: 'power', base: negated(low) };
  return Array.from({ length: many }, (_, times) => times).flatMap((times) =>
    (root.kind === 'pair' ? [false, true] : [false]).map((isOdd): Basic => {
      const alone = (n: number): Rational =>
        root.kind === 'power'
          ? power(root.base, n)
          : partsOfPower(root.sum, root.product, n)[isOdd ? 1 : 0];
      const value = (n: number): Rational => mul(power(rational(n), times), alone(n));
      return { root, times, isOdd, value };
    }),
  );
}

/** p and q of the n-th power of (sum + √discriminant)/2 = p + q·√discriminant. */
export function partsOfPower(
  sum: Rational,
  product: Rational,
  n: number,
): readonly [Rational, Rational] {
  const half = rational(1n, 2n);
  const discriminant = sub(mul(sum, sum), mul(rational(4n), product));
  let base: readonly [Rational, Rational] = [mul(sum, half), half];
  if (n < 0) base = [div(base[0], product), negated(div(half, product))];
  const times = (
    [a, b]: readonly [Rational, Rational],
    [c, d]: readonly [Rational, Rational],
  ): readonly [Rational, Rational] => [
    add(mul(a, c), mul(mul(b, d), discriminant)),
    add(mul(a, d), mul(b, c)),
  ];
  let all: readonly [Rational, Rational] = [ONE, ZERO];
  for (let left = Math.abs(n); left > 0; left >>= 1) {
    if (left % 2 === 1) all = times(all, base);
    base = times(base, base);
  }
  return all;
}

/** The one solution of a square system; undefined if it has none, or more. */
function solved(
  matrix: readonly (readonly Rational[])[],
  right: readonly Rational[],
): readonly Rational[] | undefined {
  const rows = matrix.map((row, at) => [...row, right[at] ?? ZERO]);
  for (let column = 0; column < rows.length; column++) {
    const at = rows.findIndex((row, at) => at >= column && !isZero(row[column] ?? ZERO));
    const pivot = rows[at];
    const other = rows[column];
    if (!pivot || !other) return undefined;
    [rows[at], rows[column]] = [other, pivot];
    const lead = pivot[column] ?? ONE;
    const unit = pivot.map((value) => div(value, lead));
    rows[column] = unit;
    for (const [i, row] of rows.entries()) {
      const factor = row[column] ?? ZERO;
      if (i === column || isZero(factor)) continue;
      rows[i] = row.map((value, j) => sub(value, mul(factor, unit[j] ?? ZERO)));
    }
  }
  return rows.map((row) => row.at(-1) ?? ZERO);
}

/** What belongs to one root together; what has no weight is left out. */
function gathered(basis: readonly Basic[], weights: readonly Rational[]): Closed {
  const weight = (wanted: Root, times: number, isOdd: boolean): Rational => {
    const at = basis.findIndex(
      (one) => one.root === wanted && one.times === times && one.isOdd === isOdd,
    );
    return weights[at] ?? ZERO;
  };
  const many = (wanted: Root): number =>
    1 + Math.max(...basis.filter(({ root }) => root === wanted).map(({ times }) => times));
  const roots = [...new Set(basis.map(({ root }) => root))];
  return roots.flatMap((root): (Power | Pair)[] => {
    const all = Array.from({ length: many(root) }, (_, times) => times);
    if (root.kind === 'power') {
      const factor = trimmed(all.map((times) => weight(root, times, false)));
      return factor.length > 0 ? [{ ...root, factor }] : [];
    }
    return all
      .map((times) => ({
        ...root,
        times,
        even: weight(root, times, false),
        odd: weight(root, times, true),
      }))
      .filter(({ even, odd }) => !isZero(even) || !isZero(odd));
  });
}
