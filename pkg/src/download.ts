// Files that must be exactly what they were when the package was built.
import { DownloadError, downloadFailed, messageOf } from './errors.js';

/** What a file must be. */
export interface Seal {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface Watch {
  readonly signal?: AbortSignal | undefined;
  readonly onLoaded?: ((loaded: number) => void) | undefined;
}

/** A server that sends nothing for so long has stalled. */
const PATIENCE_MS = 30_000;

/** What arrives, or an error if it does not in time. */
async function inTime<T>(url: URL, arriving: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const words = `nothing arrived for ${PATIENCE_MS / 1000} seconds`;
    timer = setTimeout(() => reject(downloadFailed(url, words)), PATIENCE_MS);
  });
  try {
    return await Promise.race([arriving, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A response that is good so far. */
export async function request(url: URL, signal: AbortSignal | undefined): Promise<Response> {
  const asked = fetch(url, signal ? { signal } : {});
  const response = await inTime(url, asked).catch((error: unknown) => {
    // Should it come after all, nobody reads it.
    asked.then(({ body }) => body?.cancel()).catch(() => undefined);
    if (signal?.aborted) throw signal.reason;
    throw error instanceof DownloadError ? error : downloadFailed(url, messageOf(error), error);
  });
  if (!response.ok || !response.body) {
    const { status } = response;
    throw downloadFailed(url, `HTTP status ${status}`, undefined, status);
  }
  return response;
}

/** The bytes of a response: exactly as many as the file has, with its hash. */
export async function receive(
  url: URL,
  { body }: Response,
  seal: Seal,
  { signal, onLoaded }: Watch,
): Promise<Uint8Array<ArrayBuffer>> {
  const total = seal.bytes;
  const file = new Uint8Array(total);
  let loaded = 0;
  const reader = body?.getReader();
  try {
    for (;;) {
      const part = reader && (await inTime(url, reader.read()));
      if (!part || part.done) break;
      if (loaded + part.value.length > total) {
        throw downloadFailed(url, `longer than the ${total} bytes it should have`);
      }
      file.set(part.value, loaded);
      loaded += part.value.length;
      onLoaded?.(loaded);
    }
  } catch (error) {
    // Not waited for: a server that stalls may stall this, too.
    reader?.cancel().catch(() => undefined);
    if (signal?.aborted) throw signal.reason;
    throw error instanceof DownloadError ? error : downloadFailed(url, messageOf(error), error);
  }
  if (loaded < total) throw downloadFailed(url, `ended after ${loaded} of ${total} bytes`);
  await check(url, seal, file);
  return file;
}

/** Compares the hash. On pages without `crypto.subtle` (plain HTTP) the length has to do; weights
 * have a checksum of their own besides, which the engine always checks. */
export async function check(url: URL, seal: Seal, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (bytes.length !== seal.bytes) {
    throw downloadFailed(url, `has ${bytes.length} bytes, not ${seal.bytes}`);
  }
  if (!globalThis.crypto?.subtle) return;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== seal.sha256) {
    const problem = `its SHA-256 is ${found}, not ${seal.sha256}`;
    throw new DownloadError('wrong-checksum', `${url.href}: ${problem}`, url.href);
  }
}
