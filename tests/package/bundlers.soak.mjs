// Tools that are too large to be installed for every run of the tests: `cargo xtask soak bundlers`.
// Each is installed into a new project beside the packed tarball; what cannot be had is skipped.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch, problemsOf } from './support/chromium.mjs';
import { packageFolder } from './support/places.mjs';
import { serve } from './support/server.mjs';

const execute = promisify(execFile);
let folder;
let tarball;
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ansatz-bundlers-'));
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

/** A new project with the tarball and a tool; undefined, and the test skipped, if it cannot be had. */
async function project(context, name, tools, files, manifest = {}) {
  const path = join(folder, name);
  const about = { private: true, type: 'module', ...manifest };
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(about), ...files })) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  const install = ['install', '--no-audit', '--no-fund', ...tools];
  try {
    await execute('npm', install, { cwd: path });
  } catch (error) {
    context.skip(`${tools.join(', ')} cannot be installed: ${String(error.stderr).slice(0, 200)}`);
    return undefined;
  }
  await execute('npm', ['install', tarball, '--no-audit', '--no-fund'], { cwd: path });
  return path;
}

/** What the page of a folder says in the end. */
async function said(path) {
  const server = await serve({ '': path });
  const page = await browser.newPage();
  const problems = problemsOf(page);
  try {
    await page.goto(server.address);
    const output = page.locator('output');
    await output.filter({ hasNotText: '…' }).waitFor({ timeout: 120_000 });
    return { text: await output.textContent(), problems };
  } finally {
    await page.close();
    await server.close();
  }
}

test('Parcel', async (context) => {
  const example = join(packageFolder, 'examples/vite');
  const resolver = { '@parcel/resolver-default': { packageExports: true } };
  const path = await project(context, 'parcel', ['parcel'], {}, resolver);
  if (!path) return;
  for (const file of ['index.html', 'main.js']) await cp(join(example, file), join(path, file));
  await execute('npx', ['parcel', 'build', 'index.html', '--dist-dir', 'out'], { cwd: path });
  const { text, problems } = await said(join(path, 'out'));
  assert.match(text, /^u\(n\) = .*, next 37, 46, 56, 67, 79$/);
  assert.deepEqual(problems, []);
});

test('Next.js', async (context) => {
  const files = {
    'next.config.mjs': "export default { output: 'export' };",
    'app/layout.jsx': `export default function Layout({ children }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
    'app/page.jsx': `'use client';
      import { useEffect, useState } from 'react';
      import { load } from 'ansatz';
      export default function Page() {
        const [text, setText] = useState('…');
        useEffect(() => {
          (async () => {
            const ansatz = await load();
            const { best, next, network } = await ansatz.predict('1, 1, 2, 3, 5, 8', { next: 2 });
            setText([best.formula, ...next, network].join(', '));
          })().catch((error) => setText(String(error)));
        }, []);
        return <output>{text}</output>;
      }`,
  };
  const path = await project(context, 'next', ['next', 'react', 'react-dom'], files);
  if (!path) return;
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  await execute('npx', ['next', 'build'], { cwd: path, env });
  const { text } = await said(join(path, 'out'));
  assert.equal(text, 'u(n-1) + u(n-2), 13, 21, used');
});

const PROGRAM = `
  import { load } from 'ansatz';
  const ansatz = await load();
  const { best, next, network } = await ansatz.predict('1, 1, 2, 3, 5, 8', { next: 2 });
  console.log([best.formula, ...next, network].join(', '));
  await ansatz.dispose();
`;
for (const [name, given] of Object.entries({
  deno: ['run', '--allow-read', '--allow-env', '--allow-sys', 'main.mjs'],
  bun: ['run', 'main.mjs'],
})) {
  test(name, async (context) => {
    const path = await project(context, name, [name], { 'main.mjs': PROGRAM });
    if (!path) return;
    const program = join(path, 'node_modules/.bin', name);
    const started = await execute(program, ['--version'], { cwd: path }).catch((error) => error);
    if (started instanceof Error) return context.skip(`${name} does not start here`);
    const { stdout } = await execute(program, given, { cwd: path });
    assert.equal(stdout.trim(), 'u(n-1) + u(n-2), 13, 21, used');
  });
}
