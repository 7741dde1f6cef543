// The files of the networks: fetched once, checked, kept where the browser allows it.
import { orAborted } from './abort.js';
import { check, receive, request, type Seal } from './download.js';

/** A weights file: what it is called, where it is, and what it must be. */
export interface ModelFile extends Seal {
  readonly name: string;
  readonly url: URL;
}

export interface DownloadState {
  readonly loaded: number;
  readonly total: number;
  /** Whether it was kept from an earlier visit. */
  readonly cached: boolean;
}

const CACHE = 'ansatz-weights';
/** The Cache API wants addresses for keys; nothing is ever fetched from this one. */
const PLACE = 'https://ansatz.invalid/';
const folderOf = ({ name }: ModelFile): string => `${PLACE}${encodeURIComponent(name)}/`;
const keyOf = (file: ModelFile): string => folderOf(file) + file.sha256;

/** The cache, or nothing where storage is blocked or missing. */
async function openCache(): Promise<Cache | undefined> {
  try {
    return typeof caches === 'undefined' ? undefined : await caches.open(CACHE);
  } catch {
    return undefined;
  }
}

/** Which of these files are kept on this machine. */
export async function cachedOf(files: readonly ModelFile[]): Promise<ModelFile[]> {
  try {
    const cache = await openCache();
    const keys = new Set((await cache?.keys())?.map(({ url }) => url));
    return files.filter((file) => keys.has(keyOf(file)));
  } catch {
    return [];
  }
}

/** Whether all these files are kept on this machine. */
export const areCached = async (files: readonly ModelFile[]): Promise<boolean> =>
  (await cachedOf(files)).length === files.length && (await openCache()) !== undefined;

/** Which copy of the package on this origin keeps a file: by where its weights come from. */
const KEEPER = 'X-Ansatz-From';
const keeperOf = ({ url }: ModelFile): string => new URL('.', url).href;

/** Keeps a file, and forgets what this copy kept under its name before: nobody will ask for that.
 * Another copy on the same origin may be of another version. */
async function keepOnly(cache: Cache | undefined, file: ModelFile, blob: Blob): Promise<void> {
  if (!cache) return;
  try {
    for (const { url } of await cache.keys()) {
      if (!url.startsWith(folderOf(file)) || url === keyOf(file)) continue;
      const keeper = (await cache.match(url))?.headers.get(KEEPER);
      if (keeper === keeperOf(file)) await cache.delete(url);
    }
    const headers = { 'Content-Length': String(file.bytes), [KEEPER]: keeperOf(file) };
    await cache.put(keyOf(file), new Response(blob, { headers }));
  } catch {
    // A full or blocked store costs a download next time, nothing else.
  }
}

/** Forgets every file that was kept. */
export async function clearCached(): Promise<void> {
  try {
    if (typeof caches !== 'undefined') await caches.delete(CACHE);
  } catch {
    // Where storage is blocked, nothing was kept.
  }
}

/** A download that several callers may wait for. */
interface Shared {
  readonly blob: Promise<Blob>;
  readonly controller: AbortController;
  readonly watchers: Set<(state: DownloadState) => void>;
  /** Undefined until it is known whether it was kept. */
  state: DownloadState | undefined;
  users: number;
}

/** By hash: whoever asks for a file that is here, or on its way, gets the same. */
const shared = new Map<string, Shared>();

/** A file in memory; `release` it when done. */
export interface Lease {
  readonly blob: Blob;
  release(): void;
}

/** Gets a file from memory, from the cache or from the network, in this order. */
export async function lease(
  file: ModelFile,
  options: {
    readonly keep: boolean;
    readonly signal: AbortSignal;
    readonly onState: (state: DownloadState) => void;
  },
): Promise<Lease> {
  const { signal, onState } = options;
  signal.throwIfAborted();
  const entry = shared.get(file.sha256) ?? begin(file, options.keep);
  entry.users += 1;
  entry.watchers.add(onState);
  if (entry.state) onState(entry.state);
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    entry.watchers.delete(onState);
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.controller.abort();
    if (shared.get(file.sha256) === entry) shared.delete(file.sha256);
  };
  try {
    const blob = await orAborted(entry.blob, signal);
    return { blob, release };
  } catch (error) {
    release();
    throw error;
  }
}

function begin(file: ModelFile, keep: boolean): Shared {
  const controller = new AbortController();
  const watchers = new Set<(state: DownloadState) => void>();
  const entry: Shared = {
    controller,
    watchers,
    state: undefined,
    users: 0,
    blob: get(file, keep, controller.signal, (loaded, cached) => {
      entry.state = { loaded, total: file.bytes, cached };
      for (const watcher of watchers) watcher(entry.state);
    }),
  };
  // A failed download is nobody's any more: the next caller tries again.
  entry.blob.catch(() => {
    if (shared.get(file.sha256) === entry) shared.delete(file.sha256);
  });
  shared.set(file.sha256, entry);
  return entry;
}

async function get(
  file: ModelFile,
  keep: boolean,
  signal: AbortSignal,
  onLoaded: (loaded: number, cached: boolean) => void,
): Promise<Blob> {
  const cache = keep ? await openCache() : undefined;
  const kept = await fromCache(cache, file);
  if (kept) {
    onLoaded(file.bytes, true);
    return kept;
  }
  onLoaded(0, false);
  const response = await request(file.url, signal);
  const watch = { signal, onLoaded: (loaded: number) => onLoaded(loaded, false) };
  const blob = new Blob([await receive(file.url, response, file, watch)]);
  await keepOnly(cache, file, blob);
  return blob;
}

async function fromCache(cache: Cache | undefined, file: ModelFile): Promise<Blob | undefined> {
  try {
    const response = await cache?.match(keyOf(file));
    if (!response) return undefined;
    const bytes = new Uint8Array(await response.arrayBuffer());
    await check(file.url, file, bytes);
    return new Blob([bytes]);
  } catch {
    // Damaged: as if it were not there.
  }
  await cache?.delete(keyOf(file)).catch(() => false);
  return undefined;
}
