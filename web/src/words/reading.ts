// How a text was read, and what is wrong with it.
import type { OtherReading, Understanding } from 'ansatz';
import type { Problem } from '../state';
import { count, sentence } from './plain';

/** "15 whole numbers", with what was read before them, and how many are missing. */
export function understoodInWords(understood: Understanding): string {
  const { summary, domain, count: many, missing } = understood;
  const kind = domain === 'integer' ? 'whole number' : 'decimal number';
  // What stands before the count: the number of an OEIS entry.
  const name = /^(A\d+), /.exec(summary)?.[1];
  const gaps = missing.length > 0 && `${missing.length} missing`;
  return [name, count(many, kind), gaps].filter(Boolean).join(', ');
}

type ReadingNote = Understanding['notes'][number];

/** What may have been meant otherwise, by its code. */
const NOTES: Partial<Record<ReadingNote['kind'], string>> = {
  'commas-not-thousands': 'Commas were read as standing between terms.',
  'commas-not-decimals': 'Commas were read as standing between terms.',
  'commas-group-digits': 'Commas were read as part of numbers: 1,000 is a thousand.',
  'commas-are-decimal': 'Commas were read as decimal points: 1,5 is one and a half.',
  'points-group-digits': 'Points were read as part of numbers: 1.000.000 is a million.',
  'spaces-group-digits': 'Thin spaces were read as part of numbers.',
  'unpaired-bracket': 'A bracket without its partner was left out.',
  'first-column-counts': 'The first column counts up, so the second was read as the terms.',
  'nested-lists': 'Lists within the list were read one after another.',
  'final-period': 'The point at the end was read as the end of a sentence.',
  'whole-decimals': 'All terms are whole, but written with decimals.',
};

/** The engine's own words where it says something new. */
export const noteInWords = (note: ReadingNote): string => NOTES[note.kind] ?? sentence(note.words);

/** A way to read the text otherwise, as a button. */
export function alternativeInWords({ commas, column, words }: OtherReading): string {
  switch (commas) {
    case 'separate':
      return 'commas between terms';
    case 'thousands':
      return 'commas within thousands: 1,000';
    case 'decimal':
      return 'commas as decimal points: 1,5';
    default:
      return column === 0 ? 'all columns, row by row' : sentence(words);
  }
}

/** What is wrong, as one would say it. */
export function problemInWords({ message }: Problem): string {
  const said = sentence(message.replaceAll('`', '“').replace(/“([^“]*)“/g, '“$1”'));
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
