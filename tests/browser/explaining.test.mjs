// How a text is read and how an answer is explained, for those who do not know what a beam is.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { begin, joined, settled, textOf, type, unfold } from './support/page.mjs';

let all;
before(async () => (all = await begin()));
after(() => all?.close());

const SENTENCES = [
  [
    '1 2 4 8 16 32 64 28 56 12 24 48 96',
    'Each term is twice the one before; keep the last two digits.',
  ],
  ['1 1 2 3 5 8 13 21 34', 'Each term is the sum of the two before it.'],
  ['1 3 7 15 31 63 127', 'Each term is twice the one before, plus 1.'],
  [
    '5 8 11 14 17 20',
    /^(Each term is 3 more than the one before|Term number n is three times n, plus 2)\.$/,
  ],
  ['2 3 5 7 11 13 17 19 23 29', 'Term number n is the prime number with index n.'],
  ['1 4 9 16 25 36 49', 'Term number n is n squared.'],
  ['100 105 110.25 115.7625 121.550625', 'Each term is 1.05 times the one before.'],
  ['3 1 4 3 1 4 3 1 4 3 1 4 3 1', /three/],
  ['4 6 8 9 10 12 14 15 16 18 20', 'Each term is the next larger number that is not prime.'],
];

test('the law is said in a plain sentence', async () => {
  const { page, close } = await all.open();
  await joined(page);
  for (const [terms, sentence] of SENTENCES) {
    await type(page, terms);
    const said = await textOf(page, '#plainly');
    if (sentence instanceof RegExp) assert.match(said, sentence);
    else assert.equal(said, sentence);
  }
  // Too long for a sentence: where the terms come from.
  await type(page, '1 1 2 5 14 42 132 429 1430');
  assert.match(await textOf(page, '#plainly'), /^Each term is .*the one before.*\.$/);
  await close();
});

test('why: what the probability means, and the terms one by one with their arithmetic', async () => {
  const { page, close } = await all.open({ hash: '#s=1,3,7,15,31,63,127,255' });
  await joined(page);
  assert.match(
    await textOf(page, '#likelihood'),
    /Of 100 such answers \d\d had the next (ten )?terms? right/,
  );
  assert.match(
    await textOf(page, '#evidence'),
    /^From the first term it computes the other 7, all correctly/,
  );
  const cells = (row) =>
    page.locator('#check tbody tr').nth(row).locator('th, td').allTextContents();
  assert.deepEqual(await cells(0), ['1', '1', 'taken as given', '']);
  assert.deepEqual(await cells(4), ['5', '31', '2·15 + 1 = 31', '✓correct']);
  assert.equal(await page.locator('#check tbody tr').count(), 6);
  await page.click('#all-rows');
  assert.equal(await page.locator('#check tbody tr').count(), 8);
  // Words that nobody should need.
  const words = await page.locator('main').innerText();
  assert.doesNotMatch(words, /spare|log p|beam|foretold|in fact/i);
  await close();
});

test('a gap is filled, said, and marked in the table', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await type(page, '2, 6, _, 20, 30, 42, 56');
  assert.match(await textOf(page, '#understood'), /^6 whole numbers, 1 missing\./);
  assert.equal(
    await textOf(page, '#filled'),
    'Term 3 was missing. By this law it is 12, which counts as no proof.',
  );
  const row = page.locator('#check tbody tr').nth(2);
  const [n, given, computed, mark] = await row.locator('th, td').allTextContents();
  assert.deepEqual([n, given, mark], ['3', 'missing', 'filled in']);
  assert.match(computed, /12$/);
  // Terms after the gap keep their place.
  const after = page.locator('#check tbody tr').nth(3).locator('th, td');
  assert.deepEqual((await after.allTextContents()).slice(0, 2), ['4', '20']);
  await type(page, '2, 6, 12, 20, 30, 42, 56');
  assert.equal(await page.locator('#filled').count(), 0);
  await close();
});

test('negative terms, powers and remainders are written as by hand', async () => {
  const { page, close } = await all.open({ hash: '#s=1,-2,4,-8,16,-32,64,-128' });
  await joined(page);
  assert.match(await textOf(page, '#check tbody tr:nth-child(3)'), /−2·\(−2\) = 4|\(−2\)² = 4/);
  await type(page, '1 4 9 16 25 36 49');
  assert.match(await textOf(page, '#check tbody tr:nth-child(3)'), /3² = 9/);
  await close();
});

test('long decimals are shown rounded, and copied whole', async () => {
  const terms = Array.from({ length: 12 }, (_, k) => Math.exp(-0.2 * k) * Math.cos(k));
  const { page, context, close } = await all.open({ hash: `#s=${terms.join(',')}` });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await joined(page);
  const law = await textOf(page, '.law');
  assert.doesNotMatch(law, /\d\.\d{9}/);
  assert.doesNotMatch(await textOf(page, '#plainly'), /\d\.\d{9}/);
  assert.match(await textOf(page, '#answer'), /shown rounded/);
  await page.click('.next button');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /\d\.\d{14}/);
  await close();
});

test('a law that misses terms says which', async () => {
  const { page, close } = await all.open({ hash: '#s=1,3,7,15,31,63' });
  await joined(page);
  await page.click('#more');
  await page.locator('.group:not([data-next]) button.row').first().click();
  assert.match(
    await textOf(page, '#evidence'),
    /^It misses \d of \d terms; on average it is off by/,
  );
  const marks = await page
    .locator('#check .mark')
    .evaluateAll((all) => all.map((mark) => mark.dataset.is));
  assert.ok(marks.includes('wrong'), marks.join());
  await close();
});

const MEASURED =
  '20.1 22.5 24.6 27.2 29.8 31.9 34.2 36.6 39.1 41.5 43.9 46.5 48.8 50.8 53.5 55.9 58.4 60.3 62.7 ' +
  '65.1 67.8 70.0 72.1 74.7';

test('measured terms: the law with its scatter, a range for the next, rounded as the input is', async () => {
  const terms = '2.1 4.0 5.8 8.1 10.2 11.9 14.1 15.8 18.2 20.1 21.9 24.0 26.2 27.9 30.1 32.0';
  const { page, close } = await all.open({ hash: `#s=${terms.replaceAll(' ', ',')}` });
  await joined(page);
  assert.match(await textOf(page, '#answer .badge'), /Fits/);
  assert.match(
    await textOf(page, '#evidence'),
    /^The terms are off by [\d.]+ or [\d.]+ % on average/,
  );
  assert.match(await textOf(page, '#range'), /between 3[34]\.\d and 3[34]\.\d\.$/);
  assert.match(await textOf(page, '#next'), /^3[34]\.\d, 3[56]\.\d,/);
  assert.match(await textOf(page, '#check tbody tr:nth-child(5)'), /off by 0\.\d/);
  assert.equal(await page.locator('#check [data-is="wrong"]').count(), 0);
  assert.equal(await page.locator('.key.band').count(), 1);
  const svg = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-svg')]);
    return readFile(await download.path(), 'utf8');
  };
  await page.waitForSelector('#plot canvas');
  assert.match(await svg(), /class="band"/);
  // What is left over has its sign, and lies in a band.
  await page.check('#plot input[value="errors"]', { force: true });
  const left = await svg();
  assert.match(left, /class="band"/);
  assert.match(left, />-\d/, 'some are below the law');
  assert.equal(await page.locator('.key.band').count(), 1);
  // Length against error: who picks a point has its law.
  const points = page.locator('#tradeoff g[data-law]');
  assert.ok((await points.count()) >= 3);
  const other = page.locator('#tradeoff g[data-law]:not(.shown)').last();
  const law = await other.getAttribute('data-law');
  await other.dispatchEvent('click');
  await page.waitForSelector('#back');
  assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('law'), law);
  // A constant has as many decimals as its error has.
  await type(page, MEASURED);
  const evidence = await textOf(page, '#evidence');
  const constants = [...evidence.matchAll(/(-?[\d.]+) ± ([\d.]+)/g)];
  assert.ok(constants.length > 0, evidence);
  for (const [, value, error] of constants) {
    assert.equal(value.split('.')[1]?.length, error.replace(/[.,]$/, '').split('.')[1]?.length);
  }
  await close();
});

test('candidates are together by the next term they predict, three at first', async () => {
  const { page, close } = await all.open({ hash: '#s=2,6,12,20,30' });
  await joined(page);
  const groups = page.locator('#candidates .group');
  assert.equal(await page.locator('#candidates button.row').count(), 3);
  const nexts = await groups.evaluateAll((all) => all.map((group) => group.dataset.next));
  assert.equal(nexts[0], '42');
  assert.equal(new Set(nexts).size, nexts.length, 'no next term stands twice');
  assert.match(await textOf(page, '#candidates .group h3'), /^42 by (one law|\w+ laws)$/);
  for (const row of await page.locator('#candidates .row-next').allTextContents()) {
    assert.match(row, /^Next: -?\d+, -?\d+/);
  }
  const hidden = Number(/\d+/.exec(await textOf(page, '#more'))[0]);
  await page.click('#more');
  assert.equal(await page.locator('#candidates button.row').count(), 3 + hidden);
  for (const group of await groups.all()) {
    const next = await group.getAttribute('data-next');
    if (next === null) continue;
    for (const row of await group.locator('.row-next').allTextContents()) {
      assert.ok(row.startsWith(`Next: ${next},`), `${row} under ${next}`);
    }
  }
  await close();
});

test('famous sequences have their name and their entry; n counts from 0 if one likes', async () => {
  const { page, problems, close } = await all.open({ hash: '#s=2,6,12,20,30,42,56,72' });
  await joined(page);
  assert.match(await textOf(page, '#name'), /^Oblong numbers, A002378$/);
  assert.equal(await page.getAttribute('#name a', 'href'), 'https://oeis.org/A002378');
  assert.equal(await textOf(page, '#check tbody th'), '1');
  const before = await page.locator('.law').innerHTML();
  await unfold(page, 'options');
  await page.selectOption('#first', '0');
  assert.equal(await textOf(page, '#check tbody th'), '0');
  await page.waitForFunction(
    (before) => document.querySelector('.law').innerHTML !== before,
    before,
  );
  // Counted from 0 the law is another formula, and the arithmetic is done with it.
  for (const row of await page.locator('#check tbody tr').all()) {
    const [, given, sum] = await row.locator('th, td').allTextContents();
    const written = sum.split(' = ')[0].replaceAll('²', '**2').replaceAll('·', '*');
    assert.match(written, /^[\d+* ()−]+$/);
    // biome-ignore lint/security/noGlobalEval: digits and signs, as was just asserted.
    assert.equal(eval(written.replaceAll('−', '-')), Number(given), sum);
  }
  assert.match(new URL(page.url()).hash, /from=0/);
  await type(page, '1 1 2 3 5 8 13');
  await page.waitForFunction(() => /u\s*0/.test(document.querySelector('.starting').textContent));
  await unfold(page, 'forms');
  assert.match(await textOf(page, '#forms'), /Characteristic polynomial/);
  assert.equal((await page.locator('#forms math').count()) > 0, true);
  assert.deepEqual(problems, []);
  await close();
});

test('other forms are called what they are, and every copy counts as the law does', async () => {
  const { page, close } = await all.open({
    hash: '#s=1,1,1,1,2,1,1,3,3,1,1,4,6,4,1,1,5,10,10,5,1,1,6,15,20,15,6,1',
  });
  await joined(page);
  for (const button of [0, 1, 2]) {
    const row = page.locator('#candidates button.row').nth(button);
    if ((await row.count()) === 0) break;
    await row.click();
    const names = await page.locator('#forms dt').allTextContents();
    const forms = await page
      .locator('#forms .scroll')
      .evaluateAll((all) => all.map((form) => form.getAttribute('aria-label')));
    for (const [at, form] of forms.entries()) {
      if (/: T\(/.test(form)) assert.equal(names[at], 'Recurrence by rows');
    }
  }
  await type(page, '2, 6, 12, 20, 30, 42, 56, 72');
  await unfold(page, 'options', 'copy-as');
  await page.selectOption('#first', '0');
  await page.waitForFunction(() =>
    /n\^2 \+ 3\*n \+ 2|\(n \+ 1\)\*\(n \+ 2\)/.test(document.querySelector('.law').ariaLabel),
  );
  const law = await page.getAttribute('.law', 'aria-label');
  assert.ok((await page.title()).startsWith(law));
  assert.ok((await textOf(page, '#phase')).includes(law));
  await page.check('#copy-as input[value="text"]', { force: true });
  assert.equal(await textOf(page, '#copy-as pre'), law);
  await page.check('#copy-as input[value="python"]', { force: true });
  assert.match(await textOf(page, '#copies-from'), /number 1/);
  await close();
});

test('a table says where it begins, and a law what it computes: u(n) or u(n+1)', async () => {
  const { page, problems, close } = await all.open({ hash: '' });
  await type(page, '# A000045 (b-file)\n0 0\n1 1\n2 1\n3 2\n4 3\n5 5\n6 8\n7 13\n8 21\n9 34\n');
  await page.waitForFunction(() => /u\s*0/.test(document.querySelector('.starting')?.textContent));
  assert.equal(await textOf(page, '#check tbody th'), '0');
  await unfold(page, 'options');
  assert.equal(await page.inputValue('#first'), '0');
  await page.selectOption('#ahead', 'u(n+1)');
  await page.waitForFunction(
    () => document.querySelector('.law').ariaLabel === 'u(n+1) = u(n) + u(n-1)',
  );
  assert.match(new URL(page.url()).hash, /ahead=1/);
  assert.match(await page.title(), /^u\(n\+1\) = u\(n\) \+ u\(n-1\)/);
  await page.selectOption('#first', '1');
  await page.waitForFunction(() => /u\s*1/.test(document.querySelector('.starting').textContent));
  // Hofstadter's Q: the law computes which terms it looks at, and says what it counts from.
  await type(page, '1, 1, 2, 3, 3, 4, 5, 5, 6, 6, 6, 8, 8, 8, 10, 9, 10, 11, 11, 12');
  await page.selectOption('#first', '0');
  const law = await page.getAttribute('.law', 'aria-label');
  if (/u\((?!n[-)])/.test(law)) {
    await page.waitForSelector('#counts-from');
    assert.match(await textOf(page, '#counts-from'), /number 1/);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('closed form, generating function and characteristic polynomial are typeset', async () => {
  const { page, requests, problems, close } = await all.open({ hash: '#s=1,1,2,3,5,8,13,21' });
  await joined(page);
  const forms = async (wanted) => {
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('#why #forms .scroll')].some(
          (form) => form.ariaLabel === wanted && form.querySelector('math'),
        ),
      wanted,
    );
    const names = await page.locator('#forms dt').allTextContents();
    return names.join(', ');
  };
  const binet = 'u(n) = 1/(sqrt(5)) (((1 + sqrt(5))/2)^n - ((1 - sqrt(5))/2)^n)';
  assert.equal(
    await forms(`Closed form: ${binet}`),
    'Closed form, Generating function, Characteristic polynomial',
  );
  await forms('Generating function: x/(1 - x - x^2)');
  await forms('Characteristic polynomial: x^2 - x - 1');
  // What computes them came when there was a law.
  assert.ok(requests.some((address) => /assets\/linear-/.test(address)));
  // Counted from 0 each term is one place earlier.
  await unfold(page, 'options');
  await page.selectOption('#first', '0');
  await forms('Generating function: 1/(1 - x - x^2)');
  await type(page, '1 2 5 1 2 5 1 2 5 1 2 5');
  await forms('Characteristic polynomial: x^3 - 1 = (x - 1) (x^2 + x + 1)');
  await type(page, '2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37');
  await page.waitForFunction(() => document.querySelector('#next').textContent.startsWith('41'));
  assert.equal(await page.locator('#forms').count(), 0, 'primes have none');
  assert.deepEqual(problems, []);
  await close();
});

test('a table of equal steps has its law in what the steps are of', async () => {
  const { page, problems, close } = await all.open({ hash: '' });
  const law = (wanted) =>
    page.waitForFunction((wanted) => document.querySelector('.law')?.ariaLabel === wanted, wanted);
  await type(page, 'x\ty\n0\t1\n0.5\t4\n1\t9\n1.5\t16\n2\t25\n2.5\t36\n3\t49\n');
  await law('u(x) = (2*x + 1)^2');
  assert.match(await page.title(), /^u\(x\) = \(2\*x \+ 1\)\^2/);
  await unfold(page, 'copy-as', 'options');
  await page.check('#copy-as input[value="latex"]', { force: true });
  assert.match(await textOf(page, '#copy-as pre'), /^u\(x\) = .*x/);
  await page.check('#copy-as input[value="text"]', { force: true });
  assert.equal(await textOf(page, '#copy-as pre'), 'u(x) = (2*x + 1)^2');
  await page.check('#copy-as input[value="python"]', { force: true });
  assert.equal(await textOf(page, '#copies-from'), 'Here n counts the steps of x, from 1.');
  // One that looks back looks back by steps.
  await type(
    page,
    'time (h)\tcells\n0\t3\n0.5\t6\n1\t12\n1.5\t24\n2\t48\n2.5\t96\n3\t192\n3.5\t384\n',
  );
  await law('u(time) = 2*u(time-0.5)');
  assert.equal(await textOf(page, '.starting'), 'u(0)=3');
  // And n is what it is for those who like it better.
  await page.selectOption('#variable', 'n');
  await law('u(n) = 2*u(n-1)');
  assert.match(page.url(), /plain=1/);
  await page.selectOption('#variable', 'steps');
  await law('u(time) = 2*u(time-0.5)');
  await type(page, '1, 4, 9, 16, 25, 36');
  await law('u(n) = n^2');
  assert.equal(await page.locator('#variable').count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test('what is copied from the OEIS counts from its offset; a gap may lead', async () => {
  const { page, problems, close } = await all.open({ hash: '' });
  for (const offset of ['OFFSET\t0,4', 'OFFSET\t\n0,4\n']) {
    await type(page, '1, 4, 9, 16, 25, 36');
    await type(
      page,
      `A000045\t\tFibonacci numbers.\n0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89 (list; graph; refs; listen; history; text; internal format)\n${offset}\nCOMMENTS\tAlso 1, 2, 3.`,
    );
    await page.waitForFunction(() =>
      /u\s*0/.test(document.querySelector('.starting')?.textContent ?? ''),
    );
    assert.match(await textOf(page, '#understood'), /^A000045, 12 whole numbers/);
    assert.equal(await textOf(page, '#check tbody th'), '0');
  }
  await type(page, '? 4 9 16 25 36');
  await page.waitForSelector('#filled');
  assert.equal(await page.getAttribute('.law', 'aria-label'), 'u(n) = n^2');
  assert.match(await textOf(page, '#filled'), /^Term 1 was missing\. By this law it is 1,/);
  assert.match(await textOf(page, '#next'), /^49, 64/);
  assert.deepEqual(problems, []);
  await close();
});

test('what comes next may be left open, and commas may be part of numbers', async () => {
  const { page, close } = await all.open();
  await joined(page);
  for (const open of ['?', '_', '…', 'x']) {
    await type(page, `2, 6, 12, 20, 30, ${open}`);
    assert.match(await textOf(page, '#next'), /^42, 56/, open);
  }
  await type(page, '1,000; 2,000; 4,000; 8,000; 16,000');
  const said = await textOf(page, '#understood p');
  assert.match(said, /^5 (whole|decimal) numbers.*Commas were read as/);
  const other = page.locator('#alternatives button').first();
  const name = await other.textContent();
  await other.click();
  await settled(page);
  await page.waitForFunction(
    (said) => document.querySelector('#understood p').textContent.trim() !== said,
    said,
  );
  assert.match(new URL(page.url()).hash, /&commas=/, name);
  // Another text is read anew.
  await type(page, '1, 4, 9, 16, 25');
  assert.doesNotMatch(new URL(page.url()).hash, /commas/);
  await close();
});

test('a table copied from a spreadsheet: one column is taken, the others are a click away', async () => {
  const { page, close } = await all.open();
  await joined(page);
  const rows = [1, 2, 3, 4, 5, 6].map((n) => `${n}\t${n * n}\t${3 ** n}`);
  await type(page, ['week\tsold\tvisits', ...rows].join('\n'));
  assert.match(await textOf(page, '#understood'), /6 whole numbers/);
  const first = await textOf(page, '#next');
  const other = page.locator('#alternatives button', {
    hasText: first.startsWith('49') ? 'visits' : 'sold',
  });
  await other.click();
  await page.waitForFunction(
    (first) => !document.querySelector('#next')?.textContent.startsWith(first),
    first.slice(0, 4),
  );
  assert.match(await textOf(page, '#next'), first.startsWith('49') ? /^2187/ : /^49/);
  assert.match(new URL(page.url()).hash, /column=/);
  await close();
});

const FILES = {
  'squares.csv': ['n,square\n1,1\n2,4\n3,9\n4,16\n5,25\n6,36\n', /^49, 64/],
  'doubles.tsv': ['day\tcells\n1\t3\n2\t6\n3\t12\n4\t24\n5\t48\n6\t96\n', /^192/],
  'b000045.txt': ['# Fibonacci\n0 0\n1 1\n2 1\n3 2\n4 3\n5 5\n6 8\n7 13\n8 21\n', /^34, 55/],
  'list.json': ['[1, 3, 9, 27, 81, 243]', /^729/],
  'records.json': [
    JSON.stringify([1, 2, 3, 4, 5, 6].map((n) => ({ n, value: 10 * n + 1 }))),
    /^71, 81/,
  ],
  'large.json': [
    '{"terms": [100000000000000000001, 100000000000000000002, 100000000000000000003, 100000000000000000004]}',
    /^100000000000000000005/,
  ],
};

test('a file that is chosen or dropped is read', async () => {
  const { page, problems, close } = await all.open({ hash: '' });
  await page.waitForSelector('#own-file');
  await page.setInputFiles('#file', {
    name: 'squares.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(FILES['squares.csv'][0]),
  });
  await page.waitForFunction(() => document.querySelector('#next')?.textContent.startsWith('49'));
  for (const [name, [text, next]] of Object.entries(FILES)) {
    await page.evaluate(
      ([name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        for (const type of ['dragover', 'drop']) {
          const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
          document.querySelector('h1').dispatchEvent(event);
        }
      },
      [name, text],
    );
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('#next')?.textContent ?? ''),
      next.source,
    );
    assert.equal(await page.locator('html[data-drop]').count(), 0, name);
  }
  await page.click('#clear');
  await page.waitForSelector('#own-file');
  await page.setInputFiles('#file', {
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
  });
  await page.waitForSelector('#error');
  assert.match(await textOf(page, '#error'), /no text/);
  assert.deepEqual(problems, []);
  await close();
});

test('the beginning: examples are one click away, and Clear comes back to it', async () => {
  const { page, close } = await all.open({ hash: '' });
  await page.waitForSelector('#beginning .chip');
  const names = await page.locator('#beginning .chip').allTextContents();
  assert.deepEqual(names, [
    'Fibonacci',
    'Squares',
    'Primes',
    'Pascal’s triangle',
    'A damped oscillation',
    'Your own file…',
  ]);
  for (const name of names.slice(0, -1)) {
    await page.click(`#beginning .chip:has-text("${name}")`);
    await page.waitForSelector('#next');
    await joined(page);
    assert.match(await textOf(page, '#answer .badge'), /Verified|Likely/, name);
    await page.click('#clear');
    await page.waitForSelector('#beginning');
    assert.equal(await page.inputValue('#sequence'), '');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'sequence');
    assert.equal(await page.locator('#answer').count(), 0);
  }
  await page.click('#example');
  await page.waitForFunction(() => document.querySelector('#next')?.textContent.startsWith('68'));
  await close();
});

test('what went wrong is said in the page’s own words, and the place is marked once', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await unfold(page, 'options', 'advanced');
  await page.selectOption('#device-choice', 'webgpu');
  await page.waitForSelector('.notes');
  assert.deepEqual(await page.locator('.notes li').allTextContents(), [
    'The graphics card cannot be used here: the processor computes.',
  ]);
  await type(page, '1, 2, tree');
  assert.doesNotMatch(await textOf(page, '#error'), /character/);
  assert.equal(await textOf(page, '#error mark'), 'tree');
  // By codes and values, not by what the engine says.
  for (const [text, said, marked] of [
    ['1, 2, 1.5/2', /is not a fraction of two whole numbers\.$/, '1.5/2'],
    ['1 2 3e', /ends where its exponent should be\.$/, '3e'],
    ['1 _ _ _ _ _ 2 3 4', /^5 terms are missing: at most 4 can be filled\.$/],
    [`1, ${'9'.repeat(150)}`, /has 150 digits: whole numbers go up to a 1 with a hundred zeros\.$/],
    ['0 1\n1 4\n2 9\n3 16\n4 25\n6 49\n', /the row of n = 5 is missing\.$/, '6'],
  ]) {
    await type(page, text);
    await page.waitForSelector('#error');
    assert.match(await textOf(page, '#error p'), said, text);
    if (marked) assert.equal(await textOf(page, '#error mark'), marked);
  }
  await close();
});

test('no sentence of the engine is shown', async () => {
  const sources = new URL('../../web/src/', import.meta.url);
  const files = (await readdir(sources, { recursive: true })).filter((name) =>
    /\.tsx?$/.test(name),
  );
  for (const file of files) {
    const text = await readFile(new URL(file, sources), 'utf8');
    assert.deepEqual(
      text.match(/\.(message|summary|words\.verdict|evidence\.words)\b/g) ?? [],
      [],
      file,
    );
  }
});

test('every sentence is in one place', async () => {
  const words = new URL('../../web/src/', import.meta.url);
  const folders = ['views/', 'inside/'];
  const views = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(new URL(folder, words))).map((name) => `${folder}${name}`),
    ),
  );
  for (const view of views.flat()) {
    const text = await readFile(new URL(view, words), 'utf8');
    const spoken = text.match(/aria-label=(\{`[^`]*[a-z]{3,} [a-z]|"[A-Z])/g) ?? [];
    assert.deepEqual(spoken, [], view);
    // Text between tags that begins with a capital and goes on with words.
    const written = text.match(/>\s*[A-Z][a-z]+( [a-z]+)+[^<{]*</g) ?? [];
    assert.deepEqual(written, [], view);
  }
});
