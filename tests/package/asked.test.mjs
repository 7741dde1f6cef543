// Networks that wait to be asked for, and an engine kept ready beside a search.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { load } from '../../pkg/dist/node.js';

test('a network is brought when a sequence of its kind is first asked about', async () => {
  const joined = [];
  const ansatz = await load({
    fetch: 'asked',
    onProgress: ({ type, model }) => type === 'model' && joined.push(model.split('-')[0]),
  });
  await ansatz.ready;
  assert.deepEqual(joined, [], 'nothing was asked');
  const quick = await ansatz.predict('1 2 4 8 16 32', { effort: 'quick' });
  assert.equal(quick.network, 'off');
  assert.deepEqual(joined, [], 'a quick look needs none');
  const result = await ansatz.predict('1 2 4 8 16 32');
  assert.equal(result.network, 'used');
  assert.deepEqual([...new Set(joined)], ['integer']);
  await ansatz.inspect('0.5 0.25 0.125 0.0625');
  assert.deepEqual([...new Set(joined)], ['integer', 'float']);
  await ansatz.dispose();
});

test('whoever stops a search gets the engine that was kept ready', async () => {
  const ansatz = await load({ spare: true, models: [] });
  for (let round = 0; round < 3; round++) {
    const stop = new AbortController();
    const search = ansatz.predict('6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7', {
      effort: 'thorough',
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 30);
    await assert.rejects(search);
    const { next } = await ansatz.predict('1 4 9 16 25 36', { next: 1 });
    assert.deepEqual(next, ['49']);
  }
  await ansatz.dispose();
  await assert.rejects(load({ fetch: 'never' }), /fetch/);
});

/** A folder's file as `load` takes it, under a name of the test's choice. */
const named = async (name, file) => {
  const url = new URL(`../../pkg/models/${file}`, import.meta.url);
  const bytes = await readFile(url);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, url, bytes: bytes.length, sha256 };
};

test('networks for numbers are brought where no law was found, and never needed for one', async () => {
  // Any weights will do: what matters is when they are asked for.
  const symbolic = await named('integer-symbolic', 'integer-symbolic.ansatz');
  const numeric = await named('integer-numeric', 'float-symbolic.ansatz');
  const joined = [];
  const ansatz = await load({
    fetch: 'asked',
    models: [numeric, symbolic],
    onProgress: ({ type, model }) => type === 'model' && joined.push(model),
  });
  assert.equal((await ansatz.predict('1 2 4 8 16 32')).network, 'used');
  assert.deepEqual(joined, ['integer-symbolic']);
  const digits = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8';
  const early = await ansatz.predict(digits, { network: 'ready' });
  assert.equal(early.best, undefined);
  assert.equal(early.network, 'loading', 'there may be more to come');
  const { network } = await ansatz.predict(digits);
  assert.equal(network, 'used');
  assert.deepEqual(joined, ['integer-symbolic', 'integer-numeric']);
  await ansatz.dispose();
});

test('a network for numbers that cannot be had is no loss to laws', async () => {
  const symbolic = await named('integer-symbolic', 'integer-symbolic.ansatz');
  const broken = { ...symbolic, name: 'integer-numeric', sha256: '0'.repeat(64) };
  const url = new URL('missing.ansatz', symbolic.url);
  const ansatz = await load({ models: [{ ...broken, url }, symbolic] });
  await assert.rejects(ansatz.ready);
  assert.equal((await ansatz.predict('1 2 4 8 16 32')).network, 'used');
  await ansatz.dispose();
});
