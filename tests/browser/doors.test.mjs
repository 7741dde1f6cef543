// What comes in from outside: texts as people copy them, inputs that nobody should send, a slow line.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { begin, beginFor, joined, PATIENCE, settled, site, textOf, type } from './support/page.mjs';

let all;
before(async () => (all = await begin()));
after(() => all?.close());

const column = (values) => values.join('\n');

/** What is pasted, what is said of it, and what comes next. */
const PASTED = {
  'a time column': [
    column([0, 0.5, 1, 1.5, 2, 2.5, 3].map((t, n) => `${t}\t${3 * 2 ** n}`)).replace(
      /^/,
      't\tcells\n',
    ),
    /“t” goes from 0 in steps of 0\.5: n counts them\./,
    /^384, 768/,
  ],
  'decimal commas': [
    column(['0,5', '0,25', '0,125', '0,0625', '0,03125', '0,015625']),
    /Commas were read as decimal points/,
    /^0\.0078125, 0\.00390625/,
  ],
  'thousands and a currency': [
    column(['$1,000', '$2,000', '$4,000', '$8,000', '$16,000', '$32,000']),
    /The signs \$ were left out\./,
    /^64000, 128000/,
  ],
  'per cent': [
    column(['5%', '10%', '15%', '20%', '25%', '30%']),
    /The signs % were left out\./,
    /^35, 40/,
  ],
  'a page of the OEIS': [
    `A000045\t\tFibonacci numbers: F(n) = F(n-1) + F(n-2) with F(0) = 0 and F(1) = 1.
(Formerly M0692 N0256)
0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144 (list; graph; refs; listen; history; text; internal format)
OFFSET\t0,4`,
    /A000045/,
    /^233, 377/,
  ],
};

for (const [name, [text, said, next]] of Object.entries(PASTED)) {
  test(`pasted: ${name}`, async () => {
    const { page, problems, close } = await all.open({ hash: '' });
    await type(page, text);
    await page.waitForSelector('#next');
    assert.match(await textOf(page, '#understood'), said);
    assert.match(await textOf(page, '#next'), next);
    assert.deepEqual(problems, []);
    await close();
  });
}

test('inputs that nobody should send are answered in words, and so is the next one', {
  timeout: 5 * PATIENCE,
}, async () => {
  const table = JSON.parse(
    await readFile(new URL('../hostile/inputs.json', import.meta.url), 'utf8'),
  );
  const inputs = table
    .filter(({ random }) => !random)
    .map(({ name, outcome, text, piece, times }) => {
      return { name, outcome, text: text ?? piece.repeat(times) };
    });
  const { page, problems, close } = await all.open({ hash: '', serviceWorkers: 'block' });
  let dialogues = 0;
  page.on('dialog', (dialogue) => {
    dialogues += 1;
    return dialogue.dismiss();
  });
  const check = async ({ name, outcome, text }) => {
    // Taken as it is seen: a network that joins has the terms looked at once more.
    const seen = await page.waitForFunction(
      () => {
        const { phase } = document.querySelector('#phase').dataset;
        return ['done', 'failed', 'empty'].includes(phase) && phase;
      },
      undefined,
      { timeout: PATIENCE },
    );
    const phase = await seen.jsonValue();
    const expected = outcome === 'prediction' ? 'done' : text.trim() === '' ? 'empty' : 'failed';
    assert.equal(phase, expected, name);
    if (phase === 'failed') assert.ok(await page.locator('#error').count(), name);
    const foreign = await page.locator('#page :is(script, img, svg[onload], [onerror])').count();
    assert.equal(foreign, 0, `${name}: nothing of it is markup`);
  };
  for (const input of inputs) {
    await page.fill('#sequence', input.text);
    await check(input);
    await type(page, '1, 4, 9, 16, 25, 36');
    assert.match(await textOf(page, '#next'), /^49, 64/, `after ${input.name}`);
  }
  // The same by a link, as far as a link can carry it.
  for (const input of inputs.filter(({ text }) => text.length < 5000)) {
    await page.evaluate((text) => {
      location.hash = new URLSearchParams({ s: text, law: text, from: text }).toString();
    }, input.text);
    await page.waitForTimeout(50);
    await check(input);
  }
  await page.goto(`${all.server.address}/#s=%3Cscript%3Ealert(1)%3C/script%3E&hide=%F0%9F%A6%80`);
  await page.reload();
  await settled(page);
  await type(page, '1, 4, 9, 16, 25, 36');
  assert.match(await textOf(page, '#next'), /^49, 64/);
  assert.equal(dialogues, 0);
  assert.deepEqual(problems, []);
  await close();
});

/** 1.5 Mbit/s, as browsers count. */
const SLOW = { offline: false, latency: 40, downloadThroughput: 187_500, uploadThroughput: 93_750 };

test('on a slow line: engine, answer, networks, with progress all the while', {
  timeout: 3 * PATIENCE,
}, async (t) => {
  const order = [];
  const packed = new Map();
  const own = await beginFor(t, {
    answer: async (path, response) => {
      if (path.endsWith('_bg.wasm') || /ansatz_bg.*\.wasm$/.test(path)) order.push('engine');
      if (path.endsWith('.ansatz')) order.push('networks');
      // Compressed, as any host does it.
      if (!/\.(js|css|wasm)$/.test(path)) return false;
      const file = await readFile(join(site, path)).catch(() => undefined);
      if (!file) return false;
      if (!packed.has(path)) {
        const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
        packed.set(path, brotliCompressSync(file, { params }));
      }
      const type = { js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };
      response.setHeader('Content-Type', type[path.split('.').at(-1)]);
      response.setHeader('Content-Encoding', 'br');
      response.end(packed.get(path));
      return true;
    },
  });
  const { page, problems, close } = await own.open({
    serviceWorkers: 'block',
    hash: '#s=1,1,2,3,5,8,13,21,34',
    until: 'commit',
    prepare: async (page, context) => {
      const line = await context.newCDPSession(page);
      await line.send('Network.enable');
      await line.send('Network.emulateNetworkConditions', SLOW);
      await page.exposeFunction('told', (what) => order.push(what));
      await page.addInitScript(() => {
        const seen = new Set();
        const look = (what, selector) => {
          if (seen.has(what) || !document.querySelector(selector)) return;
          seen.add(what);
          window.told(what);
        };
        new MutationObserver(() => {
          look('waiting', '.early progress, .progress progress');
          look('answer', '#next');
          look('joined', '#network[data-kind="ready"]');
        }).observe(document, { childList: true, subtree: true });
        // What is painted: nothing of another example.
        const watch = () => {
          const example = document.querySelector('#example');
          if (example?.checkVisibility({ visibilityProperty: true }))
            window.told('another example');
          requestAnimationFrame(watch);
        };
        requestAnimationFrame(watch);
      });
    },
  });
  await page.waitForSelector('#network[data-kind="ready"]', { state: 'attached' });
  await joined(page);
  const once = [...new Set(order)];
  assert.deepEqual(once, ['waiting', 'engine', 'answer', 'networks', 'joined'], order.join());
  assert.match(await textOf(page, '#next'), /^55, 89/);
  assert.deepEqual(problems, []);
  await close();
});
