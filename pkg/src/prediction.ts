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
import type { Domain, Outcome, Reading } from './wasm/cpu.js';

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
  let device = 'cpu' as Result['device'];
  const runBest = async (domain: Domain): Promise<Outcome> => {
    const fast = gpu?.hostFor(domain);
    if (gpu && fast) {
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
  const { domain } = await host.understand({ text, reading }, { signal });
  networks.want(domain);
  const before = networks.state(domain);
  const hadNumbers = networks.numericState(domain) === 'joined';
  let outcome = await runBest(domain);
  let state = before;
  if (before === 'loading' && network === 'wait') {
    await networks.settled(domain, end, signal);
    state = networks.state(domain);
    if (state === 'used') outcome = await runBest(domain);
  }
  if (outcome.answered || proposers?.numeric === false) return finish(outcome, state);
  // Where there is no law, numbers are guessed; by the CPU alone.
  networks.wantNumeric(domain);
  if (networks.numericState(domain) === 'loading') {
    // Whoever does not wait asks again when it has come.
    if (network === 'ready') return finish(outcome, state === 'used' ? 'loading' : state);
    await networks.numericSettled(domain, end, signal);
  }
  const lacksNumbers = device === 'webgpu' || !hadNumbers;
  if (networks.numericState(domain) === 'joined' && lacksNumbers) {
    device = 'cpu';
    outcome = await run(host);
  }
  return finish(outcome, state);
}
