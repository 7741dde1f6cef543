// What is in the package: its shape, its types and its size.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packageFolder, testsFolder } from './support/places.mjs';

const execute = promisify(execFile);
const tool = (name) => join(testsFolder, 'node_modules/.bin', name);

/** What a browser downloads before the first answer, compressed as a CDN does. */
const BUDGET = { wasm: 606 * 1024, gpu: 3328 * 1024, scripts: 32 * 1024 };

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;

test('the engine and the scripts keep their budget', async () => {
  const wasm = await readFile(join(packageFolder, 'dist/ansatz_bg.wasm'));
  const compressed = brotli(wasm);
  console.log(
    `engine: ${wasm.length} bytes, gzip ${gzipSync(wasm, { level: 9 }).length}, brotli ${compressed}`,
  );
  assert.ok(compressed <= BUDGET.wasm, `${compressed} bytes of ${BUDGET.wasm}`);
  // Fetched only where there is a GPU: shown, and kept from growing unseen.
  const gpu = await readFile(join(packageFolder, 'dist/ansatz_gpu_bg.wasm'));
  // By gzip: brotli would take longer for it than all the other tests here.
  const gpuCompressed = gzipSync(gpu, { level: 9 }).length;
  console.log(`on WebGPU: ${gpu.length} bytes, gzip ${gpuCompressed}`);
  assert.ok(gpuCompressed <= BUDGET.gpu, `${gpuCompressed} bytes of ${BUDGET.gpu}`);
  let scripts = 0;
  for (const file of await readdir(join(packageFolder, 'dist'))) {
    if (!/^(index|worker|chunk-\w+)\.js$/.test(file)) continue;
    scripts += brotli(await readFile(join(packageFolder, 'dist', file)));
  }
  assert.ok(scripts <= BUDGET.scripts, `${scripts} bytes of ${BUDGET.scripts}`);
});

test('only what is needed is packed', async () => {
  const { stdout } = await execute('npm', ['pack', '--dry-run', '--json'], { cwd: packageFolder });
  const files = JSON.parse(stdout)[0].files.map(({ path }) => path);
  for (const file of files) {
    assert.match(
      file,
      /^(package\.json|README\.md|LICENSE-(MIT|APACHE)|THIRD-PARTY-NOTICES\.txt|dist\/.+\.(js|d\.ts|wasm)|models\/[\w-]+\.ansatz)$/,
    );
  }
  for (const needed of [
    'dist/index.js',
    'dist/node.js',
    'dist/cli.js',
    'dist/worker.js',
    'dist/gpu-worker.js',
    'dist/ansatz_gpu_bg.wasm',
    'README.md',
    'THIRD-PARTY-NOTICES.txt',
  ]) {
    assert.ok(files.includes(needed), needed);
  }
});

test('publint finds nothing', async () => {
  const { stdout } = await execute(tool('publint'), ['run', packageFolder, '--strict']);
  assert.match(stdout, /All good/);
});

test('the types resolve everywhere that ESM does', async () => {
  // Engines are addresses for bundlers (`new URL`, `?url`), not modules with types.
  const addresses = ['ansatz.wasm', 'ansatz-gpu.wasm'];
  const options = ['--profile', 'esm-only', '--exclude-entrypoints', ...addresses];
  // Fails with what it found.
  await execute(tool('attw'), ['--pack', packageFolder, ...options]);
});
