// The same answers natively, in Node and in Chromium. How many sequences are compared is for
// ANSATZ_SEQUENCES to say: `cargo xtask soak` asks for 500.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { launch, open } from './support/chromium.mjs';
import {
  goldenFolder,
  goldenUrl,
  packageFolder,
  packageUrl,
  tinyModel,
} from './support/places.mjs';
import { serve } from './support/server.mjs';

const command = process.env.ANSATZ_NATIVE;
const count = Number(process.env.ANSATZ_SEQUENCES ?? 40);
const skip = command ? false : 'ANSATZ_NATIVE does not name the native command';
const options = { next: 10, candidates: 5, beam: 4 };
// A processor multiplies in another order than the engine in wasm does.
const LIKELIHOOD = 1e-3;

/** The native command's answers, as many threads as are asked for. */
function natively(arguments_, { input, threads = 2 } = {}) {
  const env = { ...process.env, RAYON_NUM_THREADS: String(threads) };
  const run = spawnSync(command, arguments_, { input, env, maxBuffer: 1 << 30 });
  assert.equal(run.status, 0, String(run.stderr));
  return String(run.stdout);
}

/** Recurrences of both kinds by the generator, and terms that follow no law. */
function sequences() {
  const generate = (domain, count) =>
    natively(['generate', domain, '--count', String(count), '--seed', '21'])
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).terms.map(String));
  let state = 21;
  const drawn = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return String((state >> 8) % 1000);
  };
  const noise = Array.from({ length: Math.ceil(count / 10) }, () =>
    Array.from({ length: 20 }, drawn),
  );
  const integers = generate('integer', Math.ceil(count / 2));
  return [...integers, ...noise, ...generate('float', count)].slice(0, count);
}

function answersOf(input, threads) {
  const model = new URL('tiny.ansatz', goldenUrl).pathname;
  const chosen = ['--candidates', '5', '--beam', '4', '--models', model];
  const output = natively(['batch', ...chosen], { input, threads });
  return output.trim().split('\n');
}

/** Runs where the package is. */
const predictAll = async ({ load }, { model, asked, sequences }) => {
  const ansatz = await load({ models: [model] });
  await ansatz.ready;
  const found = [];
  for (const terms of sequences) {
    const { candidates, domain, shown } = await ansatz.predict(terms, asked);
    found.push(JSON.parse(JSON.stringify({ candidates, domain, shown })));
  }
  await ansatz.dispose();
  return found;
};

/** All that both say of a law, without the network's opinion, which is compared by itself. */
function compare(found, lines, sequences) {
  let largest = 0;
  for (const [index, line] of lines.entries()) {
    const native = JSON.parse(line);
    const { candidates, ...rest } = found[index];
    const label = sequences[index].join(', ');
    assert.deepEqual(rest, { domain: native.domain, shown: native.shown }, label);
    assert.equal(candidates.length, native.candidates.length, label);
    for (const [place, { logLikelihood, ...law }] of native.candidates.entries()) {
      const there = candidates[place];
      const same = Object.fromEntries(Object.keys(law).map((name) => [name, there[name]]));
      assert.equal(JSON.stringify(same), JSON.stringify(law), label);
      assert.equal(there.logLikelihood === null, logLikelihood === null, label);
      largest = Math.max(largest, Math.abs(there.logLikelihood - logLikelihood));
    }
  }
  assert.ok(largest < LIKELIHOOD, `log-likelihoods differ by ${largest}`);
  return largest;
}

test('the same answers natively, in Node and in Chromium', { skip }, async () => {
  const all = sequences();
  const input = all.map((terms) => JSON.stringify(terms)).join('\n');
  const lines = answersOf(input, 1);
  assert.equal(lines.length, all.length);
  assert.deepEqual(answersOf(input, 3), lines, 'threads change the answers');

  const model = await tinyModel();
  const given = (url) => ({ model: { ...model, url }, asked: options, sequences: all });
  const api = await import(new URL('dist/node.js', packageUrl));
  const inNode = await predictAll(api, given(new URL('tiny.ansatz', goldenUrl)));
  const apart = compare(inNode, lines, all);

  const browser = await launch();
  const server = await serve({ golden: goldenFolder, pkg: packageFolder });
  try {
    const { page, problems } = await open(browser, server.address);
    const code = `(async () => (${predictAll})(await import('/pkg/dist/index.js'), ${JSON.stringify(given('/golden/tiny.ansatz'))}))()`;
    assert.deepEqual(await page.evaluate(code), inNode);
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(`${all.length} sequences: the same; log-likelihoods at most ${apart} apart`);
});
