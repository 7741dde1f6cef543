// A module of the page's sources, as the page would import it.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
// The package's build has a compiler for TypeScript.
const { build } = createRequire(new URL('pkg/package.json', root))('esbuild');

async function bundled(path, plugins = []) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, root))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    plugins,
  });
  const code = outputFiles[0].text.replaceAll(
    'import.meta.url',
    JSON.stringify(new URL(path, root).href),
  );
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/** What a module of `web/src` exports. */
export async function load(path) {
  const { operators } = await bundled('web/build/operators.ts');
  const table = operators();
  const virtual = {
    name: 'operators',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^virtual:operators$/ }, ({ path }) => ({ path, namespace: 'virtual' }));
      onLoad({ filter: /.*/, namespace: 'virtual' }, () => ({
        contents: table.load(table.resolveId('virtual:operators')),
      }));
    },
  };
  return bundled(`web/src/${path}`, [virtual]);
}
