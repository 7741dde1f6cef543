// The package in Node. Same exports as in a browser.
import { Ansatz } from './ansatz.js';
import { filesOf } from './models.js';
import { node } from './node-platform.js';
import type { LoadOptions } from './options.js';

export * from './exports.js';

/** Starts an engine. Resolves as soon as predictions can be asked for; networks join later. */
export const load = (options: LoadOptions = {}): Promise<Ansatz> => Ansatz.load(node, options);

/** Whether the networks are files of this machine, as those of the package are. */
export const isCached = async (
  options: Pick<LoadOptions, 'models' | 'modelUrl'> = {},
): Promise<boolean> => filesOf(options, node.resolve).every(({ url }) => url.protocol === 'file:');

/** Does nothing: in Node the networks are files of the package. */
export const clearCache = async (): Promise<void> => {};
