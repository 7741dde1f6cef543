// The package in Node: in a worker and in the caller's thread.
import { test } from 'node:test';
import './fixtures/trapping.mjs';
import { cases } from './behaviour.mjs';
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
