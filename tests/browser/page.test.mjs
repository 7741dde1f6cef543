// The built page in a real Chromium.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const address = process.env.ANSATZ_ADDRESS;
let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.ANSATZ_BROWSER,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});

after(() => browser?.close());

/** Opens the page and collects whatever goes wrong inside it. */
async function open(options) {
  const page = await browser.newPage(options);
  const problems = [];
  const requests = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  await settled(page);
  return { page, problems, requests };
}

const settled = (page) => page.waitForSelector('#result[aria-busy="false"]');

async function type(page, text) {
  await page.fill('#sequence', text);
  await settled(page);
}

test('shows an example with its answer, and nothing leaves the origin', async () => {
  const { page, problems, requests } = await open();
  assert.match(await page.textContent('#next'), /^37, 46, 56/);
  assert.match(await page.textContent('#evidence'), /verified on \d+ spare terms/);
  assert.equal(await page.textContent('#understood'), '8 integers');
  assert.ok(await page.isVisible('#answer'));
  assert.deepEqual(problems, []);
  assert.ok(requests.some((url) => url.endsWith('.wasm')), 'the engine was loaded');
  for (const url of requests) assert.ok(url.startsWith(address) || url.startsWith('data:'), url);
  await page.close();
});

test('follows what is typed, exactly, beyond what a double holds', async () => {
  const { page, problems } = await open();
  const factorials = [1n];
  for (let n = 2n; n <= 24n; n++) factorials.push(factorials.at(-1) * n);
  await type(page, factorials.join(' '));
  assert.match(await page.textContent('#next'), /^15511210043330985984000000,/);
  const formats = await page.locator('#renderings summary').allTextContents();
  assert.equal(formats.length, 8);
  assert.ok((await page.locator('#candidates tr').count()) > 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('abstains where there is no law', async () => {
  const { page } = await open();
  await type(page, '3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5 0 2 8 8 4 1 9');
  assert.ok(await page.isVisible('#nothing'));
  assert.ok(await page.isHidden('#answer'));
  await page.close();
});

test('bad input is explained and does not break the page', async () => {
  const { page, problems } = await open();
  await type(page, '1, 2, x, 4');
  assert.match(await page.textContent('#error'), /character 7: `x`/);
  assert.ok(await page.isHidden('#answer'));
  await type(page, '9'.repeat(5000));
  assert.ok(await page.isVisible('#error'));
  await type(page, '1 2 4 8 16 32 64 128');
  assert.ok(await page.isHidden('#error'));
  assert.match(await page.textContent('#next'), /^256, 512/);
  assert.deepEqual(problems, []);
  await page.close();
});

test('fits a phone', async () => {
  const { page } = await open({ viewport: { width: 320, height: 640 } });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0);
  await page.close();
});
