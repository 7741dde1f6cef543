// A law as it is shown: without digits that only rounding left, and with powers written as one.
import { shortened } from '../words/plain';

/** Digits that only say how a double was rounded, or that nobody reads, are left out on the page. */
export const rounded = (formula: string): string =>
  formula.replace(/\d+\.\d{7,}/g, (number) => shortened(number, 7));

const power = (first = '1', second = '1'): number => Number(first) + Number(second);

/** `n*n^2` as `n^3`; not after a division, which would take the first factor for itself. */
const TEXT = /(?<![\w.^]|[/%)] ?)(n|u\(n ?- ?\d+\))(?:\^(\d+))?\*\1(?:\^(\d+))?(?![\w^(])/g;
const LATEX =
  /(?<![\w\\^_]|\\bmod )(n|u_\{n ?- ?\d+\})(?:\^\{(\d+)\})? \1(?:\^\{(\d+)\})?(?![\w^_])/g;

function merged(
  formula: string,
  factors: RegExp,
  written: (base: string, to: number) => string,
): string {
  const once = formula.replace(factors, (_, base: string, first?: string, second?: string) =>
    written(base, power(first, second)),
  );
  return once === formula ? formula : merged(once, factors, written);
}

/** The text of a law: in titles, labels, keys of plots, and read aloud. */
export const shownText = (text: string): string =>
  merged(rounded(text), TEXT, (base, to) => `${base}^${to}`);

/** The same law typeset. */
export const shownLatex = (latex: string): string =>
  merged(rounded(latex), LATEX, (base, to) => `${base}^{${to}}`);

/** A law as an equation in one line. */
export const equationOf = ({ formula }: { readonly formula: string }): string =>
  `u(n) = ${shownText(formula)}`;
