// Candidates as a stream, and many sequences at once. Like the cases of `behaviour.mjs`.
import assert from 'node:assert/strict';

export const cases = {
  'a search is a stream of candidates that ends in the result': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const terms = [1, 2, 4, 7, 11, 16, 22, 29];
      const stages = [];
      const streamed = [];
      const search = ansatz.search(terms, { next: 3, onStage: (stage) => stages.push(stage) });
      for (;;) {
        const { done, value } = await search.next();
        if (done) {
          streamed.push({ next: value.next, best: value.best.isAnswer });
          break;
        }
        streamed.push({ next: value.next, answer: value.isAnswer, law: typeof value.law.terms });
      }
      const looped = [];
      for await (const { next } of ansatz.search(terms, { next: 3 })) looped.push(next.join());
      await ansatz.dispose();
      return { streamed, looped, stages };
    },
    check: ({ streamed, looped, stages }) => {
      const result = streamed.pop();
      assert.deepEqual(result, { next: ['37', '46', '56'], best: true });
      assert.ok(streamed.every(({ answer, law }) => typeof answer === 'boolean' && law));
      assert.ok(streamed.some(({ answer, next }) => answer && next.join() === '37,46,56'));
      assert.ok(looped.includes('37,46,56'));
      assert.ok(stages.includes('classical') && stages.includes('enumeration'), stages.join());
    },
  },
  'leaving a search stops it; what is wrong with it is thrown': {
    run: async (api, options) => {
      const ansatz = await api.load(options);
      const hard = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9 7 3 4 0 6 8 6';
      const effort = options.thread === 'main' ? 'quick' : 'thorough';
      let heard = 0;
      for await (const _ of ansatz.search(hard, { effort })) {
        heard += 1;
        break;
      }
      const after = await ansatz.predict([2, 4, 6, 8, 10], { next: 1, effort: 'quick' });
      const code = await ansatz
        .search('1, 2, tree')
        .next()
        .catch((error) => error.code);
      const controller = new AbortController();
      const aborted = ansatz.search(hard, { effort, signal: controller.signal });
      const reason = (async () => {
        for await (const _ of aborted) controller.abort('enough');
      })().catch((reason) => reason);
      const told = await reason;
      await ansatz.dispose();
      return { heard, next: after.next, code, told };
    },
    check: ({ heard, next, code, told }) => {
      assert.equal(heard, 1);
      assert.deepEqual(next, ['12']);
      assert.equal(code, 'bad-sequence');
      assert.equal(told, 'enough');
    },
  },
  'many sequences are answered in order, bad ones with their error': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const bases = Array.from({ length: 20 }, (_, k) => BigInt(k + 2));
      const sequences = bases.map((base) => [1n, base, base ** 2n, base ** 3n, base ** 4n]);
      sequences[3] = '1, 2, tree';
      sequences[4] = 17;
      const progress = [];
      const answers = [];
      for await (const { index, result, error } of ansatz.predictMany(sequences, {
        next: 1,
        effort: 'quick',
        workers: 3,
        onProgress: (told) => progress.push(told),
      })) {
        answers.push([index, result?.next[0] ?? error.code]);
      }
      await ansatz.dispose();
      return { answers, progress };
    },
    check: ({ answers, progress }) => {
      const expected = Array.from({ length: 20 }, (_, k) => [k, String(BigInt(k + 2) ** 5n)]);
      expected[3][1] = 'bad-sequence';
      expected[4][1] = 'bad-sequence';
      assert.deepEqual(answers, expected);
      assert.deepEqual(
        progress.map(({ done }) => done),
        expected.map((_, k) => k + 1),
      );
      assert.deepEqual(progress.at(-1), { done: 20, failed: 2, total: 20 });
    },
  },
  'an endless source is read only as far as it is asked for, and closed': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      let given = 0;
      let closed = false;
      async function* endless() {
        try {
          for (;;) {
            given += 1;
            yield [given, 2 * given, 3 * given, 4 * given, 5 * given];
          }
        } finally {
          closed = true;
        }
      }
      const asked = { effort: 'quick', next: 1, workers: 2 };
      const answers = [];
      for await (const { result } of ansatz.predictMany(endless(), asked)) {
        answers.push(result.next[0]);
        if (answers.length === 3) break;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
      const failing = async function* () {
        yield [1, 2, 3, 4];
        throw new Error('the file ended');
      };
      let broken;
      try {
        for await (const _ of ansatz.predictMany(failing(), asked));
      } catch (error) {
        broken = [error.code, error.message];
      }
      const hanging = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
      const controller = new AbortController();
      const waiting = ansatz.predictMany(hanging, { ...asked, signal: controller.signal }).next();
      controller.abort('enough');
      const reason = await waiting.catch((reason) => reason);
      await ansatz.dispose();
      return { answers, given, closed, broken, reason };
    },
    check: ({ answers, given, closed, broken, reason }) => {
      assert.deepEqual(answers, ['6', '12', '18']);
      assert.ok(given <= 3 + 8 + 1, `${given} sequences were taken`);
      assert.ok(closed);
      assert.equal(broken[0], 'bad-sequence');
      assert.match(broken[1], /the file ended/);
      assert.equal(reason, 'enough');
    },
  },
};
