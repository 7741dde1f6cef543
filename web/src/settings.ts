// What is asked, and how it is written in the address: `#s=1,1,2,3,5&next=10`.
import type { Commas, Domain, Effort } from 'ansatz';

export interface Settings {
  readonly text: string;
  readonly next: number;
  /** Undefined: as the terms are written. */
  readonly domain: Domain | undefined;
  readonly effort: Effort;
  readonly beam: number;
  /** How many of the last terms are hidden, to check the answer on them. */
  readonly holdOut: number;
  /** What commas between digits are; undefined: what is likelier. */
  readonly commas: Commas | undefined;
  /** The column of a table, from 1; 0 for all numbers; undefined: the likeliest. */
  readonly column: number | undefined;
  /** The formula of the candidate that was chosen; undefined: the answer. */
  readonly law: string | undefined;
  /** The index of the first term, as laws and tables are shown; undefined: what the text says. */
  readonly first: number | undefined;
  /** Whether laws say what u(n + 1) is, not u(n). */
  readonly ahead: boolean;
  /** Whether laws are about n also where a table says what n counts. */
  readonly plain: boolean;
}

export const EFFORTS = ['quick', 'normal', 'thorough'] as const satisfies readonly Effort[];
export const DOMAINS = ['integer', 'float'] as const satisfies readonly Domain[];
export const COMMAS = ['separate', 'thousands', 'decimal'] as const satisfies readonly Commas[];
export const FIRSTS = [1, 0] as const;
export const MOST_NEXT = 1000;
export const MOST_BEAM = 256;

export const DEFAULTS: Settings = {
  text: '',
  next: 10,
  domain: undefined,
  effort: 'normal',
  beam: 10,
  holdOut: 0,
  commas: undefined,
  column: undefined,
  law: undefined,
  first: undefined,
  ahead: false,
  plain: false,
};

/** What the start shows an answer to: a law that is short, and not seen at once. */
export const EXAMPLE: Settings = {
  ...DEFAULTS,
  text: '1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48, 96, 92, 84',
};

/** The part of an address after `#`. Only what differs from the default is written. */
export function toHash(settings: Settings): string {
  const parts = [`s=${inAddress(settings.text)}`];
  const write = (name: string, key: keyof Settings): void => {
    if (settings[key] !== DEFAULTS[key]) parts.push(`${name}=${settings[key]}`);
  };
  write('next', 'next');
  write('as', 'domain');
  write('effort', 'effort');
  write('beam', 'beam');
  write('hide', 'holdOut');
  write('commas', 'commas');
  write('column', 'column');
  write('from', 'first');
  if (settings.ahead) parts.push('ahead=1');
  if (settings.plain) parts.push('plain=1');
  if (settings.law !== undefined)
    parts.push(`law=${encodeURIComponent(settings.law).replaceAll('%20', '+')}`);
  return `#${parts.join('&')}`;
}

/** What decides which terms are asked about: answers to anything else are answers to others. */
export const questionOf = ({ text, domain, commas, column, holdOut }: Settings): string =>
  JSON.stringify([text.trim(), domain, commas, column, holdOut]);

/** What decides what is found for them. */
export const searchOf = (settings: Settings): string =>
  `${questionOf(settings)} ${settings.effort} ${settings.beam}`;

/** Readable: a list of numbers stays what it is, without the spaces after its commas. Where a
 * comma may be part of a number, a space at the end says that none are missing. */
function inAddress(text: string): string {
  const written = text.trim();
  const isPlain = !/,\S/.test(written) && !/[^,] /.test(written);
  const tight = isPlain ? written.replace(/, +/g, ',') : written;
  const isOpen = !isPlain && !/\s/.test(written);
  return (
    encodeURIComponent(tight)
      .replaceAll('%2C', ',')
      .replaceAll('%20', '+')
      .replaceAll('%2F', '/')
      .replaceAll('%3B', ';') + (isOpen ? '+' : '')
  );
}

/** Undefined if the address asks nothing. What makes no sense in it is as if it were not there. */
export function fromHash(hash: string): Settings | undefined {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const text = asked.get('s');
  if (text === null) return undefined;
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const value = Number(asked.get(name) ?? fallback);
    return Number.isInteger(value) && value >= least && value <= most ? value : fallback;
  };
  const column = asked.get('column') === null ? undefined : whole('column', -1, 0, 1000);
  return {
    // Lists come back with the space that the address does without.
    text: /\s/.test(text) ? text.trim() : text.replace(/,(?=\S)/g, ', '),
    next: whole('next', DEFAULTS.next, 1, MOST_NEXT),
    domain: DOMAINS.find((domain) => domain === asked.get('as')),
    effort: EFFORTS.find((effort) => effort === asked.get('effort')) ?? DEFAULTS.effort,
    beam: whole('beam', DEFAULTS.beam, 1, MOST_BEAM),
    holdOut: whole('hide', DEFAULTS.holdOut, 0, 10_000),
    commas: COMMAS.find((commas) => commas === asked.get('commas')),
    column: column === -1 ? undefined : column,
    law: asked.get('law') ?? undefined,
    first: FIRSTS.find((first) => String(first) === asked.get('from')),
    ahead: asked.get('ahead') === '1',
    plain: asked.get('plain') === '1',
  };
}
