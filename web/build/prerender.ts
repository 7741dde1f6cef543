// The first paint: the page with an example that the package has really answered, in Node.
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { figures } from './figures.ts';
import { operators } from './operators.ts';
import { version } from './version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function paint(): Promise<{ html: string; state: string }> {
  const server = await createServer({
    root,
    configFile: false,
    plugins: [figures(), operators(), version()],
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
    // As anybody's Node would import it.
    ssr: { external: ['ansatz'] },
  });
  try {
    const { paint } = await server.ssrLoadModule('/src/first-paint.tsx');
    return await paint();
  } finally {
    await server.close();
  }
}

export function prerender(): Plugin {
  let painted: ReturnType<typeof paint> | undefined;
  return {
    name: 'ansatz-prerender',
    transformIndexHtml: {
      order: 'pre',
      handler: async (page) => {
        const { html, state } = await (painted ??= paint());
        // Functions: in a text, `$&` would mean something.
        return page.replace('<!-- page -->', () => html).replace('<!-- state -->', () => state);
      },
    },
  };
}
