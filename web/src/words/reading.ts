// How a text was read, and what is wrong with it.
import type { OtherReading, Result, Understanding } from 'ansatz';
import { count, shortened } from './plain';

/** "15 whole numbers", with the number of their OEIS entry, and how many are missing. */
export function understoodInWords(understood: Understanding): string {
  const { anumber, domain, count: many, missing } = understood;
  const kind = domain === 'integer' ? 'whole number' : 'decimal number';
  const gaps = missing.length > 0 && `${missing.length} missing`;
  return [anumber, count(many, kind), gaps].filter(Boolean).join(', ');
}

export const NETWORK_FAILED = 'Without the neural network, which could not be loaded.';

type ReadingNote = Understanding['notes'][number];

/** What may have been meant otherwise. */
export function noteInWords(note: ReadingNote): string {
  switch (note.kind) {
    case 'commas-not-thousands':
    case 'commas-not-decimals':
      return 'Commas were read as standing between terms.';
    case 'commas-group-digits':
      return 'Commas were read as part of numbers: 1,000 is a thousand.';
    case 'commas-are-decimal':
      return 'Commas were read as decimal points: 1,5 is one and a half.';
    case 'points-group-digits':
      return 'Points were read as part of numbers: 1.000.000 is a million.';
    case 'spaces-group-digits':
      return 'Thin spaces were read as part of numbers.';
    case 'units-dropped':
      return `The signs ${note.units} were left out.`;
    case 'name-skipped':
      return `“${note.name}” before the terms was left out.`;
    case 'unpaired-bracket':
      return 'A bracket without its partner was left out.';
    case 'first-column-counts':
      return 'The first column counts up, so the second was read as the terms.';
    case 'column-taken':
      return `Column ${note.column} of ${note.columns} was read${note.name ? `: ${note.name}` : ''}.`;
    case 'even-steps':
      return (
        `${note.name ? `“${note.name}”` : 'Another column'} goes from ${shortened(String(note.first))} ` +
        `in steps of ${shortened(String(note.step))}: n counts them.`
      );
    case 'uneven-steps':
      return (
        `The steps of ${note.name ? `“${note.name}”` : 'the first column'} are not equal: the values ` +
        'are taken in their order, as if they were.'
      );
    case 'nested-lists':
      return 'Lists within the list were read one after another.';
    case 'final-period':
      return 'The point at the end was read as the end of a sentence.';
    case 'whole-decimals':
      return 'All terms are whole, but written with decimals.';
  }
}

/** What did not go as it should have, by its code. */
const MISHAPS: Record<Result['notes'][number]['kind'], string> = {
  'network-unavailable': NETWORK_FAILED,
  'webgpu-unavailable': 'The graphics card cannot be used here: the processor computes.',
  'proposer-failed': 'A part of the search failed and was left out.',
};

export const mishapsInWords = (notes: Result['notes']): string[] => [
  ...new Set(notes.map(({ kind }) => MISHAPS[kind])),
];

/** A way to read the text otherwise, as a button. */
export function alternativeInWords({ commas, column, name }: OtherReading): string {
  switch (commas) {
    case 'separate':
      return 'commas between terms';
    case 'thousands':
      return 'commas within thousands: 1,000';
    case 'decimal':
      return 'commas as decimal points: 1,5';
    default:
      return column === 0
        ? 'all columns, row by row'
        : `Column ${column ?? ''}${name ? `, ${name}` : ''}`;
  }
}
