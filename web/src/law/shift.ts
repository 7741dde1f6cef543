// A law whose first term has another index than 1: n stands for a number further on.

/** The formula with n + `by` for n; terms before stay as far before. Undefined if it looks at terms
 * by an index that it computes, which would have to move too. */
export function shiftedFormula(formula: string, by: number): string | undefined {
  const kept: string[] = [];
  const held = formula.replace(/u\(n ?- ?\d+\)/g, (term) => `@${kept.push(term) - 1}@`);
  if (/\bu\(/.test(held)) return undefined;
  const sign = by < 0 ? '-' : '+';
  const moved = held.replace(/\bn\b/g, `(n ${sign} ${Math.abs(by)})`);
  return moved.replace(/@(\d+)@/g, (_, at: string) => kept[Number(at)] ?? '');
}

/** The first terms in LaTeX, `u_{1} = 1`, with the indices that they then have. */
export const shiftedStart = (latex: string, by: number): string =>
  latex.replace(/u_\{?(\d+)\}? =/g, (_, index: string) => `u_{${Number(index) + by}} =`);

/** All terms by one further on: `u(n) = u(n-1)` as `u(n+1) = u(n)`, as text or in LaTeX. */
export const aheadOf = (law: string): string =>
  law.replace(/u(_\{|\()n(?: ?- ?(\d+))?([})])/g, (_, open: string, lag = '0', close: string) => {
    const by = 1 - Number(lag);
    return `u${open}n${by === 0 ? '' : by > 0 ? `+${by}` : String(by)}${close}`;
  });
