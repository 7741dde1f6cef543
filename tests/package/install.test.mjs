// The packed tarball in fresh projects, one prediction in each.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify, stripVTControlCharacters } from 'node:util';
import { launch } from './support/chromium.mjs';
import { packageFolder, testsFolder } from './support/places.mjs';
import { serve } from './support/server.mjs';

const execute = promisify(execFile);
const tool = (...path) => join(testsFolder, 'node_modules', ...path);
const example = (name) => join(packageFolder, 'examples', name);
const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><form><input name="sequence" value="1, 2, 4, 7, 11, 16, 22, 29"></form><progress></progress><output>…</output><ol></ol><script type="module" src="main.js"></script>';
const ANSWER = /^u\(n\) = .*n.*, next 37, 46, 56, 67, 79$/;

let folder;
let tarball;
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ansatz-install-'));
  const packed = await execute('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: packageFolder,
  });
  tarball = join(folder, JSON.parse(packed.stdout)[0].filename);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A new project with the tarball installed, and nothing else. */
async function project(name, files) {
  const path = join(folder, name);
  if (typeof files === 'string') await cp(files, path, { recursive: true });
  else {
    await cp(await mkdtemp(join(folder, 'empty-')), path, { recursive: true });
    for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  }
  await writeFile(join(path, 'package.json'), '{ "private": true, "type": "module" }');
  const install = ['install', tarball, '--no-audit', '--no-fund', '--ignore-scripts'];
  await execute('npm', install, { cwd: path });
  return path;
}

/** What a page says in the end, and what went wrong in it. */
async function outcome(address, prepare = () => {}) {
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await prepare(page);
  await page.goto(address);
  const output = page.locator('output');
  await output
    .filter({ hasNotText: '…' })
    .waitFor({ timeout: 120_000 })
    .catch(() => {});
  const text = await output.textContent();
  const network = await output.getAttribute('data-network');
  await page.close();
  return { text, network, problems };
}

test('Node: import, types at hand, and the command', async () => {
  const path = await project('node', {
    'main.mjs': `
      import { load } from 'ansatz';
      const ansatz = await load({ device: 'auto' });
      const { best, next, network } = await ansatz.predict('1, 2, 4, 7, 11, 16', { next: 3 });
      console.log(JSON.stringify({ latex: best?.latex, next, network }));
      await ansatz.dispose();`,
    // Left running, it must not keep the process alive.
    'forgets.mjs': `
      import { load } from 'ansatz';
      const ansatz = await load();
      console.log((await ansatz.predict([2, 4, 6, 8, 10], { next: 1 })).next[0]);`,
  });
  const { stdout } = await execute('node', ['main.mjs'], { cwd: path });
  const { latex, next, network } = JSON.parse(stdout);
  assert.deepEqual(next, ['22', '29', '37']);
  assert.equal(network, 'used');
  assert.match(latex, /u/);
  assert.equal((await execute('node', ['forgets.mjs'], { cwd: path })).stdout, '12\n');

  const command = (...given) => execute('npx', ['--no-install', 'ansatz', ...given], { cwd: path });
  const answer = await command('predict', '1', '1', '2', '3', '5', '8');
  assert.match(answer.stdout, /u\(n\) = u\(n-1\) \+ u\(n-2\)/);
  assert.match(answer.stdout, /next {2}13, 21, 34/);
  const json = JSON.parse(
    (await command('predict', '-1', '-2', '-4', '-8', '-16', '--next', '2', '--json')).stdout,
  );
  assert.deepEqual(json.candidates[0].next, ['-32', '-64']);
  const bad = await command('predict', '1', '2', 'x').catch((error) => error);
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /x/);
  const random = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9'.split(' ');
  assert.equal((await command('predict', ...random).catch((error) => error)).code, 1);
});

test('files have addresses of their own', async () => {
  const path = await project('addresses', {
    'main.mjs': `
      import { createRequire } from 'node:module';
      import { fileURLToPath } from 'node:url';
      import { load } from 'ansatz';
      const at = (name) => import.meta.resolve('ansatz/' + name);
      const { resolve } = createRequire(import.meta.url);
      const same = resolve('ansatz/ansatz.wasm') === fileURLToPath(at('ansatz.wasm'));
      const ansatz = await load({
        wasmUrl: at('ansatz.wasm'),
        workerUrl: at('node-worker.js'),
        modelUrl: (name) => at('models/' + name + '.ansatz'),
      });
      const { next, network } = await ansatz.predict([1, 2, 4, 8, 16], { next: 1 });
      console.log(JSON.stringify({ same, next, network, worker: at('worker.js').slice(-9) }));
      await ansatz.dispose();`,
  });
  const { stdout } = await execute('node', ['main.mjs'], { cwd: path });
  const expected = { same: true, next: ['32'], network: 'used', worker: 'worker.js' };
  assert.deepEqual(JSON.parse(stdout), expected);
});

test('TypeScript: strict types in both ways of resolving', async () => {
  const path = await project('types', {
    'main.ts': `
      import { load, DownloadError, type Law, type Progress, type Result } from 'ansatz';
      const heard: Progress[] = [];
      await using ansatz = await load({ device: 'auto', models: ['integer', 'float'], onProgress: (p) => heard.push(p) });
      const result: Result = await ansatz.predict([1, 2n, '4'], { next: 10, effort: 'normal' });
      const latex: string | undefined = result.best?.latex;
      const spare: number | undefined = result.candidates[0]?.evidence.spare;
      const domain: 'integer' | 'float' = result.domain;
      const law: Law = ansatz.law('u(n-1) + n', { initial: [1] });
      const terms: string[] = (await law.terms(1, 10)).terms;
      const holds: boolean = (await law.check(terms)).holds;
      const python: string | undefined = await result.best?.law.render('python');
      // @ts-expect-error a language that does not exist
      await law.render('cobol');
      // @ts-expect-error an effort that does not exist
      await ansatz.predict([1, 2, 3], { effort: 'huge' });
      // @ts-expect-error no such option
      await ansatz.predict([1, 2, 3], { nonsense: 1 });
      await ansatz.ready.catch((error: unknown) => error instanceof DownloadError && error.url);
      export { latex, spare, domain, holds, python };`,
  });
  for (const [module, resolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ]) {
    const options = ['--module', module, '--moduleResolution', resolution, '--target', 'ES2022'];
    const rest = ['--lib', 'ES2022,DOM', '--strict', '--noEmit', '--ignoreConfig'];
    const tsc = join(packageFolder, 'node_modules/.bin/tsc');
    const result = await execute(tsc, [...options, ...rest, 'main.ts'], { cwd: path }).catch(
      (e) => e,
    );
    assert.equal(result.code ?? 0, 0, result.stdout);
  }
});

test('Vite: build and development server', async () => {
  const path = await project('vite', example('vite'));
  const vite = tool('vite/bin/vite.js');
  await execute('node', [vite, 'build'], { cwd: path });
  const server = await serve({ '': join(path, 'dist') });
  const built = await outcome(server.address);
  await server.close();
  assert.match(built.text, ANSWER);
  assert.deepEqual(built, { text: built.text, network: 'used', problems: [] });

  const development = spawn('node', [vite, '--port', '0', '--host', '127.0.0.1'], { cwd: path });
  try {
    const address = await new Promise((resolve, reject) => {
      let said = '';
      development.stdout.on('data', (data) => {
        said += stripVTControlCharacters(String(data));
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
        if (found) resolve(found[0]);
      });
      development.on('exit', () => reject(new Error(said)));
    });
    const live = await outcome(address);
    assert.match(live.text, ANSWER);
    assert.deepEqual(live, { text: live.text, network: 'used', problems: [] });
  } finally {
    development.kill();
  }
});

test('webpack', async () => {
  const files = {
    'index.html': PAGE,
    'main.js': await readFile(join(example('vite'), 'main.js'), 'utf8'),
    'webpack.config.js':
      "export default { mode: 'production', entry: './main.js', performance: { hints: false } };",
  };
  const path = await project('webpack', files);
  await execute('node', [tool('webpack/bin/webpack.js')], { cwd: path });
  await cp(join(path, 'index.html'), join(path, 'dist/index.html'));
  const server = await serve({ '': join(path, 'dist') });
  const built = await outcome(server.address);
  await server.close();
  assert.match(built.text, ANSWER);
  assert.deepEqual(built, { text: built.text, network: 'used', problems: [] });
});

test('Rollup', async () => {
  const files = {
    'index.html': PAGE.replace('main.js', 'dist/main.js'),
    'main.js': await readFile(join(example('vite'), 'main.js'), 'utf8'),
    'rollup.config.js': `
      import { nodeResolve } from '${tool('@rollup/plugin-node-resolve/dist/es/index.js')}';
      import { importMetaAssets } from '${tool('@web/rollup-plugin-import-meta-assets/index.mjs')}';
      export default {
        input: 'main.js',
        output: { dir: 'dist', format: 'es' },
        plugins: [nodeResolve({ browser: true }), importMetaAssets()],
      };`,
  };
  const path = await project('rollup', files);
  await execute('node', [tool('rollup/dist/bin/rollup'), '-c'], { cwd: path });
  const server = await serve({ '': path });
  const built = await outcome(server.address);
  await server.close();
  assert.match(built.text, ANSWER);
  assert.deepEqual(built, { text: built.text, network: 'used', problems: [] });
});

test('esbuild, with the files beside the bundle named', async () => {
  const main = await readFile(join(example('vite'), 'main.js'), 'utf8');
  const urls =
    "wasmUrl: '/ansatz/dist/ansatz_bg.wasm', workerUrl: '/ansatz/dist/worker.js', modelUrl: '/ansatz/models',";
  const path = await project('esbuild', {
    'index.html': PAGE.replace('main.js', 'bundle.js'),
    'main.js': main.replace('await load({', `await load({ ${urls}`),
  });
  const esbuild = join(packageFolder, 'node_modules/.bin/esbuild');
  await execute(esbuild, ['main.js', '--bundle', '--format=esm', '--outfile=bundle.js'], {
    cwd: path,
  });
  const server = await serve({ '': path, ansatz: join(path, 'node_modules/ansatz') });
  const built = await outcome(server.address);
  await server.close();
  assert.match(built.text, ANSWER);
  assert.deepEqual(built, { text: built.text, network: 'used', problems: [] });
});

test('a plain page with an import map, also to another origin', async () => {
  const path = await project('plain', example('plain'));
  const cdn = await serve(
    { npm: join(path, 'node_modules') },
    { headers: { 'Access-Control-Allow-Origin': '*' } },
  );
  const text = await readFile(join(path, 'index.html'), 'utf8');
  const beside = await serve({ '': path, package: join(path, 'node_modules/ansatz') });
  const near = await outcome(beside.address);
  await beside.close();
  assert.match(near.text, ANSWER);
  assert.deepEqual(near.problems, []);
  const far = text.replace('./package/', `${cdn.address}/npm/ansatz/`);
  assert.notEqual(far, text);
  await writeFile(join(path, 'index.html'), far);
  const server = await serve({ '': path });
  const { text: said, problems } = await outcome(server.address);
  await server.close();
  await cdn.close();
  assert.match(said, ANSWER);
  assert.deepEqual(problems, []);
  assert.ok(cdn.requests.includes('/npm/ansatz/dist/worker.js'));
});
