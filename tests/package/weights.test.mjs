// Downloading, checking and keeping the networks, in Chromium.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import { launch } from './support/chromium.mjs';
import { packageFolder, testsFolder } from './support/places.mjs';
import { serve } from './support/server.mjs';

const MODEL = 'integer-symbolic';
const FILE = `/pkg/models/${MODEL}.ansatz`;
const ENGINE = '/pkg/dist/ansatz_bg.wasm';
const manifest = JSON.parse(await readFile(`${packageFolder}/models/manifest.json`, 'utf8'));
const { bytes } = manifest[`${MODEL}.ansatz`];
const models = Object.keys(manifest)
  .map((file) => file.replace('.ansatz', ''))
  .sort();

let browser;
let server;
let context;
let page;
/** How the server answers for the weights and for the engine; false lets it do as usual. */
let weights;
let engine;

before(async () => {
  browser = await launch();
  server = await serve(
    { pkg: packageFolder, tests: testsFolder },
    {
      answer: (pathname, response) => {
        if (pathname === ENGINE) return engine(response);
        return pathname === FILE ? weights(response) : false;
      },
    },
  );
});

beforeEach(async () => {
  weights = () => false;
  engine = () => false;
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
    assert.equal(heard.at(-1).type, 'model');
    // One total: constant, never falling, complete; what was kept is known from the beginning.
    const totals = heard.filter(({ type }) => type === 'download');
    const [first] = totals;
    const weight = Object.values(manifest).reduce((sum, file) => sum + file.bytes, 0);
    const whole = weight + (await stat(`${packageFolder}/dist/ansatz_bg.wasm`)).size;
    assert.deepEqual(first, {
      type: 'download',
      loaded: 0,
      total: whole,
      cached: visit === 0 ? 0 : weight,
    });
    for (const [index, told] of totals.entries()) {
      assert.deepEqual([told.total, told.cached], [first.total, first.cached]);
      assert.ok(told.loaded >= (totals[index - 1]?.loaded ?? 0), 'never falls');
    }
    assert.equal(totals.at(-1).loaded, whole);
    const engineAt = heard.findIndex(({ type }) => type === 'engine');
    const before = heard.slice(0, engineAt).map(({ type }) => type);
    assert.ok(before.length > 1 && before.every((type) => type === 'download'));
    const joined = heard.filter(({ type }) => type === 'model').map(({ model }) => model);
    assert.deepEqual(joined.sort(), models, 'each joins once, in whatever order they arrive');
    const parts = heard.filter(({ type, model }) => type === 'weights' && model === MODEL);
    assert.ok(parts.length > (visit === 0 ? 2 : 0));
    assert.equal(parts[0].cached, visit === 1, 'said from the first event');
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
      assert.equal(notes[0].kind, 'network-unavailable');
      assert.match(notes[0].words, /integer-symbolic was not downloaded/);
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

test('weights that are superseded leave the cache, but those of other copies stay', async () => {
  const kept = await inPage(async ({ load }) => {
    const cache = await caches.open('ansatz-weights');
    const keep = (path, folder) => {
      const headers = { 'X-Ansatz-From': new URL(folder, location.href).href };
      return cache.put(
        `https://ansatz.invalid/${path}`,
        new Response('what was kept before', { headers }),
      );
    };
    await keep('integer-symbolic/old', '/pkg/models/');
    await keep('integer-symbolic/other', '/another/models/');
    await keep('mine/other', '/pkg/models/');
    const ansatz = await load();
    await ansatz.ready;
    await ansatz.dispose();
    return (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1));
  });
  const expected = models.map((name) => `${name}/${manifest[`${name}.ansatz`].sha256}`);
  assert.deepEqual(kept.sort(), [...expected, 'integer-symbolic/other', 'mine/other'].sort());
});

test('aborting a load ends the download of the engine', async () => {
  const closed = new Promise((resolve) => {
    engine = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/wasm' });
      response.write('begun');
      response.on('close', () => resolve('closed by the page'));
      return true;
    };
  });
  const reason = await inPage(async ({ load }) => {
    const controller = new AbortController();
    const onProgress = ({ loaded }) => loaded > 0 && controller.abort('enough');
    return load({ signal: controller.signal, onProgress }).catch((reason) => reason);
  });
  assert.equal(reason, 'enough');
  assert.equal(await closed, 'closed by the page');
});

test('an engine that is not the one of this package is refused', async () => {
  const good = await readFile(`${packageFolder}/dist/ansatz_bg.wasm`);
  const changed = Buffer.from(good);
  changed[good.length - 1] ^= 1;
  const ways = {
    'wrong-checksum': [changed, 'application/wasm'],
    // Compiled in one piece, because the server does not say what it is.
    'wrong-checksum ': [changed, 'application/octet-stream'],
    'download-failed': [good.subarray(0, 5000), 'application/wasm'],
  };
  for (const [code, [file, type]] of Object.entries(ways)) {
    engine = (response) => {
      response.setHeader('Content-Type', type);
      response.end(file);
      return true;
    };
    const told = await inPage(async ({ load, DownloadError }) =>
      load({ models: [] }).then(
        () => 'accepted',
        (error) => [error instanceof DownloadError, error.code],
      ),
    );
    assert.deepEqual(told, [true, code.trim()]);
  }
});

test('a quick call never waits for a network, also by an engine that was restarted', async () => {
  const asked = await inPage(async ({ load }) => {
    const channel = new BroadcastChannel('requests');
    let requests = [];
    channel.onmessage = ({ data }) => requests.push(data.type);
    const ansatz = await load({ workerUrl: '/tests/fixtures/recording-worker.mjs' });
    await ansatz.ready;
    const controller = new AbortController();
    const hard = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9 7 3 4 0 6 8 6';
    const stopped = ansatz
      .predict(hard, { effort: 'thorough', signal: controller.signal })
      .catch((reason) => reason);
    setTimeout(() => controller.abort('enough'), 20);
    await stopped;
    // Its engine has a moment to end by itself.
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Messages of other threads are not in step with ours: the last is waited for.
    const heard = async (last, call) => {
      requests = [];
      await call();
      while (!requests.includes(last)) await new Promise((resolve) => setTimeout(resolve, 10));
      return requests;
    };
    const quick = await heard('predict', () => ansatz.predict('2 4 6 8 10', { effort: 'quick' }));
    const off = await heard('predict', () => ansatz.predict('2 4 6 8 10', { network: 'off' }));
    const law = await heard('law', () => ansatz.law('n').terms(1, 3));
    const normal = await heard('predict', () => ansatz.predict('2 4 6 8 10'));
    await ansatz.dispose();
    return { quick, off, law, normal };
  });
  // Which engine answers, and when a spare one is started, is no matter here.
  const models = (requests) => requests.filter((type) => type === 'model').length;
  assert.equal(models(asked.quick), 0, asked.quick.join());
  assert.equal(models(asked.off), 0, asked.off.join());
  assert.equal(models(asked.law), 0, asked.law.join());
  // So they had not been there.
  assert.ok(models(asked.normal) > 0, asked.normal.join());
});
