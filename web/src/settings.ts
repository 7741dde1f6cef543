// What is asked, and how it is written in the address: `#s=1,1,2,3,5&next=10`.
import type { Domain, Effort } from 'ansatz';

export interface Settings {
  readonly text: string;
  readonly next: number;
  /** Undefined: as the terms are written. */
  readonly domain: Domain | undefined;
  readonly effort: Effort;
  readonly beam: number;
  /** How many of the last terms are hidden, to check the answer on them. */
  readonly holdOut: number;
}

export const EFFORTS = ['quick', 'normal', 'thorough'] as const satisfies readonly Effort[];
export const DOMAINS = ['integer', 'float'] as const satisfies readonly Domain[];
export const MOST_NEXT = 1000;
export const MOST_BEAM = 256;

export const DEFAULTS: Settings = {
  text: '',
  next: 10,
  domain: undefined,
  effort: 'normal',
  beam: 10,
  holdOut: 0,
};

/** The last two digits of the powers of two: a law that is short, and not seen at once. */
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
  return `#${parts.join('&')}`;
}

/** Readable: a list of numbers stays what it is. */
function inAddress(text: string): string {
  const tight = text.trim().replace(/\s*,\s*/g, ',');
  return encodeURIComponent(tight)
    .replaceAll('%2C', ',')
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/');
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
  return {
    // Lists come back with the space that the address does without.
    text: text.replace(/,(?=\S)/g, ', '),
    next: whole('next', DEFAULTS.next, 1, MOST_NEXT),
    domain: DOMAINS.find((domain) => domain === asked.get('as')),
    effort: EFFORTS.find((effort) => effort === asked.get('effort')) ?? DEFAULTS.effort,
    beam: whole('beam', DEFAULTS.beam, 1, MOST_BEAM),
    holdOut: whole('hide', DEFAULTS.holdOut, 0, 10_000),
  };
}
