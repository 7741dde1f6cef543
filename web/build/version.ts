// The version of the package, where its sources and documentation are, and where the page will be:
// what `pkg/package.json` says, unless a build is told otherwise by `ANSATZ_SOURCE`,
// `ANSATZ_DOCUMENTATION` and `ANSATZ_PAGE`. What is not known is not shown.
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
  const documentation =
    process.env.ANSATZ_DOCUMENTATION ?? homepage ?? (source && `${source}#readme`);
  return {
    number: version,
    ...(source && { source }),
    ...(documentation && { documentation }),
  };
}

/** Those who show links want whole addresses; a page that can be anywhere has none of its own. */
function withAddresses(html: string): string {
  const page = process.env.ANSATZ_PAGE;
  if (!page) return html;
  const folder = new URL(page.endsWith('/') ? page : `${page}/`);
  const escaped = folder.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html
    .replace(/(<meta property="og:image" content=")\.\//, (_, start: string) => start + escaped)
    .replace('<meta property="og:image"', (found) => {
      return `<meta property="og:url" content="${escaped}" />\n    ${found}`;
    });
}

export const version = (): Plugin => ({
  name: 'ansatz-version',
  transformIndexHtml: { order: 'post', handler: withAddresses },
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(read())}` : undefined),
});
