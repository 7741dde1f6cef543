// What is wrong, from codes and values: with a text, a file, the engine.
import type { ErrorCode, Flaw, Reason } from 'ansatz';
import type { Failure, Problem } from '../state';
import { count } from './plain';

const number = (value: number): string => value.toLocaleString('en');

/** What is wrong. The place is marked in the text itself. */
export function problemInWords({ code, reason }: Problem): string {
  if (reason) return reasonInWords(reason);
  if (code === 'bad-file') return FILES.unread;
  return isOwnFault(code) ? 'These terms cannot be read.' : failureInWords({ code });
}

const isOwnFault = (code: Problem['code']): boolean =>
  code === 'bad-sequence' || code === 'bad-options' || code === 'too-few-terms';

/** Files that have no numbers for the page. */
export const FILES = {
  long: 'This file is too long: at most a million characters can be read.',
  unread: 'This file could not be read.',
  binary: 'This file is no text: numbers can be read from CSV, TSV, JSON, b-files and plain text.',
} as const;

function reasonInWords(reason: Reason | FileReason): string {
  switch (reason.kind) {
    case 'bad-token':
      return `“${reason.token}” ${flawInWords(reason.flaw)}.`;
    case 'letters':
      return `These are letters, such as “${reason.word}”: only numbers can be continued.`;
    case 'only-a-number':
      return (
        `A${String(reason.anumber).padStart(6, '0')} has no terms here, and none are looked up: ` +
        'paste them too.'
      );
    case 'empty':
      return 'There are no numbers in the text.';
    case 'no-such-column':
      return `There is no column ${reason.column}: the table has ${reason.columns}.`;
    case 'too-many-terms':
      return `These are too many terms: at most ${number(reason.limit)} are read.`;
    case 'too-long':
      return `The text is too long: at most ${number(reason.limit)} bytes are read.`;
    case 'too-few-terms': {
      const are = reason.terms === 1 ? 'is' : 'are';
      return `${count(reason.terms, 'term')} ${are} too few: at least ${reason.least} are needed.`;
    }
    case 'too-many-hidden':
      return (
        `Of ${count(reason.terms, 'term')} the last ${reason.hidden} cannot be hidden: at least ` +
        `${reason.least} must be shown.`
      );
    case 'too-many-gaps':
      return `${reason.gaps} terms are missing: at most ${reason.limit} can be filled.`;
    case 'gap':
      return `Term ${reason.index} is missing where it is needed.`;
    case 'too-many-next':
      return `At most ${number(reason.limit)} terms are predicted.`;
    case 'file':
      return FILES[reason.is];
  }
}

/** Why a file is not read. */
export interface FileReason {
  readonly kind: 'file';
  readonly is: keyof typeof FILES;
}

/** What is said of the part of a text that is quoted before it. */
function flawInWords(flaw: Flaw): string {
  switch (flaw.kind) {
    case 'not-a-number':
      return 'is not a number';
    case 'not-finite':
      return 'is not a finite number';
    case 'lone-sign':
      return 'is a sign without a number';
    case 'many-signs':
      return 'has more than one sign';
    case 'many-points':
      return 'has more than one decimal point';
    case 'two-numbers':
      return 'is two numbers with nothing between them';
    case 'half-fraction':
      return 'is half a fraction';
    case 'fraction-of-decimals':
      return 'is not a fraction of two whole numbers';
    case 'zero-denominator':
      return 'divides by 0';
    case 'not-whole':
      return 'is not a whole number';
    case 'no-exponent':
      return 'ends where its exponent should be';
    case 'uneven-groups':
      return 'has digits that are not in groups of three';
    case 'too-many-digits':
      return `has ${number(flaw.digits)} digits: at most ${number(flaw.limit)} are read`;
    case 'too-long-integer':
      return `has ${number(flaw.digits)} digits: whole numbers go up to a 1 with a hundred zeros`;
    case 'too-large-integer':
      return 'is too large: whole numbers go up to a 1 with a hundred zeros';
    case 'too-large-float':
      return 'is too large for a decimal';
    case 'unseparated':
      return 'needs a space or a comma before it';
    case 'nothing-before':
      return 'has no term before it';
    case 'too-deep':
      return `is one bracket too many: they may be nested ${flaw.limit} deep`;
    case 'leaves-out':
      return 'leaves terms out: write all of them';
    case 'second-sequence':
      return 'begins a second sequence: one can be read at a time';
    case 'no-value':
      return 'has no value beside it';
    case 'row-missing':
      return `is not the next index: the row of n = ${flaw.index} is missing`;
  }
}

/** What happened to the engine. */
const FAILURES: Partial<Record<ErrorCode, string>> = {
  'start-failed': 'This browser did not start it.',
  'worker-failed': 'It could not be started beside the page.',
  'device-failed': 'The graphics card failed.',
  'wrong-checksum': 'A file of it did not arrive as it was sent.',
  disposed: 'It was ended meanwhile.',
};

export function failureInWords({ code, status }: Failure): string {
  if (code === 'download-failed') {
    return status === undefined
      ? 'A file of it could not be downloaded.'
      : `A file of it could not be downloaded: the server answered ${status}.`;
  }
  return FAILURES[code as ErrorCode] ?? 'The engine failed on this. Other terms can be tried.';
}
