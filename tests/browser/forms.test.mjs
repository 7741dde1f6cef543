// Closed forms, generating functions and characteristic polynomials of linear recurrences: each is
// computed here once more, by numbers, from what is written.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { load } from './support/source.mjs';

let treeOf;
let formsOf;
before(async () => {
  ({ treeOf } = await load('law/tree.ts'));
  ({ formsOf } = await load('law/linear/index.ts'));
});

/** Terms of `u(n) = …` by its own definition, so many from the first one on. */
function run(next, initial, count = 12) {
  const terms = initial.map(Number);
  while (terms.length < count) terms.push(next((lag) => terms.at(-lag), terms.length + 1));
  return terms;
}

/** What a form in one line is worth, with values for its letters. */
function worth(text, values) {
  const code = text
    .replace(/(?<=[\w)]) (?=[\w(])/g, ' * ')
    .replace(/\b(sqrt|cos|sin) \* \(/g, '$1(')
    .replaceAll('^', '**')
    // JavaScript wants brackets where a sign stands before a power.
    .replace(/^-(?! )/, '-1 * ');
  const names = { sqrt: Math.sqrt, cos: Math.cos, sin: Math.sin, pi: Math.PI, ...values };
  return new Function(...Object.keys(names), `return ${code}`)(...Object.values(names));
}

const near = (a, b, words) =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${words}: ${a}, not ${b}`);

/** The law as prefix words, how its terms are made, its start, and what must be written. */
const LAWS = {
  'Fibonacci, by Binet': [
    'add u1 u2',
    (u) => u(1) + u(2),
    ['1', '1'],
    {
      closed: 'u(n) = 1/(sqrt(5)) (((1 + sqrt(5))/2)^n - ((1 - sqrt(5))/2)^n)',
      generating: 'x/(1 - x - x^2)',
      characteristic: 'x^2 - x - 1',
    },
  ],
  Lucas: [
    'add u1 u2',
    (u) => u(1) + u(2),
    ['1', '3'],
    { closed: 'u(n) = ((1 + sqrt(5))/2)^n + ((1 - sqrt(5))/2)^n' },
  ],
  'powers of two': [
    'mul 2 u1',
    (u) => 2 * u(1),
    ['1'],
    {
      closed: 'u(n) = 2^(n - 1)',
      generating: 'x/(1 - 2 x)',
      characteristic: 'x - 2',
    },
  ],
  squares: [
    'pow n 2',
    (_, n) => n * n,
    [],
    {
      closed: undefined,
      generating: '(x + x^2)/((1 - x)^3)',
      characteristic: 'x^3 - 3 x^2 + 3 x - 1 = (x - 1)^3',
    },
  ],
  'squares, by differences': [
    'sub add u1 mul 2 n 1',
    (u, n) => u(1) + 2 * n - 1,
    ['1'],
    { closed: 'u(n) = n^2', generating: '(x + x^2)/((1 - x)^3)' },
  ],
  'a period of three': [
    'u3',
    (u) => u(3),
    ['1', '2', '5'],
    { characteristic: 'x^3 - 1 = (x - 1) (x^2 + x + 1)' },
  ],
  'a period of four': ['u4', (u) => u(4), ['1', '2', '5', '7'], {}],
  'a period of six': [
    'sub u1 u2',
    (u) => u(1) - u(2),
    ['1', '3'],
    { closed: 'u(n) = -2 cos(pi n/3) + (4 sqrt(3))/3 sin(pi n/3)' },
  ],
  'a spiral': ['sub mul 2 u1 mul 2 u2', (u) => 2 * u(1) - 2 * u(2), ['1', '4'], {}],
  'a root twice': [
    'sub mul 4 u1 mul 4 u2',
    (u) => 4 * u(1) - 4 * u(2),
    ['2', '8'],
    {
      closed: 'u(n) = n * 2^n',
      generating: '(2 x)/((1 - 2 x)^2)',
      characteristic: 'x^2 - 4 x + 4 = (x - 2)^2',
    },
  ],
  'golden roots twice': [
    'sub sub add mul 2 u1 u2 mul 2 u3 u4',
    (u) => 2 * u(1) + u(2) - 2 * u(3) - u(4),
    ['1', '2', '5', '10'],
    {},
  ],
  'with a line added': [
    'add mul 3 u1 n',
    (u, n) => 3 * u(1) + n,
    ['1'],
    { closed: 'u(n) = 3/4 * 3^n - 1/2 n - 3/4' },
  ],
  'with a power added': [
    'add u1 pow 2 n',
    (u, n) => u(1) + 2 ** n,
    ['1'],
    { closed: 'u(n) = 2^(n + 1) - 3' },
  ],
  halves: ['div u1 2', (u) => u(1) / 2, ['1'], { closed: 'u(n) = (1/2)^(n - 1)' }],
  'silver ratio': ['add mul 2 u1 u2', (u) => 2 * u(1) + u(2), ['3', '5'], {}],
  'an exception at the start': [
    'mul 2 u1',
    (u) => 2 * u(1),
    ['7', '1'],
    { closed: 'u(n) = 2^(n - 2), n >= 2' },
  ],
  Tribonacci: [
    'add add u1 u2 u3',
    (u) => u(1) + u(2) + u(3),
    ['1', '1', '2'],
    { closed: undefined, generating: 'x/(1 - x - x^2 - x^3)' },
  ],
};

for (const first of [1, 0]) {
  for (const [name, [words, next, initial, wanted]] of Object.entries(LAWS)) {
    test(`${name}, from n = ${first}`, () => {
      const terms = run(next, initial);
      const forms = formsOf(treeOf(words.split(' ')), {
        initial,
        zeros: 0,
        terms: terms.map(String),
        first,
      });
      assert.ok(forms);
      if (first === 1) {
        for (const [kind, text] of Object.entries(wanted)) {
          assert.equal(forms[kind]?.text, text, kind);
        }
      }
      assert.equal(forms.closed === undefined, 'closed' in wanted && wanted.closed === undefined);
      const [closed, from = ''] = (forms.closed?.text ?? '').split(', n >= ');
      const formula = closed.replace('u(n) = ', '');
      for (const [at, term] of terms.entries()) {
        const n = at + first;
        if (formula === '' || n < Number(from)) continue;
        near(worth(formula, { n }), term, `${formula} at ${n}`);
      }
      // Near zero the series is its first terms.
      const x = 1 / 256;
      const series = terms.reduce((sum, term, at) => sum + term * x ** (at + first), 0);
      near(worth(forms.generating.text, { x }), series, forms.generating.text);
      // Both writings of the polynomial are the same.
      for (const x of [-2, 0.5, 3]) {
        const [expanded, ...others] = forms.characteristic.text.split(' = ');
        for (const other of others) near(worth(other, { x }), worth(expanded, { x }), other);
      }
    });
  }
}

test('what is no such law, or does not give the terms, has no forms', () => {
  const start = { initial: ['1', '1'], zeros: 0, first: 1 };
  const forms = (words, terms, more = {}) =>
    formsOf(treeOf(words.split(' ')), { ...start, terms: terms.split(' '), ...more });
  assert.ok(forms('add u1 u2', '1 1 2 3 5 8'));
  assert.equal(forms('add u1 u2', '1 1 2 3 5 9'), undefined);
  assert.equal(forms('mul u1 u2', '1 1 1 1 1'), undefined);
  assert.equal(forms('add u1 mul n u2', '1 1 4 8'), undefined);
  assert.equal(forms('mod n 3', '1 2 0 1', { initial: [] }), undefined);
  assert.equal(forms('pow n n', '1 4 27', { initial: [] }), undefined);
  // Nothing takes long, however large the numbers become.
  const tower = `${'pow '.repeat(12)}9${' 12'.repeat(12)}`;
  assert.equal(forms(tower, '1 2 3', { initial: [] }), undefined);
  assert.equal(forms(`${'sqr '.repeat(40)}n`, '1 2 3', { initial: [] }), undefined);
});

test('zeros before the first term, fractions and decimals are exact', () => {
  const fibonacci = formsOf(treeOf('add u1 u2'.split(' ')), {
    initial: ['1'],
    zeros: 1,
    terms: ['1', '1', '2', '3', '5', '8'],
    first: 1,
  });
  assert.equal(fibonacci.generating.text, 'x/(1 - x - x^2)');
  const interest = formsOf(treeOf('mul 1.05 u1'.split(' ')), {
    initial: ['100'],
    zeros: 0,
    terms: ['100', '105.0', '110.25', '115.7625'],
    first: 0,
  });
  assert.equal(interest.closed.text, 'u(n) = 100 (21/20)^n');
  const harmonic = formsOf(treeOf('add u1 div 1 2'.split(' ')), {
    initial: ['1/3'],
    zeros: 0,
    terms: ['1/3', '5/6', '4/3'],
    first: 1,
  });
  assert.equal(harmonic.closed.text, 'u(n) = 1/2 n - 1/6');
});
