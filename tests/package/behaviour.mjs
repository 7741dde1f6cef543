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
  'fills gaps, which prove nothing': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const gap = await ansatz.predict('2, 6, _, 20, 30, 42, 56', { next: 2 });
      const whole = await ansatz.predict('2, 6, 12, 20, 30, 42, 56', { next: 2 });
      const none = await ansatz.predict('6 1 3 8 ? 3 3 2 0 3 5 7 8 1 9', { effort: 'quick' });
      const many = await ansatz.predict('1 ? 3 ? 5 ? 7 ? 9 ? 11').catch((error) => error);
      const code = many.code;
      const law = await ansatz.law('2*u(n-1)', { initial: ['1'] });
      const check = await law.check('1 2 ? 8').catch((error) => error);
      await ansatz.dispose();
      return JSON.parse(JSON.stringify({ gap, whole, none, code, check: check.code }));
    },
    check: ({ gap, whole, none, code, check }) => {
      assert.deepEqual(gap.filled, [{ index: 3, value: '12' }]);
      assert.deepEqual(gap.understood.missing, [3]);
      assert.deepEqual(gap.understood.terms, ['2', '6', '20', '30', '42', '56']);
      assert.deepEqual(gap.next, ['72', '90']);
      assert.equal(gap.shown, 7);
      assert.ok(gap.best.evidence.spare < whole.best.evidence.spare);
      assert.ok(gap.best.probability.ten <= whole.best.probability.ten);
      assert.deepEqual(whole.filled, []);
      assert.deepEqual([none.filled, none.candidates, none.best], [[], [], undefined]);
      assert.deepEqual([code, check], ['bad-sequence', 'bad-sequence']);
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
        ['1, 2, tree, 4'],
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
        [true, 'bad-sequence', [6, 10]],
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
  'a law is asked for terms, checked and rendered without a search': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const law = ansatz.law('u(n-1) + u(n-2)', { initial: [1, 1n] });
      const renderings = {};
      for (const format of ['text', 'latex', 'python', 'sympy', 'mathematica', 'pari', 'rust']) {
        renderings[format] = await law.render(format);
      }
      const terms = async (formula, start, from, count) =>
        ansatz.law(formula, start).terms(from, count);
      const found = {
        law: JSON.parse(JSON.stringify(law)),
        first: await law.terms(1, 6),
        later: (await law.terms(100, 2)).terms,
        holds: await law.check('1, 1, 2, 3, 5, 8'),
        fails: await law.check([1, 1, 2, 4, 5]),
        undefined: await terms('u(n-1) / (n - 3)', { initial: '6' }, 1, 5),
        zeros: (await terms('u(n-2) + u(n-3)', { initial: [1], zeros: 3 }, 1, 8)).terms,
        floats: (await terms('u(n-1) / 2', { initial: [1], domain: 'float' }, 2, 2)).terms,
        program: await law.render('javascript'),
        renderings,
      };
      await ansatz.dispose();
      return found;
    },
    check: ({ first, later, law, holds, fails, undefined: ends, zeros, floats, ...texts }) => {
      const whole = { undefinedAt: null, reason: null };
      assert.deepEqual(law, { formula: 'u(n-1) + u(n-2)', initial: ['1', '1'], zeros: 0 });
      assert.deepEqual(first, { terms: ['1', '1', '2', '3', '5', '8'], ...whole });
      assert.deepEqual(later, ['354224848179261915075', '573147844013817084101']);
      assert.deepEqual(holds, { holds: true, computed: 4, right: 4, firstWrong: null });
      assert.deepEqual(fails, { holds: false, computed: 3, right: 2, firstWrong: 4 });
      assert.deepEqual([ends.terms, ends.undefinedAt], [['6.0', '-6.0'], 3]);
      assert.match(ends.reason, /division by zero/);
      assert.deepEqual(zeros, ['1', '0', '1', '1', '1', '2', '2', '3']);
      assert.deepEqual(floats, ['0.5', '0.25']);
      assert.equal(new Set([...Object.values(texts.renderings), texts.program]).size, 8);
      assert.match(texts.renderings.latex, /^u_\{n\} = u_\{n-1\} \+ u_\{n-2\}/);
      assert.match(texts.program, /BigInt|1n/);
    },
  },
  'a law may be written with its left side': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const law = ansatz.law('u(n) = 2*u(n-1) % 100', { initial: [1] });
      const spelled = ['a(n)=n', 'u_n = n', 'u_{n} = n', ' U[ n ] = n', 'n'];
      const found = {
        data: JSON.parse(JSON.stringify(law)),
        formulas: spelled.map((formula) => ansatz.law(formula).formula),
        // No left side of a law: left to the engine, which refuses it.
        other: await ansatz
          .law('u(n-1) = n')
          .terms(1, 2)
          .catch(({ code }) => code),
        terms: (await law.terms(1, 8)).terms,
        holds: (await law.check('1 2 4 8 16 32 64 28')).holds,
        text: await law.render('text'),
        latex: [await law.latex(), await law.render('latex')],
        again: (await ansatz.law(law.formula, { initial: law.initial }).terms(8, 1)).terms,
      };
      await ansatz.dispose();
      return found;
    },
    check: ({ data, formulas, other, terms, holds, text, latex, again }) => {
      assert.deepEqual(data, { formula: '2*u(n-1) % 100', initial: ['1'], zeros: 0 });
      assert.deepEqual(formulas, ['n', 'n', 'n', 'n', 'n']);
      assert.equal(other, 'bad-formula');
      assert.deepEqual(terms, ['1', '2', '4', '8', '16', '32', '64', '28']);
      assert.ok(holds);
      assert.equal(text, 'u(n) = 2*u(n-1) % 100, u(1) = 1');
      assert.match(latex[0], /^u_\{n\} = /);
      assert.equal(latex[0], latex[1]);
      assert.deepEqual(again, ['28']);
    },
  },
  'a candidate has its law, also as plain data': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const streamed = [];
      const result = await ansatz.predict([1, 2, 4, 7, 11, 16, 22, 29], {
        next: 10,
        onCandidate: ({ law }) => streamed.push(law),
      });
      const { best, next } = result;
      const more = await best.law.terms(9, 20);
      const { formula, ...start } = JSON.parse(JSON.stringify(best.law));
      const again = await ansatz.law(formula, start).terms(9, 20);
      const halves = await ansatz.predict([1, 0.5, 0.25, 0.125, 0.0625], { next: 1 });
      const found = {
        more: more.terms,
        again: again.terms,
        next,
        latex: [best.latex, await best.law.render('latex')],
        streamed: (await streamed[0].terms(1, 1)).terms,
        cloned: structuredClone(result).best.law.formula === best.formula,
        domains: [best.law.domain, halves.best.law.domain],
      };
      await ansatz.dispose();
      found.after = await best.law.terms(1, 1).catch(({ code }) => code);
      return found;
    },
    check: ({ more, again, next, latex, streamed, cloned, domains, after }) => {
      assert.equal(more.length, 20);
      assert.deepEqual(more.slice(0, 10), next);
      assert.deepEqual(again, more);
      assert.equal(latex[0], latex[1]);
      assert.deepEqual(streamed, ['1']);
      assert.ok(cloned);
      assert.deepEqual(domains, ['integer', 'float']);
      assert.equal(after, 'disposed');
    },
  },
  'says as values what a sequence is and what is wrong with one': {
    run: async (api, options) => {
      const ansatz = await api.load(options);
      const reasons = [];
      for (const terms of [
        '1, 2, tree, 4',
        `1, ${'9'.repeat(150)}`,
        '0 1\n1 4\n2 9\n3 16\n4 25\n6 49',
        'A000045',
        'J F M A M',
        '[]',
        '1 _ _ _ _ _ 2',
        '1, 2',
        Array(30_000).fill(1),
      ]) {
        const { reason } = await ansatz.predict(terms).catch((error) => error);
        reasons.push(reason ?? null);
      }
      const read = async (text) => {
        const { anumber = null, first = null, alternatives } = await ansatz.understand(text);
        return { anumber, first, names: alternatives.map(({ name }) => name ?? null) };
      };
      const understood = [
        await read('1 2 3'),
        await read('# A000045\n0 0\n1 1\n2 1\n3 2\n4 3\n'),
        await read('A000045\t\tFibonacci numbers.\n0, 1, 1, 2, 3, 5 (list; graph)\nOFFSET\t0,4\n'),
        await read('x\ty\n0\t1\n0.5\t4\n1\t9\n1.5\t16\n'),
      ];
      await ansatz.dispose();
      return { reasons, understood };
    },
    check: ({ reasons, understood }) => {
      assert.deepEqual(reasons, [
        { kind: 'bad-token', token: 'tree', flaw: { kind: 'not-a-number' } },
        {
          kind: 'bad-token',
          token: `${'9'.repeat(40)}…`,
          flaw: { kind: 'too-long-integer', digits: 150 },
        },
        { kind: 'bad-token', token: '6', flaw: { kind: 'row-missing', index: 5 } },
        { kind: 'only-a-number', anumber: 45 },
        { kind: 'letters', word: 'J' },
        { kind: 'empty' },
        { kind: 'too-many-gaps', gaps: 5, limit: 4 },
        { kind: 'too-few-terms', terms: 2, least: 3 },
        { kind: 'too-many-terms', limit: 20_000 },
      ]);
      assert.deepEqual(understood, [
        { anumber: null, first: null, names: [] },
        { anumber: 'A000045', first: 0, names: [null] },
        { anumber: 'A000045', first: 0, names: [] },
        { anumber: null, first: null, names: ['x'] },
      ]);
    },
  },
  'refuses what is no law, and questions without a meaning': {
    run: async (api, options) => {
      const ansatz = await api.load(options);
      const told = (ask) =>
        Promise.resolve()
          .then(ask)
          .then(
            () => 'no',
            (error) => [error instanceof api.InputError, error.code, error.span ?? null],
          );
      const outcomes = [];
      for (const ask of [
        () => ansatz.law('u(n-1) + x', { initial: [1] }).terms(1, 3),
        () => ansatz.law('u(n-2)', { initial: [1] }).terms(1, 3),
        () => ansatz.law(17),
        () => ansatz.law('n', { initial: [2 ** 53] }),
        () => ansatz.law('n', { zeros: -1 }),
        () => ansatz.law('n').terms(0, 5),
        () => ansatz.law('n').terms(1, 0.5),
        () => ansatz.law('n').terms(1, 1e7),
        () => ansatz.law('n').check('1, tree'),
        () => ansatz.law('n').render('cobol'),
      ]) {
        outcomes.push(await told(ask));
      }
      const signal = AbortSignal.abort('too late');
      const aborted = await ansatz
        .law('n')
        .terms(1, 1, { signal })
        .catch((reason) => reason);
      const { terms } = await ansatz.law('n').terms(1, 3);
      await ansatz.dispose();
      return { outcomes, aborted, terms };
    },
    check: ({ outcomes, aborted, terms }) => {
      assert.deepEqual(outcomes, [
        [true, 'bad-formula', [9, 10]],
        [true, 'bad-formula', null],
        [true, 'bad-formula', null],
        [true, 'unsafe-integer', null],
        [true, 'bad-options', null],
        [true, 'bad-options', null],
        [true, 'bad-options', null],
        [true, 'bad-options', null],
        [true, 'bad-sequence', [3, 7]],
        [true, 'bad-options', null],
      ]);
      assert.equal(aborted, 'too late');
      assert.deepEqual(terms, ['1', '2', '3']);
    },
  },
  'a law does not wait for the searches before it': {
    run: async ({ load }, options) => {
      const ansatz = await load(options);
      const controller = new AbortController();
      const { signal } = controller;
      const hard = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9 7 3 4 0 6 8 6';
      // In the caller's own thread it has to.
      const [effort, many] = options.thread === 'main' ? ['quick', 1] : ['thorough', 10];
      let over = 0;
      const searches = Array.from({ length: many }, () =>
        ansatz.predict(hard, { effort, signal }).catch(() => over++),
      );
      const { terms } = await ansatz.law('n*n').terms(3, 2);
      const before = over;
      controller.abort();
      await Promise.all(searches);
      await ansatz.dispose();
      return { terms, before, over };
    },
    check: ({ terms, before, over }, { thread }) => {
      assert.deepEqual(terms, ['9', '16']);
      assert.equal(before, 0);
      if (thread !== 'main') assert.ok(over > 0, 'searches were still under way');
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
      const hard = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9 7 3 4 0 6 8 6';
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
      const under = ansatz.predict('6 1 3 8 4 3 3 2 0 3 5 7', { effort: 'thorough' });
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
        await ansatz.understand('1,000; 2,000; 4,000; ?'),
        await ansatz.understand('1,000; 2,000; 4,000', { commas: 'decimal' }),
        await ansatz.understand('t\ta\tb\n1\t5\t7\n2\t6\t8\n3\t7\t9', { column: 3 }),
      ];
      await ansatz.dispose();
      return understood;
    },
    check: ([oeis, floats, thousands, decimals, column]) => {
      assert.equal(oeis.summary, 'A000045, 6 integers');
      assert.equal(floats.domain, 'float');
      assert.deepEqual(thousands.terms, ['1000', '2000', '4000']);
      assert.equal(thousands.alternatives[0].commas, 'decimal');
      assert.equal(decimals.domain, 'float');
      assert.deepEqual(column.terms, ['7', '8', '9']);
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
