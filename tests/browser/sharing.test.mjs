// The address, the way back, and what is remembered.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, EXAMPLE, joined, settled, textOf, type } from './support/page.mjs';

let all;
before(async () => (all = await begin()));
after(() => all?.close());

test('a link has everything in it, readable, and gives the same again', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await type(page, '1, 1, 2, 3, 5, 8, 13');
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
  assert.equal(await textOf(other.page, '#hidden-count'), '1 term');
  assert.equal(await textOf(other.page, '#next'), answer);
  assert.deepEqual(other.problems, []);
  await other.close();
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
