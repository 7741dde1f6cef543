// Sizes and times of the built package in Chromium, as a table: `cargo xtask bench browser`.
import { readFile } from 'node:fs/promises';
import { launch, open } from '../package/support/chromium.mjs';
import { packageFolder } from '../package/support/places.mjs';
import { serve } from '../package/support/server.mjs';
import { quantile, row, sizes } from './table.mjs';

const COLD = 5;
const WARM = 30;
const SEQUENCE = '1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48';
const only = (...names) =>
  Object.fromEntries(
    ['beam', 'classical', 'enumerative', 'numeric'].map((name) => [name, names.includes(name)]),
  );

/** Runs in a new page: everything from nothing to a first answer of the network. */
const cold = async ({ load }, { sequence, proposers }) => {
  const begin = performance.now();
  const ansatz = await load();
  const engine = performance.now();
  await ansatz.predict(sequence, { network: 'ready' });
  const answer = performance.now();
  await ansatz.ready;
  const network = performance.now();
  await ansatz.predict(sequence, { proposers });
  const first = performance.now();
  await ansatz.dispose();
  return [engine - begin, answer - begin, network - begin, first - network];
};

const warm = async ({ load }, { sequence, proposers, warm }) => {
  const ansatz = await load();
  await ansatz.ready;
  const times = [];
  for (let k = 0; k < 5 + warm; k++) {
    const begin = performance.now();
    await ansatz.predict(sequence, { proposers });
    times.push(performance.now() - begin);
  }
  await ansatz.dispose();
  return times.slice(5);
};

const browser = await launch();
const server = await serve({ pkg: packageFolder });
const inPage = async (run, given) => {
  const { page } = await open(browser, server.address);
  const code = `(async () => (${run})(await import('/pkg/dist/index.js'), ${JSON.stringify(given)}))()`;
  try {
    return await page.evaluate(code);
  } finally {
    await page.close();
  }
};

try {
  row('file', 'bytes', 'gzip -9', 'brotli 11');
  row('---', '---', '---', '---');
  for (const file of ['ansatz_bg.wasm', 'index.js', 'worker.js']) {
    row(file, ...sizes(await readFile(`${packageFolder}/dist/${file}`)));
  }
  console.log(
    `\nChromium ${browser.version()}, ms; cold: ${COLD} new pages, warm: ${WARM} calls after 5\n`,
  );
  row('', 'median', 'p90');
  row('---', '---', '---');
  const network = only('beam');
  const pages = [];
  for (let k = 0; k < COLD; k++)
    pages.push(await inPage(cold, { sequence: SEQUENCE, proposers: network }));
  const names = [
    'load()',
    'first answer without the network',
    'network ready (from the cache but once)',
    'first prediction by the network',
  ];
  for (const [index, name] of names.entries()) {
    const times = pages.map((times) => times[index]);
    row(name, quantile(times, 0.5), quantile(times, 0.9));
  }
  const kinds = {
    'warm: network, beam 10': network,
    'warm: classical': only('classical'),
    'warm: classical and enumerative': only('classical', 'enumerative'),
    'warm: everything': only('beam', 'classical', 'enumerative', 'numeric'),
  };
  for (const [name, proposers] of Object.entries(kinds)) {
    const times = await inPage(warm, { sequence: SEQUENCE, proposers, warm: WARM });
    row(name, quantile(times, 0.5), quantile(times, 0.9));
  }
} finally {
  await browser.close();
  await server.close();
}
