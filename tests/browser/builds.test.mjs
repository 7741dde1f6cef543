// The page as `cargo xtask web` builds and serves it: without an engine for WebGPU, by Vite.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { buildWithoutGpu } from '../package/support/without-gpu.mjs';
import { beginFor, joined, LINK, textOf } from './support/page.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));

test('the server of `cargo xtask web` serves what was built, and nothing else', async (t) => {
  const { browser } = await beginFor(t);
  const server = spawn('npm', ['run', 'preview', '--silent', '--', '--port', '0'], {
    cwd: web,
    // Its own group: npm passes no signal on.
    detached: true,
  });
  t.after(() => process.kill(-server.pid));
  const address = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (data) => {
      said += stripVTControlCharacters(String(data));
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.on('exit', () => reject(new Error(said)));
  });
  for (const path of ['/no', '/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json']) {
    assert.ok((await fetch(`${address}${path}`)).status >= 400, path);
  }
  const page = await browser.newPage();
  await page.goto(`${address}/${LINK}`);
  await joined(page);
  assert.match(await textOf(page, '#next'), /^68, 36/);
});

test('without the engine for WebGPU the choice of a device says so', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ansatz-page-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await buildWithoutGpu(join(folder, 'pkg'));
  const vite = createRequire(join(web, 'package.json')).resolve('vite');
  const { build } = await import(pathToFileURL(vite));
  const site = join(folder, 'site');
  await build({
    root: web,
    logLevel: 'error',
    resolve: { alias: { ansatz: join(folder, 'pkg/dist/index.js') } },
    build: { outDir: site, emptyOutDir: true },
  });
  const { open } = await beginFor(t, { mounts: { '': site } });
  const { page, problems } = await open();
  await joined(page);
  assert.match(
    await textOf(page, '#device'),
    /Automatic: Processor.*WebGPU\) \(not in this build\)/,
  );
  assert.match(await textOf(page, '#next'), /^68, 36/);
  assert.deepEqual(problems, []);
});

test('a build is told where the page, its sources and its documentation are', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ansatz-page-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const env = {
    ...process.env,
    ANSATZ_PAGE: 'https://example.org/ansatz',
    ANSATZ_SOURCE: 'https://example.org/source',
    ANSATZ_DOCUMENTATION: './docs/',
  };
  const vite = join(web, 'node_modules/vite/bin/vite.js');
  const given = ['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', folder];
  await promisify(execFile)('node', [vite, ...given], { cwd: web, env });
  const { open } = await beginFor(t, { mounts: { '': folder } });
  const { page, problems } = await open({ hash: '' });
  const meta = (name) => page.getAttribute(`meta[property="og:${name}"]`, 'content');
  assert.equal(await meta('url'), 'https://example.org/ansatz/');
  assert.equal(await meta('image'), 'https://example.org/ansatz/preview.png');
  const links = await page
    .locator('#colophon a')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  assert.deepEqual(links, [
    ['Source', 'https://example.org/source'],
    ['Documentation', './docs/'],
  ]);
  assert.match(await textOf(page, '#colophon'), /^Version \d+\.\d+\.\d+/);
  assert.deepEqual(problems, []);
});
