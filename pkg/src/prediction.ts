// One prediction: on which engine, with or without the network, and once more when it has come.
import { safely } from './callback.js';
import { InputError, messageOf } from './errors.js';
import type { Stage } from './generated/facts.js';
import type { Gpu } from './gpu.js';
import type { Host } from './host.js';
import type { AskLaw } from './law.js';
import type { Networks } from './networks.js';
import type { PredictOptions, ReadingOptions } from './options.js';
import { candidateOf, type Result, type ResultNote, resultOf } from './result.js';
import type { Outcome, Reading } from './wasm/cpu.js';

/** What a prediction needs of its instance. */
export interface Surroundings {
  readonly host: Host;
  readonly gpu: Gpu | undefined;
  readonly networks: Networks;
  readonly notes: readonly ResultNote[];
  readonly askLaw: AskLaw;
  /** Aborted when the instance is disposed. */
  readonly end: AbortSignal;
}

/** How the text is read, of all that a caller has chosen. */
export const readingOf = ({ domain, commas, column }: ReadingOptions): Partial<Reading> => ({
  ...(domain !== undefined && { domain }),
  ...(commas !== undefined && { commas }),
  ...(column !== undefined && { column }),
});

/** Looks for the law behind the text of a sequence. */
export async function predict(
  text: string,
  options: PredictOptions,
  { host, gpu, networks, notes, askLaw, end }: Surroundings,
): Promise<Result> {
  const { signal, onCandidate, onStage, domain: _, commas: __, column: ___, ...rest } = options;
  const { network = 'wait', proposers, ...asked } = rest;
  const reading = readingOf(options);
  const seen = new Set<string>();
  const tell = safely(onCandidate);
  const tellStage = safely(onStage);
  // A quick look is one without the network: somebody is typing.
  const isWithout = network === 'off' || asked.effort === 'quick';
  const chosen = Object.entries({
    ...proposers,
    ...(isWithout && { beam: false, numeric: false }),
  }).filter((choice): choice is [string, boolean] => choice[1] !== undefined);
  const run = (on: Host): Promise<Outcome> =>
    on.predict(
      {
        text,
        reading,
        options: { ...asked, proposers: Object.fromEntries(chosen) },
        streams: onCandidate !== undefined,
      },
      {
        signal,
        onStage: (stage) => tellStage(stage as Stage),
        onCandidate: (answer) => {
          // Looked for twice, if the network came late; heard of once.
          const law = answer.prefix.join(' ');
          if (!seen.has(law)) tell(candidateOf(answer, askLaw));
          seen.add(law);
        },
      },
      !isWithout,
    );
  let device: Result['device'] = 'cpu';
  const runBest = async (): Promise<Outcome> => {
    const fast = gpu?.host;
    if (fast) {
      try {
        const outcome = await run(fast);
        device = 'webgpu';
        return outcome;
      } catch (error) {
        if (signal?.aborted || end.aborted || error instanceof InputError) throw error;
        gpu.giveUp(messageOf(error));
      }
    }
    return run(host);
  };
  const finish = (outcome: Outcome, network: Result['network']): Result =>
    resultOf(outcome, { device, network, notes: [...notes] }, askLaw);

  if (isWithout) return finish(await run(host), 'off');
  if (networks.areIdle) {
    const { domain } = await host.understand({ text, reading }, { signal });
    networks.want(domain);
  }
  const before = { integer: networks.state('integer'), float: networks.state('float') };
  const outcome = await runBest();
  const state = before[outcome.domain];
  if (state !== 'loading' || network === 'ready') return finish(outcome, state);
  await networks.settled(outcome.domain, end, signal);
  const settled = networks.state(outcome.domain);
  return settled === 'used' ? finish(await runBest(), 'used') : finish(outcome, settled);
}
