// How it looks and how it is read: narrow, dark, by a screen reader; and how heavy it is.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { begin, joined, PATIENCE, site, textOf, type } from './support/page.mjs';

const axe = await readFile(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const NO_LAW = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8';
let all;
before(async () => (all = await begin()));
after(() => all?.close());

/** What axe objects to. */
async function objections(page) {
  // As a debugger would: the page's own policy allows no foreign script.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

async function openAll(page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await page.waitForSelector('#numbers');
  await page.waitForSelector('#networks');
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe has no objection, ${colorScheme}`, async () => {
    const { page, close } = await all.open({ colorScheme, reducedMotion: 'reduce' });
    await joined(page);
    assert.deepEqual(await objections(page), [], 'an answer');
    await openAll(page);
    assert.deepEqual(await objections(page), [], 'everything open');
    await type(page, '1, 2, x');
    assert.deepEqual(await objections(page), [], 'an error');
    await type(page, NO_LAW);
    await page.waitForSelector('#nothing');
    assert.deepEqual(await objections(page), [], 'nothing found');
    await page.click('#clear');
    await page.waitForSelector('#beginning');
    assert.deepEqual(await objections(page), [], 'the beginning');
    await close();
  });
}

test('fits 320 pixels, with everything open', async () => {
  const { page, close } = await all.open({ viewport: { width: 320, height: 640 } });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await joined(page);
  assert.equal(await overflow(), 0);
  await openAll(page);
  assert.equal(await overflow(), 0);
  await type(page, Array.from({ length: 30 }, (_, k) => 3n ** BigInt(k * 6)).join(', '));
  assert.equal(await overflow(), 0);
  await type(page, NO_LAW);
  await page.waitForSelector('#nothing');
  assert.equal(await overflow(), 0);
  await close();
});

test('on a phone the law is above the fold, and a finger finds everything', async () => {
  const { page, close } = await all.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await joined(page);
  const bottom = async (part) => {
    const box = await page.locator(part).boundingBox();
    return box.y + box.height;
  };
  assert.ok((await bottom('.law')) < 844 * 0.6, `the law ends at ${await bottom('.law')}`);
  assert.ok((await bottom('#next')) < 844, `the next terms end at ${await bottom('#next')}`);
  await openAll(page);
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, select, summary, a, .chips span, input[type="number"], input[type="range"]',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return height < 44 || (element.matches('.heads button') && width < 44);
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(small, []);
  await close();
});

test('the order is field, answer, next terms, why, plot, candidates', async () => {
  const { page, close } = await all.open();
  await joined(page);
  const parts = ['#sequence', '.law', '#next', '#why', '#plot', '#candidates', '#gallery'];
  const tops = await Promise.all(
    parts.map(async (part) => (await page.locator(part).boundingBox()).y),
  );
  assert.deepEqual(
    tops,
    [...tops].sort((a, b) => a - b),
  );
  // What few need is folded away.
  for (const part of ['#effort', '#beam', '#device-choice']) assert.ok(await page.isHidden(part));
  await page.click('#options > summary');
  assert.ok(await page.isVisible('#effort'));
  assert.ok(await page.isHidden('#beam'));
  await page.click('#advanced > summary');
  assert.ok(await page.isVisible('#beam'));
  assert.equal(await page.locator('[aria-live], [role="status"], [role="log"], output').count(), 1);
  await close();
});

test('a law wider than the page says that it scrolls', async () => {
  const { page, close } = await all.open({
    viewport: { width: 320, height: 640 },
    hash: '#s=1,1,1,1,2,1,1,3,3,1,1,4,6,4,1,1,5,10,10,5,1',
  });
  await joined(page);
  const isWide = () =>
    page.evaluate(() => {
      const law = document.querySelector('.law');
      return law.scrollWidth > law.clientWidth + 1;
    });
  assert.equal(await page.locator('#scrolls').count(), (await isWide()) ? 1 : 0);
  const widen = (width) =>
    page.evaluate((width) => {
      document.querySelector('.law').style.width = width;
    }, width);
  await widen('3rem');
  await page.waitForSelector('#scrolls');
  await widen('60rem');
  await page.waitForSelector('#scrolls', { state: 'detached' });
  await close();
});

test('a candidate wider than its row goes on in the next line, and nothing needs a mouse', async () => {
  const { page, close } = await all.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    hash: '#s=0.5380795069127685,0.30134038892379206,0.17827103061055832,0.1293480012360051,0.10213407442427686,0.08454268897454387,0.07218097465823631,0.06300019870755338,0.055905,0.050253',
  });
  await joined(page);
  if (await page.locator('#more').count()) await page.click('#more');
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.fitting')]
      .filter((law) => law.scrollWidth > law.clientWidth + 1)
      .map((law) => law.textContent.slice(0, 60)),
  );
  assert.deepEqual(cut, []);
  await type(page, '1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48');
  await openAll(page);
  assert.equal(await page.locator('svg title, [title]').count(), 0);
  const before = await textOf(page, '#growth-reading');
  await page.locator('.growth g rect').first().tap();
  assert.notEqual(await textOf(page, '#growth-reading'), before);
  const map = page.locator('[data-kind="encoder"] .maps-row > .heatmap');
  await map.locator('canvas').tap({ position: { x: 5, y: 5 } });
  assert.match(await map.locator('figcaption').textContent(), /→ .*: \d\.\d\d$/);
  await close();
});

test('a font for mathematics comes with the page', async () => {
  const { page, requests, close } = await all.open();
  await joined(page);
  await page.evaluate(() => document.fonts.load('16px "Ansatz Math"', '𝑛'));
  assert.ok(requests.some((url) => url.endsWith('.woff2')));
  const family = await page.evaluate(
    () => getComputedStyle(document.querySelector('.law math')).fontFamily,
  );
  assert.match(family, /^"?Ansatz Math/);
  assert.ok(await page.evaluate(() => document.fonts.check('16px "Ansatz Math"', '𝑛')));
  await close();
});

test('dark as the system is, or as one likes, and kept', async () => {
  const { page, close } = await all.open({ colorScheme: 'dark' });
  await joined(page);
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  assert.match(dark, /^rgb\((\d{1,2}), (\d{1,2}), (\d{1,2})\)$/, 'a dark colour');
  await page.click('#theme');
  assert.match(await textOf(page, '#theme'), /Light/);
  const light = await background();
  assert.match(light, /^rgb\(2\d\d, 2\d\d, 2\d\d\)$/, 'a light one');
  await page.reload();
  await joined(page);
  assert.equal(await background(), light);
  await page.click('#theme');
  assert.equal(await background(), dark);
  await close();
});

test('nothing moves for those who want it so', async () => {
  const duration = async (reducedMotion) => {
    const { page, close } = await all.open({ reducedMotion });
    const found = await page.evaluate(
      () => getComputedStyle(document.querySelector('.cards a')).transitionDuration,
    );
    await close();
    return found;
  };
  assert.equal(await duration('reduce'), '0s');
  assert.notEqual(await duration('no-preference'), '0s');
});

test('standings differ in more than colour', async () => {
  const { page, close } = await all.open({ hash: '#s=1,1,3,1,3,5,7,1,3,5,7,9,11,13,15,1,3,5' });
  await joined(page);
  const looks = await page.evaluate(() =>
    ['verified', 'likely', 'weak', 'approximate', 'guessed'].map((standing) => {
      const badge = document.querySelector('.badge').cloneNode(true);
      badge.dataset.standing = standing;
      document.body.append(badge);
      const { borderTopStyle, borderBottomStyle, fontStyle, backgroundColor } =
        getComputedStyle(badge);
      return [borderTopStyle, borderBottomStyle, fontStyle, backgroundColor].join();
    }),
  );
  assert.equal(new Set(looks).size, 5, looks.join(' | '));
  // Green is for what is verified; the focus and errors have other colours.
  const colours = await page.evaluate(() => {
    const value = (name) => {
      const probe = document.createElement('i');
      probe.style.color = `var(${name})`;
      document.body.append(probe);
      return getComputedStyle(probe).color;
    };
    return ['--good', '--focus', '--wrong', '--accent'].map(value);
  });
  assert.equal(new Set(colours).size, 4, colours.join());
  assert.equal(await page.locator('[title]').count(), 0, 'nothing that only a mouse can see');
  await close();
});

test('the plot shows values, differences, ratios and errors, and the curve of a candidate', {
  timeout: PATIENCE,
}, async () => {
  const { page, problems, close } = await all.open({ hash: '#s=1,2,4,7,11,16,22,29,37,46&hide=2' });
  await joined(page);
  await page.waitForSelector('#plot canvas');
  assert.equal(
    await page.getAttribute('.chart', 'aria-label'),
    'Values by n: 8 given, 2 hidden, 10 predicted',
  );
  const looks = new Set();
  /** Until it looks like nothing before; the test's own time limit ends it otherwise. */
  const look = async () => {
    const before = looks.size;
    while (looks.size === before) {
      looks.add((await page.locator('.chart').screenshot()).toString('base64'));
    }
  };
  await look();
  const canvas = await page.$('#plot canvas');
  await page.check('#plot input[value="differences"]', { force: true });
  assert.match(await page.getAttribute('.chart', 'aria-label'), /^Differences by n: 7 given/);
  await look();
  await page.check('#plot input[value="ratios"]', { force: true });
  await look();
  await page.check('#plot input[value="values"]', { force: true });
  await page.click('#more');
  const rows = page.locator('#candidates li');
  await rows.last().hover();
  await page.waitForSelector('.key.curve');
  // Looking scrolls the page away under the pointer; a focus stays.
  await page.mouse.move(0, 0);
  await rows.last().locator('button').focus();
  await look();
  assert.ok(await canvas.evaluate((old) => old.isConnected), 'it was drawn in the same place');
  await page.check('#plot input[value="log"]', { force: true });
  await look();
  // A law that is off has errors to look at.
  await page.locator('.group:not([data-next]) button.row').first().click();
  await page.check('#plot input[value="errors"]', { force: true });
  assert.match(await page.getAttribute('.chart', 'aria-label'), /^Error by term/);
  assert.deepEqual(problems, []);
  await close();
});

test('the plot zooms, and is saved as PNG and SVG; the table as CSV', {
  timeout: PATIENCE,
}, async () => {
  const { page, problems, close } = await all.open({ hash: '#s=1,2,4,7,11,16,22,29&from=0' });
  await joined(page);
  await page.waitForSelector('#plot canvas');
  const picture = async () => (await page.locator('.chart').screenshot()).toString('base64');
  const whole = await picture();
  await page.click('#zoom-in');
  await page.waitForSelector('#zoom-all');
  assert.notEqual(await picture(), whole);
  await page.click('#zoom-all');
  await page.waitForSelector('#zoom-all', { state: 'detached' });
  const box = await page.locator('.chart .u-over').boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector('#zoom-all');
  await page.click('#zoom-all');
  const saved = async (button) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const png = await saved('#save-png');
  assert.equal(png.name, 'sequence.png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  const svg = await saved('#save-svg');
  assert.equal(svg.name, 'sequence.svg');
  assert.equal(svg.bytes.toString().match(/<circle/g).length, 8 + 10, 'a mark for every term');
  const csv = await saved('#save-csv');
  const lines = csv.bytes.toString().trim().split('\n');
  assert.deepEqual(lines.slice(0, 3), ['n,given,computed,is', '0,1,,start', '1,2,2,right']);
  assert.equal(lines.length, 1 + 8 + 10);
  assert.equal(lines.at(9), '8,,37,predicted');
  assert.deepEqual(problems, []);
  await close();
});

test('a look inside: the tree, the beam, where it looks, and numbers', async () => {
  const { page, problems, close } = await all.open();
  await joined(page);
  await page.click('#inside summary');
  await page.waitForSelector('#numbers');
  const tree = await page.locator('#tree text').allTextContents();
  assert.deepEqual(tree.sort(), ['100', '2', 'mod', 'u(n−1)', '×'].sort());
  assert.ok((await page.locator('#growth g').count()) > 10);
  assert.match(await textOf(page, '#growth .chance'), /^[\d.e-]+ %$/);
  const maps = page.locator('#attention .maps');
  assert.equal(await maps.count(), 2);
  const heads = page.locator('#attention [data-kind="encoder"] .heads button');
  assert.ok((await heads.count()) > 1);
  await heads.nth(1).click();
  assert.equal(await heads.nth(1).getAttribute('aria-pressed'), 'true');
  const pixels = await page
    .locator('#attention [data-kind="encoder"] .maps-row > .heatmap canvas')
    .evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(data).size;
    });
  assert.ok(pixels > 3, 'the map is not blank');
  assert.ok((await page.locator('#numbers .scatter text').count()) > 20);
  assert.deepEqual(problems, []);
  await close();
});

test('what it says about itself are the shipped figures', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await page.click('#about summary');
  const said = await textOf(page, '#networks');
  const models = new URL('../../pkg/models/', import.meta.url);
  const manifest = JSON.parse(await readFile(new URL('manifest.json', models), 'utf8'));
  for (const { task, parameters } of Object.values(manifest)) {
    assert.ok(said.includes(task) && said.includes(parameters.toLocaleString('en')), said);
  }
  const report = await readFile(new URL('report/report.json', models), 'utf8').then(
    JSON.parse,
    () => undefined,
  );
  const sections = report?.sections.filter(({ tables }) => tables.length > 0) ?? [];
  assert.equal(await page.locator('#accuracy').count(), sections.length > 0 ? 1 : 0);
  for (const { title } of sections) {
    assert.equal((await page.locator('#accuracy h4', { hasText: title }).count()) > 0, true, title);
  }
  await close();
});

test('scripts and styles are under 160 KB with brotli', async () => {
  const files = await readdir(site, { recursive: true });
  let total = 0;
  for (const file of files.filter((name) => /\.(js|css)$/.test(name))) {
    const bytes = brotliCompressSync(await readFile(join(site, file))).length;
    console.log(`${file}: ${bytes}`);
    total += bytes;
  }
  console.log(`together: ${total}`);
  assert.ok(total > 20_000 && total < 160_000, String(total));
});
