// Measurements inside a page. An engine is `{ start, step, keep, restore }`.

/** One prediction by the network: reads the sequence, then all steps of the beam. */
export async function whole(engine, steps) {
  await engine.start();
  let last;
  for (const step of steps) last = await engine.step(step);
  return last;
}

/** The largest difference of log-probabilities over all steps. */
export async function difference(left, right, steps) {
  await left.start();
  await right.start();
  let largest = 0;
  for (const step of steps) {
    const [found, expected] = [await left.step(step), await right.step(step)];
    if (found.length !== expected.length)
      throw new Error(`${found.length} and ${expected.length} numbers`);
    for (const [index, value] of found.entries()) {
      // Written so that NaN is a difference, too.
      const apart = Math.abs(value - expected[index]);
      if (!(apart <= largest)) largest = apart;
    }
  }
  return largest;
}

/** What is measured: `prepare` before every `run`. */
const PARTS = (steps, place) => ({
  encode: { prepare: () => {}, run: (engine) => engine.start() },
  step: { prepare: (engine) => engine.restore(), run: (engine) => engine.step(steps[place]) },
  whole: { prepare: () => {}, run: (engine) => whole(engine, steps) },
});

/**
 * Engines that are ready to be measured. `run` runs one part of one engine so many times and
 * gives the times; one decoding step is that at `place`, of all rows.
 */
export async function prepared(engines, steps, place) {
  const parts = PARTS(steps, place);
  for (const engine of Object.values(engines)) {
    await whole(engine, steps.slice(0, place));
    engine.keep();
  }
  return {
    parts: Object.keys(parts),
    async run(name, part, count) {
      const times = [];
      for (let k = 0; k < count; k++) {
        parts[part].prepare(engines[name]);
        const begin = performance.now();
        await parts[part].run(engines[name]);
        times.push(performance.now() - begin);
      }
      return times;
    },
  };
}
