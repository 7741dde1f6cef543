// The golden predictions, in Node and in Chromium: the same file that the Rust tests check.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { SOFTWARE_GPU, launch, open } from './support/chromium.mjs';
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
    const { candidates, device, network, notes } = await ansatz.predict(sequence, options);
    const parts = candidates.map(({ prefix, next, foundBy, logLikelihood }) => ({
      prefix, next, foundBy, logLikelihood,
    }));
    found.push({ candidates: parts, device, network, notes });
  }
  await ansatz.dispose();
  return found;
};

function check(found, device) {
  let byNetwork = 0;
  let largest = 0;
  for (const [index, { sequence, candidates }] of cases.entries()) {
    assert.deepEqual(found[index].notes, []);
    assert.equal(found[index].device, device);
    const plain = (all) => all.map(({ logLikelihood, ...rest }) => ({ ...rest, by: logLikelihood !== null }));
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
