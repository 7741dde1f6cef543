// Other forms of a law, as LaTeX.
import { isNumber, lagOf, summandsOf, type Tree, treeOf } from './tree';

/** The engine writes forms as text, `(1 + 2*x^12)/(1 - x)`; this is the same in LaTeX. */
export function latexOfText(text: string): string {
  const latex = (part: string): string =>
    part
      .replace(/\^(\d+|\([^()]*\))/g, (_, power: string) => `^{${power.replace(/^\(|\)$/g, '')}}`)
      .replaceAll('*', '\\,');
  const cut = outerSlash(text);
  if (cut === undefined) return latex(text);
  const [over, under] = [text.slice(0, cut), text.slice(cut + 1)];
  return `\\frac{${latex(bare(over))}}{${latex(bare(under))}}`;
}

/** Where the one division is that stands in no brackets. */
function outerSlash(text: string): number | undefined {
  let depth = 0;
  for (const [index, sign] of [...text].entries()) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === '/' && depth === 0) return index;
  }
  return undefined;
}

/** Without the brackets around all of it. */
function bare(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (const [index, sign] of [...text].entries()) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (depth === 0 && index < text.length - 1) return text;
  }
  return text.slice(1, -1);
}

/** `x² − x − 1`, if each term is a sum of earlier ones with constant factors. */
export function characteristicOf(words: readonly string[]): string | undefined {
  const tree = treeOf(words);
  if (!tree) return undefined;
  const factors = new Map<number, string>();
  for (const { isNegative, tree: part } of summandsOf(tree)) {
    const [lag, factor] = multipleOf(part);
    if (lag === undefined || factors.has(lag)) return undefined;
    // On the other side of the equation signs turn.
    factors.set(lag, `${isNegative ? '+' : '-'} ${factor === '1' ? '' : factor}`);
  }
  const degree = Math.max(...factors.keys());
  const power = (exponent: number): string =>
    exponent === 0 ? '' : exponent === 1 ? 'x' : `x^{${exponent}}`;
  const parts = [...factors]
    .sort(([a], [b]) => a - b)
    .map(([lag, factor]) => {
      const x = power(degree - lag);
      return x === '' && / $/.test(factor) ? `${factor}1` : `${factor}${x}`;
    });
  return `${power(degree)} ${parts.join(' ')}`;
}

/** How far back a summand looks, and how often it takes that term. */
function multipleOf({ word, operands: [a, b] }: Tree): [number | undefined, string] {
  if (word === 'mul' && a && b && isNumber(a.word)) return [lagOf(b.word), a.word];
  return [lagOf(word), '1'];
}
