// Closed forms and polynomials in LaTeX.
import type { Closed, Pair, Power } from './closed';
import { type Factor, type Polynomial, primitive } from './polynomial';
import {
  div,
  gcd,
  isSame,
  isWhole,
  isZero,
  mul,
  negated,
  ONE,
  power,
  type Rational,
  rational,
  sub,
  toNumber,
  ZERO,
} from './rational';

/** A summand without its sign. */
interface Summand {
  readonly isNegative: boolean;
  readonly latex: string;
}

const absolute = (a: Rational): Rational => (a.over < 0n ? negated(a) : a);

const magnitude = (a: Rational): string => {
  const { over, under } = absolute(a);
  return under === 1n ? String(over) : `\\frac{${over}}{${under}}`;
};

const bracketed = (latex: string): string => `\\left(${latex}\\right)`;

function sumOf(summands: readonly Summand[]): string {
  const parts = summands.map(({ isNegative, latex }, at) =>
    at === 0 ? `${isNegative ? '-' : ''}${latex}` : `${isNegative ? '-' : '+'} ${latex}`,
  );
  return parts.length > 0 ? parts.join(' ') : '0';
}

/** A number times something; nothing times is 1. */
function multiple(by: Rational, body: string): Summand {
  const isOne = isSame(absolute(by), ONE);
  const sign = /^(\d|\\frac\{\d)/.test(body) ? ' \\cdot ' : ' ';
  const latex = body === '' ? magnitude(by) : isOne ? body : `${magnitude(by)}${sign}${body}`;
  return { isNegative: by.over < 0n, latex };
}

const variable = (name: string, to: number): string =>
  to === 0 ? '' : to === 1 ? name : `${name}^{${to}}`;

function monomials(p: Polynomial, name: string): Summand[] {
  return p
    .map((value, to) => ({ value, to }))
    .filter(({ value }) => !isZero(value))
    .map(({ value, to }) => multiple(value, variable(name, to)));
}

/** The highest power first. */
export const falling = (p: Polynomial, name: string): string => sumOf(monomials(p, name).reverse());
/** The lowest power first. */
export const rising = (p: Polynomial, name: string): string => sumOf(monomials(p, name));

/** A product of powers, each as `write` has it. */
export function productOf(
  factors: readonly Factor[],
  write: (polynomial: Polynomial) => string,
): string {
  const [only, more] = factors;
  if (only && !more && only.many === 1) return write(primitive(only.polynomial));
  return factors
    .map(({ polynomial, many }) => {
      const latex = write(primitive(polynomial));
      // A factor x needs no brackets.
      const base = /^\w$/.test(latex) ? latex : bracketed(latex);
      return many === 1 ? base : `${base}^{${many}}`;
    })
    .join(' ');
}

export function closedLatex(closed: Closed): string {
  const size = (part: Power | Pair): number =>
    part.kind === 'pair' ? 1 : isSame(part.base, ONE) ? 0 : 2 + Math.abs(toNumber(part.base));
  const sorted = [...closed].sort((a, b) => size(b) - size(a));
  return sumOf(sorted.flatMap((part) => (part.kind === 'power' ? powers(part) : pair(part))));
}

const raised = (base: Rational, exponent: string): string => {
  const isPlain = base.over > 0n && isWhole(base);
  const sign = base.over < 0n ? '-' : '';
  const latex = `${sign}${magnitude(base)}`;
  return `${isPlain ? latex : bracketed(latex)}^{${exponent}}`;
};

function powers({ base, factor }: Power): Summand[] {
  if (isSame(base, ONE)) return monomials(factor, 'n').reverse();
  const parts = monomials(factor, 'n').reverse();
  const [only, more] = parts;
  if (!only || more)
    return [{ isNegative: false, latex: `${bracketed(sumOf(parts))} ${raised(base, 'n')}` }];
  const to = factor.length - 1;
  const weight = factor.at(-1) ?? ONE;
  const moved = to === 0 && !isSame(base, negated(ONE)) ? exponentOf(weight, base) : undefined;
  if (moved) return [{ isNegative: weight.over < 0n, latex: raised(base, `n ${moved}`) }];
  const body = [variable('n', to), raised(base, 'n')].filter(Boolean);
  return [multiple(weight, body.join(to > 0 && /^\d/.test(body[1] ?? '') ? ' \\cdot ' : ' '))];
}

/** `- 1`, if the number is that power of the base, or what is below zero by as much. */
function exponentOf(weight: Rational, base: Rational): string | undefined {
  for (let by = 1; by <= 9; by++) {
    if (isSame(absolute(weight), power(base, by))) return `+ ${by}`;
    if (isSame(absolute(weight), power(base, -by))) return `- ${by}`;
  }
  return undefined;
}

/** A square root, taken as far as it can be: √value = outside·√inside. */
function rooted(value: Rational): { outside: Rational; inside: bigint } {
  let inside = value.over * value.under;
  let outside = rational(1n, value.under);
  for (let by = 2n; by <= 1000n; by++) {
    while (inside % (by * by) === 0n) {
      inside /= by * by;
      outside = mul(outside, rational(by));
    }
  }
  return { outside, inside };
}

const rootSign = (inside: bigint): string =>
  inside === -1n ? 'i' : inside < 0n ? `i \\sqrt{${-inside}}` : `\\sqrt{${inside}}`;

/** `\frac{1 + \sqrt{5}}{2}`. */
function surd(plain: Rational, before: Rational, inside: bigint): string {
  const under = (plain.under * before.under) / gcd(plain.under, before.under);
  const over = [plain, before].map((value) => mul(value, rational(under)));
  const [a = ZERO, b = ZERO] = over;
  const parts = isZero(a) ? [] : [multiple(a, '')];
  const sum = sumOf([...parts, multiple(b, rootSign(inside))]);
  return under === 1n ? sum : `\\frac{${sum}}{${under}}`;
}

function pair(part: Pair): Summand[] {
  const { sum, product, times, even, odd } = part;
  const { outside, inside } = rooted(sub(mul(sum, sum), mul(rational(4n), product)));
  const turn = inside < 0n ? turnOf(sum, product) : undefined;
  if (turn !== undefined) return oscillation(part, turn, outside, inside);
  const [one, other] = [outside, negated(outside)].map((sign) => {
    const root = surd(mul(sum, HALF), mul(sign, HALF), inside);
    return `${bracketed(root)}^{n}`;
  });
  const before = times === 0 ? '' : `${variable('n', times)} `;
  // even/2·(a^n + b^n) + odd/2·(a^n − b^n)/(outside·√inside)
  const [plain, rootly] = [mul(even, HALF), div(mul(odd, HALF), outside)];
  if (isZero(rootly)) {
    const isAlone = before === '' && isSame(plain, ONE);
    const both = `${one} + ${other}`;
    return [multiple(plain, isAlone ? both : `${before}${bracketed(both)}`)];
  }
  if (isZero(plain)) {
    const { over, under } = rootly;
    const below = `${under === 1n ? '' : `${under} `}${rootSign(inside)}`;
    const weight = `\\frac{${over < 0n ? -over : over}}{${below}}`;
    const both = bracketed(`${one} - ${other}`);
    return [{ isNegative: over < 0n, latex: `${before}${weight} ${both}` }];
  }
  const weight = div(rootly, rational(inside));
  const parts = [
    [weight, one],
    [negated(weight), other],
  ] as const;
  return parts.map(([sign, root]) => ({
    isNegative: false,
    latex: `${before}${factored(surd(plain, sign, inside))} ${root}`,
  }));
}

const HALF = rational(1n, 2n);

/** A fraction holds together by itself. */
const factored = (latex: string): string => (latex.startsWith('\\frac') ? latex : bracketed(latex));

/** The angle of complex roots as a part of π, where it is a simple one. */
function turnOf(sum: Rational, product: Rational): Rational | undefined {
  const square = div(mul(sum, sum), mul(rational(4n), product));
  const angles: [Rational, Rational][] = [
    [ZERO, rational(1n, 2n)],
    [rational(1n, 4n), rational(1n, 3n)],
    [rational(1n, 2n), rational(1n, 4n)],
    [rational(3n, 4n), rational(1n, 6n)],
  ];
  const angle = angles.find(([cosine]) => isSame(cosine, square))?.[1];
  return angle && sum.over < 0n ? sub(ONE, angle) : angle;
}

/** A number times a root, written as one fraction, times something. */
function rootMultiple(by: Rational, inside: bigint, body: string): Summand {
  if (inside === 1n) return multiple(by, body);
  const { over, under } = absolute(by);
  const above = `${over === 1n ? '' : `${over} `}\\sqrt{${inside}}`;
  const weight = under === 1n ? above : `\\frac{${above}}{${under}}`;
  return { isNegative: by.over < 0n, latex: `${weight} ${body}` };
}

/** `ρ^n (a cos + b sin)`. */
function oscillation(
  { product, times, even, odd }: Pair,
  turn: Rational,
  outside: Rational,
  inside: bigint,
): Summand[] {
  const over = turn.over === 1n ? '\\pi n' : `${turn.over} \\pi n`;
  const angle = `\\frac{${over}}{${turn.under}}`;
  // odd·q(n) = odd·sin(…)·ρ^n/(outside·√|inside|)
  const weight = div(odd, outside);
  const sine = inside === -1n ? weight : div(weight, rational(-inside));
  const waves = [
    ...(isZero(even) ? [] : [multiple(even, `\\cos ${angle}`)]),
    ...(isZero(sine) ? [] : [rootMultiple(sine, -inside, `\\sin ${angle}`)]),
  ];
  const { outside: radius, inside: left } = rooted(product);
  const size = isSame(product, ONE)
    ? ''
    : left === 1n
      ? raised(radius, 'n')
      : raised(product, 'n / 2');
  const before = [variable('n', times), size].filter(Boolean).join(' ');
  const [only] = waves;
  if (before === '') return waves;
  if (only && waves.length === 1) return [{ ...only, latex: `${before} ${only.latex}` }];
  return [{ isNegative: false, latex: `${before} ${bracketed(sumOf(waves))}` }];
}

/** The same in one line, for those who hear it, and until it is typeset. */
export function textOf(latex: string): string {
  let text = latex
    .replaceAll('u_{n}', 'u(n)')
    .replace(/\\left|\\right/g, '')
    .replace(/\\(cos|sin) \\frac\{([^{}]*)\}\{(\d+)\}/g, '$1($2/$3)');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(
        /\\frac\{([^{}]*)\}\{([^{}]*)\}/g,
        (_, over: string, under: string) =>
          `${/^\w+$/.test(over) ? over : `(${over})`}/${/^\w+$/.test(under) ? under : `(${under})`}`,
      )
      .replace(/\\sqrt\{([^{}]*)\}/g, 'sqrt($1)')
      .replace(/\^\{(\w+)\}/g, '^$1')
      .replace(/\^\{([^{}]*)\}/g, '^($1)');
  }
  return text
    .replaceAll('\\cdot', '*')
    .replaceAll('\\quad', ' ')
    .replaceAll('\\ge', '>=')
    .replaceAll('\\pi', 'pi')
    .replace(/ {2,}/g, ' ')
    .trim();
}
