// Exact fractions.

/** A fraction in lowest terms; its denominator is positive. */
export interface Rational {
  readonly over: bigint;
  readonly under: bigint;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

export function gcd(a: bigint, b: bigint): bigint {
  let [one, other] = [abs(a), abs(b)];
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
}

/** `under` must not be zero. */
export function rational(over: bigint | number, under: bigint | number = 1n): Rational {
  const [a, b] = [BigInt(over), BigInt(under)];
  const common = gcd(a, b) * (b < 0n ? -1n : 1n);
  return { over: a / common, under: b / common };
}

export const ZERO = rational(0n);
export const ONE = rational(1n);

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.over * b.under + b.over * a.under, a.under * b.under);
export const negated = (a: Rational): Rational => ({ over: -a.over, under: a.under });
export const sub = (a: Rational, b: Rational): Rational => add(a, negated(b));
export const mul = (a: Rational, b: Rational): Rational =>
  rational(a.over * b.over, a.under * b.under);
/** `b` must not be zero. */
export const div = (a: Rational, b: Rational): Rational =>
  rational(a.over * b.under, a.under * b.over);
export const isZero = (a: Rational): boolean => a.over === 0n;
export const isSame = (a: Rational, b: Rational): boolean =>
  a.over === b.over && a.under === b.under;
export const isWhole = (a: Rational): boolean => a.under === 1n;
export const toNumber = (a: Rational): number => Number(a.over) / Number(a.under);

/** A whole power; zero must not be raised to a negative one. */
export function power(base: Rational, exponent: number): Rational {
  const raised = rational(
    base.over ** BigInt(Math.abs(exponent)),
    base.under ** BigInt(Math.abs(exponent)),
  );
  return exponent < 0 ? div(ONE, raised) : raised;
}

/** Digits beyond this are no constant that somebody reads. */
const MOST_DIGITS = 60;

/** What is written as an integer, a decimal or a fraction, exactly; undefined if it is none. */
export function read(text: string): Rational | undefined {
  const [over, under, more] = text.split('/');
  if (more !== undefined || text.length > MOST_DIGITS) return undefined;
  if (under !== undefined) {
    const [a, b] = [read(over ?? ''), read(under)];
    return a && b && !isZero(b) ? div(a, b) : undefined;
  }
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d{1,2}))?$/i.exec(text);
  if (!found) return undefined;
  const [, sign, whole = '', decimals = '', exponent = '0'] = found;
  const digits = rational(BigInt(`${whole}${decimals}`));
  const value = mul(digits, power(rational(10n), Number(exponent) - decimals.length));
  return sign ? negated(value) : value;
}
