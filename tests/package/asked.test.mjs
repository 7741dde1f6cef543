// Networks that wait to be asked for, and an engine kept ready beside a search.
import assert from 'node:assert/strict';
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
