#!/usr/bin/env node
// `npx ansatz 1 1 2 3 5 8`
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { InputError, load, type PredictOptions, type Result } from './node.js';

const HELP = `Guesses the recurrence behind a number sequence.

  ansatz 1 1 2 3 5 8            terms as arguments
  ansatz --file b000045.txt     a list, an OEIS line or a b-file
  echo 1 4 9 16 25 | ansatz     standard input

  --next N          further terms to give (10)
  --effort E        quick, normal or thorough (normal)
  --hold-out N      hide the last N terms and check the answer on them
  --no-network      classical and enumerative search only
  --json            everything that was found
  --help, --version

Exit codes: 0 done, 1 no law found, 2 bad arguments or input, 4 something failed.`;

/** So that `-3` is a term and not an option. */
const isTerm = (argument: string): boolean => /^[-−]?[\d.]/.test(argument);

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  const { values, positionals } = parseArgs({
    args: given.filter((argument, index) => !isTerm(argument) || isValue(given[index - 1])),
    allowPositionals: true,
    options: {
      next: { type: 'string' },
      effort: { type: 'string' },
      'hold-out': { type: 'string' },
      file: { type: 'string' },
      'no-network': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
  if (values.help) return say(HELP);
  if (values.version) {
    const about = await readFile(new URL('../package.json', import.meta.url), 'utf8');
    return say(JSON.parse(about).version);
  }
  if (positionals.length > 0) {
    throw new InputError('bad-options', `what is "${positionals[0]}"? See --help`);
  }
  const terms = given.filter((argument, index) => isTerm(argument) && !isValue(given[index - 1]));
  const sequence = values.file
    ? await readFile(values.file, 'utf8')
    : terms.length > 0
      ? terms.join(' ')
      : await text(process.stdin);

  const network = values['no-network'] ? 'off' : 'wait';
  const ansatz = await load(network === 'off' ? { models: [] } : {});
  try {
    const result = await ansatz.predict(sequence, {
      network,
      ...(values.next && { next: count('next', values.next) }),
      ...(values['hold-out'] && { holdOut: count('hold-out', values['hold-out']) }),
      ...(values.effort && { effort: values.effort as NonNullable<PredictOptions['effort']> }),
    });
    say(values.json ? JSON.stringify(result, undefined, 2) : shown(result));
    return result.best ? 0 : 1;
  } finally {
    await ansatz.dispose();
  }
}

const isValue = (before: string | undefined): boolean =>
  before !== undefined && ['--next', '--effort', '--hold-out', '--file'].includes(before);

function count(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new InputError('bad-options', `--${name} takes a whole number`);
  return Number(value);
}

function shown({ understood, best, candidates, notes }: Result): string {
  const lines = [understood.summary, ...understood.notes, ''];
  if (best) {
    lines.push(`  u(n) = ${best.formula}`);
    if (best.initial.length > 0) lines.push(`  from ${best.initial.join(', ')}`);
    lines.push(`  ${best.evidence.words}`, '', `next  ${best.next.join(', ')}`);
  } else {
    lines.push('no law found for these terms');
    if (candidates[0]) lines.push(`the nearest: u(n) = ${candidates[0].formula}`);
  }
  return [...lines, ...notes.map((note) => `note: ${note}`)].join('\n');
}

function say(words: string): number {
  process.stdout.write(`${words}\n`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  // `parseArgs` throws TypeErrors for arguments it does not know.
  const isInput = error instanceof InputError || error instanceof TypeError;
  process.stderr.write(`ansatz: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isInput ? 2 : 4;
}
