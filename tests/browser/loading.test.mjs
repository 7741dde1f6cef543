// What comes over the line, what is kept, and what happens when something does not.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SOFTWARE_GPU } from '../package/support/chromium.mjs';
import {
  begin,
  beginFor,
  joined,
  PATIENCE,
  settled,
  site,
  textOf,
  type,
  unfold,
} from './support/page.mjs';

let all;
before(async () => (all = await begin()));
after(() => all?.close());

const isWeights = (path) => path.endsWith('.ansatz');

test('answers come before the weights; when these arrive the network joins', async (t) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const slow = await beginFor(t, {
    answer: async (path) => {
      if (isWeights(path)) await held;
      return false;
    },
  });
  const { page, problems, close } = await slow.open();
  await type(page, '1 1 3 1 3 5 7 1 3 5 7 9 11 13 15 1 3 5');
  assert.match(await textOf(page, '#next'), /^7, 9, 11/);
  assert.match(await textOf(page, '#network'), /0\.0 of \d+\.\d MB/);
  assert.match(await textOf(page, '#answer .badge'), /Checking/, 'it may still change');
  assert.match(await textOf(page, '#answer .progress'), /with the neural network/);
  assert.doesNotMatch(await textOf(page, '#candidates'), /network/);
  release();
  await joined(page);
  assert.doesNotMatch(await textOf(page, '#answer .badge'), /Checking/);
  await page.click('#more');
  await page.locator('#candidates .finders', { hasText: 'network' }).first().waitFor();
  assert.match(await textOf(page, '#network'), /^Neural network ready, \d+\.\d MB$/);
  await page.reload();
  await joined(page);
  assert.match(await textOf(page, '#network'), /earlier visit$/);
  const asked = slow.server.requests.filter(isWeights);
  assert.ok(asked.length > 0);
  assert.deepEqual(asked, [...new Set(asked)], 'each downloaded once');
  assert.deepEqual(problems, []);
  await close();
});

test('the network that is not needed is not fetched', async () => {
  const { page, requests, close } = await all.open({ serviceWorkers: 'block' });
  await joined(page);
  const fetched = () => requests.filter(isWeights).map((url) => /(integer|float)-/.exec(url)[1]);
  assert.deepEqual([...new Set(fetched())], ['integer']);
  await page.evaluate(() => {
    document.querySelector('#network').dataset.kind = 'before';
  });
  await type(page, '0.5 0.25 0.125 0.0625 0.03125 0.015625');
  await joined(page);
  assert.deepEqual([...new Set(fetched())].sort(), ['float', 'integer']);
  await close();
});

test('engine, answer, network, offline copy: in this order', async (t) => {
  const order = [];
  const own = await beginFor(t, {
    answer: (path) => {
      if (path.endsWith('.wasm') && !order.includes('engine')) order.push('engine');
      if (isWeights(path)) order.push('network');
      if (path.endsWith('sw.js')) order.push('offline');
      return false;
    },
  });
  const { page, close } = await own.open({
    prepare: (page) =>
      page
        .exposeFunction('answered', () => order.push('answer'))
        .then(() =>
          page.addInitScript(() => {
            let isTold = false;
            new MutationObserver(() => {
              if (isTold || !document.querySelector('#next')) return;
              isTold = true;
              window.answered();
            }).observe(document, { childList: true, subtree: true });
          }),
        ),
  });
  await joined(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [first, ...rest] = order;
  assert.equal(first, 'engine');
  assert.deepEqual([...new Set(rest)].at(-1), 'offline', order.join());
  assert.deepEqual([...new Set(rest)].sort(), ['answer', 'network', 'offline']);
  await close();
});

/** How much of what was seen moved by itself, as browsers measure it. */
const shifts = (page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        window.shifted += entry.value;
        window.moved.push(
          `${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName)}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

for (const [name, viewport] of [
  ['desktop', { width: 1280, height: 720 }],
  ['phone', { width: 390, height: 844 }],
]) {
  test(`a shared link on a slow line: its own terms from the start, nothing moves, ${name}`, async (t) => {
    let release;
    const held = new Promise((resolve) => (release = resolve));
    const slow = await beginFor(t, {
      answer: async (path) => {
        if (/index-.*\.js$/.test(path)) await held;
        return false;
      },
    });
    const { page, close } = await slow.open({
      viewport,
      serviceWorkers: 'block',
      hash: '#s=1,1,2,3,5,8,13,21,34',
      prepare: shifts,
      until: 'commit',
    });
    // The page's scripts have not come yet.
    await page.waitForSelector('html[data-asked]');
    assert.equal(await page.inputValue('#sequence'), '1, 1, 2, 3, 5, 8, 13, 21, 34');
    assert.ok(await page.isVisible('.early'), 'something says that it is coming');
    for (const part of ['#example', '#gallery', 'footer']) {
      assert.ok(await page.isHidden(part), `nothing of ${part}`);
    }
    release();
    await page.waitForSelector('.answer .progress progress');
    await joined(page);
    await page.waitForSelector('#plot canvas');
    const { shifted, moved } = await page.evaluate(() => ({
      shifted: window.shifted,
      moved: window.moved,
    }));
    assert.ok(shifted < 0.05, `${shifted}: ${moved.join('; ')}`);
    console.log(`layout shift, ${name}: ${shifted}`);
    await close();
  });
}

test('no request leaves the origin, and the policy is strict', async () => {
  const { page, requests, problems, close } = await all.open();
  await joined(page);
  await type(page, '1 2 4 7 11 16 22');
  await page.click('#inside summary');
  await page.waitForSelector('#numbers');
  // A fraction in a fraction, which the typesetter would like to style.
  const nested = Array.from({ length: 12 }, (_, i) => i + 1).map((n) => n + n / (n + 1 / n));
  await type(page, nested.join(' '));
  await page.waitForSelector('.law mfrac mfrac');
  await page.click('#about summary');
  await page.waitForSelector('#networks');
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.ok(requests.some((url) => url.endsWith('.wasm')) && requests.some(isWeights));
  for (const url of requests) assert.ok(url.startsWith(`${all.server.address}/`), url);
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
  assert.match(
    policy,
    /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/=]{44}'; /,
  );
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  assert.deepEqual(problems, [], 'and nothing on the page offends it');
  await close();
});

test('works without a connection after the first visit', async (t) => {
  const own = await begin();
  t.after(() => own.browser.close());
  const { page, context, problems, close } = await own.open();
  await joined(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    return (
      names.some((name) => name.startsWith('ansatz-page-')) &&
      navigator.serviceWorker.controller !== null
    );
  });
  await own.server.close();
  await context.setOffline(true);
  await page.reload();
  await joined(page);
  await type(page, '0 1 5 14 30 55 91 140');
  assert.match(await textOf(page, '#next'), /^204, 285/);
  assert.match(await textOf(page, '#network'), /earlier visit$/);
  assert.deepEqual(problems, []);
  await close();
});

test('can be installed: a manifest with icons of the sizes it says', async () => {
  const { page, close } = await all.open();
  const href = await page.getAttribute('link[rel="manifest"]', 'href');
  const manifest = await (await fetch(new URL(href, `${all.server.address}/`))).json();
  assert.equal(manifest.display, 'standalone');
  assert.equal(manifest.start_url, './');
  for (const { src, sizes, type } of manifest.icons) {
    const response = await fetch(new URL(src, `${all.server.address}/`));
    assert.equal(response.headers.get('Content-Type'), type);
    if (type !== 'image/png') continue;
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
  }
  await close();
});

test('works where storage is blocked', async () => {
  const { page, problems, close } = await all.open({
    serviceWorkers: 'block',
    prepare: (page) =>
      page.addInitScript(() => {
        const blocked = {
          get() {
            throw new DOMException('storage is blocked', 'SecurityError');
          },
        };
        Object.defineProperty(window, 'localStorage', blocked);
        Object.defineProperty(window, 'caches', blocked);
        Object.defineProperty(window, 'indexedDB', blocked);
      }),
  });
  await joined(page);
  assert.doesNotMatch(await textOf(page, '#network'), /earlier visit/);
  await page.fill('#sequence', '1 3 6 10 15 21 28');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.match(await textOf(page, '#next'), /^36, 45/);
  await page.click('#theme');
  await page.waitForSelector('#recent a');
  await page.click('#forget');
  assert.equal(await page.locator('#recent').count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test('does without the network where its weights are broken, and says so', async (t) => {
  const broken = await beginFor(t, {
    answer: (path, response) => {
      if (isWeights(path)) response.end('these are no weights');
      return isWeights(path);
    },
  });
  const { page, problems, close } = await broken.open();
  await page.waitForSelector('#network[data-kind="failed"]', { state: 'attached' });
  await type(page, '1 2 4 7 11 16 22 29');
  assert.match(await textOf(page, '#next'), /^37, 46/);
  assert.match(
    await textOf(page, '.notes'),
    /Without the neural network, which could not be loaded/,
  );
  await page.click('#inside summary');
  await page.waitForSelector('#inside-state:not(:empty)');
  assert.deepEqual(problems, []);
  await close();
});

test('an engine that cannot be fetched is reported, and asked for again', async (t) => {
  let isBroken = true;
  const broken = await beginFor(t, {
    answer: (path, response) => {
      if (!isBroken || !path.endsWith('.wasm')) return false;
      response.statusCode = 503;
      response.end();
      return true;
    },
  });
  const { page, close } = await broken.open({ serviceWorkers: 'block' });
  await page.waitForSelector('.failure');
  assert.match(await textOf(page, '.failure'), /503/);
  isBroken = false;
  await page.click('.failure button');
  await joined(page);
  assert.equal(await page.locator('.failure').count(), 0);
  await close();
});

test('without WebGPU the CPU computes, also if WebGPU was asked for', async () => {
  const { page, problems, close } = await all.open();
  await joined(page);
  await unfold(page, 'options', 'advanced');
  assert.match(await textOf(page, '#device'), /Automatic: Processor/);
  await page.selectOption('#device-choice', 'webgpu');
  await joined(page);
  assert.equal(await textOf(page, '#fallback'), 'computed on: Processor');
  assert.match(await textOf(page, '.notes'), /the processor computes/);
  assert.match(await textOf(page, '#next'), /^68, 36/);
  await page.reload();
  await joined(page);
  assert.equal(await page.inputValue('#device-choice'), 'webgpu', 'the choice is kept');
  await unfold(page, 'options', 'advanced');
  await page.selectOption('#device-choice', 'cpu');
  await joined(page);
  assert.equal(await page.locator('#fallback').count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

const built = await readdir(site, { recursive: true });
const hasGpu = built.some((name) => /gpu[^/]*\.wasm$/.test(name));

test('WebGPU computes where there is one, if only in software, and says so', {
  skip: !hasGpu && 'no WebGPU engine was built',
}, async (t) => {
  const gpu = await beginFor(t, { args: SOFTWARE_GPU });
  // A narrow beam: the software adapter is slow.
  const { page, problems, requests, close } = await gpu.open({
    hash: '#s=1,2,4,8,16,32,64,28,56,12,24,48&beam=1',
  });
  page.setDefaultTimeout(5 * PATIENCE);
  await joined(page);
  await unfold(page, 'options', 'advanced');
  assert.match(await textOf(page, '#device'), /Automatic: Processor/, 'not by itself');
  await page.selectOption('#device-choice', 'webgpu');
  await joined(page);
  // The GPU is tried out first; until it is used, what is used instead is said beside the choice.
  await page.locator('#fallback').waitFor({ state: 'detached' });
  await page.press('#sequence', 'Enter');
  await joined(page);
  assert.equal(await page.locator('#fallback').count(), 0);
  assert.equal(await page.locator('.notes').count(), 0);
  assert.match(await textOf(page, '#next'), /^96, 92, 84/);
  assert.ok(requests.some((url) => /gpu[^/]*\.wasm$/.test(url)));
  assert.deepEqual(problems, []);
  await close();
});

test('works under any path', async (t) => {
  const deep = await beginFor(t, { mounts: { 'some-repository': site } });
  const { page, problems, requests, close } = await deep.open({ path: '/some-repository/' });
  await joined(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await type(page, '1 2 4 7 11 16 22 29');
  assert.match(await textOf(page, '#next'), /^37, 46/);
  for (const url of requests)
    assert.ok(url.startsWith(`${deep.server.address}/some-repository/`), url);
  assert.deepEqual(problems, []);
  await close();
});

test('a copy of the page below another keeps its own files, and answers for itself', async (t) => {
  const own = await beginFor(t, { mounts: { '': site, copy: site } });
  const { page, context, close } = await own.open();
  await joined(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await joined(page);
  const marked = await context.newPage();
  await marked.goto(`${own.server.address}/copy/#s=1,2,4,8,16,32`);
  await joined(marked);
  await marked.evaluate(() => navigator.serviceWorker.ready);
  // The upper copy's worker has not answered for the lower one: the server was asked.
  assert.ok(own.server.requests.includes('/copy/'));
  const names = () => marked.evaluate(async () => (await caches.keys()).sort());
  await marked.waitForFunction(
    async () =>
      (await caches.keys()).filter((name) => name.startsWith('ansatz-page-')).length === 2,
  );
  const [upper, lower] = (await names()).filter((name) => name.startsWith('ansatz-page-'));
  assert.ok(
    upper.includes(`${own.server.address}/-`) && lower.includes('/copy/-'),
    `${upper} ${lower}`,
  );
  await close();
});

test('a newer version is offered, and used when somebody wants it', async (t) => {
  let script = await readFile(join(site, 'sw.js'), 'utf8');
  const own = await beginFor(t, {
    answer: (path, response) => {
      if (!path.endsWith('/sw.js')) return false;
      response.setHeader('Content-Type', 'text/javascript');
      response.end(script);
      return true;
    },
  });
  const { page, close } = await own.open();
  await joined(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  assert.equal(await page.locator('#update').count(), 0);
  script += '\n// Something else.';
  await page.reload();
  await page.waitForSelector('#update');
  await page.evaluate(() => (window.isOld = true));
  await page.click('#update button');
  await page.waitForFunction(() => !window.isOld);
  await joined(page);
  assert.equal(await page.locator('#update').count(), 0);
  await close();
});
