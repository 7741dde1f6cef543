// The package as `cargo xtask package --no-gpu` builds it: from the same engine for the CPU.
import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolder } from './places.mjs';

/** Builds it into a new folder. */
export async function buildWithoutGpu(folder) {
  await mkdir(join(folder, 'dist'), { recursive: true });
  for (const name of [
    'package.json',
    'tsconfig.json',
    'tsconfig.cpu.json',
    'build.mjs',
    'models',
  ]) {
    await cp(join(packageFolder, name), join(folder, name), { recursive: true });
  }
  await cp(join(packageFolder, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !/src\/generated|wasm\/gpu/.test(path),
  });
  const engine = 'dist/ansatz_bg.wasm';
  await cp(join(packageFolder, engine), join(folder, engine));
  await symlink(join(packageFolder, 'node_modules'), join(folder, 'node_modules'));
  await promisify(execFile)('node', ['build.mjs'], { cwd: folder });
}
