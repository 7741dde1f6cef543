// The address, the way back, and what is remembered.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, EXAMPLE, joined, settled, textOf, type, unfold } from './support/page.mjs';

let all;
before(async () => (all = await begin()));
after(() => all?.close());

test('a link has everything in it, readable, and gives the same again', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await type(page, '1, 1, 2, 3, 5, 8, 13');
  await unfold(page, 'options');
  await page.fill('#next-count', '4');
  await page.fill('#hold-out', '1');
  await page.selectOption('#effort', 'thorough');
  await settled(page);
  const address = page.url();
  assert.equal(new URL(address).hash, '#s=1,1,2,3,5,8,13&next=4&effort=thorough&hide=1');
  const answer = await textOf(page, '#next');
  await close();

  const other = await all.open({ hash: new URL(address).hash });
  await settled(other.page);
  assert.equal(await other.page.inputValue('#sequence'), '1, 1, 2, 3, 5, 8, 13');
  assert.equal(await other.page.inputValue('#next-count'), '4');
  assert.equal(await other.page.inputValue('#effort'), 'thorough');
  assert.equal(await textOf(other.page, '#hidden-count'), 'the last term is hidden');
  assert.equal(await textOf(other.page, '#next'), answer);
  assert.deepEqual(other.problems, []);
  await other.close();
});

test('a text with commas in its numbers comes back as it was', async () => {
  for (const text of [
    '1,000; 2,000; 4,000; 8,000',
    '1,5 2,5 3,5 4,5',
    '1,2,4,8,16',
    '3\n6\n9\n12',
  ]) {
    const { page, close } = await all.open();
    await joined(page);
    await type(page, text);
    const hash = new URL(page.url()).hash;
    const understood = await textOf(page, '#understood');
    await close();
    const other = await all.open({ hash });
    await settled(other.page);
    assert.equal(await other.page.inputValue('#sequence'), text);
    assert.equal(await textOf(other.page, '#understood'), understood);
    await other.close();
  }
});

test('a chosen law is in the link, in the title and in the plot', async () => {
  const { page, close } = await all.open({ hash: '#s=1,2,4,7,11,16' });
  await joined(page);
  const best = await page.getAttribute('.law', 'aria-label');
  assert.ok((await page.title()).startsWith(best.slice(0, 20)));
  const rows = page.locator('#candidates button.row');
  const chosen = await rows.nth(1).locator('.hidden').textContent();
  await rows.nth(1).click();
  assert.equal(await page.getAttribute('.law', 'aria-label'), chosen);
  assert.ok((await textOf(page, '.key.curve')).includes(chosen));
  assert.ok((await page.title()).startsWith(chosen.slice(0, 20)));
  const { hash } = new URL(page.url());
  assert.match(hash, /&law=/);
  const next = await textOf(page, '#next');
  await page.goBack();
  await page.waitForFunction(
    (best) => document.querySelector('.law').getAttribute('aria-label') === best,
    best,
  );
  await close();
  const other = await all.open({ hash });
  await joined(other.page);
  assert.equal(await other.page.getAttribute('.law', 'aria-label'), chosen);
  assert.equal(await textOf(other.page, '#next'), next);
  await other.page.click('#back');
  assert.equal(await other.page.getAttribute('.law', 'aria-label'), best);
  assert.doesNotMatch(other.page.url(), /law=/);
  // Other terms have other laws.
  await type(other.page, '1 4 9 16 25 36');
  assert.doesNotMatch(other.page.url(), /law=/);
  await other.close();
});

test('Share gives the link, and the page says what it is to those who show links', async () => {
  const { page, context, close } = await all.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await joined(page);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.click('#share');
  await page.waitForSelector('#share:has-text("Link copied")');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  for (const name of ['og:title', 'og:description', 'og:image']) {
    assert.ok(await page.getAttribute(`meta[property="${name}"]`, 'content'), name);
  }
  const image = await page.getAttribute('meta[property="og:image"]', 'content');
  assert.equal((await fetch(new URL(image, `${all.server.address}/`))).status, 200);
  assert.match(await textOf(page, '#colophon'), /^Version \d+\.\d+\.\d+/);
  await close();
});

test('what makes no sense in a link is as if it were not there', async () => {
  const { page, problems, close } = await all.open({
    hash: '#s=2,4,6,8&next=-7&beam=x&effort=heroic&as=duck&hide=99',
  });
  await settled(page);
  await page.waitForSelector('#answer');
  assert.match(await textOf(page, '#next'), /^10, 12/);
  assert.equal(await page.inputValue('#next-count'), '10');
  assert.deepEqual(problems, []);
  await close();
});

test('the gallery, back and forward', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await page.click('#to-gallery');
  assert.ok(await page.locator('#gallery-title').isVisible());
  const shelf = page.locator('#gallery details', { hasText: 'Sums of what came before' });
  await shelf.locator('summary').click();
  await shelf.locator('a', { hasText: 'Pell numbers' }).click();
  await page.waitForFunction(() =>
    document.querySelector('#sequence').value.startsWith('0, 1, 2, 5, 12'),
  );
  await shelf.locator('a', { hasText: 'Lucas numbers' }).click();
  await page.waitForFunction(() =>
    document.querySelector('#sequence').value.startsWith('2, 1, 3, 4, 7'),
  );
  await settled(page);
  await page.goBack();
  await page.waitForFunction(() =>
    document.querySelector('#sequence').value.startsWith('0, 1, 2, 5, 12'),
  );
  await settled(page);
  assert.match(await textOf(page, '#next'), /^470832,/);
  await page.goBack();
  await page.waitForFunction(
    (example) => document.querySelector('#sequence').value === example,
    EXAMPLE,
  );
  await page.goForward();
  await page.goForward();
  await page.waitForFunction(() =>
    document.querySelector('#sequence').value.startsWith('2, 1, 3, 4, 7'),
  );
  await close();
});

test('recent sequences are remembered here, and can be forgotten', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await page.fill('#sequence', '5, 10, 20, 40, 80, 160');
  await page.keyboard.press('Enter');
  await settled(page);
  await page.waitForSelector('#recent a');
  await page.reload();
  await page.waitForSelector('#recent a');
  assert.equal(await textOf(page, '#recent a'), '5, 10, 20, 40, 80, 160');
  await page.click('#forget');
  assert.equal(await page.locator('#recent').count(), 0);
  await page.reload();
  await settled(page);
  assert.equal(await page.locator('#recent').count(), 0);
  await close();
});
