// The golden predictions, in Node and in Chromium: the same file that the Rust tests check.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { launch, open } from './support/chromium.mjs';
import { goldenFolder, goldenUrl, packageFolder, packageUrl, tinyModel } from './support/places.mjs';
import { serve } from './support/server.mjs';

const TOLERANCE = 1e-3;
const cases = JSON.parse(await readFile(new URL('predictions.json', goldenUrl), 'utf8'));
const model = await tinyModel();

/** Runs where the package is. */
const predictAll = async ({ load }, { options, cases }) => {
  const ansatz = await load(options);
  await ansatz.ready;
  const found = [];
  for (const { sequence, options } of cases) {
    const { candidates, network, notes } = await ansatz.predict(sequence, options);
    const parts = candidates.map(({ prefix, next, foundBy, logLikelihood }) => ({
      prefix, next, foundBy, logLikelihood,
    }));
    found.push({ candidates: parts, network, notes });
  }
  await ansatz.dispose();
  return found;
};

function check(found) {
  let byNetwork = 0;
  for (const [index, { sequence, candidates }] of cases.entries()) {
    assert.deepEqual(found[index].notes, []);
    const plain = (all) => all.map(({ logLikelihood, ...rest }) => ({ ...rest, by: logLikelihood !== null }));
    assert.deepEqual(plain(found[index].candidates), plain(candidates), sequence);
    for (const [place, { logLikelihood }] of candidates.entries()) {
      if (logLikelihood === null) continue;
      byNetwork += 1;
      const difference = Math.abs(found[index].candidates[place].logLikelihood - logLikelihood);
      assert.ok(difference < TOLERANCE, `${sequence}: differs by ${difference}`);
    }
  }
  assert.ok(byNetwork >= 10, 'the network must have its say');
}

test('in Node', async () => {
  const api = await import(new URL('dist/node.js', packageUrl));
  const models = [{ ...model, url: new URL('tiny.ansatz', goldenUrl) }];
  check(await predictAll(api, { options: { models }, cases }));
});

test('in Chromium, on the CPU', async () => {
  const browser = await launch();
  const server = await serve({ golden: goldenFolder, pkg: packageFolder });
  try {
    const { page, problems } = await open(browser, server.address);
    const models = [{ ...model, url: '/golden/tiny.ansatz' }];
    const given = JSON.stringify({ options: { models, device: 'cpu' }, cases });
    check(await page.evaluate(`(async () => (${predictAll})(await import('/pkg/dist/index.js'), ${given}))()`));
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    await server.close();
  }
});
