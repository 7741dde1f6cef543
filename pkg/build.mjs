// The package in `dist`, from the engines that `cargo xtask` has put there: generated sources,
// declarations, and scripts. Without an engine for WebGPU it is a package that has none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

/** What only the engine knows, asked of the engine itself. */
async function facts() {
  const { initSync, facts: ask } = await import(pathToFileURL(at('src/wasm/cpu.js')));
  initSync({ module: readFileSync(at('dist/ansatz_bg.wasm')) });
  const { proposers, formats, mostTerms, mostText } = ask();
  const list = (values) => [...new Set(values)].map((value) => JSON.stringify(value)).join(' | ');
  const rows = proposers.map((proposer) => `  ${JSON.stringify(proposer)},\n`).join('');
  return `// Made by build.mjs of what the engine says of itself.
import type { Format } from '../wasm/cpu.js';

/** A single proposer, by its name in options. */
export type ProposerId = ${list(proposers.map(({ id }) => id))};

/** A group of proposers, by its name in options. */
export type ProposerGroup = ${list(proposers.map(({ group }) => group))};

/** A proposer as it is called in \`foundBy\`. */
export type ProposerLabel = ${list(proposers.map(({ label }) => label))};

/** A stage of a search: a group of proposers at work. */
export type Stage = ${list(proposers.map(({ stage }) => stage))};

/** Everybody who looks for laws, in the order in which they are asked. */
export const PROPOSERS: readonly {
  readonly id: ProposerId;
  readonly label: ProposerLabel;
  readonly group: ProposerGroup;
  readonly stage: Stage;
}[] = [
${rows}];

/** The languages that laws are printed in. */
export const FORMATS: readonly Format[] = ${JSON.stringify(formats)};

/** How many terms a sequence may have. */
export const MOST_TERMS = ${mostTerms};

/** How many bytes its text may have. */
export const MOST_TEXT = ${mostText};
`;
}

/** What the files of the engine must be. */
function files() {
  const names = readdirSync(at('dist')).filter((name) => name.endsWith('_bg.wasm'));
  const entries = names.map((name) => {
    const bytes = readFileSync(at(`dist/${name}`));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return `  '${name}': { bytes: ${bytes.length}, sha256: '${sha256}' },\n`;
  });
  return `// Made by build.mjs.
import type { Seal } from '../download.js';

export const SEALS: { readonly [name: string]: Seal } = {
${entries.join('')}};
`;
}

mkdirSync(at('src/generated'), { recursive: true });
writeFileSync(at('src/generated/facts.ts'), await facts());
writeFileSync(at('src/generated/files.ts'), files());
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
