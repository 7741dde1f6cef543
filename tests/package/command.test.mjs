// `npx ansatz`: the cases that the Rust command is held to, and the same output as that.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packageFolder } from './support/places.mjs';

const root = new URL('../../', import.meta.url);
const cases = JSON.parse(await readFile(new URL('tests/command/cases.json', root), 'utf8'));
/** `cargo xtask test` says where it is. */
const native = process.env.ANSATZ_NATIVE;
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ansatz-command-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a program on a case. */
async function run(program, first, { args, stdin = '', files = {} }) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { ANSATZ_MODELS: _, ...env } = process.env;
  const child = spawn(program, [...first, ...args], { cwd: folder, env });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
    });
  }
  child.stdin.on('error', () => {}).end(stdin);
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, ...said };
}

const inNode = (one) => run(process.execPath, [join(packageFolder, 'dist/cli.js')], one);

/** Systems have the same words for an error, but other numbers. */
const withoutNumbers = ({ stderr, ...rest }) => ({
  ...rest,
  stderr: stderr.replace(/ \(os error \d+\)/g, ''),
});

function has(found, expected) {
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(found[key], value, key);
}

for (const one of cases) {
  test(one.name, async () => {
    const { code, stdout, stderr } = await inNode(one);
    assert.equal(code, one.code, stdout + stderr);
    const lines = stdout.split('\n');
    for (const line of one.lines ?? []) assert.ok(lines.includes(line), `${line} in ${stdout}`);
    for (const part of one.errors ?? []) assert.ok(stderr.includes(part), `${part} in ${stderr}`);
    if (one.json) has(JSON.parse(stdout), one.json);
    for (const [index, expected] of (one.jsonLines ?? []).entries()) {
      has(JSON.parse(lines[index]), expected);
    }
    assert.doesNotMatch(stderr, /Warning|WASI/);
  });
}

test('byte for byte what the Rust command prints', {
  skip: native ? false : 'ANSATZ_NATIVE does not name the native command',
}, async () => {
  for (const one of cases) {
    assert.deepEqual(
      withoutNumbers(await inNode(one)),
      withoutNumbers(await run(native, [], one)),
      one.name,
    );
  }
});

test('the networks of the package take part', async () => {
  const args = ['predict', '1 2 4 8 16 32 64 28 56 12 24 48', '--proposers', 'beam', '--json'];
  const { stdout } = await inNode({ args });
  const found = JSON.parse(stdout).candidates.flatMap(({ foundBy }) => foundBy);
  assert.ok(found.includes('network'), stdout.slice(0, 500));
});
