// A file server that counts what it serves and can be told to misbehave.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const BLANK = '<!doctype html><title>test</title><link rel="icon" href="data:,">';

/**
 * Serves folders by the first part of the path, `{ '': folder, pkg: folder }`, or by a function
 * that may answer a request itself and then returns true. Without a folder for the top, an empty
 * page is there.
 */
export async function serve(mounts, { headers = {}, answer = () => false } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    requests.push(pathname);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (await answer(pathname, response)) return;
    if (pathname === '/' && !('' in mounts)) {
      response.setHeader('Content-Type', TYPES['.html']);
      response.end(BLANK);
      return;
    }
    const [, first, ...rest] = pathname.split('/');
    const [folder, path] =
      first in mounts ? [mounts[first], rest.join('/')] : [mounts[''], pathname];
    try {
      const file = normalize(
        join(folder, path.endsWith('/') || path === '' ? `${path}/index.html` : path),
      );
      const bytes = await readFile(file);
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end('not found');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    address: `http://localhost:${port}`,
    otherOrigin: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
