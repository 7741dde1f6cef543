// The files of the networks: fetched once, checked, kept where the browser allows it.
import { orAborted } from './abort.js';
import { DownloadError, downloadFailed, messageOf } from './errors.js';

/** A weights file: what it is called, where it is, and what it must be. */
export interface ModelFile {
  readonly name: string;
  readonly url: URL;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DownloadState {
  readonly loaded: number;
  readonly total: number;
  /** Whether it was kept from an earlier visit. */
  readonly cached: boolean;
}

const CACHE = 'ansatz-weights';
/** The Cache API wants addresses for keys; nothing is ever fetched from this one. */
const keyOf = (file: ModelFile): string => `https://ansatz.invalid/sha256/${file.sha256}`;

/** The cache, or nothing where storage is blocked or missing. */
async function openCache(): Promise<Cache | undefined> {
  try {
    return typeof caches === 'undefined' ? undefined : await caches.open(CACHE);
  } catch {
    return undefined;
  }
}

/** Whether all these files are kept on this machine. */
export async function areCached(files: readonly ModelFile[]): Promise<boolean> {
  const cache = await openCache();
  if (!cache) return false;
  const kept = await Promise.all(files.map((file) => cache.match(keyOf(file))));
  return kept.every(Boolean);
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
  state: DownloadState;
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
  onState(entry.state);
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
    state: { loaded: 0, total: file.bytes, cached: false },
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
  const bytes = await download(file, signal, (loaded) => onLoaded(loaded, false));
  await check(file, bytes);
  const blob = new Blob([bytes]);
  try {
    const headers = { 'Content-Length': String(file.bytes) };
    await cache?.put(keyOf(file), new Response(blob, { headers }));
  } catch {
    // A full or blocked store costs a download next time, nothing else.
  }
  return blob;
}

async function fromCache(cache: Cache | undefined, file: ModelFile): Promise<Blob | undefined> {
  try {
    const response = await cache?.match(keyOf(file));
    if (!response) return undefined;
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length === file.bytes) {
      await check(file, bytes);
      return new Blob([bytes]);
    }
  } catch {
    // Damaged: as if it were not there.
  }
  await cache?.delete(keyOf(file)).catch(() => false);
  return undefined;
}

/** Fetches exactly as many bytes as the file has. */
async function download(
  { url, bytes: total }: ModelFile,
  signal: AbortSignal,
  onLoaded: (loaded: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : downloadFailed(url, messageOf(error), error);
  });
  if (!response.ok || !response.body) throw downloadFailed(url, `HTTP status ${response.status}`);
  const file = new Uint8Array(total);
  let loaded = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (loaded + value.length > total) {
        throw downloadFailed(url, `longer than the ${total} bytes it should have`);
      }
      file.set(value, loaded);
      loaded += value.length;
      onLoaded(loaded);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (signal.aborted) throw signal.reason;
    throw error instanceof DownloadError ? error : downloadFailed(url, messageOf(error), error);
  }
  if (loaded < total) throw downloadFailed(url, `ended after ${loaded} of ${total} bytes`);
  return file;
}

/** Compares the hash. On pages without `crypto.subtle` (plain HTTP) the file's own
 * checksum, which the engine always checks, has to do. */
export async function check(file: ModelFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (!globalThis.crypto?.subtle) return;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== file.sha256) {
    throw new DownloadError(
      'wrong-checksum',
      `${file.url.href}: its SHA-256 is ${found}, not ${file.sha256}`,
      file.url.href,
    );
  }
}
