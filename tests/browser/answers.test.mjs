// What somebody sees who types.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, EXAMPLE, joined, settled, textOf, type } from './support/page.mjs';

let all;
before(async () => (all = await begin()));
after(() => all?.close());

test('the first paint has an example with its answer, before any script', async () => {
  const { page, close } = await all.open({ javaScriptEnabled: false });
  assert.equal(await page.inputValue('#sequence'), EXAMPLE);
  assert.match(await textOf(page, '#next'), /^68, 36, 72, 44/);
  assert.match(
    await textOf(page, '#evidence'),
    /Verified\s*Reproduces all 15 terms, \d+ of them spare/,
  );
  assert.equal(await page.locator('.law math').count(), 1, 'the law is typeset');
  await close();
});

test('the page takes over what was painted, without a complaint', async () => {
  const { page, problems, close } = await all.open();
  await joined(page);
  assert.match(await textOf(page, '#next'), /^68, 36, 72, 44/);
  assert.match(await textOf(page, '#took'), /^\d+ ms$|^\d+\.\d s$/);
  assert.match(await textOf(page, '#phase'), /^\d+ candidates\.$/);
  assert.deepEqual(problems, []);
  await close();
});

test('follows what is typed, exactly, beyond what a double holds', async () => {
  const { page, problems, close } = await all.open();
  const factorials = [1n];
  for (let n = 2n; n <= 24n; n++) factorials.push(factorials.at(-1) * n);
  await type(page, factorials.join(' '));
  assert.match(await textOf(page, '#next'), /^15511210043330985984000000,/);
  assert.match(await textOf(page, '#understood'), /^24 integers/);
  assert.match(await page.getAttribute('.law', 'aria-label'), /u\(n\) = .*n/);
  assert.deepEqual(problems, []);
  await close();
});

test('more terms, or fewer, cost no search', async () => {
  const { page, problems, close } = await all.open({ hash: '#s=1,1,2,3,5,8,13,21' });
  await joined(page);
  await page.evaluate(() => {
    window.phases = new Set();
    const phase = document.querySelector('#phase');
    new MutationObserver(() => window.phases.add(phase.dataset.phase)).observe(phase, {
      attributes: true,
    });
  });
  for (const count of [3, 200]) {
    await page.fill('#next-count', String(count));
    await page.waitForFunction(
      (count) => document.querySelector('#next').textContent.split(',').length === count,
      count,
    );
  }
  let [before, last] = [1n, 1n];
  for (let n = 3; n <= 208; n++) [before, last] = [last, before + last];
  assert.equal((await textOf(page, '#next')).split(', ').at(-1), String(last));
  assert.ok(!(await page.evaluate(() => window.phases.has('looking'))));
  assert.equal(new URL(page.url()).hash, '#s=1,1,2,3,5,8,13,21&next=200');
  assert.deepEqual(problems, []);
  await close();
});

test('candidates stream in while the search goes on, in order, with what found them', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await page.evaluate(() => {
    window.seen = [];
    const look = () => {
      const phase = document.querySelector('#phase').dataset.phase;
      const rows = document.querySelectorAll('#candidates tbody tr').length;
      if (phase === 'looking') window.seen.push(rows);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await page.fill('#sequence', '1 1 3 1 3 5 7 1 3 5 7 9 11 13 15 1 3 5');
  await settled(page);
  const counts = new Set(await page.evaluate(() => window.seen));
  assert.ok(counts.size > 2, `rows while it was looking: ${[...counts]}`);
  const found = (await page.locator('#candidates td.finders').allTextContents()).join(', ');
  assert.match(found, /network/);
  assert.match(found, /enumeration/);
  const standings = await page.locator('#candidates .badge').allTextContents();
  assert.ok(
    standings.some((text) => text.includes('Weak')) &&
      standings.some((text) => text.includes('Approximate')),
  );
  await close();
});

test('Stop ends a search, keeps what there is, and the next one works', async () => {
  const { page, problems, close } = await all.open();
  await joined(page);
  // Nothing to find, with a wide beam: long enough to be stopped.
  await page.selectOption('#effort', 'thorough');
  await page.fill('#beam', '256');
  await page.fill('#sequence', '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9');
  await page.waitForSelector('#phase[data-phase="looking"]');
  await page.click('#stop');
  assert.match(await textOf(page, '#phase'), /^Stopped/);
  assert.equal(await page.locator('#stop').count(), 0);
  await page.selectOption('#effort', 'normal');
  await page.fill('#beam', '5');
  await type(page, '1 4 9 16 25 36 49');
  assert.match(await textOf(page, '#next'), /^64, 81/);
  assert.deepEqual(problems, []);
  await close();
});

test('where there is no law it says so and suggests what to try', async () => {
  const { page, close } = await all.open();
  // Digits that were drawn: no law of ours has them.
  await type(page, '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9 7 3 4 0 6 8 6');
  await page.waitForSelector('#nothing');
  assert.equal(await page.locator('#answer').count(), 0);
  assert.match(
    await page.getAttribute('#nothing .oeis', 'href'),
    /^https:\/\/oeis\.org\/search\?q=6,1,3,8,4,3/,
  );
  await page.click('#nothing button:has-text("Read them as floats")');
  await page.waitForFunction(() =>
    document.querySelector('#understood').textContent.includes('decimals'),
  );
  assert.equal(await page.inputValue('#domain'), 'float');
  await close();
});

test('errors mark what is wrong, and do not break the page', async () => {
  const { page, problems, close } = await all.open();
  await type(page, '1, 2, tree, 4');
  assert.match(await textOf(page, '#error'), /character 7/);
  assert.equal(await textOf(page, '#error mark'), 'tree');
  assert.equal(await page.getAttribute('#sequence', 'aria-invalid'), 'true');
  assert.equal(await page.locator('#answer').count(), 0);
  await type(page, '9'.repeat(5000));
  assert.ok(await page.isVisible('#error'));
  await type(page, '1, 2');
  assert.match(await textOf(page, '#error'), /terms/);
  await type(page, '');
  assert.equal(await page.locator('#answer').count(), 0);
  await type(page, '1 2 4 8 16 32 64 128');
  assert.equal(await page.locator('#error').count(), 0);
  assert.match(await textOf(page, '#next'), /^256, 512/);
  assert.deepEqual(problems, []);
  await close();
});

test('hidden terms check the answer, and other options are heeded', async () => {
  const { page, close } = await all.open();
  await type(page, '1 4 9 16 25 36 49 64 81 100');
  await page.fill('#hold-out', '3');
  await settled(page);
  await page.waitForFunction(() =>
    document.querySelector('#evidence').textContent.includes('hidden'),
  );
  assert.match(
    await textOf(page, '#evidence'),
    /Reproduces all 7 terms.*It foretold all 3 hidden terms/,
  );
  assert.equal(await textOf(page, '#hidden-count'), '3 terms');
  await page.selectOption('#domain', 'float');
  await settled(page);
  await page.waitForFunction(() =>
    document.querySelector('#understood').textContent.includes('decimals'),
  );
  // Fewer terms than are hidden: all are shown again.
  await type(page, '1 2 3 4');
  await page.waitForSelector('#answer');
  assert.equal(await textOf(page, '#hidden-count'), '0 terms');
  await close();
});

test('everything can be copied', async () => {
  const { page, context, close } = await all.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await joined(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.click('.next button');
  assert.match(await clipboard(), /^68, 36, 72/);
  await page.click('#copy-as summary');
  const seen = new Map();
  for (const format of await page
    .locator('#copy-as input')
    .evaluateAll((inputs) => inputs.map(({ value }) => value))) {
    await page.check(`#copy-as input[value="${format}"]`, { force: true });
    await page.click('#copy-as .code button');
    await page.waitForSelector('#copy-as .code button:has-text("Copied")');
    seen.set(format, await clipboard());
  }
  assert.deepEqual(
    [...seen.keys()],
    ['text', 'latex', 'python', 'sympy', 'mathematica', 'pari', 'javascript', 'rust', 'json'],
  );
  assert.equal(new Set(seen.values()).size, 9);
  assert.match(seen.get('latex'), /\\bmod 100/);
  assert.equal(JSON.parse(seen.get('json')).next[0], '68');
  await close();
});

test('keys: / and Enter and Esc, and arrows among candidates', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'sequence');
  // Few enough terms that classical methods alone find several laws.
  await page.keyboard.type('1 2 4 7 11 16 22');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#next')?.textContent.startsWith('29'));
  await settled(page);
  const title = await textOf(page, '#answer-title');
  assert.doesNotMatch(title, /Candidate/);
  const rows = page.locator('#candidates button.row');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  const second = await rows.nth(1).locator('.hidden').textContent();
  assert.equal(
    await page.evaluate(() => document.activeElement.querySelector('.hidden').textContent),
    second,
  );
  assert.ok(
    (await textOf(page, '.key.curve')).length > 0,
    'the curve of what has the focus is drawn',
  );
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('.law', 'aria-label'), second);
  assert.match(await textOf(page, '#answer-title'), /Candidate 2/);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  assert.equal(await textOf(page, '#answer-title'), title);
  await page.selectOption('#effort', 'thorough');
  await page.fill('#beam', '256');
  await page.fill('#sequence', '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9');
  await page.waitForSelector('#phase[data-phase="looking"]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#phase[data-phase="stopped"]');
  await close();
});
