// What is said about an answer: how far to trust it, why, and what it foretells.
import type { Candidate, Guess, Result } from 'ansatz';
import { inWords } from './law';
import { count, percent, sentence, shortened } from './plain';

/** How an answer stands; the engine may know more verdicts than are named here. */
export type Standing =
  | 'verified'
  | 'likely'
  | 'weak'
  | 'approximate'
  | 'fits'
  | 'guessed'
  | 'checking'
  | 'stopped'
  | (string & {});

interface Words {
  readonly sign: string;
  readonly name: string;
  readonly meaning: string;
  /** What stands over a law of this standing. */
  readonly title: string;
}

/** Told apart by sign and word; colour only repeats it. */
const STANDINGS: Record<string, Words> = {
  verified: {
    sign: '✓',
    name: 'Verified',
    meaning: 'It says far more than could be chance. It is still no proof.',
    title: 'The law',
  },
  likely: {
    sign: '✓',
    name: 'Likely',
    meaning: 'It fits every term and is simple, but more terms would make it surer.',
    title: 'The likely law',
  },
  weak: {
    sign: '?',
    name: 'Weak',
    meaning: 'It fits every term, but so would other laws as short. More terms would tell.',
    title: 'A law that fits',
  },
  approximate: {
    sign: '≈',
    name: 'Approximate',
    meaning: 'It follows the terms without meeting all of them.',
    title: 'A law that comes close',
  },
  fits: {
    sign: '≈',
    name: 'Fits',
    meaning: 'The terms scatter around it as measurements do.',
    title: 'The law behind the scatter',
  },
  guessed: {
    sign: '…',
    name: 'Guessed',
    meaning: 'These terms are guessed without a law.',
    title: 'A guess',
  },
  checking: {
    sign: '○',
    name: 'Checking …',
    meaning: 'Better laws are still being looked for.',
    title: 'A law that fits so far',
  },
  stopped: {
    sign: '■',
    name: 'Not checked to the end',
    meaning: 'The search was stopped: there may be a better law.',
    title: 'Search stopped; best so far',
  },
};

export const standing = (name: Standing): Words =>
  STANDINGS[name] ?? {
    sign: '≈',
    name: sentence(name.replaceAll('-', ' ')),
    meaning: '',
    title: 'A law that fits',
  };

export const standingOf = ({ evidence }: Candidate): Standing => evidence.verdict;

/** How the law fares on the terms: "From the first term it computes the other 14, all correctly." */
export function evidenceInWords(candidate: Candidate, shown: number): string {
  const { evidence } = candidate;
  const all = evidence.reproduced + evidence.wrong;
  if (candidate.noise) return scatterInWords(candidate.noise);
  if (evidence.wrong > 0) {
    const errors = candidate.errors.map((error) => Math.min(error ?? 1, 1));
    const mean = errors.reduce((sum, error) => sum + error, 0) / Math.max(errors.length, 1);
    return (
      `It misses ${evidence.wrong} of ${count(all, 'term')}; ` +
      `on average it is off by ${percent(mean)}.`
    );
  }
  // Not what was met in the writing that somebody proposed: that may start elsewhere.
  const others = candidate.errors.length;
  const start = shown - others;
  const first = start === 1 ? 'the first term' : `the first ${inWords(start)} terms`;
  if (others === 0 && start > 0)
    return `It takes ${first} as given, so there is none left to check it on.`;
  const rest =
    start === 0
      ? `It computes all ${count(others, 'term')}, each correctly.`
      : `From ${first} it computes the other ${others}, ${others === 1 ? 'correctly' : 'all correctly'}.`;
  const { exceptional } = evidence;
  const odd = evidence.exceptions - exceptional.length;
  const early =
    odd === 0
      ? ''
      : ` The first ${odd === 1 ? 'term is an exception' : `${inWords(odd)} terms are exceptions`} to it.`;
  const middle =
    exceptional.length === 0
      ? ''
      : exceptional.length === 1
        ? ` Term ${exceptional[0]} is an exception to it.`
        : ` Terms ${exceptional.join(', ')} are exceptions to it.`;
  return rest + early + middle;
}

type Noise = NonNullable<Candidate['noise']>;

/** How far measured terms are from their law. */
function scatterInWords({ deviation, share, outliers, constants }: Noise): string {
  const far =
    outliers.length === 0
      ? ''
      : outliers.length === 1
        ? ` Term ${outliers[0]} is much further off and was left out.`
        : ` Terms ${outliers.join(', ')} are much further off and were left out.`;
  const fitted = constants.filter(({ snapped }) => !snapped);
  const known =
    fitted.length === 0
      ? ''
      : ` ${fitted.length === 1 ? 'Its constant is' : 'Its constants are'} ${fitted
          .map(
            ({ value, standardError }) =>
              `${roundedBy(value, standardError)} ± ${roundedBy(standardError, standardError)}`,
          )
          .join(', ')}.`;
  return `The terms are off by ${short(deviation, 2)} or ${percent(share)} on average.${far}${known}`;
}

const short = (value: number, digits = 4): string => String(Number(value.toPrecision(digits)));

/** With as many decimals as its standard error has: of that one digit counts, of a small one two. */
export function roundedBy(value: number, standardError: number): string {
  if (!(standardError > 0)) return short(value);
  const size = Math.floor(Math.log10(standardError));
  const decimals = (standardError / 10 ** size < 2 ? 1 : 0) - size;
  return decimals >= 0 ? value.toFixed(Math.min(decimals, 15)) : short(value);
}

/** Between what the next term is likely to be. */
export function rangeInWords({ noise }: Candidate, decimals: number): string | undefined {
  const [first] = noise?.intervals ?? [];
  if (!first) return undefined;
  const [low, high] = first.map((value) => value.toFixed(Math.min(decimals, 12)));
  return `In nine of ten cases the next term is between ${low} and ${high}.`;
}

/** What was missing, and what was put there; `first` is where n counts from. */
export function filledInWords(filled: Result['filled'], first: number): string | undefined {
  if (filled.length === 0) return undefined;
  const list = (words: readonly string[]): string =>
    [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
  const places = list(filled.map(({ index }) => String(index + first - 1)));
  const values = list(filled.map(({ value }) => shortened(value)));
  return filled.length === 1
    ? `Term ${places} was missing. By this law it is ${values}, which counts as no proof.`
    : `Terms ${places} were missing. By this law they are ${values}, which counts as no proof.`;
}

/** What the probability of a guess means. */
export function guessInWords({ probability }: Guess): string | undefined {
  if (probability === null) return undefined;
  const many = Math.floor(probability * 100);
  return `Of 100 such guesses ${many < 1 ? 'fewer than one' : many} had the next term right.`;
}

/** What the probability means. */
export function likelihoodInWords({ probability }: Candidate): string | undefined {
  if (!probability) return undefined;
  const [next, ten] = [probability.next, probability.ten].map((share) => {
    const many = Math.floor(share * 100);
    return many < 1 ? 'fewer than one' : String(many);
  });
  return next === ten
    ? `Of 100 such answers ${next} had the next ten terms right.`
    : `Of 100 such answers ${next} had the next term right, ${ten} the next ten.`;
}

/** A probability beside a candidate. */
export const chance = ({ probability }: Candidate): string => {
  if (!probability) return '';
  const many = Math.floor(probability.next * 100);
  return many < 1 ? '< 1 %' : `${many} %`;
};

const every = (hidden: number): string =>
  ['the hidden term', 'both hidden terms'][hidden - 1] ?? `all ${hidden} hidden terms`;

/** What became of the hidden terms, if any were. */
export function heldOutInWords(
  right: number | null,
  { heldOut }: Pick<Result, 'heldOut'>,
  isTest = true,
): string | undefined {
  if (right === null || heldOut === 0) return undefined;
  if (!isTest) {
    const terms = every(heldOut);
    const many =
      right === heldOut
        ? `It gives ${terms}`
        : `It gives ${right} of ${count(heldOut, 'hidden term')}`;
    return `${many}, but was found with ${heldOut === 1 ? 'it' : 'them'} in sight: that is no test.`;
  }
  if (right === heldOut) {
    return heldOut === 1
      ? 'It predicted the hidden term correctly.'
      : `It predicted ${every(heldOut)} correctly.`;
  }
  if (right === 0)
    return `It predicted ${heldOut === 1 ? 'the hidden term' : 'the first hidden term'} wrongly.`;
  return `It predicted the first ${count(right, 'hidden term')} of ${heldOut} correctly, then not.`;
}

export const ANSWER = {
  next: 'Next',
  candidate: 'Another law that was found',
  back: 'Back to the answer',
  noNext: 'The law has no further terms.',
  scrolls: 'The law is wide: scroll it sideways.',
  byNetwork: 'Written by a neural network, without a law: nothing confirms these terms.',
  byRules: 'By simple rules that were right so far, without a law: nothing confirms these terms.',
  forms: 'Other forms of this law',
  generating: 'Generating function',
  closed: 'Closed form',
  recurrence: 'Recurrence by rows',
  characteristic: 'Characteristic polynomial',
  from: (name: string) => `These are the ${name}`,
  countsFrom: (first: number) =>
    `This law computes which terms it looks at: in it the first term is number ${first}.`,
  rounded: 'Long decimals are shown rounded; copies of the law have all digits.',
} as const;

export const WHY = {
  title: 'Why',
  test: 'Look for a law without the hidden terms',
  table: 'Check it yourself',
  n: 'n',
  given: 'Given',
  computed: 'Computed by the law',
  right: 'Right?',
  start: 'taken as given',
  hidden: 'hidden',
  missing: 'missing',
  filled: 'filled in',
  yes: 'correct',
  no: 'wrong',
  none: 'no value',
  off: (by: string) => `off by ${by}`,
  all: (many: number) => `Show all ${many} terms`,
  fewer: 'Show fewer',
  save: 'Save as CSV',
} as const;

export const CANDIDATES = {
  title: 'What else could come next',
  only: 'No other law was found that fits all terms.',
  by: (many: number) => (many === 1 ? 'by one law' : `by ${inWords(many)} laws`),
  next: 'Next:',
  none: 'no further terms',
  misses: (many: number) =>
    many === 1
      ? 'One law that misses some terms'
      : `${sentence(inWords(many))} laws that miss some terms`,
  more: (many: number) => `Show ${many} more`,
  fewer: 'Show fewer',
  finders: 'Found by',
  tradeoff: 'Laws by length and error',
  tradeoffWords:
    'Good laws are short and miss little: to the left and below. Pick a point to see its law.',
  complexity: 'longer',
  error: 'further off',
  hidden: (right: number, heldOut: number) => `${right} of ${heldOut} hidden terms right`,
  shown: 'shown above',
  chance: (share: string) => `${share} likely`,
} as const;

/** Where no law was found: what was tried, and what lies outside. */
export const NOTHING = {
  title: 'No convincing law found',
  tried: {
    integer:
      'Tried were formulas in n, recurrences over earlier terms, sums and products, divisors, ' +
      'primes, digits, triangles and famous sequences. Outside are sequences about words or ' +
      'calendars, sieves, and processes of unknown length such as “look and say”.',
    float:
      'Tried were formulas in n and recurrences over earlier terms, with roots, powers, ' +
      'logarithms, exponentials and angles. Outside are measurements of chance, and functions ' +
      'that no short formula has.',
  },
  famous: (name: string) => `These terms begin like the ${name},`,
  famousBeyond:
    '. It is made by a procedure that no formula of this page can write, so it is not continued.',
  famousParts:
    '. It is made by a procedure that no formula of this page can write: this law will part from it.',
  close: 'The laws below only come close, or are as long as the terms themselves.',
  tips: 'What may help:',
  more: 'Give more terms: fifteen or more tell much better.',
  typo: 'Check for a mistyped term, and leave out irregular first ones.',
  thorough: 'Search thoroughly',
  thoroughWords: 'It takes some seconds.',
  showAll: 'Show all terms',
  hidden: (many: number) => `${count(many, 'term is', 'terms are')} hidden now.`,
  asWritten: 'Read the terms as they are written',
  asFloats: 'Read them as decimals',
  asFloatsWords: 'Then roots, logarithms and approximations are allowed.',
} as const;

/** The name of the tab. */
export function titleOf(law: string, terms: readonly string[]): string {
  const short = law.length > 67 ? `${law.slice(0, 66)}…` : law;
  return `${short} · ${terms.slice(0, 5).join(', ')}, … · Ansatz`;
}

/** What is said aloud when an answer is there. */
export const announced = (name: string, law: string, next: readonly string[]): string =>
  `${name}: ${law}. ${ANSWER.next}: ${next
    .slice(0, 3)
    .map((term) => shortened(term))
    .join(', ')}.`;
