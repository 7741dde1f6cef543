// A law in a plain sentence: "Each term is twice the one before; keep the last two digits."
import { isNumber, lagOf, sizeOf, someOf, summandsOf, type Tree } from '../law/tree';
import { shortened } from './plain';

/** Longer laws are clearer as formulas than as sentences. */
const LONGEST = 13;

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A small number as a word. */
export const inWords = (value: number): string => SMALL[value] ?? String(value);

/** What an operator makes of its operands, as a noun; `$1` and `$2` are their phrases. */
const FUNCTIONS: Record<string, string> = {
  prime: 'the prime number with index $1',
  primepi: 'the number of primes up to $1',
  isprime: '1 if $1 is prime and 0 if not',
  numdiv: 'the number of divisors of $1',
  phi: 'the count of numbers up to $1 that share no factor with it',
  mobius: 'the Möbius function of $1',
  omega: 'the number of different prime factors of $1',
  bigomega: 'the number of prime factors of $1',
  lpf: 'the smallest prime factor of $1',
  gpf: 'the largest prime factor of $1',
  rad: 'the product of the different prime factors of $1',
  issquare: '1 if $1 is a square and 0 if not',
  issquarefree: '1 if no square but 1 divides $1 and 0 if one does',
  factorial: 'the product of all numbers from 1 to $1',
  binomial: 'the number of ways to choose $2 of $1',
  gcd: 'the greatest common divisor of $1 and $2',
  lcm: 'the least common multiple of $1 and $2',
  min: 'the smaller of $1 and $2',
  max: 'the larger of $1 and $2',
  isqrt: 'the square root of $1, rounded down,',
  abs: 'the size of $1 without its sign',
  digitsum: 'the sum of the digits of $1 in base $2',
  digitcount: 'the number of digits of $1 in base $2',
  reverse: 'the digits of $1 in base $2 read backwards',
  valuation: 'how often $2 divides $1',
  sqrt: 'the square root of $1',
  exp: 'e to the power of $1',
  log: 'the logarithm of $1',
  sin: 'the sine of $1',
  cos: 'the cosine of $1',
  tan: 'the tangent of $1',
  inv: '1 divided by $1',
  row: 'the row of $1 in a triangle',
  col: 'the place of $1 within its row',
  round: '$1, rounded to $2 decimals,',
};

/** The sentence of a law, never empty: where words would not help, where its terms come from. */
export function lawInWords(tree: Tree | undefined): string {
  const rule = tree && regular(tree);
  const said = rule && sizeOf(rule) <= LONGEST ? sentenceOf(rule) : undefined;
  return said ?? summaryOf(rule);
}

/** A law without the exceptions, which are told apart: n^2 of `if(n == 5, 26, n^2)`. */
function regular(tree: Tree): Tree {
  const [condition, single, rest] = tree.operands;
  const [index, place] = condition?.operands ?? [];
  const isSingle =
    tree.word === 'if' &&
    condition?.word === 'eq' &&
    [index?.word, place?.word].includes('n') &&
    [index, place].some((side) => side && isNumber(side.word)) &&
    single &&
    isNumber(single.word);
  return isSingle && rest ? regular(rest) : tree;
}

/** What a law too long for words is made from. */
function summaryOf(tree: Tree | undefined): string {
  if (!tree) return 'Each term is computed by the formula above.';
  const lags = lagsOf(tree);
  const position = someOf(tree, (word) => word === 'n') ? 'its position n' : undefined;
  const deepest = Math.max(0, ...lags);
  const earlier =
    deepest === 0
      ? someOf(tree, (word) => word === 'at')
        ? 'an earlier term'
        : undefined
      : deepest === 1
        ? 'the one before'
        : lags.size === deepest
          ? `the ${inWords(deepest)} before it`
          : lags.size === 1
            ? `the one ${inWords(deepest)} places before`
            : `terms up to ${inWords(deepest)} places before`;
  const from = [earlier, position].filter(Boolean).join(' and ');
  return `Each term is computed${from && ` from ${from}`}, by the formula above.`;
}

function lagsOf(tree: Tree, lags = new Set<number>()): Set<number> {
  const lag = lagOf(tree.word);
  if (lag !== undefined) lags.add(lag);
  for (const operand of tree.operands) lagsOf(operand, lags);
  return lags;
}

function sentenceOf(tree: Tree): string | undefined {
  const [first, second] = tree.operands;
  // What is done at the end is said at the end.
  if (tree.word === 'least' && first && second) return nextOf(first, second);
  if (tree.word === 'mod' && first && second && isNumber(second.word)) {
    const rule = ruleOf(first);
    return rule && `${rule}; keep ${remainderIn(second.word)}.`;
  }
  if (tree.word === 'idiv' && first && second && isNumber(second.word)) {
    const rule = ruleOf(first);
    const by = second.word === '2' ? 'halve it' : `divide by ${minus(second.word)}`;
    return rule && `${rule}; ${by} and round down.`;
  }
  const rule = ruleOf(tree);
  return rule && `${rule.replace(/,$/, '')}.`;
}

/** What a condition on a number says of it. */
const CONDITIONS: Record<string, string> = {
  isprime: 'is prime',
  issquarefree: 'is divided by no square but 1',
  issquare: 'is a square',
};

/** "Each term is the next larger number that is prime." */
function nextOf(after: Tree, condition: Tree): string | undefined {
  const before = phraseOf(after);
  if (before === undefined) return undefined;
  const parts = (condition.word === 'mul' ? condition.operands : [condition]).map(conditionOf);
  const what = parts.every((part) => part !== undefined)
    ? parts.join(' and ')
    : 'meets the condition in the formula';
  const which = before === 'the one before' ? 'next larger' : 'smallest';
  const than = which === 'smallest' ? ` above ${before}` : '';
  return `Each term is the ${which} number${than} that ${what}.`;
}

function conditionOf({ word, operands: [a, b] }: Tree): string | undefined {
  const known = a && /^b\d/.test(a.word) ? CONDITIONS[word] : undefined;
  if (known) return known;
  if (word === 'eq' && a?.word === 'reverse' && b && /^b\d/.test(b.word)) {
    const base = a.operands[1]?.word;
    return `reads the same backwards${base === '10' ? '' : ` in base ${base}`}`;
  }
  if (word === 'sub' && a?.word === '1' && b?.word === 'isprime') return 'is not prime';
  return undefined;
}

/** "the last two digits", "the remainder after division by 7". */
function remainderIn(modulus: string): string {
  if (modulus === '2') return '0 if that is even and 1 if it is odd';
  const zeros = /^1(0+)$/.exec(modulus)?.[1]?.length;
  if (zeros === 1) return 'the last digit';
  return zeros ? `the last ${inWords(zeros)} digits` : `the remainder after division by ${modulus}`;
}

/** "Each term is …" or "Term number n is …", without its end. */
function ruleOf(tree: Tree): string | undefined {
  if (isNumber(tree.word)) return `Every term is ${minus(tree.word)}`;
  if (tree.word === 'n') return 'Term number n is n itself: the terms count up';
  const looksBack = lagsOf(tree).size > 0;
  if (looksBack) return special(tree) ?? sumOf(tree, 'Each term is ');
  if (someOf(tree, (word) => word === 'at')) return undefined;
  return sumOf(tree, 'Term number n is ');
}

/** Laws that have a shorter saying. */
function special(tree: Tree): string | undefined {
  const lag = lagOf(tree.word);
  if (lag === 1) return 'Every term is the same';
  if (lag !== undefined) return `The terms repeat, ${inWords(lag)} at a time`;
  const summands = summandsOf(tree);
  const lags = summands.map(({ tree: { word }, isNegative }) => (isNegative ? 0 : lagOf(word)));
  if (summands.length > 1 && lags.every(Boolean)) {
    const sorted = lags.map(Number).sort((a, b) => a - b);
    if (sorted.every((value, index) => value === index + 1)) {
      return `Each term is the sum of the ${inWords(sorted.length)} before it`;
    }
  }
  const [one, other] = summands;
  if (summands.length === 2 && one && other && !one.isNegative && one.tree.word === 'u1') {
    const by = other.tree.word;
    if (isNumber(by)) {
      return `Each term is ${minus(by)} ${other.isNegative ? 'less' : 'more'} than the one before`;
    }
  }
  return undefined;
}

/** Summands one after the other: ", plus", ", minus". */
function sumOf(tree: Tree, beginning: string): string | undefined {
  const summands = [...summandsOf(tree)].sort(
    (a, b) => Number(a.isNegative) - Number(b.isNegative),
  );
  const phrases = summands.map(({ tree: part }) => phraseOf(part));
  if (phrases.some((phrase) => phrase === undefined)) return undefined;
  const joint = summands.length > 2 || phrases.some((phrase) => (phrase?.length ?? 0) > 12);
  const parts = summands.map(({ isNegative }, index) => {
    const sign = isNegative ? 'minus ' : index > 0 ? 'plus ' : '';
    return `${index > 0 ? (joint ? ', ' : ' ') : ''}${sign}${phrases[index]}`;
  });
  return beginning + parts.join('').replaceAll(',,', ',');
}

/** Of long decimals a sentence has no more digits than one remembers. */
const minus = (number: string): string => shortened(number, 6).replace(/^-/, '−');

/** How often: "twice", "three times", "half", "0.9 times". */
function timesOf(number: string): string {
  if (number === '2') return 'twice';
  if (number === '0.5') return 'half';
  if (number === '-1') return 'minus';
  const small = SMALL[Number(number)];
  return `${small && Number(number) > 2 ? small : minus(number)} times`;
}

function phraseOf(tree: Tree): string | undefined {
  const { word, operands } = tree;
  const lag = lagOf(word);
  if (lag === 1) return 'the one before';
  if (lag !== undefined) return `the one ${inWords(lag)} places before`;
  if (operands.length === 0) return /^b\d/.test(word) ? undefined : valueIn(word);
  const [a, b] = operands.map(phraseOf);
  if (a === undefined) return undefined;
  const [first] = operands;
  switch (word) {
    case 'add':
    case 'sub': {
      const sum = sumOf(tree, '');
      return sum && `(${sum})`;
    }
    case 'mul':
      if (b === undefined || !first) return undefined;
      return isNumber(first.word) ? `${timesOf(first.word)} ${b}` : `${a} times ${b}`;
    case 'div':
      return b && `${a} divided by ${b}`;
    case 'idiv':
      return b && `${a} divided by ${b} and rounded down`;
    case 'mod':
      return b && `the remainder of ${a} divided by ${b}`;
    case 'sqr':
      return `${a} squared`;
    case 'pow':
      return b && (b === '3' ? `${a} cubed` : `${a} to the power of ${b}`);
    case 'sigma':
      return b === '1' ? `the sum of the divisors of ${a}` : undefined;
    default: {
      const pattern = FUNCTIONS[word];
      if (!pattern || operands.some((_, index) => [a, b][index] === undefined)) return undefined;
      return pattern.replace('$1', () => a).replace('$2', () => b ?? '');
    }
  }
}

const valueIn = (word: string): string =>
  ({ pi: 'π', e: 'e', euler_gamma: 'Euler’s constant' })[word] ?? minus(word);
