// Inputs that nobody should send, through the package: the table that the Rust tests run, too.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { packageUrl } from './support/places.mjs';

const api = await import(new URL('dist/node.js', packageUrl));
const table = new URL('../hostile/inputs.json', import.meta.url);
const inputs = JSON.parse(await readFile(table, 'utf8'));

/** Drawn terms, as tests/hostile/README.md describes them. */
function drawn({ seed, count, below, over, slope = 0, sums = false, square = false }) {
  let state = BigInt(seed);
  let sum = 0;
  return Array.from({ length: count }, (_, index) => {
    state = (1103515245n * state + 12345n) % 2147483648n;
    const term = Number(state >> 8n) % below;
    sum += term;
    if (square) return String(index * index);
    if (over !== undefined) return String(term / over + slope * index);
    return String(sums ? sum : term + slope * index);
  });
}

const textOf = ({ text, piece, times, random }) =>
  text ?? (piece !== undefined ? piece.repeat(times) : drawn(random).join(', '));

test('every hostile input has its outcome, and the next call works', async () => {
  const ansatz = await api.load({ models: [] });
  for (const input of inputs) {
    let outcome = 'prediction';
    try {
      const result = await ansatz.predict(textOf(input), { effort: 'quick' });
      assert.deepEqual(result.problems ?? [], [], input.name);
    } catch (error) {
      assert.ok(error instanceof api.AnsatzError, `${input.name}: ${error}`);
      outcome = error.code;
    }
    assert.equal(outcome, input.outcome, input.name);
    const { next } = await ansatz.predict('1, 4, 9, 16, 25, 36', { effort: 'quick', next: 1 });
    assert.deepEqual(next, ['49'], `after ${input.name}`);
  }
  await ansatz.dispose();
});
