// A term computed by hand: the law with numbers in the place of n and of earlier terms, such as
// "2·32 − 1".
import { shortened } from '../words/plain';
import { isNumber, lagOf, someOf, type Tree } from './tree';

/** From loose to tight: what a part must be at least, to stand without brackets. */
const SUM = 1;
/** A number with a minus before it. */
const SIGNED = 1.25;
const PRODUCT = 2;
const POWER = 3;
const TIGHT = 4;

interface Written {
  readonly text: string;
  readonly level: number;
}

const NAMES: Record<string, string> = { pi: 'π', euler_gamma: 'γ' };

const shown = (number: string): string => shortened(number, 6).replace(/^-/, '−');

/**
 * The law where n is a number, `before` being the terms before that one, the first one first.
 * Undefined where it cannot be written so: sums over a variable, or terms that are not there.
 */
export function arithmeticOf(tree: Tree, n: number, before: readonly string[]): string | undefined {
  // What stands for more than one number has no arithmetic of its own.
  if (someOf(tree, (word) => /^b\d+$/.test(word) || word === 'if' || word === 'at'))
    return undefined;
  const write = (part: Tree, least: number): string | undefined => {
    const written = put(part);
    if (!written) return undefined;
    return written.level < least ? `(${written.text})` : written.text;
  };
  const put = ({ word, operands }: Tree): Written | undefined => {
    if (word === 'n') return number(String(n));
    const lag = lagOf(word);
    if (lag !== undefined) {
      // Zeros may be taken to stand before the first term.
      const term = before[before.length - lag] ?? (lag > before.length ? '0' : undefined);
      return term === undefined ? undefined : number(term);
    }
    if (operands.length === 0) {
      return isNumber(word) ? number(word) : { text: NAMES[word] ?? word, level: TIGHT };
    }
    const [a, b] = operands;
    if (!a) return undefined;
    const both = (
      sign: string,
      level: number,
      left = level,
      right = level + 1,
    ): Written | undefined => {
      const [first, second] = [write(a, left), b && write(b, right)];
      return first === undefined || second === undefined
        ? undefined
        : { text: `${first}${sign}${second}`, level };
    };
    switch (word) {
      case 'add':
        return both(' + ', SUM, SUM, SUM + 0.5);
      case 'sub':
        return both(' − ', SUM);
      case 'mul':
        return a.word === '-1' && b ? negated(b) : product(both('·', PRODUCT, SIGNED));
      case 'div':
        return both('/', PRODUCT);
      case 'mod':
        return both(' mod ', PRODUCT);
      case 'pow':
        return power(a, b);
      case 'sqr':
        return power(a, { word: '2', operands: [] });
      case 'idiv': {
        const inner = both(' / ', PRODUCT);
        return inner && { text: `⌊${inner.text}⌋`, level: TIGHT };
      }
      case 'inv': {
        const inner = write(a, TIGHT);
        return inner === undefined ? undefined : { text: `1/${inner}`, level: PRODUCT };
      }
      case 'sqrt': {
        const inner = write(a, TIGHT);
        return inner === undefined ? undefined : { text: `√${inner}`, level: TIGHT };
      }
      case 'floor': {
        const inner = write(a, 0);
        return inner === undefined ? undefined : { text: `⌊${inner}⌋`, level: TIGHT };
      }
      case 'factorial': {
        const inner = write(a, TIGHT);
        return inner === undefined ? undefined : { text: `${inner}!`, level: TIGHT };
      }
      default: {
        const inner = operands.map((operand) => write(operand, 0));
        if (inner.some((text) => text === undefined)) return undefined;
        return { text: `${word}(${inner.join(', ')})`, level: TIGHT };
      }
    }
  };
  const negated = (part: Tree): Written | undefined => {
    const text = write(part, PRODUCT);
    return text === undefined ? undefined : { text: `−${text}`, level: SUM };
  };
  const power = (base: Tree, exponent: Tree | undefined): Written | undefined => {
    const low = write(base, TIGHT);
    const high = exponent && put(exponent);
    if (low === undefined || !high) return undefined;
    const raised = superscript(high.text);
    return raised === undefined
      ? { text: `${low}^${high.level < TIGHT ? `(${high.text})` : high.text}`, level: POWER }
      : { text: `${low}${raised}`, level: POWER };
  };
  return write(tree, 0);
}

/** What begins with a minus stands in brackets wherever a sum would. */
const product = (written: Written | undefined): Written | undefined =>
  written?.text.startsWith('−') ? { ...written, level: SUM } : written;

/** Negative numbers stand in brackets behind a sign. */
const number = (text: string): Written => ({
  text: shown(text),
  level: text.startsWith('-') ? SIGNED : TIGHT,
});

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const superscript = (text: string): string | undefined =>
  /^\d+$/.test(text) ? [...text].map((digit) => RAISED[Number(digit)]).join('') : undefined;
