// Downloading, checking and keeping the networks, in Chromium.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import { launch } from './support/chromium.mjs';
import { packageFolder } from './support/places.mjs';
import { serve } from './support/server.mjs';

const MODEL = 'integer-symbolic';
const FILE = `/pkg/models/${MODEL}.ansatz`;
const manifest = JSON.parse(await readFile(`${packageFolder}/models/manifest.json`, 'utf8'));
const { bytes } = manifest[`${MODEL}.ansatz`];
const models = Object.keys(manifest)
  .map((file) => file.replace('.ansatz', ''))
  .sort();

let browser;
let server;
let context;
let page;
/** How the server answers for the weights; false lets it do as usual. */
let weights;

before(async () => {
  browser = await launch();
  server = await serve(
    { pkg: packageFolder },
    {
      answer: (pathname, response) => (pathname === FILE ? weights(response) : false),
    },
  );
});

beforeEach(async () => {
  weights = () => false;
  await context?.close();
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(server.address);
  server.requests.length = 0;
});

after(async () => {
  await browser?.close();
  await server?.close();
});

const downloads = () => server.requests.filter((path) => path === FILE).length;

/** Runs a function in the page, with the package. */
const inPage = (run) =>
  page.evaluate(`(async () => (${run})(await import('/pkg/dist/index.js')))()`);

test('weights come with progress, are kept, and are forgotten on request', async () => {
  // The second half is sent only when the first has been told of.
  let sendRest;
  const told = new Promise((resolve) => (sendRest = resolve));
  weights = async (response) => {
    const file = await readFile(`${packageFolder}/models/${MODEL}.ansatz`);
    response.write(file.subarray(0, bytes / 2));
    await told;
    response.end(file.subarray(bytes / 2));
    return true;
  };
  await page.exposeFunction('sendRest', () => sendRest());
  const { value, cached } = await inPage(async ({ load, isCached, clearCache }) => {
    const cached = [await isCached()];
    const visits = [];
    for (let visit = 0; visit < 2; visit++) {
      const heard = [];
      const onProgress = (progress) => {
        heard.push(progress);
        if (progress.model === 'integer-symbolic' && progress.loaded > 0) window.sendRest();
      };
      const ansatz = await load({ onProgress });
      await ansatz.ready;
      const { network } = await ansatz.predict('1 1 2 3 5 8');
      await ansatz.dispose();
      visits.push({ heard, network });
      cached.push(await isCached());
    }
    await clearCache();
    cached.push(await isCached());
    return { value: visits, cached };
  });
  assert.deepEqual(cached, [false, true, true, false]);
  assert.equal(downloads(), 1);
  for (const [visit, { heard, network }] of value.entries()) {
    assert.equal(network, 'used');
    assert.deepEqual(heard[0], { type: 'engine', device: 'cpu' });
    assert.equal(heard.at(-1).type, 'model');
    const joined = heard.filter(({ type }) => type === 'model').map(({ model }) => model);
    assert.deepEqual(joined.sort(), models, 'each joins once, in whatever order they arrive');
    const parts = heard.filter(({ type, model }) => type === 'weights' && model === MODEL);
    assert.ok(parts.length > (visit === 0 ? 2 : 1));
    assert.ok(
      parts.every(({ total }) => total === bytes),
      'the total is constant',
    );
    for (const [index, { loaded }] of parts.entries()) {
      assert.ok(loaded >= (parts[index - 1]?.loaded ?? 0), 'never falls');
    }
    assert.equal(parts.at(-1).loaded, bytes);
    assert.equal(parts.at(-1).cached, visit === 1);
  }
});

test('answers arrive before the weights, and the network joins', async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  weights = () => held.then(() => false);
  await page.exposeFunction('release', () => release());
  const value = await inPage(async ({ load }) => {
    const ansatz = await load({ models: ['integer'] });
    const early = await ansatz.predict('1 1 2 3 5 8', { network: 'ready', next: 1 });
    let first;
    const waited = ansatz.predict('1 2 4 8 16 32', {
      next: 1,
      onCandidate: (candidate) => {
        // Only now may the server go on: the candidate cannot have waited for it.
        window.release();
        first ??= candidate.next[0];
      },
    });
    const late = await waited;
    await ansatz.dispose();
    return { early: [early.network, early.next[0]], first, late: [late.network, late.next[0]] };
  });
  assert.deepEqual(value, { early: ['loading', '13'], first: '64', late: ['used', '64'] });
});

test('one download however many callers', async () => {
  const networks = await inPage(async ({ load }) => {
    const all = await Promise.all([load(), load(), load({ cache: false })]);
    await Promise.all(all.map((ansatz) => ansatz.ready));
    const results = await Promise.all(all.map((ansatz) => ansatz.predict('2 4 6 8 10')));
    await Promise.all(all.map((ansatz) => ansatz.dispose()));
    return results.map(({ network }) => network);
  });
  assert.deepEqual(networks, ['used', 'used', 'used']);
  assert.equal(downloads(), 1);
});

test('one caller who leaves does not stop the download for the others', async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  weights = () => held.then(() => false);
  await page.exposeFunction('release', () => release());
  const value = await inPage(async ({ load }) => {
    const controller = new AbortController();
    const leaving = await load({ signal: controller.signal });
    const staying = await load();
    controller.abort('left');
    const left = await leaving.ready.catch((error) => error);
    window.release();
    await staying.ready;
    const { network } = await staying.predict('2 4 6 8 10');
    await Promise.all([leaving.dispose(), staying.dispose()]);
    return { left, network };
  });
  assert.deepEqual(value, { left: 'left', network: 'used' });
  assert.equal(downloads(), 1);
});

test('works where storage is blocked', async () => {
  await page.addInitScript(() => {
    const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    for (const name of ['open', 'delete', 'match', 'has', 'keys']) {
      CacheStorage.prototype[name] = blocked;
    }
  });
  await page.reload();
  const value = await inPage(async ({ load, isCached, clearCache }) => {
    const ansatz = await load();
    await ansatz.ready;
    const { network } = await ansatz.predict('2 4 6 8 10');
    await ansatz.dispose();
    await clearCache();
    return { network, cached: await isCached() };
  });
  assert.deepEqual(value, { network: 'used', cached: false });
});

test('a damaged, short or missing file is refused, and predictions do without', async () => {
  const good = await readFile(`${packageFolder}/models/${MODEL}.ansatz`);
  const flipped = Buffer.from(good);
  flipped[good.length >> 1] ^= 1;
  const answers = {
    'wrong-checksum': [(response) => response.end(flipped)],
    'download-failed': [
      (response) => response.end(good.subarray(0, 1000)),
      (response) => response.end(Buffer.concat([good, good])),
      (response) => response.writeHead(404).end(),
      (response) => response.destroy(),
    ],
  };
  for (const [code, ways] of Object.entries(answers)) {
    for (const way of ways) {
      weights = (response) => {
        way(response);
        return true;
      };
      const value = await inPage(async ({ load, isCached, DownloadError }) => {
        const failed = [];
        const ansatz = await load({
          models: ['integer-symbolic'],
          onProgress: (progress) => progress.type === 'failed' && failed.push(progress.error.code),
        });
        const error = await ansatz.ready.catch((error) => error);
        const { network, next, notes } = await ansatz.predict('2 4 6 8 10', { next: 1 });
        await ansatz.dispose();
        const isDownload = error instanceof DownloadError;
        return {
          failed,
          code: error.code,
          isDownload,
          network,
          next,
          notes,
          cached: await isCached(),
        };
      });
      const { notes, ...rest } = value;
      assert.deepEqual(rest, {
        failed: [code],
        code,
        isDownload: true,
        network: 'unavailable',
        next: ['12'],
        cached: false,
      });
      assert.match(notes[0], /integer-symbolic was not downloaded/);
    }
  }
  // And a later caller tries again.
  weights = () => false;
  const network = await inPage(async ({ load }) => {
    const ansatz = await load();
    const result = await ansatz.predict('2 4 6 8 10');
    await ansatz.dispose();
    return result.network;
  });
  assert.equal(network, 'used');
});

test('a trap or an aborted call does not lose the network', async () => {
  const value = await inPage(async ({ load }) => {
    const ansatz = await load();
    await ansatz.ready;
    const controller = new AbortController();
    const hard = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9 7 3 4 0 6 8 6';
    const stopped = ansatz.predict(hard, { effort: 'thorough', signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 20);
    const reason = await stopped.catch((error) => error);
    const { network, next } = await ansatz.predict('2 4 6 8 10', { next: 1 });
    await ansatz.dispose();
    return { reason, network, next };
  });
  assert.deepEqual(value, { reason: 'enough', network: 'used', next: ['12'] });
  assert.equal(downloads(), 1);
});

test('every address can be chosen', async () => {
  const value = await inPage(async ({ load }) => {
    const ways = [
      { modelUrl: '/pkg/models' },
      { modelUrl: new URL('/pkg/models/', location.href) },
      { modelUrl: (name) => `pkg/models/${name}.ansatz` },
    ];
    const networks = [];
    for (const way of ways) {
      const ansatz = await load({
        ...way,
        cache: false,
        models: ['integer-symbolic'],
        wasmUrl: 'pkg/dist/ansatz_bg.wasm',
        workerUrl: '/pkg/dist/worker.js',
      });
      networks.push((await ansatz.predict('2 4 6 8 10')).network);
      await ansatz.dispose();
    }
    return networks;
  });
  assert.deepEqual(value, ['used', 'used', 'used']);
  assert.equal(downloads(), 3);
});
