// Our network and the same in onnxruntime-web, in one Chromium run: `cargo xtask bench browser`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, open } from '../package/support/chromium.mjs';
import { packageFolder } from '../package/support/places.mjs';
import { serve } from '../package/support/server.mjs';
import { median, quantile, row, sizes } from './table.mjs';

const SEQUENCE = '1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48';
const BEAM = 10;
const PLACE = 10;
const COUNT = 30;
const WARMUP = 10;
const COLD = 5;
const CLOSE = 1e-3;
const OURS = 'Ansatz';
const BURN = "Ansatz by burn's tensors";
const THEIRS = 'onnxruntime-web';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const runtime = here('node_modules/onnxruntime-web/dist');
const built = process.env.ANSATZ_BENCH;
const folders = { page: here('page'), ort: runtime, built, pkg: packageFolder };
const addresses = {
  folder: '/built/wasm',
  runtime: '/ort',
  models: '/built/onnx',
  weights: '/pkg/models/integer-symbolic.ansatz',
  sequence: SEQUENCE,
};

/** In a page: checks that they agree, then measures by turns. */
const compare = async ({ folder, runtime, models, weights, sequence, names, beam, place, count, warmup }) => {
  const [{ ours }, { theirs }, { difference, times }] = await Promise.all(
    ['ours', 'theirs', 'measure'].map((name) => import(`/page/${name}.js`)),
  );
  const [own, other] = names;
  const engine = await ours(folder, weights, sequence);
  const burn = await ours(folder, weights, sequence, true);
  const reference = await theirs(runtime, models, engine.features());
  const steps = engine.record(beam);
  const apart = {
    [own]: await difference(engine, reference, steps),
    [other]: await difference(burn, reference, steps),
  };
  const engines = { [own]: engine, [other]: burn, [names[2]]: reference };
  return {
    apart,
    steps: steps.map(({ tokens }) => tokens.length),
    times: await times(engines, steps, { place: Math.min(place, steps.length - 1), count, warmup }),
  };
};

/** In a new page: from nothing to ready, and the first prediction. */
const cold = async ({ folder, runtime, models, weights, sequence, steps, features, engine }) => {
  const { whole } = await import('/page/measure.js');
  const { ours } = await import('/page/ours.js');
  const { theirs } = await import('/page/theirs.js');
  const begin = performance.now();
  const started =
    engine === 'theirs'
      ? await theirs(runtime, models, Float32Array.from(features))
      : await ours(folder, weights, sequence);
  const ready = performance.now();
  await whole(started, steps);
  return [ready - begin, performance.now() - ready];
};

/** In a page: what a new page needs to repeat the search. */
const recorded = async ({ folder, weights, sequence, beam }) => {
  const { ours } = await import('/page/ours.js');
  const engine = await ours(folder, weights, sequence);
  const steps = engine.record(beam).map(({ parents, tokens }) => ({ parents: [...parents], tokens: [...tokens] }));
  return { steps, features: [...engine.features()] };
};

const browser = await launch();
// Isolated pages have finer clocks.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const server = await serve(folders, { headers });
const inPage = async (run, given) => {
  const { page, problems } = await open(browser, server.address);
  try {
    return await page.evaluate(`(${run})(${JSON.stringify(given)})`);
  } catch (error) {
    throw new Error([error.message, ...problems].join('\n'));
  } finally {
    await page.close();
  }
};

try {
  const names = [OURS, BURN, THEIRS];
  const found = await inPage(compare, { ...addresses, names, beam: BEAM, place: PLACE, count: COUNT, warmup: WARMUP });
  console.log(`\nChromium ${browser.version()}; beam ${BEAM} on ${SEQUENCE}; rows a step: ${found.steps.join(' ')}\n`);
  for (const [name, apart] of Object.entries(found.apart)) {
    console.log(`${name}: log-probabilities within ${apart.toExponential(1)} of ${THEIRS}`);
    if (!(apart < CLOSE)) throw new Error(`${name} and ${THEIRS} do not agree`);
  }
  console.log(`\nms: median, p90 and least of ${COUNT} by turns; ratios to ${OURS} of medians and of the least\n`);
  row('', ...names, ...names.slice(1).map((name) => `ratio, ${name}`));
  row('---', ...names.map(() => '---'), '---', '---');
  for (const [part, times] of Object.entries(found.times)) {
    const shown = names.map((name) => [0.5, 0.9, 0].map((share) => quantile(times[name], share)).join(', '));
    const ratio = (name, of) => (of(times[name]) / of(times[OURS])).toFixed(2);
    const least = (all) => Math.min(...all);
    row(part, ...shown, ...names.slice(1).map((name) => `${ratio(name, median)}, ${ratio(name, least)}`));
  }

  const given = await inPage(recorded, { ...addresses, beam: BEAM });
  const starts = { ours: [], theirs: [] };
  for (let k = 0; k < COLD; k++) {
    for (const engine of Object.keys(starts)) {
      starts[engine].push(await inPage(cold, { ...addresses, ...given, engine }));
    }
  }
  console.log(`\nCold start, ms, median of ${COLD} new pages by turns, files from this machine\n`);
  row('', OURS, THEIRS);
  row('---', '---', '---');
  for (const [index, name] of ['ready, weights included', 'first prediction'].entries()) {
    const shown = Object.values(starts).map((pages) => quantile(pages.map((page) => page[index]), 0.5));
    row(name, ...shown);
  }

  console.log('\nBytes\n');
  const files = {
    [`${OURS}: engine`]: [`${packageFolder}/dist/ansatz_bg.wasm`],
    [`${OURS}: JavaScript`]: [`${packageFolder}/dist/index.js`, `${packageFolder}/dist/worker.js`],
    [`${OURS}: weights`]: [`${packageFolder}/models/integer-symbolic.ansatz`],
    [`${THEIRS}: engine`]: [`${runtime}/ort-wasm-simd-threaded.wasm`],
    [`${THEIRS}: JavaScript`]: [`${runtime}/ort.wasm.min.mjs`, `${runtime}/ort-wasm-simd-threaded.mjs`],
    [`${THEIRS}: the same weights as ONNX`]: [`${built}/onnx/encoder.onnx`, `${built}/onnx/decoder.onnx`],
  };
  row('', 'raw', 'gzip -9', 'brotli 11');
  row('---', '---', '---', '---');
  for (const [name, paths] of Object.entries(files)) {
    const all = await Promise.all(paths.map(async (path) => sizes(await readFile(path))));
    row(name, ...[0, 1, 2].map((kind) => all.reduce((sum, each) => sum + each[kind], 0)));
  }
} finally {
  await browser.close();
  await server.close();
}
