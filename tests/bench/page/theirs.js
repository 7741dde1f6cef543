// The same network in onnxruntime-web, on its wasm backend with one thread.

/** `features` are what the encoder reads, row by row. */
export async function theirs(runtime, models, features) {
  const ort = await import(`${runtime}/ort.wasm.min.mjs`);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.simd = true;
  ort.env.wasm.wasmPaths = `${runtime}/`;
  const options = { executionProviders: ['wasm'], graphOptimizationLevel: 'all' };
  const create = (name) => ort.InferenceSession.create(`${models}/${name}.onnx`, options);
  const encoder = await create('encoder');
  const decoder = await create('decoder');
  const past = decoder.inputNames.filter((name) => name.startsWith('past_'));
  const { heads, head, columns } = shapes(decoder, encoder);
  const integers = (values) => {
    const wide = BigInt64Array.from(values, BigInt);
    return new ort.Tensor('int64', wide, [wide.length]);
  };
  let memory, state, kept, length, keptLength;
  return {
    async start() {
      const terms = new ort.Tensor('float32', features, [features.length / columns, columns]);
      memory = await encoder.run({ terms });
      const nothing = () => new ort.Tensor('float32', new Float32Array(0), [1, heads, 0, head]);
      state = Object.fromEntries(past.map((name) => [name, nothing()]));
      length = 0;
    },
    async step({ parents, tokens }) {
      const given = {
        tokens: integers(tokens),
        parents: integers(parents),
        position: integers([length]),
      };
      const found = await decoder.run({ ...given, ...memory, ...state });
      for (const name of past) state[name] = found[name.replace('past', 'now')];
      length += 1;
      return found.log_probs.data;
    },
    keep() {
      [kept, keptLength] = [{ ...state }, length];
    },
    restore() {
      [state, length] = [{ ...kept }, keptLength];
    },
  };
}

/** What the graphs say of themselves. */
function shapes(decoder, encoder) {
  const past = decoder.inputMetadata.find(({ name }) => name.startsWith('past_')).shape;
  const terms = encoder.inputMetadata.find(({ name }) => name === 'terms').shape;
  return { heads: past[1], head: past[3], columns: terms[1] };
}
