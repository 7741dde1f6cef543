// WebGPU in Chromium, computed by the processor: when it is used, and what happens when it fails.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { launch, open, SOFTWARE_GPU } from './support/chromium.mjs';
import { goldenFolder, packageFolder, testsFolder, tinyModel } from './support/places.mjs';
import { serve } from './support/server.mjs';

const GPU_FILES = ['/pkg/dist/ansatz_gpu_bg.wasm', '/pkg/dist/gpu-worker.js'];
const model = { ...(await tinyModel()), url: '/golden/tiny.ansatz' };
let browser;
let without;
let server;

before(async () => {
  browser = await launch(SOFTWARE_GPU);
  without = await launch(['--disable-features=WebGPUService']);
  server = await serve({ pkg: packageFolder, tests: testsFolder, golden: goldenFolder });
});

beforeEach(() => {
  server.requests.length = 0;
});

after(async () => {
  await browser?.close();
  await without?.close();
  await server?.close();
});

const wasFetched = () => GPU_FILES.map((file) => server.requests.includes(file));

/** Runs in the page: what is said of the device at each stage, by default of an uneventful life. */
const live = async ({ load }, { options, adapter, failure, awaitsGpu, mishaps }) => {
  if (adapter !== undefined) {
    const { requestAdapter } = GPU.prototype;
    GPU.prototype.requestAdapter = async function (...given) {
      if (adapter === 'none') return null;
      if (adapter === 'rejects') throw new Error('no');
      const found = await requestAdapter.apply(this, given);
      return { info: { ...found.info, isFallbackAdapter: false } };
    };
  }
  const progress = [];
  let used;
  const onGpu = new Promise((resolve) => (used = resolve));
  const ansatz = await load({
    ...options,
    onProgress: ({ type, device }) => {
      if (type === 'engine') progress.push(device);
      if (device === 'webgpu') used();
    },
  });
  const loaded = ansatz.device;
  await ansatz.ready;
  if (awaitsGpu) await onGpu;
  const ready = ansatz.device;
  const channel = new BroadcastChannel('gpu');
  if (failure) {
    const heard = new Promise((resolve) => (channel.onmessage = resolve));
    channel.postMessage(failure);
    if (failure === 'busy') await heard;
    else while (ansatz.device === 'webgpu') await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const results = [];
  const proposers = { classical: false, enumerative: false, beam: true, numeric: false };
  const ask = async () => {
    const heard = [];
    const onCandidate = ({ prefix }) => heard.push(prefix.join(' '));
    const result = await ansatz.predict('1 1 2 3 5 8 13', { proposers, beam: 2, onCandidate });
    const laws = result.candidates.map(({ prefix }) => prefix.join(' '));
    results.push({
      device: result.device,
      network: result.network,
      notes: result.notes.map(({ words }) => words),
      laws,
      heard,
    });
  };
  const codes = [];
  if (mishaps) {
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(), 30);
    const told = (error) => codes.push(error.code?.length ? error.code : error.name);
    await ansatz.predict('1 2 tree').catch(told);
    await ansatz.predict('1 1 2 3 5 8 13', { proposers, signal: aborting.signal }).catch(told);
  }
  // One that runs and one that waits behind it, then one later.
  await Promise.all([ask(), ask()]);
  await ask();
  const after = ansatz.device;
  await ansatz.dispose();
  channel.close();
  return { loaded, ready, after, progress, results, mishaps: codes };
};

async function inPage(run, given, where = browser) {
  const { page, problems } = await open(where, server.address);
  try {
    const code = `(async () => (${run})(await import('/pkg/dist/index.js'), ${JSON.stringify(given)}))()`;
    return { ...(await page.evaluate(code)), problems };
  } finally {
    await page.close();
  }
}

const living = (options, rest = {}, where = browser) =>
  inPage(live, { options: { models: [model], ...options }, ...rest }, where);

const failing = (how) => ({
  device: 'webgpu',
  gpuWorkerUrl: `/tests/fixtures/failing-gpu-worker.mjs?${how}`,
});

/** All three were answered on this device by the network, with the same laws. */
function checkAnswers({ results }, device, note) {
  for (const result of results) {
    assert.equal(result.device, device);
    assert.equal(result.network, 'used');
    assert.ok(result.laws.length > 0);
    assert.equal(new Set(result.heard).size, result.heard.length, 'each candidate once');
    assert.deepEqual(result.laws, results[0].laws);
    if (note === undefined) assert.deepEqual(result.notes, []);
    else assert.match(result.notes.join('\n'), note);
    assert.equal(result.notes.length, note === undefined ? 0 : 1, 'said once');
  }
}

test('asked for by name, a software adapter will do', async () => {
  const found = await living({ device: 'webgpu' }, { mishaps: true });
  assert.deepEqual([found.loaded, found.ready, found.after], ['cpu', 'webgpu', 'webgpu']);
  assert.deepEqual(found.progress, ['cpu', 'webgpu']);
  assert.deepEqual(found.mishaps, ['bad-sequence', 'AbortError'], 'neither ends the GPU');
  checkAnswers(found, 'webgpu');
  assert.deepEqual(found.problems, []);
});

test('by itself, a software adapter is not used, nor is anything fetched for it', async () => {
  const found = await living({});
  assert.deepEqual([found.loaded, found.ready, found.after], ['cpu', 'cpu', 'cpu']);
  checkAnswers(found, 'cpu');
  assert.deepEqual(wasFetched(), [false, false]);
});

test('by itself, a real adapter is used as soon as it has shown what it can', async () => {
  const found = await living({}, { adapter: 'real', awaitsGpu: true });
  assert.deepEqual([found.loaded, found.ready, found.after], ['cpu', 'webgpu', 'webgpu']);
  assert.deepEqual(found.progress, ['cpu', 'webgpu']);
  checkAnswers(found, 'webgpu');
  assert.deepEqual(wasFetched(), [true, true]);
});

test('the CPU can be asked for, and then nobody asks for an adapter', async () => {
  const found = await living({ device: 'cpu' }, { adapter: 'real' });
  checkAnswers(found, 'cpu');
  assert.deepEqual(wasFetched(), [false, false]);
});

for (const [name, adapter] of [
  ['is none', 'none'],
  ['request fails', 'rejects'],
]) {
  test(`if the adapter ${name}, the CPU answers`, async () => {
    checkAnswers(await living({}, { adapter }), 'cpu');
    const asked = await living({ device: 'webgpu' }, { adapter });
    assert.equal(asked.loaded, 'cpu');
    checkAnswers(
      asked,
      'cpu',
      /^WebGPU cannot be used \(the browser offers no GPU\): computed on the CPU$/,
    );
    assert.deepEqual(wasFetched(), [false, false]);
  });
}

test('in a browser without WebGPU, the CPU answers', async () => {
  const probe = await inPage(
    async () => ({ adapter: (await navigator.gpu?.requestAdapter()) ?? null }),
    {},
    without,
  );
  assert.equal(probe.adapter, null, 'this browser must have no WebGPU');
  checkAnswers(await living({}, {}, without), 'cpu');
  checkAnswers(await living({ device: 'webgpu' }, {}, without), 'cpu', /the browser offers no GPU/);
});

test("in the caller's own thread, the CPU answers", async () => {
  const found = await living({ device: 'webgpu', thread: 'main' });
  checkAnswers(found, 'cpu', /WebGPU cannot be used/);
  assert.deepEqual(wasFetched(), [false, false]);
});

test('a GPU that refuses a device is done without', async () => {
  const found = await living(failing('refused'));
  assert.deepEqual([found.loaded, found.after], ['cpu', 'cpu']);
  assert.deepEqual(found.progress, ['cpu']);
  checkAnswers(found, 'cpu', /WebGPU cannot be used .*not today/);
});

test('a worker that has no adapter is done without', async () => {
  checkAnswers(await living(failing('none')), 'cpu', /WebGPU cannot be used/);
});

for (const missing of ['gpuWasmUrl', 'gpuWorkerUrl']) {
  test(`a missing ${missing} is done without`, async () => {
    const found = await living({ device: 'webgpu', [missing]: '/nothing/here' });
    checkAnswers(found, 'cpu', /WebGPU cannot be used/);
  });
}

for (const [how, failure, note] of [
  ['lost', 'now', /lost|[Dd]estroyed/],
  ['lost', 'busy', /lost|[Dd]estroyed/],
  ['out-of-memory', 'now', /memory/i],
  ['trap', 'busy', /unreachable/],
]) {
  test(`${how}, ${failure}: every call is answered by the CPU, which says so`, async () => {
    const found = await living(failing(how), { failure });
    assert.deepEqual([found.loaded, found.ready, found.after], ['cpu', 'webgpu', 'cpu']);
    assert.deepEqual(found.progress, ['cpu', 'webgpu', 'cpu']);
    checkAnswers(found, 'cpu', note);
  });
}

test('a GPU that computes something else is found out', async () => {
  const found = await living(failing('wrong'));
  assert.deepEqual(found.progress, ['cpu'], 'never used');
  checkAnswers(found, 'cpu', /it computes something else than the CPU/);
});

test('on a GPU, too, a network is fetched when its kind is asked about, and none for numbers', async () => {
  const { answered, found, problems } = await inPage(async ({ load }, { bytes, sha256 }) => {
    const { requestAdapter } = GPU.prototype;
    GPU.prototype.requestAdapter = async function (...given) {
      const found = await requestAdapter.apply(this, given);
      return { info: { ...found.info, isFallbackAdapter: false } };
    };
    const found = [];
    let used;
    const onGpu = new Promise((resolve) => (used = resolve));
    const file = (name) => ({ name, bytes, sha256, url: `/golden/tiny.ansatz?${name}` });
    const ansatz = await load({
      fetch: 'asked',
      // A file of no use, first, is not to be tried at all.
      models: [
        { ...file('integer-numeric'), sha256: '0'.repeat(64) },
        { ...file('float-symbolic'), sha256: '1'.repeat(64) },
        file('integer-symbolic'),
      ],
      onProgress: ({ type, model, device }) => {
        if (type === 'weights' || type === 'failed') found.push(model);
        if (device === 'webgpu') used();
      },
    });
    await ansatz.ready;
    await ansatz.predict('1 1 2 3 5 8 13');
    await onGpu;
    const { device, notes } = await ansatz.predict('1 1 2 3 5 8 13');
    await ansatz.dispose();
    return { found: [...new Set(found)], answered: [device, notes.length] };
  }, model);
  assert.deepEqual(found, ['integer-symbolic']);
  assert.deepEqual(answered, ['webgpu', 0]);
  assert.deepEqual(problems, []);
});
