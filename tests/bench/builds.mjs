// What different ways to build the engine give: `cargo xtask bench builds`.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, open } from '../package/support/chromium.mjs';
import { packageFolder } from '../package/support/places.mjs';
import { serve } from '../package/support/server.mjs';
import { median, quantile, row, sizes } from './table.mjs';
import { byTurns } from './turns.mjs';

const SEQUENCE = '1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48';
const COLD = 5;
const given = {
  weights: '/pkg/models/integer-symbolic.ansatz',
  sequence: SEQUENCE,
  beam: 10,
};
const COUNT = 15;

/** In a new page: from nothing to ready, and the first prediction. */
const cold = async ({ name, weights, sequence, beam }) => {
  const { ours } = await import('/page/ours.js');
  const begin = performance.now();
  const engine = await ours(`/builds/${name}`, weights, sequence);
  const ready = performance.now();
  engine.record(beam);
  return [ready - begin, performance.now() - ready];
};

/** In one page: all builds, ready to be measured. */
const warm = async ({ names, weights, sequence, beam }) => {
  const { ours } = await import('/page/ours.js');
  const { prepared } = await import('/page/measure.js');
  const engines = {};
  for (const name of names) engines[name] = await ours(`/builds/${name}`, weights, sequence);
  const steps = engines[names[0]].record(beam);
  window.engines = await prepared(engines, steps, steps.length - 1);
};

const built = `${process.env.ANSATZ_BENCH}/builds`;
const names = (await readdir(built)).toSorted((a, b) => (b === 'shipped') - (a === 'shipped'));
const browser = await launch();
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const folders = {
  page: fileURLToPath(new URL('page', import.meta.url)),
  builds: built,
  pkg: packageFolder,
};
const server = await serve(folders, { headers });
const inPage = async (run, argument, more = () => undefined) => {
  const { page, problems } = await open(browser, server.address);
  try {
    const found = await page.evaluate(`(${run})(${JSON.stringify(argument)})`);
    return (await more(page)) ?? found;
  } catch (error) {
    throw new Error([error.message, ...problems].join('\n'));
  } finally {
    await page.close();
  }
};

try {
  const starts = Object.fromEntries(names.map((name) => [name, []]));
  for (let k = 0; k < COLD; k++) {
    for (const name of names) starts[name].push(await inPage(cold, { ...given, name }));
  }
  const times = await inPage(warm, { ...given, names }, async (page) => {
    const { whole } = await byTurns(page, names, { warmup: 5, count: COUNT, repeat: 2 });
    return Object.fromEntries(names.map((name) => [name, whole[name].cpu]));
  });
  console.log(
    `\nChromium ${browser.version()}; bytes with the feature \`bench\`; ready and first: ms by the clock,`,
  );
  console.log(
    `median of ${COLD} new pages by turns; warm: ms of processor time, median of ${COUNT} predictions`,
  );
  console.log('by turns, with their ratio to the build as shipped\n');
  row('build', 'raw', 'gzip -9', 'brotli 11', 'ready', 'first', 'warm', 'ratio');
  row(...Array.from({ length: 8 }, () => '---'));
  const ratio = (name) => (median(times[name]) / median(times[names[0]])).toFixed(2);
  for (const name of names) {
    const part = (index) =>
      quantile(
        starts[name].map((page) => page[index]),
        0.5,
      );
    const bytes = sizes(await readFile(`${built}/${name}/cpu_bg.wasm`));
    row(name, ...bytes, part(0), part(1), quantile(times[name], 0.5), ratio(name));
  }
} finally {
  await browser.close();
  await server.close();
}
