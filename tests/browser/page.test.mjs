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

/** Opens the page and fails the test on anything that goes wrong inside it. */
async function open() {
  const page = await browser.newPage();
  const problems = [];
  const requests = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  await page.waitForSelector('#answer:not([hidden])');
  return { page, problems, requests };
}

test('shows an example at once, and nothing leaves the origin', async () => {
  const { page, problems, requests } = await open();
  assert.equal(await page.textContent('#simplified'), 'u(n) = u(n-1) + n');
  assert.match(await page.textContent('#terms'), /^1, 3, 6, 10, 15, 21/);
  assert.deepEqual(problems, []);
  for (const url of requests) assert.ok(url.startsWith(address) || url.startsWith('data:'), url);
  await page.close();
});

test('follows what is typed, exactly, beyond what a double holds', async () => {
  const { page, problems } = await open();
  await page.fill('#formula', 'n*u(n-1)');
  await page.fill('#initial', '1');
  await page.fill('#count', '25');
  assert.match(await page.textContent('#terms'), /15511210043330985984000000$/);
  assert.equal(await page.textContent('#understood'), '1 integer');
  const formats = await page.locator('#renderings summary').allTextContents();
  assert.equal(formats.length, 8);
  assert.deepEqual(problems, []);
  await page.close();
});

test('bad input is explained and does not break the page', async () => {
  const { page, problems } = await open();
  await page.fill('#formula', 'u(n-1) + * 2');
  assert.match(await page.textContent('#error'), /character 10/);
  assert.ok(await page.isHidden('#answer'));
  await page.fill('#formula', `${'('.repeat(50_000)}n`);
  assert.ok(await page.isVisible('#error'));
  await page.fill('#formula', '2*u(n-1)');
  await page.waitForSelector('#answer:not([hidden])');
  assert.match(await page.textContent('#terms'), /^1, 2, 4, 8/);
  assert.deepEqual(problems, []);
  await page.close();
});
