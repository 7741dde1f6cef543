// Tells the service worker which files were built, and makes their hash its version.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The package keeps weights itself; an engine that may not be needed is kept when it is. */
const isKeptAhead = (name: string): boolean =>
  !name.endsWith('.ansatz') && !name.endsWith('sw.js') && !/gpu[^/]*\.wasm$/.test(name);

export function serviceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'ansatz-service-worker',
    apply: 'build',
    configResolved: (config) => void (publicFolder = config.publicDir),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const file of Object.values(bundle)) {
          files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
        }
        for (const name of readdirSync(publicFolder)) {
          files.set(name, readFileSync(join(publicFolder, name)));
        }
        const kept = [...files].filter(([name]) => isKeptAhead(name)).sort();
        const hash = createHash('sha256');
        for (const [name, bytes] of kept) hash.update(name).update('\0').update(bytes);
        const version = hash.digest('hex').slice(0, 12);
        const names = kept.map(([name]) => (name === 'index.html' ? './' : name));
        const worker = bundle['sw.js'];
        if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
        worker.code = worker.code
          .replace('__VERSION__', () => JSON.stringify(version))
          .replace('__FILES__', () => JSON.stringify(names));
      },
    },
  };
}
