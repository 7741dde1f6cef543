// Typeset formulas: the engine's LaTeX as MathML. The typesetter comes after the first paint; until
// then a formula is shown as text.
import { useEffect, useState } from 'preact/hooks';
import { shownLatex } from './law/shown';

type Typesetter = (latex: string) => string;

let typesetter: Typesetter | undefined;
const known = new Map<string, string>();

export async function loadTypesetter(): Promise<void> {
  const { default: temml } = await import('temml');
  const options = { throwOnError: false };
  typesetter = (latex) =>
    unstyled(tightened(temml.renderToString(withPlainBrackets(latex), options)));
}

/** Brackets grow only around fractions: in some fonts those that may grow stand too far apart. */
function withPlainBrackets(latex: string): string {
  const open: number[] = [];
  let plain = '';
  for (const part of latex.split(/(\\left|\\right)(?![a-z])/)) {
    if (part === '\\left') open.push(plain.length);
    const start = part === '\\right' ? open.pop() : undefined;
    const inner = start === undefined ? '' : plain.slice(start);
    if (start !== undefined && !inner.includes('\\frac')) {
      plain = plain.slice(0, start) + inner.replace('\\left', '');
    } else plain += part;
  }
  return plain;
}

/** Browsers set the minus of an index as wide as any other. */
const tightened = (markup: string): string =>
  markup.replace(
    /(<msub><mi>u<\/mi><mrow><mi>n<\/mi>)<mo>−<\/mo>/g,
    '$1<mo lspace="0" rspace="0">−</mo>',
  );

/** Fractions in fractions and the columns of cases come with a style, which the policy forbids: the
 * first have a `scriptlevel` of the same meaning, the second a rule in the style sheet. */
const unstyled = (markup: string): string => markup.replace(/ style="[^"]*"/g, '');

/** What the first paint has typeset already. */
export function rememberTypeset(pairs: readonly (readonly [string, string])[]): void {
  for (const [latex, markup] of pairs) known.set(latex, markup);
}

export const allTypeset = (): [string, string][] => [...known];

function typeset(latex: string): string | undefined {
  const found = known.get(latex);
  if (found !== undefined || !typesetter) return found;
  const markup = typesetter(latex);
  known.set(latex, markup);
  return markup;
}

/** The law, and what it starts from: the engine writes both into one line. */
export function partsOf(latex: string): { law: string; rest: readonly string[] } {
  const [law = '', ...rest] = latex.split(', \\quad ');
  return { law, rest };
}

export function Formula({ latex, text }: { latex: string; text: string }) {
  const [, setLoaded] = useState(false);
  const markup = typeset(shownLatex(latex));
  useEffect(() => {
    if (markup === undefined) void loadTypesetter().then(() => setLoaded(true));
  }, [markup]);
  if (markup === undefined) return <code>{text}</code>;
  // MathML of our own engine's LaTeX: nothing that somebody typed is in it.
  return <span class="math" dangerouslySetInnerHTML={{ __html: markup }} />;
}
