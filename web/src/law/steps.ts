// A law in the variable of a table whose rows are equal steps of it: x where n counts rows.
import type { Understanding } from 'ansatz';
import { shortened } from '../words/plain';

/** What n counts: the first row has `first`, and each next one `step` more. */
export interface Steps {
  readonly variable: string;
  readonly first: number;
  readonly step: number;
}

/** What these mean in a formula already. */
const TAKEN = ['u', 'n', 'e', 'pi', 'if', 'mod'];

/** The steps of the table that was read, if it has any. */
export function stepsOf({ notes }: Understanding): Steps | undefined {
  const note = notes.find(({ kind }) => kind === 'even-steps');
  if (note?.kind !== 'even-steps') return undefined;
  const { first, step, name } = note;
  // `time (s)` is a `time`; what is no word cannot stand in a formula.
  const word = /^\p{L}{1,12}(?![\p{L}\d])/u.exec(name ?? '')?.[0];
  const variable = word && !TAKEN.includes(word) ? word : 't';
  return { variable, first, step };
}

const LAG = /u\(n ?- ?(\d+)\)/g;

/** The formula where n is what its steps make of it; undefined if it looks at terms by an index
 * that it computes. */
export function steppedFormula(formula: string, { first, step }: Steps): string | undefined {
  const kept: string[] = [];
  const held = formula.replace(LAG, (term) => `@${kept.push(term) - 1}@`);
  if (/\bu\(/.test(held)) return undefined;
  const before = short(first - step);
  const sign = before < 0 ? '+' : '-';
  const moved = before === 0 ? 'n' : `(n ${sign} ${Math.abs(before)})`;
  const parts = 1 / step;
  // By ten is plainer than over a tenth.
  const isWhole = Math.abs(parts - Math.round(parts)) < 1e-9;
  const n = isWhole ? `${Math.round(parts)}*${moved}` : `${moved}/${short(step)}`;
  return held
    .replace(/\bn\b/g, step === 1 ? moved : `(${n})`)
    .replace(/@(\d+)@/g, (_, at: string) => kept[Number(at)] ?? '');
}

/** Without what only rounding added. */
const short = (value: number): number => Number(value.toPrecision(12));

const earlier = (lag: string, { step }: Steps): string =>
  shortened(String(short(Number(lag) * step)));

/** `u(n) = 2*u(n-1) + n` as `u(x) = 2*u(x-0.5) + x`. */
export const steppedText = (text: string, steps: Steps): string =>
  text
    .replace(LAG, (_, lag: string) => `u(n-${earlier(lag, steps)})`)
    .replace(/\bn\b/g, steps.variable);

/** The same of LaTeX, with the first terms. */
export function steppedLatex(latex: string, steps: Steps): string {
  const { variable, first, step } = steps;
  const name = variable.length === 1 ? variable : `\\mathrm{${variable}}`;
  return latex
    .replace(/(\d)\.0(?!\d)/g, '$1')
    .replace(/u_\{?(\d+)\}? =/g, (_, index: string) => {
      return `u(${shortened(String(short(first + (Number(index) - 1) * step)))}) =`;
    })
    .replace(/u_\{?n ?- ?(\d+)\}?/g, (_, lag: string) => `u(n - ${earlier(lag, steps)})`)
    .replace(/u_\{?n\}?/g, 'u(n)')
    .replace(/(?<![\\A-Za-z])n(?![A-Za-z])/g, () => name);
}
