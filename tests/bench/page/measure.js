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
    if (found.length !== expected.length) throw new Error(`${found.length} and ${expected.length} numbers`);
    for (const [index, value] of found.entries()) {
      // Written so that NaN is a difference, too.
      const apart = Math.abs(value - expected[index]);
      if (!(apart <= largest)) largest = apart;
    }
  }
  return largest;
}

/**
 * Times of every engine for each part, by turns, so that a busy moment of the machine hits all:
 * `{ encode: { name: [ms, …], … }, step: …, whole: … }`. One decoding step is that at `place`.
 */
export async function times(engines, steps, { place, warmup, count }) {
  const found = {};
  const parts = {
    encode: { prepare: async () => {}, run: (engine) => engine.start() },
    step: {
      prepare: async (engine) => engine.restore(),
      run: (engine) => engine.step(steps[place]),
    },
    whole: { prepare: async () => {}, run: (engine) => whole(engine, steps) },
  };
  for (const engine of Object.values(engines)) {
    await whole(engine, steps.slice(0, place));
    engine.keep();
  }
  for (const [part, { prepare, run }] of Object.entries(parts)) {
    found[part] = Object.fromEntries(Object.keys(engines).map((name) => [name, []]));
    for (let k = 0; k < warmup + count; k++) {
      for (const [name, engine] of Object.entries(engines)) {
        await prepare(engine);
        const begin = performance.now();
        await run(engine);
        if (k >= warmup) found[part][name].push(performance.now() - begin);
      }
    }
  }
  return found;
}
