// The package in Node: in a worker and in the caller's thread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './fixtures/trapping.mjs';
import { cases } from './cases.mjs';
import { packageUrl } from './support/places.mjs';

const api = await import(new URL('dist/node.js', packageUrl));
const trapping = new URL('fixtures/trapping-node-worker.mjs', import.meta.url);
const missing = new URL('fixtures/nothing-here.mjs', import.meta.url);

for (const thread of ['worker', 'main']) {
  for (const [name, { run, check }] of Object.entries(cases)) {
    test(`${thread}: ${name}`, async () => {
      const options = { thread, models: [], ...(name.includes('missing') && { missing }) };
      check(await run(api, options, { trapping }), { thread });
    });
  }
}

const UNAVAILABLE = {
  kind: 'webgpu-unavailable',
  words: 'WebGPU cannot be used (there is none here): computed on the CPU',
};

test('there is no WebGPU in Node: the CPU answers, and says so if it was asked for', async () => {
  for (const [device, notes] of [
    ['auto', []],
    ['cpu', []],
    ['webgpu', [UNAVAILABLE]],
  ]) {
    const ansatz = await api.load({ device, models: [] });
    await ansatz.ready;
    const result = await ansatz.predict('1 1 2 3 5 8', { next: 1 });
    assert.equal(ansatz.device, 'cpu');
    assert.equal(result.device, 'cpu');
    assert.deepEqual(result.notes, notes);
    assert.deepEqual(result.next, ['13']);
    await ansatz.dispose();
  }
});
