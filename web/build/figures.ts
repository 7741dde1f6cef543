// What the "About" panel says of the networks, read from the files that they were shipped with.
import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Figures, ModelFigures } from '../src/figures.ts';

const MODULE = 'virtual:figures';
const models = new URL('../../pkg/models/', import.meta.url);

interface Manifest {
  [file: string]: { task: string; bytes: number; parameters?: number };
}

const text = (name: string): string | undefined => {
  const file = new URL(name, models);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

const json = <T>(name: string): T | undefined => {
  const found = text(name);
  return found === undefined ? undefined : (JSON.parse(found) as T);
};

/** The last line of a learning curve says how long the training was. */
function trained(task: string): ModelFigures['trained'] {
  const lines = text(`${task}.log.jsonl`)?.trim().split('\n') ?? [];
  const last = lines
    .map((line) => JSON.parse(line) as { kind: string; examples: number; hours: number })
    .findLast(({ kind }) => kind === 'train');
  return last && { examples: last.examples, hours: last.hours };
}

function read(): Figures {
  const manifest = json<Manifest>('manifest.json') ?? {};
  return {
    models: Object.values(manifest).map(({ task, bytes, parameters }) => {
      const config = json<Pick<ModelFigures, 'model' | 'generator' | 'batch'>>(
        `${task}.config.json`,
      );
      return {
        task,
        bytes,
        ...(parameters !== undefined && { parameters }),
        ...(config && {
          model: config.model,
          generator: config.generator,
          batch: config.batch,
        }),
        trained: trained(task),
      };
    }),
    report: json('report/report.json'),
  };
}

/** The page shows one decimal; everybody downloads these. */
const short = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;

export const figures = (): Plugin => ({
  name: 'ansatz-figures',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) =>
    id === `\0${MODULE}` ? `export default ${JSON.stringify(read(), short)}` : undefined,
});
