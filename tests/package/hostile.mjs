// What a caller can do wrong: an error with a code and plain words, and the next call works.
// Like the cases of `behaviour.mjs`.
import assert from 'node:assert/strict';

/** What words of the engine's language would look like. */
const FOREIGN = /usize|u32|i64|f64|enum|serde|invalid type|undefined is not|cannot read prop/i;

export const cases = {
  'options of wrong types are refused in plain words': {
    run: async (api, options) => {
      const ansatz = await api.load(options);
      const terms = [1, 2, 4, 8, 16];
      const throwing = {
        get next() {
          throw new Error('a getter of mine');
        },
      };
      const given = [
        null,
        5,
        [],
        'quick',
        { signal: 5 },
        { signal: {} },
        { next: Symbol('next') },
        { next: -1 },
        { next: 2 ** 32 },
        { next: 1.5 },
        { next: '3' },
        { beam: Number.NaN },
        { temperature: 'hot' },
        { network: 'maybe' },
        { effort: 'huge' },
        { domain: 'complex' },
        { commas: 1 },
        { column: {} },
        { onCandidate: 5 },
        { onStage: 'yes' },
        { proposers: ['beam'] },
        { proposers: { oracle: true } },
        { proposers: { beam: 'yes' } },
        { nonsense: 1 },
        throwing,
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no keys');
            },
          },
        ),
      ];
      const told = [];
      for (const one of given) {
        const error = await ansatz.predict(terms, one).then(
          () => 'accepted',
          (error) => error,
        );
        told.push([error instanceof api.InputError && error.code, error.message ?? error]);
      }
      // What means nothing special.
      const accepted = [undefined, {}, { next: undefined, proposers: { beam: undefined } }];
      const answers = [];
      for (const one of accepted) answers.push((await ansatz.predict(terms, one)).next[0]);
      const others = [];
      for (const call of [
        () => ansatz.understand(terms, { next: 3 }),
        () => ansatz.inspect(terms, { beam: 'wide' }),
        () => ansatz.search(terms, { onCandidate: () => {} }).next(),
        () => ansatz.search(terms, null).next(),
        () => ansatz.predictMany([terms], { workers: 0 }).next(),
        () => ansatz.predictMany('1, 2, 3').next(),
        () => ansatz.predictMany(null).next(),
        async () => ansatz.law('n', { first: 1 }),
        () => ansatz.law('n').terms(1, 1, { signal: 'stop' }),
        () => ansatz.law('n').render({}),
        () => api.load({ ...options, device: 'gpu' }),
        () => api.load({ ...options, models: 'integer' }),
        () => api.load({ ...options, models: [{ name: 'mine' }] }),
        () => api.load({ ...options, wasmUrl: 5 }),
        () => api.load({ ...options, onProgress: 'tell' }),
        () => api.load(null),
      ]) {
        const error = await call().then(
          () => 'accepted',
          (error) => error,
        );
        others.push([error instanceof api.InputError && error.code, error.message ?? error]);
      }
      await ansatz.dispose();
      return { told, answers, others };
    },
    check: ({ told, answers, others }) => {
      for (const [code, message] of told) {
        assert.equal(code, 'bad-options', message);
        assert.doesNotMatch(message, FOREIGN);
      }
      assert.match(told[3][1], /the options of predict are an object, not "quick"/);
      assert.match(told[4][1], /`signal` must be an AbortSignal, not 5/);
      assert.match(told[6][1], /`next` must be a whole number from 0 on, not Symbol\(next\)/);
      assert.match(told[13][1], /`network` must be one of 'wait', 'ready', 'off', not "maybe"/);
      assert.match(told[24][1], /cannot be read: a getter of mine/);
      assert.deepEqual(answers, ['32', '32', '32']);
      for (const [code, message] of others) {
        assert.ok(code === 'bad-options' || code === 'bad-sequence', message);
        assert.doesNotMatch(message, FOREIGN);
      }
    },
  },
  'endless, huge and broken sequences are refused without being read to their end': {
    run: async (api, options) => {
      const ansatz = await api.load(options);
      let taken = 0;
      let closed = false;
      const endless = {
        *[Symbol.iterator]() {
          try {
            for (;;) yield ++taken;
          } finally {
            closed = true;
          }
        },
      };
      let read = 0;
      const million = new Proxy(new Array(1_000_000).fill(1), {
        get: (target, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) read += 1;
          return target[name];
        },
      });
      const inputs = [
        endless,
        million,
        new Float64Array(1_000_000),
        '1 '.repeat(1_000_000),
        ['1'.repeat(2_000_000), 2, 3],
        {
          *[Symbol.iterator]() {
            yield 1;
            throw new Error('no more');
          },
        },
        { [Symbol.iterator]: () => 5 },
        {
          get [Symbol.iterator]() {
            throw new Error('hands off');
          },
        },
        [1, Symbol('two'), 3],
        [
          1,
          {
            toString() {
              throw new Error('no words');
            },
          },
        ],
        Object.create(null),
        null,
        undefined,
        () => 1,
        new Date(0),
      ];
      const told = [];
      for (const input of inputs) {
        for (const call of [
          () => ansatz.predict(input),
          () => ansatz.understand(input),
          () => ansatz.law('n').check(input),
        ]) {
          const error = await call().then(
            () => 'accepted',
            (error) => error,
          );
          told.push([error instanceof api.InputError && error.code, error.message ?? error]);
        }
      }
      const { next } = await ansatz.predict([1, 2, 4, 8, 16], { next: 1 });
      await ansatz.dispose();
      return { told, taken, closed, read, next };
    },
    check: ({ told, taken, closed, read, next }) => {
      for (const [code, message] of told) {
        assert.equal(code, 'bad-sequence', message);
        assert.ok(message.length < 200, message);
      }
      assert.match(told[0][1], /at most \d+ terms/);
      assert.ok(taken > 0 && taken < 100_000, `${taken} terms were taken`);
      assert.ok(closed, 'the iterator was closed');
      assert.equal(read, 0, 'the list was refused unread');
      assert.deepEqual(next, ['32']);
    },
  },
  'a callback that throws stops nothing, and its error is reported': {
    run: async ({ load }, options) => {
      const reported = [];
      // The page hears of it as of any error that nobody caught; Node prints it.
      const { error: print } = console;
      console.error = (error) => reported.push(String(error));
      const onError = (event) => {
        event.preventDefault();
        reported.push(String(event.error));
      };
      globalThis.addEventListener?.('error', onError);
      const mine = (words) => () => {
        throw new Error(words);
      };
      const ansatz = await load({ ...options, onProgress: mine('progress') });
      const { next } = await ansatz.predict([1, 2, 4, 7, 11, 16, 22], {
        next: 1,
        onCandidate: mine('candidate'),
        onStage: async () => mine('stage')(),
      });
      await new Promise((resolve) => setTimeout(resolve, 10));
      await ansatz.dispose();
      console.error = print;
      globalThis.removeEventListener?.('error', onError);
      return { next, reported: [...new Set(reported)].sort() };
    },
    check: ({ next, reported }) => {
      assert.deepEqual(next, ['29']);
      assert.deepEqual(reported, ['Error: candidate', 'Error: progress', 'Error: stage']);
    },
  },
  'everything after dispose() is refused as disposed': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const law = ansatz.law('n');
      await ansatz.dispose();
      const calls = [
        () => ansatz.predict([1, 2, 3, 4]),
        () => ansatz.understand([1, 2, 3, 4]),
        () => ansatz.inspect([1, 2, 3, 4]),
        () => ansatz.search([1, 2, 3, 4]).next(),
        () => ansatz.predictMany([[1, 2, 3, 4]]).next(),
        () => law.terms(1, 2),
      ];
      const codes = [];
      for (const call of calls) codes.push(await call().catch(({ code }) => code));
      return codes;
    },
    check: (codes) => assert.deepEqual(codes, new Array(6).fill('disposed')),
  },
};
