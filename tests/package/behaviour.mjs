// What the package does, the same in Node and in a browser. Each case runs where the package is
// and gives plain data; its check runs in Node.
import assert from 'node:assert/strict';

const FIBONACCI = ['13', '21', '34', '55', '89', '144', '233', '377', '610', '987'];

export const cases = {
  'predicts, exactly, with evidence': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const result = await ansatz.predict('1, 1, 2, 3, 5, 8', { next: 10 });
      await ansatz.dispose();
      return JSON.parse(JSON.stringify(result));
    },
    check: (result) => {
      assert.deepEqual(result.next, FIBONACCI);
      assert.match(result.best.latex, /u_\{?n/);
      assert.deepEqual(result.candidates[0], result.best);
      assert.equal(typeof result.best.evidence.spare, 'number');
      assert.equal(result.understood.summary, '6 integers');
      assert.deepEqual(result.understood.terms, ['1', '1', '2', '3', '5', '8']);
      assert.equal(result.domain, 'integer');
      assert.equal(result.device, 'cpu');
    },
  },
  'takes numbers, BigInts, strings and mixtures': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const inputs = [
        [1, 1, 2, 3, 5, 8],
        [1n, 1n, 2n, 3n, 5n, 8n],
        ['1', '1', '2', '3', '5', '8'],
        [1, 1n, '2', 3, 5n, ' 8 '],
        new Set([1n, 2n, 4n, 8n, 16n, 32n, 64n]),
        (function* () {
          for (let k = 0n; k < 8n; k++) yield 3n ** (40n + k);
        })(),
        [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625],
        ['1/2', 0.25, '0.125', '6.25e-2', 0.03125],
      ];
      const next = [];
      for (const input of inputs) next.push((await ansatz.predict(input, { next: 1 })).next[0]);
      // What `await using` calls.
      await ansatz[Symbol.asyncDispose]();
      return next;
    },
    check: (next) =>
      assert.deepEqual(next, [
        '13',
        '13',
        '13',
        '13',
        '128',
        String(3n ** 48n),
        '0.0078125',
        '0.015625',
      ]),
  },
  'refuses what is no sequence, with a class, a code and a place': {
    run: async (api, options) => {
      const ansatz = await api.load(options);
      const inputs = [
        ['1, 2, x, 4'],
        [[1, 2, 2 ** 53]],
        [[1, Number.NaN]],
        [[1, {}]],
        [[1, '2 3', 4]],
        [17],
        [[1, 2]],
        [[1, 2, 3, 4], { next: 1e6 }],
        [[1, 2, 3, 4], { nonsense: 1 }],
        [[1, 2, 3, 4], { effort: 'huge' }],
      ];
      const outcomes = [];
      for (const [terms, asked] of inputs) {
        const error = await ansatz.predict(terms, asked).catch((error) => error);
        outcomes.push([
          error instanceof api.InputError &&
            error instanceof api.AnsatzError &&
            error instanceof Error,
          error.code,
          error.span ?? null,
        ]);
      }
      const { next } = await ansatz.predict([1, 2, 3, 4, 5], { next: 1 });
      await ansatz.dispose();
      return { outcomes, next };
    },
    check: ({ outcomes, next }) => {
      assert.deepEqual(outcomes, [
        [true, 'bad-sequence', [6, 7]],
        [true, 'unsafe-integer', null],
        [true, 'bad-sequence', null],
        [true, 'bad-sequence', null],
        [true, 'bad-sequence', null],
        [true, 'bad-sequence', null],
        [true, 'too-few-terms', null],
        [true, 'bad-options', null],
        [true, 'bad-options', null],
        [true, 'bad-options', null],
      ]);
      assert.deepEqual(next, ['6']);
    },
  },
  'streams candidates before the result': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const heard = [];
      let done = false;
      const result = await ansatz.predict([1, 2, 4, 7, 11, 16, 22, 29], {
        onCandidate: ({ prefix, latex, next }) =>
          heard.push({ law: prefix.join(' '), latex, next: next.join(), done }),
      });
      done = true;
      await ansatz.dispose();
      return { heard, next: result.next.join() };
    },
    check: ({ heard, next }) => {
      // A law may have been found in other words than those it is given in at the end.
      assert.ok(heard.some((candidate) => candidate.next === next && candidate.latex !== ''));
      assert.ok(heard.every(({ done }) => !done));
      assert.equal(new Set(heard.map(({ law }) => law)).size, heard.length, 'each once');
    },
  },
  'answers many at once, each with its own': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const bases = [2n, 3n, 5n, 7n, 11n, 13n];
      const all = await Promise.all(
        bases.map((base) =>
          ansatz.predict([1n, base, base ** 2n, base ** 3n, base ** 4n], {
            next: 1,
            effort: 'quick',
          }),
        ),
      );
      await ansatz.dispose();
      return all.map(({ next }) => next[0]);
    },
    check: (next) => assert.deepEqual(next, ['32', '243', '3125', '16807', '161051', '371293']),
  },
  'an aborted call rejects with the reason, the others and the next go on': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const hard = '3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5 0 2 8 8 4 1 9';
      // In the caller's own thread it runs to its end.
      const effort = options.thread === 'main' ? 'quick' : 'thorough';
      const outcomes = [];
      const settle = (name, promise) =>
        promise.then(
          ({ next }) => outcomes.push([name, next[0]]),
          (error) => outcomes.push([name, error.name ?? error]),
        );
      const before = AbortSignal.abort('too late');
      const running = new AbortController();
      const queued = new AbortController();
      const started = new Promise((resolve) => setTimeout(resolve, 30));
      const calls = [
        settle('before', ansatz.predict(hard, { signal: before })),
        settle('running', ansatz.predict(hard, { effort, signal: running.signal })),
        settle('queued', ansatz.predict(hard, { signal: queued.signal })),
        settle('other', ansatz.predict('1 2 4 8 16 32', { next: 1 })),
      ];
      queued.abort('not needed');
      await started;
      running.abort();
      await Promise.all(calls);
      await settle('next', ansatz.predict('1 4 9 16 25 36', { next: 1 }));
      await ansatz.dispose();
      return outcomes;
    },
    check: (outcomes, { thread }) => {
      const found = Object.fromEntries(outcomes);
      assert.equal(found.before, 'too late');
      assert.equal(found.queued, 'not needed');
      // In the caller's thread the call is over before anybody can stop it.
      if (thread !== 'main') assert.equal(found.running, 'AbortError');
      assert.equal(found.other, '64');
      assert.equal(found.next, '49');
    },
  },
  'aborting from within a callback stops the call': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const controller = new AbortController();
      let heard = 0;
      const outcome = await ansatz
        .predict([1, 2, 4, 7, 11, 16, 22, 29, 37], {
          signal: controller.signal,
          onCandidate: () => {
            heard += 1;
            controller.abort();
          },
        })
        .catch((error) => error.name);
      const { next } = await ansatz.predict([2, 4, 6, 8, 10], { next: 1 });
      await ansatz.dispose();
      return { outcome, heard, next };
    },
    check: ({ outcome, heard, next }) => {
      assert.equal(outcome, 'AbortError');
      assert.equal(heard, 1);
      assert.deepEqual(next, ['12']);
    },
  },
  'a disposed instance refuses, and what it was doing ends': {
    run: async (api, options) => {
      const ansatz = await api.load(options);
      const under = ansatz.predict('3 1 4 1 5 9 2 6 5 3 5 8', { effort: 'thorough' });
      const code = under.catch((error) => error.code);
      await ansatz.dispose();
      await ansatz.dispose();
      const after = await ansatz.predict([1, 2, 3, 4]).catch((error) => [error.name, error.code]);
      return { under: await code, after };
    },
    check: ({ under, after }) => {
      assert.equal(under, 'disposed');
      assert.deepEqual(after, ['DisposedError', 'disposed']);
    },
  },
  'an aborted load rejects with the reason': {
    run: async ({ load }, options) => {
      const early = await load({ ...options, signal: AbortSignal.abort('early') }).catch((e) => e);
      const controller = new AbortController();
      const loading = load({ ...options, signal: controller.signal });
      controller.abort('late');
      return [early, await loading.catch((error) => error)];
    },
    check: (outcomes) => assert.deepEqual(outcomes, ['early', 'late']),
  },
  'says how a sequence is understood': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const understood = [
        await ansatz.understand('A000045 0, 1, 1, 2, 3, 5, …'),
        await ansatz.understand([1, 2, 3], { domain: 'float' }),
      ];
      await ansatz.dispose();
      return understood;
    },
    check: ([oeis, floats]) => {
      assert.equal(oeis.summary, 'A000045, 6 integers');
      assert.equal(floats.domain, 'float');
    },
  },
  'a missing engine or worker is an error with a code': {
    run: async ({ load }, { missing, ...options }) => {
      const codes = [];
      for (const override of [{ wasmUrl: missing }, { workerUrl: missing }]) {
        codes.push(
          await load({ ...options, ...override }).then(
            () => 'no',
            (error) => error.code,
          ),
        );
      }
      return codes;
    },
    check: (codes, { thread }) =>
      assert.deepEqual(codes, ['download-failed', thread === 'main' ? 'no' : 'start-failed']),
  },
  'a trap rejects its own call only': {
    run: async ({ load }, options, { trapping }) => {
      const ansatz = await load({ ...options, workerUrl: trapping });
      const calls = [
        ansatz.predict('1 2 4 8 16 32', { next: 1 }),
        ansatz.predict([666, 666, 666, 666]),
        ansatz.predict('1 4 9 16 25 36', { next: 1 }),
      ];
      const outcomes = await Promise.all(
        calls.map((call) =>
          call.then(
            ({ next }) => next[0],
            (error) => [error.name, error.code],
          ),
        ),
      );
      outcomes.push((await ansatz.predict('2 4 6 8 10', { next: 1 })).next[0]);
      await ansatz.dispose();
      return outcomes;
    },
    check: (outcomes) => assert.deepEqual(outcomes, ['64', ['EngineError', 'trap'], '49', '12']),
  },
};
