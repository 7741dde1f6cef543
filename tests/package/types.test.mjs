// The types of the package, by what they allow and refuse.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { packageFolder, testsFolder } from './support/places.mjs';

const execute = promisify(execFile);
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ansatz-types-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(packageFolder, join(folder, 'node_modules/ansatz'));
  const expectType = join(testsFolder, 'node_modules/expect-type');
  await symlink(expectType, join(folder, 'node_modules/expect-type'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await cp(join(testsFolder, 'types.test-d.ts'), join(folder, 'types.ts'));
});

after(() => rm(folder, { recursive: true, force: true }));

/** What the compiler says of a file. */
async function compile(file, module = 'NodeNext') {
  const resolution = module === 'NodeNext' ? 'NodeNext' : 'Bundler';
  const options = ['--module', module, '--moduleResolution', resolution, '--target', 'ES2022'];
  const rest = ['--lib', 'ES2022,DOM', '--noEmit', '--ignoreConfig', ...STRICT, file];
  const tsc = join(packageFolder, 'node_modules/.bin/tsc');
  const { stdout } = await execute(tsc, [...options, ...rest], { cwd: folder }).catch((e) => e);
  return stdout;
}

test('they are what they should be, in both ways of resolving', async () => {
  for (const module of ['NodeNext', 'ESNext']) assert.equal(await compile('types.ts', module), '');
});

test('the test itself notices a type that is too wide', async () => {
  const text = await readFile(join(folder, 'types.ts'), 'utf8');
  const wrong = text.replace(
    'expectTypeOf<string>().not.toExtend<Verdict>()',
    'expectTypeOf<string>().toExtend<Verdict>()',
  );
  assert.notEqual(wrong, text);
  await writeFile(join(folder, 'wrong.ts'), wrong);
  assert.match(await compile('wrong.ts'), /wrong\.ts\(\d+,\d+\): error/);
});
