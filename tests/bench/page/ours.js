// The network in a build of crates/wasm with the feature `bench`.

/** `folder` has the bindings. */
export async function ours(folder, weights, sequence) {
  const { default: init, Bench } = await import(`${folder}/cpu.js`);
  await init({ module_or_path: fetch(`${folder}/cpu_bg.wasm`) });
  const file = new Uint8Array(await (await fetch(weights)).arrayBuffer());
  const bench = new Bench(file, sequence);
  return {
    features: () => bench.features(),
    /** The steps of a beam search, as `[{ parents, tokens }]`. */
    record(width) {
      const flat = bench.record(width);
      const steps = [];
      for (let at = 0; at < flat.length; ) {
        const rows = flat[at];
        const parents = flat.slice(at + 1, at + 1 + rows);
        steps.push({ parents, tokens: flat.slice(at + 1 + rows, at + 1 + 2 * rows) });
        at += 1 + 2 * rows;
      }
      return steps;
    },
    start: async () => bench.start(),
    step: async ({ parents, tokens }) => bench.step(parents, tokens),
    keep: () => bench.keep(),
    restore: () => bench.restore(),
  };
}
