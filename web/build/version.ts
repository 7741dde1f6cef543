// The version of the package, and where its sources and documentation are: what `pkg/package.json`
// says, unless a build is told otherwise. What is not known is not shown.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Version } from '../src/version.ts';

const MODULE = 'virtual:version';

interface Manifest {
  version: string;
  homepage?: string;
  repository?: string | { url: string };
}

function read(): Version {
  const file = new URL('../../pkg/package.json', import.meta.url);
  const { version, homepage, repository } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const written = typeof repository === 'string' ? repository : repository?.url;
  const source = process.env.ANSATZ_SOURCE ?? written?.replace(/^git\+|\.git$/g, '');
  const documentation = homepage ?? (source && `${source}#readme`);
  return {
    number: version,
    ...(source && { source }),
    ...(documentation && { documentation }),
  };
}

export const version = (): Plugin => ({
  name: 'ansatz-version',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(read())}` : undefined),
});
