// The package in `dist`, from the engines that `cargo xtask` has put there: generated sources,
// declarations, and scripts. Without an engine for WebGPU it is a package that has none.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
const at = (path) => join(folder, path);
const hasGpu = existsSync(at('dist/ansatz_gpu_bg.wasm'));

/** The manifest as code, with literal addresses that bundlers understand. */
function models() {
  const manifest = JSON.parse(readFileSync(at('models/manifest.json'), 'utf8'));
  const entries = Object.entries(manifest).map(([file, { task, bytes, sha256 }]) => {
    const { size } = statSync(at(`models/${file}`));
    if (size !== bytes) throw new Error(`${file} has ${size} bytes, its manifest says ${bytes}`);
    const url = `new URL('../models/${file}', import.meta.url)`;
    return `  { name: '${task}', url: ${url}, bytes: ${bytes}, sha256: '${sha256}' },\n`;
  });
  return `// Made from models/manifest.json by build.mjs.
import type { ModelFile } from '../weights.js';

export const SHIPPED: readonly ModelFile[] = [
${entries.join('')}];
`;
}

/** Bundlers look for every file that has a literal address: only what is there may have one. */
function gpu() {
  const files = `{
  wasm: new URL('./ansatz_gpu_bg.wasm', import.meta.url),
  worker: new URL('./gpu-worker.js', import.meta.url),
}`;
  return `// Made by build.mjs.
import type { GpuFiles } from '../platform.js';

/** The engine for WebGPU; undefined where the package was built without it. */
export const GPU_FILES: GpuFiles | undefined = ${hasGpu ? files : 'undefined'};
`;
}

mkdirSync(at('src/generated'), { recursive: true });
writeFileSync(at('src/generated/models.ts'), models());
writeFileSync(at('src/generated/gpu.ts'), gpu());

const config = hasGpu ? 'tsconfig.json' : 'tsconfig.cpu.json';
const tsc = { cwd: folder, stdio: 'inherit' };
const { status } = spawnSync(at('node_modules/.bin/tsc'), ['-p', config], tsc);
if (status !== 0) process.exit(status ?? 1);
// The declarations of the bindings are no sources to tsc: it does not copy them.
mkdirSync(at('dist/wasm'), { recursive: true });
for (const name of hasGpu ? ['cpu', 'gpu'] : ['cpu']) {
  cpSync(at(`src/wasm/${name}.d.ts`), at(`dist/wasm/${name}.d.ts`));
}

const shared = {
  absWorkingDir: folder,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  external: ['node:*'],
  logLevel: 'warning',
};
const workers = ['src/worker.ts', 'src/node-worker.ts'];
if (hasGpu) workers.push('src/gpu-worker.ts');
await build({
  ...shared,
  entryPoints: ['src/index.ts', 'src/node.ts', 'src/cli.ts'],
  splitting: true,
});
// A worker is one file, so that it can be moved anywhere as it is.
await build({ ...shared, entryPoints: workers, minify: true });
