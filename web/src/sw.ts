// The service worker: the page without a connection. It keeps the files of one build; the weights
// of the networks are kept by the package.
declare const self: ServiceWorkerGlobalScope;
// Put in when the page is built.
declare const __VERSION__: string;
declare const __FILES__: readonly string[];

const { scope } = self.registration;
/** Copies of this page under other paths of the same origin have caches of their own. */
const PREFIX = `ansatz-page-${scope}-`;
const CACHE = `${PREFIX}${__VERSION__}`;
const addresses = __FILES__.map((file) => new URL(file, scope).href);
const known = new Set(addresses);
/** Files that are asked for later, such as another engine, stand where the others do. */
const assets = new URL('assets/', scope).href;

self.addEventListener('install', (event) => {
  const keep = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    await cache.addAll(addresses.map((address) => new Request(address, { cache: 'no-cache' })));
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** Somebody wants the newer version now, not at the next visit. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, '').replace(/\/index\.html$/, '/');
  const isOurs = known.has(address) || address.startsWith(assets);
  // Whatever else is below this path is somebody else's, another copy of this page perhaps.
  if (request.method !== 'GET' || !isOurs || address.endsWith('.ansatz')) return;
  event.respondWith(answer(request, address));
});

/** From the cache; what is asked for later joins it. */
async function answer(request: Request, address: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && address.startsWith(assets)) {
    await cache.put(address, response.clone()).catch(() => undefined);
  }
  return response;
}

export {};
