#!/usr/bin/env node
// `npx ansatz predict 1 1 2 3 5 8`: the Rust command itself, as WebAssembly. So its arguments, its
// answers and its exit codes are those of the command, whatever becomes of it.
import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULE = new URL('./ansatz_command.wasm', import.meta.url);
const MODELS = fileURLToPath(new URL('../models', import.meta.url));

/** Node says of its WASI that it may change; whoever asks about a sequence need not know. */
function keepQuietAboutWasi(): void {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!String(warning).includes('WASI')) emitWarning.call(process, warning, ...rest);
  }) as typeof emitWarning;
}

async function main(): Promise<number> {
  keepQuietAboutWasi();
  const { WASI } = await import('node:wasi');
  const bytes = await readFile(MODULE).catch(() => {
    throw new Error('this build of the package has no command (`cargo xtask package` makes it)');
  });
  const { root } = parse(process.cwd());
  const wasi = new WASI({
    version: 'preview1',
    args: ['ansatz', ...process.argv.slice(2)],
    // The networks of the package, unless others are asked for.
    env: { ANSATZ_MODELS: MODELS, ...process.env, PWD: process.cwd() },
    // A command may read what its user may.
    preopens: { '/': root },
    returnOnExit: true,
  });
  const { instance } = await WebAssembly.instantiate(
    bytes,
    wasi.getImportObject() as WebAssembly.Imports,
  );
  return wasi.start(instance) as unknown as number;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`ansatz: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 4;
}
