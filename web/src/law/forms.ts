// Other forms of a law that the engine writes, as LaTeX.

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
