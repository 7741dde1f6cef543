// A package that was built without the engine for WebGPU: it says so, and the CPU computes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launch, open, SOFTWARE_GPU } from './support/chromium.mjs';
import { goldenFolder, testsFolder, tinyModel } from './support/places.mjs';
import { serve } from './support/server.mjs';
import { buildWithoutGpu } from './support/without-gpu.mjs';

const execute = promisify(execFile);
const tool = (...path) => join(testsFolder, 'node_modules', ...path);
let folder;
let browser;
let server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ansatz-cpu-'));
  await buildWithoutGpu(join(folder, 'pkg'));
  browser = await launch(SOFTWARE_GPU);
  server = await serve({ pkg: join(folder, 'pkg'), golden: goldenFolder });
});

after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('nothing of that engine is in it', async () => {
  const files = await readdir(join(folder, 'pkg/dist'), { recursive: true });
  assert.ok(files.includes('index.js') && files.includes('worker.js'));
  assert.deepEqual(
    files.filter((name) => /gpu.*\.(wasm|js)$/.test(name)),
    [],
  );
  const { ENGINES } = await import(pathToFileURL(join(folder, 'pkg/dist/node.js')));
  assert.deepEqual(ENGINES, ['cpu']);
});

test('asked for by name, WebGPU is replaced by the CPU, and results say why', async () => {
  const { results, said, problems } = await inPage(['webgpu']);
  assert.deepEqual(results[0].notes, [
    {
      kind: 'webgpu-unavailable',
      words: 'WebGPU cannot be used (this build has no engine for it): computed on the CPU',
    },
  ]);
  assert.equal(results[0].device, 'cpu');
  assert.equal(results[0].network, 'used');
  assert.deepEqual(said, []);
  assert.deepEqual(problems, []);
});

test('by itself it says once that there is no such engine', async () => {
  const { results, said, problems } = await inPage(['auto', 'auto', 'cpu']);
  for (const { device, network, notes } of results) {
    assert.deepEqual({ device, network, notes }, { device: 'cpu', network: 'used', notes: [] });
  }
  assert.deepEqual(said, ['ansatz: this build has no engine for WebGPU; the CPU computes.']);
  assert.deepEqual(problems, []);
});

/** One prediction with each choice of a device, and what the console was told. */
async function inPage(devices) {
  const model = { ...(await tinyModel()), url: '/golden/tiny.ansatz' };
  const { page, problems } = await open(browser, server.address);
  const said = [];
  page.on('console', (message) => message.type() === 'info' && said.push(message.text()));
  const run = async ({ load }, { devices, model }) => {
    const results = [];
    for (const device of devices) {
      const ansatz = await load({ device, models: [model] });
      await ansatz.ready;
      const { notes, network, device: used } = await ansatz.predict('1 1 2 3 5 8 13');
      results.push({ notes, network, device: used });
      await ansatz.dispose();
    }
    return results;
  };
  const given = JSON.stringify({ devices, model });
  const code = `(async () => (${run})(await import('/pkg/dist/index.js'), ${given}))()`;
  const results = await page.evaluate(code);
  await page.close();
  assert.deepEqual(
    server.requests.filter((path) => /gpu/.test(path)),
    [],
  );
  return { results, said, problems };
}

test('bundlers miss nothing', async () => {
  const path = join(folder, 'project');
  await mkdir(join(path, 'node_modules'), { recursive: true });
  await symlink(join(folder, 'pkg'), join(path, 'node_modules/ansatz'));
  await writeFile(join(path, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(
    join(path, 'main.js'),
    "import { load } from 'ansatz'; const ansatz = await load(); console.log(ansatz.device);",
  );
  await writeFile(join(path, 'index.html'), '<script type="module" src="main.js"></script>');
  await writeFile(
    join(path, 'webpack.config.js'),
    "export default { mode: 'production', entry: './main.js', performance: { hints: false } };",
  );
  const vite = await execute('node', [tool('vite/bin/vite.js'), 'build', '--target', 'es2022'], {
    cwd: path,
  });
  assert.doesNotMatch(vite.stdout + vite.stderr, /gpu|warn|exist/i);
  const webpack = await execute('node', [tool('webpack/bin/webpack.js'), '-o', 'packed'], {
    cwd: path,
  });
  assert.doesNotMatch(webpack.stdout, /gpu|warning/i);
});
