// The package in Chromium, as files on a server, without a bundler.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cases } from './cases.mjs';
import { launch, open } from './support/chromium.mjs';
import { goldenFolder, packageFolder, testsFolder, tinyModel } from './support/places.mjs';
import { serve } from './support/server.mjs';

let browser;
let server;
let isolated;
const mounts = { pkg: packageFolder, tests: testsFolder, golden: goldenFolder };
const tiny = await tinyModel();

before(async () => {
  browser = await launch();
  // Another origin may read what this server has, as a CDN's files may be read.
  server = await serve(mounts, { headers: { 'Access-Control-Allow-Origin': '*' } });
  const headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  isolated = await serve(mounts, { headers });
});

after(async () => {
  await browser?.close();
  await server?.close();
  await isolated?.close();
});

/** Runs a function in a new page, with the package. */
async function inPage(run, { from = server.address, at = server.address, ...given } = {}) {
  const { page, problems } = await open(browser, at);
  try {
    const code = `(async () => {
      await import(${JSON.stringify(`${at}/tests/fixtures/trapping.mjs`)});
      const api = await import(${JSON.stringify(`${from}/pkg/dist/index.js`)});
      return (${run})(api, ${JSON.stringify(given.options ?? {})}, ${JSON.stringify(given)});
    })()`;
    return { value: await page.evaluate(code), problems };
  } finally {
    await page.close();
  }
}

const settings = {
  worker: { thread: 'worker' },
  // Memory can be shared with the worker there: aborting need not end it.
  isolated: { thread: 'worker', where: 'isolated' },
  main: { thread: 'main' },
};
for (const [setting, { thread, where }] of Object.entries(settings)) {
  for (const [name, { run, check }] of Object.entries(cases)) {
    test(`${setting}: ${name}`, async () => {
      const missing = name.includes('missing');
      const options = { thread, models: [], ...(missing && { missing: '/nothing/here' }) };
      const at = where === 'isolated' ? isolated.address : server.address;
      const trapping = `${at}/tests/fixtures/trapping-worker.mjs`;
      const { value, problems } = await inPage(run, { at, from: at, options, trapping });
      check(value, { thread });
      if (!missing) assert.deepEqual(problems, []);
    });
  }
}

test('runs from another origin, as from a CDN', async () => {
  const { value, problems } = await inPage(
    async ({ load }) => {
      const ansatz = await load({ models: [] });
      const { next } = await ansatz.predict('1 1 2 3 5 8', { next: 2 });
      await ansatz.dispose();
      return next;
    },
    { from: server.otherOrigin },
  );
  assert.deepEqual(value, ['13', '21']);
  assert.deepEqual(problems, []);
});

test('a thousand predictions in a row keep memory flat', async () => {
  const { value } = await inPage(
    async ({ load }, { model, workerUrl }) => {
      const ansatz = await load({ models: [model], workerUrl });
      await ansatz.ready;
      const channel = new BroadcastChannel('engine-memory');
      const measure = async () => {
        const answer = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
        channel.postMessage('how large');
        // The page's and the worker's objects, after a collection.
        const { bytes } = await performance.measureUserAgentSpecificMemory();
        return { engine: await answer, objects: bytes };
      };
      const predict = async (from, to) => {
        for (let k = from; k < to; k++) {
          const terms = [k, k + 1, 2 * k + 1, 3 * k + 2, 5 * k + 3, 8 * k + 5];
          // Every tenth with the network.
          const proposers = { beam: true, classical: true, enumerative: false };
          const options = k % 10 === 0 ? { proposers } : { effort: 'quick' };
          await ansatz.predict(terms, { ...options, onCandidate: () => {} });
        }
        return measure();
      };
      const measured = [await predict(0, 100), await predict(100, 550), await predict(550, 1000)];
      await ansatz.dispose();
      const { bytes } = await performance.measureUserAgentSpecificMemory();
      return { measured, after: bytes };
    },
    {
      at: isolated.address,
      from: isolated.address,
      options: {
        model: { ...tiny, url: '/golden/tiny.ansatz' },
        workerUrl: '/tests/fixtures/measuring-worker.mjs',
      },
    },
  );
  console.log('after 100, 550, 1000 predictions, and after dispose():', JSON.stringify(value));
  const [warm, ...later] = value.measured;
  for (const { engine, objects } of later) {
    assert.ok(engine <= warm.engine + 1_000_000, `engine: ${engine} bytes, ${warm.engine} before`);
    assert.ok(objects <= warm.objects + 1_000_000, `${objects} bytes, ${warm.objects} before`);
  }
  assert.ok(value.after < warm.objects, 'dispose() frees memory');
});
