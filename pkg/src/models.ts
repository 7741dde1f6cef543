// Which files are meant by the names of networks.
import { InputError } from './errors.js';
import { SHIPPED } from './generated/models.js';
import type { LoadOptions } from './options.js';
import type { ModelFile } from './weights.js';

/** The files behind `models`, with the addresses the caller wants. */
export function filesOf(
  { models = SHIPPED.map(({ name }) => name), modelUrl }: LoadOptions,
  resolve: (url: string | URL) => URL,
): ModelFile[] {
  const files = models.flatMap((model): ModelFile[] => {
    if (typeof model !== 'string') return [{ ...model, url: resolve(model.url) }];
    const named = SHIPPED.filter(({ name }) => name === model || name.startsWith(`${model}-`));
    if (named.length > 0) return named.map((file) => moved(file, modelUrl, resolve));
    // A domain may have no network yet; any other name is a mistake.
    if (model === 'integer' || model === 'float') return [];
    const names = SHIPPED.map(({ name }) => name).join(', ');
    throw new InputError('bad-options', `there is no model "${model}"; there are ${names}`);
  });
  return [...new Map(files.map((file) => [file.sha256, file])).values()];
}

function moved(
  file: ModelFile,
  modelUrl: LoadOptions['modelUrl'],
  resolve: (url: string | URL) => URL,
): ModelFile {
  if (modelUrl === undefined) return file;
  if (typeof modelUrl === 'function') return { ...file, url: resolve(modelUrl(file.name)) };
  const folder = resolve(modelUrl);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return { ...file, url: new URL(`${file.name}.ansatz`, folder) };
}
