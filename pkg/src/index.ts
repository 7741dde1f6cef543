// The package in a browser.
import { Ansatz } from './ansatz.js';
import { browser } from './browser.js';
import { filesOf } from './models.js';
import type { LoadOptions } from './options.js';
import { areCached, clearCached } from './weights.js';

export * from './exports.js';

/** Starts an engine. Resolves as soon as predictions can be asked for; networks join later. */
export const load = (options: LoadOptions = {}): Promise<Ansatz> => Ansatz.load(browser, options);

/** Whether the networks are kept on this machine, so that loading downloads none. */
export const isCached = (
  options: Pick<LoadOptions, 'models' | 'modelUrl'> = {},
): Promise<boolean> => areCached(filesOf(options, browser.resolve));

/** Forgets the networks that were kept. */
export const clearCache = (): Promise<void> => clearCached();
