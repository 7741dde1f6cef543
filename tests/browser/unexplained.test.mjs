// What the page says where it has no law, and how it says how good it is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { beginFor, settled, site, textOf, type } from './support/page.mjs';
import { procedures } from './support/procedures.mjs';

const famous = JSON.parse(
  await readFile(new URL('../../web/src/famous.json', import.meta.url), 'utf8'),
);

test('famous sequences that it cannot explain are those of their definitions', () => {
  assert.deepEqual(famous.map(({ name }) => name).sort(), Object.keys(procedures).sort());
  for (const { name, terms } of famous) {
    assert.equal(terms, procedures[name](terms.split(', ').length).join(', '), name);
  }
});

test('and are named, with their entry', async (t) => {
  const { open } = await beginFor(t);
  const { page, problems } = await open({ hash: '#s=1,2,3,4,5&effort=quick' });
  await settled(page);
  const named = [];
  for (const { name, number, terms } of famous) {
    await type(page, terms);
    // A law that is the sequence itself has its name from the engine.
    if (await page.locator('#name').count()) continue;
    assert.match(await textOf(page, '#famous'), new RegExp(`${name}, *${number}`));
    assert.equal(await page.getAttribute('#famous a', 'href'), `https://oeis.org/${number}`);
    named.push(name);
  }
  for (const name of ['look-and-say sequence', 'sequence of Van Eck', 'happy numbers']) {
    assert.ok(named.includes(name), name);
  }
  await type(page, '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8');
  await page.waitForSelector('#nothing');
  assert.equal(await page.locator('#famous').count(), 0);
  assert.deepEqual(problems, []);
});

test('About draws how far probabilities can be believed, if that was measured', async (t) => {
  const diagram = {
    file: 'reliability.svg',
    title: 'Told and true',
    x: { label: 'told, %', scale: 'linear', ticks: [] },
    series: [
      {
        label: 'OEIS',
        group: 'OEIS',
        by: 'ansatz',
        points: [
          [10, 12],
          [50, 48],
          [97, 99],
        ],
      },
      {
        label: 'others',
        group: 'others',
        by: 'ansatz',
        points: [
          [20, 25],
          [80, 77],
        ],
      },
    ],
  };
  const { open } = await beginFor(t, {
    // The report that is shipped may have none yet.
    answer: async (path, response) => {
      if (!/figures-[^/]*\.js$/.test(path)) return false;
      const script = await readFile(join(site, path), 'utf8');
      response.setHeader('Content-Type', 'text/javascript');
      response.end(script.replace('plots:[', () => `plots:[${JSON.stringify(diagram)},`));
      return true;
    },
  });
  const { page, problems } = await open({ hash: '', serviceWorkers: 'block' });
  await page.click('#about summary');
  await page.waitForSelector('#reliability');
  assert.equal(await page.locator('#reliability polyline').count(), 2);
  assert.equal(await page.locator('#reliability circle').count(), 5);
  assert.match(await textOf(page, '#reliability figcaption'), /OEIS.*others/);
  assert.deepEqual(problems, []);
});
