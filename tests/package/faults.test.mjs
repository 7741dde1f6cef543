// What can go wrong around the package in a browser; each ends in a right prediction.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch } from './support/chromium.mjs';
import { goldenUrl, packageFolder } from './support/places.mjs';
import { serve } from './support/server.mjs';

const tiny = await readFile(new URL('tiny.ansatz', goldenUrl));
const FILE = '/weights.ansatz';
const describe = (bytes) => ({
  name: 'integer-symbolic',
  url: FILE,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

let browser;
let server;
/** How the server answers for the weights. */
let weights;

before(async () => {
  browser = await launch();
  const answer = (pathname, response) => {
    if (pathname !== FILE) return false;
    weights(response);
    return true;
  };
  server = await serve({ pkg: packageFolder }, { answer });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page with the package and what `prepare` makes of it. */
async function withPage(use, prepare = () => {}) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await prepare(page, context);
    await page.goto(server.address);
    return await use(page);
  } finally {
    await context.close();
  }
}

const evaluate = (page, run, given) =>
  page.evaluate(
    `(async () => (${run})(await import('/pkg/dist/index.js'), ${JSON.stringify(given)}))()`,
  );

/** Loads, says how that ended, and predicts all the same. */
const loadAndPredict = async ({ load }, { model }) => {
  const ansatz = await load({ models: [model] });
  const error = await ansatz.ready.then(
    () => undefined,
    (error) => error,
  );
  const { next, network } = await ansatz.predict('2 4 6 8 10 12', { next: 2 });
  await ansatz.dispose();
  return { code: error?.code, message: error?.message, next, network };
};

const RIGHT = ['14', '16'];

for (const [when, stall] of Object.entries({
  'before the first byte': () => {},
  'in the middle': (response) => {
    response.setHeader('Content-Length', tiny.length);
    response.write(tiny.subarray(0, 1000));
  },
})) {
  test(`a server that stalls ${when} is given up after a while`, async () => {
    const asked = new Promise((resolve) => {
      weights = (response) => {
        stall(response);
        resolve();
      };
    });
    const install = (page) => page.clock.install();
    const outcome = await withPage(async (page) => {
      const ending = evaluate(page, loadAndPredict, { model: describe(tiny) });
      await asked;
      // The page's clock, not ours: nobody waits half a minute.
      let over = false;
      const watched = ending.finally(() => {
        over = true;
      });
      while (!over) {
        await page.clock.runFor(5000);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return watched;
    }, install);
    assert.equal(outcome.code, 'download-failed');
    assert.match(outcome.message, /nothing arrived for 30 seconds/);
    assert.deepEqual([outcome.next, outcome.network], [RIGHT, 'unavailable']);
  });
}

test('weights of another version are refused, whatever the manifest says', async () => {
  const newer = Buffer.from(tiny);
  newer.writeUInt32LE(99, 8);
  weights = (response) => response.end(newer);
  const model = describe(newer);
  const outcome = await withPage((page) => evaluate(page, loadAndPredict, { model }));
  assert.equal(outcome.code, 'bad-model');
  assert.match(outcome.message, /99/);
  assert.deepEqual([outcome.next, outcome.network], [RIGHT, 'unavailable']);
});

test('where storage is full, weights are used and not kept', async () => {
  weights = (response) => response.end(tiny);
  const keptWith = async (prepare) =>
    withPage(async (page) => {
      const found = await evaluate(page, loadAndPredict, { model: describe(tiny) });
      assert.deepEqual([found.next, found.network], [RIGHT, 'used']);
      return evaluate(page, async () => {
        const names = await caches.keys();
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return kept.flat().length;
      });
    }, prepare);
  const full = async (page, context) => {
    const session = await context.newCDPSession(page);
    const origin = server.address;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  };
  assert.equal(await keptWith(full), 0);
  assert.equal(await keptWith(), 1);
});

test('eight pages at once, each with its own engine', async () => {
  weights = (response) => response.end(tiny);
  const model = describe(tiny);
  const one = () => withPage((page) => evaluate(page, loadAndPredict, { model }));
  const outcomes = await Promise.all(Array.from({ length: 8 }, one));
  for (const { next, network } of outcomes) assert.deepEqual([next, network], [RIGHT, 'used']);
});

test('a page that is hidden answers', async () => {
  weights = (response) => response.end(tiny);
  // What a page in the background sees of itself; its timers are the browser's business.
  const hide = (page) =>
    page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      Object.defineProperty(document, 'hidden', { get: () => true });
      // Frames are not painted there, so whoever waits for one waits for ever.
      globalThis.requestAnimationFrame = () => 0;
    });
  const model = describe(tiny);
  const outcome = await withPage((page) => evaluate(page, loadAndPredict, { model }), hide);
  assert.deepEqual([outcome.next, outcome.network], [RIGHT, 'used']);
});
