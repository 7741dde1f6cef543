// What is said about an answer.
import type { Candidate, Result } from 'ansatz';

export type Standing = 'verified' | 'weak' | 'approximate' | 'guessed';

/** Told apart by sign and word; colour only repeats it. */
export const STANDINGS: Record<Standing, { sign: string; name: string; meaning: string }> = {
  verified: {
    sign: '✓',
    name: 'Verified',
    meaning: 'It explains more than it takes to state, with terms to spare. Not a proof.',
  },
  weak: {
    sign: '?',
    name: 'Weak',
    meaning: 'It fits every term, but so would other laws as short. More terms would tell.',
  },
  approximate: {
    sign: '≈',
    name: 'Approximate',
    meaning: 'It comes near, and misses some terms.',
  },
  guessed: {
    sign: '…',
    name: 'Guessed',
    meaning: 'A network wrote these terms down without a law. Nothing proves them.',
  },
};

export const standingOf = ({ evidence }: Candidate): Exclude<Standing, 'guessed'> =>
  evidence.verdict === 'verified' || evidence.verdict === 'weak' ? evidence.verdict : 'approximate';

export const count = (many: number, one: string, more = `${one}s`): string =>
  `${many} ${many === 1 ? one : more}`;

/** How strong the evidence is: "reproduces all 18 terms, 14 of them spare". */
export function evidenceInWords(candidate: Candidate, shown: number): string {
  const { evidence } = candidate;
  const all = evidence.reproduced + evidence.wrong;
  if (evidence.wrong === 0) {
    const spare = evidence.spare === 0 ? 'none' : String(evidence.spare);
    return `Reproduces all ${count(shown, 'term')}, ${spare} of them spare.`;
  }
  const errors = candidate.errors.map((error) => Math.min(error ?? 1, 1));
  const mean = errors.reduce((sum, error) => sum + error, 0) / Math.max(errors.length, 1);
  return (
    `Meets ${evidence.reproduced} of ${count(all, 'term')}; ` +
    `on average it is off by ${percent(mean)}.`
  );
}

/** What the probability means. */
export function likelihoodInWords({ probability }: Candidate): string | undefined {
  if (!probability) return undefined;
  const [next, ten] = [probability.next, probability.ten].map((share) => Math.floor(share * 100));
  return `Of 100 such answers ${next} have the next term right, ${ten} the next ten.`;
}

/** With a capital at its beginning. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What became of the hidden terms, if any were. */
export function heldOutInWords(
  right: number | null,
  { heldOut }: Pick<Result, 'heldOut'>,
): string | undefined {
  if (right === null || heldOut === 0) return undefined;
  if (right === heldOut) {
    return heldOut === 1
      ? 'It foretold the hidden term.'
      : `It foretold all ${heldOut} hidden terms.`;
  }
  const first = right === 0 ? 'none' : `the first ${right}`;
  return `It foretold ${first} of ${count(heldOut, 'hidden term')}.`;
}

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

/** Where the OEIS has these terms. It reads some thirty at most. */
export function oeisEntry(number: string): string {
  return `https://oeis.org/${number}`;
}

export function oeisSearch(terms: readonly string[]): string {
  return `https://oeis.org/search?q=${terms.slice(0, 25).join(',')}`;
}
