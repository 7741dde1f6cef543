// What a build of the WebGPU engine asks of the GPU, whether it computes the same as the CPU, and
// how large it is, as a row of a table: `cargo xtask bench webgpu` runs it once a build. A software
// adapter says nothing about speed, so no time is taken.
import { readFile } from 'node:fs/promises';
import { constants } from 'node:zlib';
import { launch, open, SOFTWARE_GPU } from '../package/support/chromium.mjs';
import {
  goldenFolder,
  goldenUrl,
  packageFolder,
  testsFolder,
  tinyModel,
} from '../package/support/places.mjs';
import { serve } from '../package/support/server.mjs';
import { row, sizes } from './table.mjs';

/** Nothing for so long, and the build is said to hang: a prediction takes seconds. */
const PATIENCE_MS = 180_000;
const [name, isFirst] = [process.argv[2], process.argv.includes('--header')];
const cases = JSON.parse(await readFile(new URL('predictions.json', goldenUrl), 'utf8'));

/** Runs in the page: the golden predictions, twice, and what was counted from stage to stage. */
const run = async ({ load }, { options, cases }) => {
  const channel = new BroadcastChannel('gpu-counts');
  const counted = () =>
    new Promise((resolve) => {
      channel.onmessage = ({ data }) => resolve(data);
      channel.postMessage('how many');
    });
  const at = (stage) => Object.assign(window, { stage, since: performance.now() });
  at('the trial');
  const ansatz = await load(options);
  await ansatz.ready;
  const stages = [await counted()];
  const found = [];
  const devices = new Set();
  for (const time of [0, 1]) {
    for (const [index, { sequence, options }] of cases.entries()) {
      at(`prediction ${index + 1} of round ${time + 1}`);
      const { candidates, device, notes } = await ansatz.predict(sequence, options);
      devices.add([device, ...notes].join(' '));
      if (time === 1)
        found.push(candidates.map(({ prefix, logLikelihood }) => ({ prefix, logLikelihood })));
    }
    stages.push(await counted());
  }
  await ansatz.dispose();
  return { stages, found, devices: [...devices] };
};

/** Whether the laws are the golden file's, and what was asked of the GPU. */
const compared = ({ stages, found }) => {
  let [same, laws, difference] = [true, 0, 0];
  for (const [index, { candidates }] of cases.entries()) {
    const written = (all) => all.map(({ prefix }) => prefix.join(' ')).join('\n');
    same &&= written(found[index]) === written(candidates);
    for (const [place, { logLikelihood }] of candidates.entries()) {
      const other = found[index][place]?.logLikelihood;
      if (logLikelihood === null || other == null) continue;
      laws += 1;
      difference = Math.max(difference, Math.abs(logLikelihood - other));
    }
  }
  const [first, second] = [1, 2].map((stage) =>
    Object.fromEntries(
      Object.entries(stages[stage]).map(([what, count]) => [what, count - stages[stage - 1][what]]),
    ),
  );
  return [
    same ? 'yes' : 'no',
    `${difference.toExponential(1)} of ${laws}`,
    first.dispatches,
    second.dispatches,
    second.submits,
    second.readbacks,
    first.pipelines,
  ];
};

const browser = await launch(SOFTWARE_GPU);
const server = await serve({ pkg: packageFolder, tests: testsFolder, golden: goldenFolder });
try {
  const { page, problems } = await open(browser, server.address);
  const options = {
    device: 'webgpu',
    models: [{ ...(await tinyModel()), url: '/golden/tiny.ansatz' }],
    gpuWorkerUrl: '/tests/fixtures/counting-gpu-worker.mjs',
  };
  const given = JSON.stringify({ options, cases });
  const code = `(async () => (${run})(await import('/pkg/dist/index.js'), ${given}))()`;
  const wasm = await readFile(`${packageFolder}/dist/ansatz_gpu_bg.wasm`);
  // A window as large as the file.
  const bytes = sizes(wasm, { [constants.BROTLI_PARAM_LGWIN]: 24 });
  if (isFirst) {
    row(
      'build',
      'bytes',
      'gzip -9',
      'brotli 11',
      'same laws',
      'largest difference',
      'dispatches',
      'again',
      'submits',
      'readbacks',
      'pipelines',
    );
    row(...Array(11).fill('---'));
  }
  const stuck = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const stage = await page.evaluate(
        `performance.now() - window.since > ${PATIENCE_MS} && window.stage`,
      );
      if (stage) return { stage };
    }
  };
  const answer = page.evaluate(code);
  const { stage, ...counted } = await Promise.race([answer, stuck()]);
  if (stage) {
    answer.catch(() => undefined);
    row(name, ...bytes, `no answer in ${stage}`, ...Array(6).fill('–'));
  } else {
    row(name, ...bytes, ...compared(counted));
  }
  // It fell back, or a shader was refused: the row is not what it seems.
  const devices = counted.devices ?? [];
  for (const problem of [...problems, ...devices.filter((device) => device !== 'webgpu')]) {
    console.log(`\n${name}: ${problem}`);
  }
} finally {
  await browser.close();
  await server.close();
}
