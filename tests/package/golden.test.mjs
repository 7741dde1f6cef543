// The golden predictions, in Node and in Chromium: the same file that the Rust tests check.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { launch, open, SOFTWARE_GPU } from './support/chromium.mjs';
import {
  goldenFolder,
  goldenUrl,
  packageFolder,
  packageUrl,
  tinyModel,
} from './support/places.mjs';
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
    const { candidates, device, network, notes } = await ansatz.predict(sequence, options);
    const parts = candidates.map(({ prefix, next, foundBy, logLikelihood }) => ({
      prefix,
      next,
      foundBy,
      logLikelihood,
    }));
    found.push({ candidates: parts, device, network, notes });
  }
  const inside = await ansatz.inspect(cases[0].sequence, { beam: 4 });
  await ansatz.dispose();
  return { found, inside };
};

/** What is seen inside has the shapes of the network, and rows of attention sum to one. */
function checkInside({ inputs, outputs, encoder, cross, growth, numbers }) {
  assert.equal(inputs.join(', '), cases[0].sequence);
  assert.ok(outputs.length > 0);
  for (const [maps, rows] of [
    [encoder, inputs.length],
    [cross, outputs.length],
  ]) {
    assert.ok(maps.length > 0);
    for (const map of maps.flat()) {
      assert.equal(map.length, rows);
      for (const row of map) {
        assert.equal(row.length, inputs.length);
        const sum = row.reduce((sum, weight) => sum + weight, 0);
        assert.ok(Math.abs(sum - 1) < 1e-4, `a row sums to ${sum}`);
      }
    }
  }
  assert.ok(growth.every((step) => step.length <= 4) && growth[0].length === 4);
  assert.equal(numbers.points.length, numbers.labels.length);
  assert.ok(numbers.similarity.every((row, place) => Math.abs(row[place] - 1) < 1e-6));
}

function check({ found, inside }, device) {
  checkInside(inside);
  let byNetwork = 0;
  let largest = 0;
  for (const [index, { sequence, candidates }] of cases.entries()) {
    assert.deepEqual(found[index].notes, []);
    assert.equal(found[index].device, device);
    const plain = (all) =>
      all.map(({ logLikelihood, ...rest }) => ({ ...rest, by: logLikelihood !== null }));
    assert.deepEqual(plain(found[index].candidates), plain(candidates), sequence);
    for (const [place, { logLikelihood }] of candidates.entries()) {
      if (logLikelihood === null) continue;
      byNetwork += 1;
      const difference = Math.abs(found[index].candidates[place].logLikelihood - logLikelihood);
      assert.ok(difference < TOLERANCE, `${sequence}: differs by ${difference}`);
      largest = Math.max(largest, difference);
    }
  }
  assert.ok(byNetwork >= 10, 'the network must have its say');
  console.log(`${device}: ${byNetwork} log-likelihoods, the largest difference ${largest}`);
}

test('in Node', async () => {
  const api = await import(new URL('dist/node.js', packageUrl));
  const models = [{ ...model, url: new URL('tiny.ansatz', goldenUrl) }];
  check(await predictAll(api, { options: { models }, cases }), 'cpu');
});

test('in Chromium, on the CPU', () => inChromium('cpu', []));

test('in Chromium, on WebGPU', () => inChromium('webgpu', SOFTWARE_GPU));

async function inChromium(device, switches) {
  const browser = await launch(switches);
  const server = await serve({ golden: goldenFolder, pkg: packageFolder });
  try {
    const { page, problems } = await open(browser, server.address);
    const models = [{ ...model, url: '/golden/tiny.ansatz' }];
    const given = JSON.stringify({ options: { models, device }, cases });
    const code = `(async () => (${predictAll})(await import('/pkg/dist/index.js'), ${given}))()`;
    check(await page.evaluate(code), device);
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    await server.close();
  }
}
