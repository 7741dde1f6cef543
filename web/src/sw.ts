// The service worker: the page without a connection. It keeps the files of one build; the weights
// of the networks are kept by the package.
declare const self: ServiceWorkerGlobalScope;
// Put in when the page is built.
declare const __VERSION__: string;
declare const __FILES__: readonly string[];

const PREFIX = 'ansatz-page-';
const CACHE = `${PREFIX}${__VERSION__}`;
const addresses = __FILES__.map((file) => new URL(file, self.registration.scope).href);

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

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return;
  if (url.pathname.endsWith('.ansatz')) return;
  event.respondWith(answer(request, url));
});

/** From the cache; what is asked for later, such as another engine, joins it. */
async function answer(request: Request, url: URL): Promise<Response> {
  const cache = await caches.open(CACHE);
  const key =
    request.mode === 'navigate' ? self.registration.scope : url.href.replace(/[?#].*$/, '');
  const kept = await cache.match(key);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && url.pathname.includes('/assets/')) {
    await cache.put(key, response.clone()).catch(() => undefined);
  }
  return response;
}

export {};
