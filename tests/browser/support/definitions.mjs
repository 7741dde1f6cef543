// The sequences of the gallery from their definitions, as long as one likes. The gallery shows the
// first terms; what follows is known here only.

import { shelves } from './integers.mjs';

const big = (count, term) => Array.from({ length: count }, (_, index) => term(BigInt(index + 1)));
const real = (count, term) => Array.from({ length: count }, (_, index) => term(index + 1));

/** u(n) from n and all terms before, newest last. */
const from = (first, step) => (count) => {
  const terms = [...first];
  while (terms.length < count) terms.push(step(terms, BigInt(terms.length + 1)));
  return terms.slice(0, count);
};
const realFrom = (first, step) => (count) => {
  const terms = [...first];
  while (terms.length < count) terms.push(step(terms, terms.length + 1));
  return terms.slice(0, count);
};
const closed = (term) => (count) => big(count, term);
const closedReal = (term) => (count) => real(count, term);
const back = (terms, steps) => terms[terms.length - steps];

const factorial = (n) => (n <= 1n ? 1n : n * factorial(n - 1n));
const binomial = (n, k) => factorial(n) / (factorial(k) * factorial(n - k));
const powerBelow = (n) => (n <= 1n ? 1n : 2n * powerBelow(n / 2n));
const sum = (from, to, term) => {
  let total = 0n;
  for (let k = from; k <= to; k++) total += term(k);
  return total;
};

/** exp(−x²) ∫₀ˣ exp(t²) dt, by Rybicki's sum. */
function dawson(x) {
  const step = 0.2;
  const nearest = 2 * Math.round((0.5 * x) / step);
  const offset = x - nearest * step;
  let total = 0;
  for (let k = -31; k <= 31; k += 2) total += Math.exp(-((offset - k * step) ** 2)) / (nearest + k);
  return total / Math.sqrt(Math.PI);
}

/** J0 or I0 as the mean of cos or cosh of x sin t over a period. */
function bessel(x, wave) {
  const steps = 256;
  let total = 0;
  for (let k = 0; k < steps; k++) total += wave(x * Math.sin((2 * Math.PI * k) / steps));
  return total / steps;
}

/** The largest product of numbers with the sum n − 1, by its definition. */
const products = from([1n], (terms) => {
  const n = terms.length;
  return terms.map((term, i) => BigInt(n - i) * term).reduce((a, b) => (b > a ? b : a));
});

/** By the name in the gallery. */
export const definitions = {
  // The paper's Table 1.
  'A000792: max (n − i) a(i)': products,
  'A000855: final two digits of 2ⁿ': closed((n) => 2n ** (n - 1n) % 100n),
  'A006257: Josephus problem': closed((n) =>
    n === 1n ? 0n : 2n * (n - 1n - powerBelow(n - 1n)) + 1n,
  ),
  'A008954: final digit of n(n+1)/2': closed((n) => (((n - 1n) * n) / 2n) % 10n),
  'A026741: n, or n/2 if it is even': closed((n) =>
    (n - 1n) % 2n === 0n ? (n - 1n) / 2n : n - 1n,
  ),
  'A035327: bits of n switched': closed((n) => (n === 1n ? 1n : 2n * powerBelow(n - 1n) - n)),
  'A062050: chunks from 1 to 2ⁿ': closed((n) => n - powerBelow(n) + 1n),
  'A074062: reflected pentanacci numbers': from(
    [5n, -1n, -1n, -1n, -1n],
    (u) => back(u, 5) - back(u, 4) - back(u, 3) - back(u, 2) - back(u, 1),
  ),

  // Its Table 2: constants, as multiples.
  '0.3333 n': closedReal((n) => 0.3333 * n),
  '0.33333 n': closedReal((n) => 0.33333 * n),
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: as many digits as the table has.
  '3.1415 n': closedReal((n) => 3.1415 * n),
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: as many digits as the table has.
  '3.14159 n': closedReal((n) => 3.14159 * n),
  '1.6449 n': closedReal((n) => 1.6449 * n),
  '1.64493 n': closedReal((n) => 1.64493 * n),
  '0.123456789 n': closedReal((n) => 0.123456789 * n),
  '0.987654321 n': closedReal((n) => 0.987654321 * n),

  // Its Table 3: functions.
  'arcsinh n': closedReal((n) => Math.asinh(n)),
  'arccosh n': closedReal((n) => Math.acosh(n)),
  'arctanh 1/n, from 2': closedReal((n) => Math.atanh(1 / (n + 1))),
  'Catalan numbers, as floats': realFrom([1], (u, n) => (back(u, 1) * (4 * n - 6)) / n),
  'Dawson’s function': closedReal(dawson),
  'Bessel function J₀': closedReal((n) => bessel(n, Math.cos)),
  'modified Bessel function I₀': closedReal((n) => bessel(n, Math.cosh)),

  // Linear recurrences.
  'Fibonacci numbers': from([1n, 1n], (u) => back(u, 1) + back(u, 2)),
  'Lucas numbers': from([2n, 1n], (u) => back(u, 1) + back(u, 2)),
  'Pell numbers': from([0n, 1n], (u) => 2n * back(u, 1) + back(u, 2)),
  'Jacobsthal numbers': from([0n, 1n], (u) => back(u, 1) + 2n * back(u, 2)),
  'Tribonacci numbers': from([0n, 0n, 1n], (u) => back(u, 1) + back(u, 2) + back(u, 3)),
  'Padovan numbers': from([1n, 1n, 1n], (u) => back(u, 2) + back(u, 3)),
  'Perrin numbers': from([3n, 0n, 2n], (u) => back(u, 2) + back(u, 3)),
  'Narayana’s cows': from([1n, 1n, 1n], (u) => back(u, 1) + back(u, 3)),
  'Golden rectangles': (count) => {
    const f = definitions['Fibonacci numbers'](count + 1);
    return f.slice(0, count).map((term, k) => term * f[k + 1]);
  },
  'Squares of Fibonacci numbers': (count) =>
    definitions['Fibonacci numbers'](count).map((f) => f * f),

  // Figures and polynomials.
  Squares: closed((n) => n * n),
  Cubes: closed((n) => n ** 3n),
  'Triangular numbers': closed((n) => (n * (n + 1n)) / 2n),
  'Pentagonal numbers': closed((n) => (n * (3n * n - 1n)) / 2n),
  'Tetrahedral numbers': closed((n) => (n * (n + 1n) * (n + 2n)) / 6n),
  'Square pyramids': closed((n) => sum(1n, n, (k) => k * k)),
  'Lazy caterer’s sequence': closed((n) => ((n - 1n) * n) / 2n + 1n),
  'Cake numbers': closed(
    (n) => binomial(n - 1n, n > 3n ? 3n : 0n) * (n > 3n ? 1n : 0n) + ((n - 1n) * (n - 2n)) / 2n + n,
  ),
  'Circle division by chords': closed((n) =>
    sum(0n, n - 1n < 4n ? n - 1n : 4n, (k) => binomial(n - 1n, k)),
  ),
  'Centred hexagons': closed((n) => 3n * n * (n - 1n) + 1n),
  'Euler’s prime-rich n² + n + 41': closed((n) => (n - 1n) * n + 41n),
  'Quarter squares': closed((n) => (n * n) / 4n),
  'Generalised pentagonal numbers': closed((n) => {
    const k = n / 2n;
    return n % 2n === 0n ? (k * (3n * k - 1n)) / 2n : (k * (3n * k + 1n)) / 2n;
  }),

  // Growth.
  'Powers of two': closed((n) => 2n ** (n - 1n)),
  'Tower of Hanoi': closed((n) => 2n ** n - 1n),
  Repunits: closed((n) => (10n ** n - 1n) / 9n),
  'Cullen numbers': closed((n) => n * 2n ** n + 1n),
  'Sylvester’s sequence': from([2n], (u) => back(u, 1) ** 2n - back(u, 1) + 1n),
  'Fermat numbers': closed((n) => 2n ** (2n ** (n - 1n)) + 1n),
  'Lucas–Lehmer sequence': from([4n], (u) => back(u, 1) ** 2n - 2n),

  // Counting.
  Factorials: closed(factorial),
  'Double factorials': closed((n) => (n <= 2n ? n : n * double(n - 2n))),
  Derangements: from([1n, 0n], (u, n) => (n - 2n) * (back(u, 1) + back(u, 2))),
  Arrangements: closed((n) => sum(0n, n - 1n, (k) => factorial(n - 1n) / factorial(k))),
  Involutions: from([1n, 1n], (u, n) => back(u, 1) + (n - 2n) * back(u, 2)),
  'Catalan numbers': closed((n) => binomial(2n * (n - 1n), n - 1n) / n),
  'Central binomials': closed((n) => binomial(2n * (n - 1n), n - 1n)),
  'Motzkin numbers': closed((n) =>
    sum(0n, (n - 1n) / 2n, (k) => (binomial(n - 1n, 2n * k) * binomial(2n * k, k)) / (k + 1n)),
  ),
  'Large Schröder numbers': closed((n) =>
    sum(0n, n - 1n, (k) => (binomial(n - 1n + k, 2n * k) * binomial(2n * k, k)) / (k + 1n)),
  ),
  'Central Delannoy numbers': closed((n) =>
    sum(0n, n - 1n, (k) => binomial(n - 1n, k) * binomial(n - 1n + k, k)),
  ),
  'Left factorials': closed((n) => sum(1n, n, factorial)),

  // Remainders and patterns.
  'Josephus problem': closed((n) => 2n * (n - powerBelow(n)) + 1n),
  'Last digits of Fibonacci numbers': (count) =>
    definitions['Fibonacci numbers'](count).map((f) => f % 10n),
  'Digits of 1/7': closed((n) => (10n ** n / 7n) % 10n),
  'A pseudo-random generator': from([7n], (u) => (5n * back(u, 1) + 3n) % 64n),
  'Squares modulo 11': closed((n) => (n * n) % 11n),
  'Integers in zigzag': closed((n) => (n % 2n === 0n ? n / 2n : -(n / 2n))),

  // Floats.
  'Harmonic numbers': realFrom([1], (u, n) => back(u, 1) + 1 / n),
  'Logistic map': realFrom([0.2], (u) => 3.7 * back(u, 1) * (1 - back(u, 1))),
  'Compound interest': realFrom([100], (u) => Math.round(back(u, 1) * 1.05 * 1e10) / 1e10),
  'Square roots': closedReal(Math.sqrt),
  Sines: closedReal((n) => Math.sin(n)),
  'Natural logarithms': closedReal((n) => Math.log(n)),
  'Damped oscillation': closedReal((n) => Math.exp(-n / 5) * Math.cos(n)),
  'Nested square roots': realFrom([1], (u) => Math.sqrt(1 + back(u, 1))),

  ...Object.assign({}, ...Object.values(shelves)),
};

function double(n) {
  return n <= 2n ? n : n * double(n - 2n);
}
