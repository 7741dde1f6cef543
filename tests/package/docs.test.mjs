// Every code block of the documentation is run, and says what it is said to say. Blocks for a shell
// are left out: installing from the packed file is what `install.test.mjs` does.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch, open } from './support/chromium.mjs';
import { packageFolder, testsFolder } from './support/places.mjs';
import { serve } from './support/server.mjs';

const execute = promisify(execFile);
const { build, transform } = createRequire(join(packageFolder, 'package.json'))('esbuild');
const root = new URL('../../', import.meta.url);
const PAGES = ['README.md', 'pkg/README.md', 'docs/tutorial.md', 'docs/recipes.md'];
/** What stands before a block that goes on from others, and after it. */
const BEFORE = `import { load } from 'ansatz';
const ansatz = await load({ models: [] });
const result = await ansatz.predict('1, 2, 4, 7, 11, 16');
`;
const AFTER = '\nawait ansatz.dispose();\n';
let folder;
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ansatz-docs-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(packageFolder, join(folder, 'node_modules/ansatz'));
  for (const name of ['react', 'react-dom', 'scheduler']) {
    await symlink(join(testsFolder, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a program says that it prints: comments behind `console.log`, and at its end. */
function announced(code) {
  const lines = code.trimEnd().split('\n');
  const behind = lines.flatMap((line) => /console\.log\(.*\/\/ (.*)$/.exec(line)?.[1] ?? []);
  const end = [];
  while (lines.at(-1)?.startsWith('// ')) end.unshift(lines.pop().slice(3));
  return [...behind, ...end];
}

async function inNode(code, name) {
  const whole = code.includes('await load(') ? code : BEFORE + code + AFTER;
  const plain = await transform(whole, { loader: 'ts', target: 'es2022', format: 'esm' });
  await writeFile(join(folder, `${name}.mjs`), plain.code);
  const { stdout } = await execute('node', [`${name}.mjs`], { cwd: folder });
  const expected = announced(code);
  // A comment with an ellipsis or a comma is a description.
  if (expected.length > 0 && expected.every((line) => !/…|, and /.test(line))) {
    assert.deepEqual(stdout.trimEnd().split('\n'), expected);
  } else if (/console\.log/.test(code)) {
    assert.notEqual(stdout.trim(), '');
  }
}

async function inPage(html, expected) {
  assert.ok(expected, 'a page says what it shows');
  await writeFile(join(folder, 'index.html'), html);
  const server = await serve({ '': folder, package: packageFolder });
  try {
    const { page, problems } = await open(browser, server.address);
    const output = page.locator('output');
    await output.filter({ hasNotText: '…' }).waitFor({ timeout: 60_000 });
    assert.equal(await output.textContent(), expected);
    assert.deepEqual(problems, []);
    await page.close();
  } finally {
    await server.close();
  }
}

async function inReact(code, name, expected) {
  await writeFile(join(folder, `${name}.jsx`), code);
  await build({
    absWorkingDir: folder,
    entryPoints: [`${name}.jsx`],
    outfile: join(folder, `${name}.bundle.js`),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['ansatz'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  const map = '{ "imports": { "ansatz": "./package/dist/index.js" } }';
  const html = `<!doctype html><link rel="icon" href="data:,"><body></body>
    <script type="importmap">${map}</script>
    <script type="module" src="./${name}.bundle.js"></script>`;
  await inPage(html, expected);
}

let blocks = 0;
for (const path of PAGES) {
  const text = await readFile(new URL(path, root), 'utf8');
  const pattern = /^```(\w+)\n(.*?)^```\n(?:\nIt says ([^\n]*)\.\n)?/gms;
  for (const [, language, code, expected] of text.matchAll(pattern)) {
    if (!['js', 'ts', 'html', 'jsx'].includes(language)) continue;
    const number = ++blocks;
    const name = `block-${number}`;
    const line = text.slice(0, text.indexOf(code)).split('\n').length;
    test(`${path}:${line}`, async () => {
      if (language === 'html') await inPage(code, expected);
      else if (language === 'jsx') await inReact(code, name, expected);
      else await inNode(code, name);
    });
  }
}
test('there are blocks', () => assert.ok(blocks > 10, `${blocks} blocks`));
