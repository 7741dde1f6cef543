// Where things are.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
export const packageUrl = new URL('pkg/', root);
export const packageFolder = fileURLToPath(packageUrl);
export const goldenUrl = new URL('tests/golden/', root);
export const goldenFolder = fileURLToPath(goldenUrl);
export const testsFolder = fileURLToPath(new URL('..', import.meta.url));

/** The tiny network, but for its address. */
export async function tinyModel() {
  const bytes = await readFile(new URL('tiny.ansatz', goldenUrl));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: 'integer-symbolic', bytes: bytes.length, sha256 };
}
