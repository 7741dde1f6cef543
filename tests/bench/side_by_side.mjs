// Our network and the same in onnxruntime-web, in one Chromium run: `cargo xtask bench browser`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, open } from '../package/support/chromium.mjs';
import { packageFolder } from '../package/support/places.mjs';
import { serve } from '../package/support/server.mjs';
import { median, quantile, row, sizes } from './table.mjs';
import { byTurns } from './turns.mjs';

const SEQUENCE = '1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48';
const BEAM = 10;
const PLACE = 10;
const COUNT = 30;
const REPEAT = 2;
const WARMUP = 10;
const COLD = 5;
const CLOSE = 1e-3;
const OURS = 'Ansatz';
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

/** A module and what it always imports. */
const modules = async (folder, name) => {
  const text = await readFile(folder + name, 'utf8');
  const imports = [...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, other]) =>
    modules(folder, other),
  );
  return [folder + name, ...(await Promise.all(imports)).flat()];
};

/** In a page: checks that they agree, and makes them ready to be measured. */
const compare = async ({ folder, runtime, models, weights, sequence, names, beam, place }) => {
  const [{ ours }, { theirs }, { difference, prepared }] = await Promise.all(
    ['ours', 'theirs', 'measure'].map((name) => import(`/page/${name}.js`)),
  );
  const engine = await ours(folder, weights, sequence);
  const reference = await theirs(runtime, models, engine.features());
  const steps = engine.record(beam);
  const apart = await difference(engine, reference, steps);
  const engines = Object.fromEntries(
    [engine, reference].map((each, index) => [names[index], each]),
  );
  window.engines = await prepared(engines, steps, Math.min(place, steps.length - 1));
  return { apart, rows: steps.map(({ tokens }) => tokens.length) };
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
  const steps = engine
    .record(beam)
    .map(({ parents, tokens }) => ({ parents: [...parents], tokens: [...tokens] }));
  return { steps, features: [...engine.features()] };
};

const browser = await launch();
// Isolated pages have finer clocks.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const server = await serve(folders, { headers });
const inPage = async (run, given, more = () => undefined) => {
  const { page, problems } = await open(browser, server.address);
  try {
    const found = await page.evaluate(`(${run})(${JSON.stringify(given)})`);
    return (await more(page, found)) ?? found;
  } catch (error) {
    throw new Error([error.message, ...problems].join('\n'));
  } finally {
    await page.close();
  }
};

try {
  const names = [OURS, THEIRS];
  const given = { ...addresses, names, beam: BEAM, place: PLACE };
  const times = await inPage(compare, given, async (page, { apart, rows }) => {
    console.log(
      `\nChromium ${browser.version()}; beam ${BEAM} on ${SEQUENCE}; rows a step: ${rows.join(' ')}\n`,
    );
    console.log(`log-probabilities within ${apart.toExponential(1)} of ${THEIRS}`);
    if (!(apart < CLOSE)) throw new Error(`${OURS} and ${THEIRS} do not agree`);
    return byTurns(page, names, { warmup: WARMUP, count: COUNT, repeat: REPEAT });
  });
  for (const [kind, title] of [
    ['wall', 'by the clock'],
    ['cpu', "processor time of the page's thread"],
  ]) {
    console.log(`\nms ${title}: median, p90 of ${COUNT} turns; ratios of medians to ${OURS}\n`);
    row('', ...names, ...names.slice(1).map((name) => `ratio, ${name}`));
    row('---', ...names.map(() => '---'), '---');
    for (const [part, found] of Object.entries(times)) {
      const shown = names.map((name) =>
        [0.5, 0.9].map((share) => quantile(found[name][kind], share)).join(', '),
      );
      const ratio = (name) => (median(found[name][kind]) / median(found[OURS][kind])).toFixed(2);
      row(part, ...shown, ...names.slice(1).map(ratio));
    }
  }

  const again = await inPage(recorded, { ...addresses, beam: BEAM });
  const starts = { ours: [], theirs: [] };
  for (let k = 0; k < COLD; k++) {
    for (const engine of Object.keys(starts)) {
      starts[engine].push(await inPage(cold, { ...addresses, ...again, engine }));
    }
  }
  console.log(`\nCold start, ms, median of ${COLD} new pages by turns, files from this machine\n`);
  row('', OURS, THEIRS);
  row('---', '---', '---');
  for (const [index, name] of ['ready, weights included', 'first prediction'].entries()) {
    const shown = Object.values(starts).map((pages) =>
      quantile(
        pages.map((page) => page[index]),
        0.5,
      ),
    );
    row(name, ...shown);
  }

  console.log('\nBytes\n');
  const files = {
    [`${OURS}: engine`]: [`${packageFolder}/dist/ansatz_bg.wasm`],
    [`${OURS}: JavaScript`]: [
      ...(await modules(`${packageFolder}/dist/`, 'index.js')),
      `${packageFolder}/dist/worker.js`,
    ],
    [`${OURS}: weights`]: [`${packageFolder}/models/integer-symbolic.ansatz`],
    [`${THEIRS}: engine`]: [`${runtime}/ort-wasm-simd-threaded.wasm`],
    [`${THEIRS}: JavaScript`]: [
      `${runtime}/ort.wasm.min.mjs`,
      `${runtime}/ort-wasm-simd-threaded.mjs`,
    ],
    [`${THEIRS}: the same weights as ONNX`]: [
      `${built}/onnx/encoder.onnx`,
      `${built}/onnx/decoder.onnx`,
    ],
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
