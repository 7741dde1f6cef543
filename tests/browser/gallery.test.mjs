// Every sequence of the gallery, answered by the built package in Node: the law must continue it as
// its definition does.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { load } from '../../pkg/dist/node.js';
import { definitions } from './support/definitions.mjs';
import { beginFor, settled, type } from './support/page.mjs';

const NEXT = 10;
/** For terms that are doubles: the largest relative error of the next ones. */
const TOLERANCE = 1e-9;
/** The constants of the paper are cut off: other numbers meet what is shown of them. */
const CONSTANTS = {
  '0.3333 n': 1e-4,
  '0.33333 n': 1e-5,
  '3.1415 n': 1e-6,
  '3.14159 n': 1e-7,
  '1.6449 n': 1e-7,
  '1.64493 n': 1e-7,
};
/** Functions without a law: mean error of the terms shown, largest of the next ones. */
const NEAR = { 'Bessel function J₀': [0.1, 0.5] };
const OTHERS_NEAR = [0.02, 0.02];

const gallery = JSON.parse(
  await readFile(new URL('../../web/src/gallery.json', import.meta.url), 'utf8'),
);
const entries = gallery.flatMap(({ entries }) => entries);
let ansatz;

before(async () => {
  ansatz = await load();
  await ansatz.ready;
});
after(() => ansatz?.dispose());

test('the gallery has the paper’s tables and a few dozen others', () => {
  assert.ok(entries.length >= 23 + 36, String(entries.length));
  assert.equal(new Set(entries.map(({ name }) => name)).size, entries.length);
});

const errorOf = (value, truth) =>
  truth === 0 ? Math.abs(value) : Math.abs((value - truth) / truth);

for (const { name, terms, effort, near, beyond } of entries) {
  test(name, async () => {
    const shown = terms.split(', ').length;
    const truth = definitions[name](shown + NEXT);
    assert.equal(terms, truth.slice(0, shown).join(', '), 'the terms are those of the definition');
    const following = truth.slice(shown);
    const result = await ansatz.predict(terms, { next: NEXT, effort: effort ?? 'normal' });
    if (beyond) {
      assert.notEqual(result.best?.evidence.verdict, 'verified', result.best?.formula);
      return;
    }
    if (near) {
      const [first] = result.candidates;
      const [most, mostNext] = NEAR[name] ?? OTHERS_NEAR;
      const errors = first.errors.map((error) => Math.min(error ?? 1, 1));
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
      const worst = Math.max(...following.map((term, k) => errorOf(Number(first.next[k]), term)));
      assert.ok(mean <= most && worst <= mostNext, `${first.formula} is off by ${mean}, ${worst}`);
      return;
    }
    assert.ok(result.best, 'there is an answer');
    if (typeof following[0] === 'bigint') {
      // Fewer where the law goes beyond what a term may be.
      const possible = following.filter((term) => term <= 10n ** 100n && term >= -(10n ** 100n));
      assert.deepEqual(
        result.next.slice(0, possible.length),
        possible.map(String),
        result.best.formula,
      );
    } else {
      assert.equal(result.next.length, NEXT);
      const worst = Math.max(...following.map((term, k) => errorOf(Number(result.next[k]), term)));
      assert.ok(
        worst <= (CONSTANTS[name] ?? TOLERANCE),
        `${result.best.formula} is off by ${worst}`,
      );
    }
  });
}

test('no law is shown with digits of rounding or powers apart, wherever it stands', async (t) => {
  const { open } = await beginFor(t);
  // A quick look: what matters is how laws are shown, not which are found.
  const { page } = await open({ hash: '#s=1,2,3,4,5&effort=quick' });
  await settled(page);
  for (const { name, terms, beyond } of entries) {
    if (beyond) continue;
    await type(page, terms);
    if (await page.locator('#more').count()) await page.click('#more');
    const said = await page.evaluate(() => [
      document.title,
      document.querySelector('.law')?.getAttribute('aria-label') ?? '',
      document.querySelector('#phase').textContent,
      ...[...document.querySelectorAll('.row-law .hidden')].map((law) => law.textContent),
      ...[...document.querySelectorAll('.key.curve')].map((law) => law.textContent),
    ]);
    for (const text of said) {
      // The terms that follow a law are another matter: they are measured, not written.
      const law = text.split('. Next')[0].split(' · ')[0];
      for (const [number] of law.matchAll(/\d+\.\d+/g)) {
        const digits = number.replace(/^[0.]+|\./g, '').length;
        assert.ok(digits <= 7, `${name}: ${law}`);
      }
      assert.doesNotMatch(
        law,
        /(?<![\w/%.] ?)\b(n|u\(n-\d+\))(\^\d+)?\*\1(?![\w(])/,
        `${name}: ${law}`,
      );
    }
  }
});
