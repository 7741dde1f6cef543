// Numbers and their nouns, as one reads them.

export const count = (many: number, one: string, more = `${one}s`): string =>
  `${many} ${many === 1 ? one : more}`;

/** With a capital at its beginning. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function percent(share: number): string {
  const value = share * 100;
  if (value === 0) return '0 %';
  if (value < 0.01) return `${value.toExponential(0)} %`;
  return `${Number(value.toPrecision(value < 1 ? 1 : 2))} %`;
}

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Time taken, as one reads it. */
export const duration = (milliseconds: number): string =>
  milliseconds < 950
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;

/** Digits of a double that mean something; what follows is the rounding of its last bit. */
const DIGITS = 12;

/** A decimal as one reads it: without what only rounding put there. */
export function shortened(number: string, digits = DIGITS): string {
  if (!/[.e]/i.test(number) || number.length <= digits + 2) return number.replace(/\.0$/, '');
  const value = Number(number);
  if (!Number.isFinite(value)) return number;
  return String(Number(value.toPrecision(digits)));
}

/** How many decimals the terms are given with. */
export const decimalsOf = (terms: readonly string[]): number =>
  Math.max(0, ...terms.map((term) => (/\.(\d+)$/.exec(term)?.[1] ?? '').replace(/^0$/, '').length));

/** A number with as many decimals as the terms that it goes with. */
export function roundedLike(number: string, decimals: number): string {
  const value = Number(number);
  return Number.isFinite(value) ? value.toFixed(Math.min(decimals, 12)) : number;
}
