// Tables of sizes and times.
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

const at = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * times.length) - 1)];

export const median = (times) => at(times, 0.5);

/** To be shown: with three digits. */
export const quantile = (times, share) => at(times, share).toFixed(at(times, share) < 10 ? 2 : 1);

/** Raw, gzip -9, brotli 11 with these parameters. */
export const sizes = (bytes, params = {}) => [
  bytes.length,
  gzipSync(bytes, { level: 9 }).length,
  brotliCompressSync(bytes, { params }).length,
];
