// What somebody sees who types.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, joined, settled, textOf, type, unfold } from './support/page.mjs';

let all;
before(async () => (all = await begin()));
after(() => all?.close());

test('the first paint is the beginning, with an example answered, before any script', async () => {
  const { page, close } = await all.open({ hash: '', javaScriptEnabled: false });
  assert.equal(await page.inputValue('#sequence'), '');
  assert.ok(await page.getAttribute('#sequence', 'placeholder'));
  assert.match(await textOf(page, '#example'), /twice the one before; keep the last two digits/);
  assert.match(await textOf(page, '#example'), /68, 36, 72, 44/);
  assert.equal(await page.locator('#example math').count(), 1, 'its law is typeset');
  assert.equal(await page.locator('#answer').count(), 0);
  await close();
});

test('a link is answered without a complaint', async () => {
  const { page, problems, close } = await all.open();
  await joined(page);
  assert.match(await textOf(page, '#next'), /^68, 36, 72, 44/);
  assert.match(await textOf(page, '#took'), /^\d+ ms$|^\d+\.\d s$/);
  assert.match(
    await textOf(page, '#phase'),
    /^Verified: u\(n\) = 2\*u\(n-1\) % 100\. Next: 68, 36/,
  );
  assert.deepEqual(problems, []);
  await close();
});

test('follows what is typed, exactly, beyond what a double holds', async () => {
  const { page, problems, close } = await all.open();
  const factorials = [1n];
  for (let n = 2n; n <= 24n; n++) factorials.push(factorials.at(-1) * n);
  await type(page, factorials.join(' '));
  assert.match(await textOf(page, '#next'), /^15511210043330985984000000,/);
  assert.match(await textOf(page, '#understood'), /^24 whole numbers/);
  assert.match(await page.getAttribute('.law', 'aria-label'), /u\(n\) = .*n/);
  assert.deepEqual(problems, []);
  await close();
});

test('more terms, or fewer, cost no search', async () => {
  const { page, problems, close } = await all.open({ hash: '#s=1,1,2,3,5,8,13,21' });
  await joined(page);
  await page.evaluate(() => {
    window.phases = new Set();
    const phase = document.querySelector('#phase');
    new MutationObserver(() => window.phases.add(phase.dataset.phase)).observe(phase, {
      attributes: true,
    });
  });
  await unfold(page, 'options');
  for (const count of [3, 200]) {
    await page.fill('#next-count', String(count));
    await page.waitForFunction(
      (count) => document.querySelector('#next').textContent.split(',').length === count,
      count,
    );
  }
  let [before, last] = [1n, 1n];
  for (let n = 3; n <= 208; n++) [before, last] = [last, before + last];
  assert.equal((await textOf(page, '#next')).split(', ').at(-1), String(last));
  assert.ok(!(await page.evaluate(() => window.phases.has('looking'))));
  assert.equal(new URL(page.url()).hash, '#s=1,1,2,3,5,8,13,21&next=200');
  assert.deepEqual(problems, []);
  await close();
});

test('candidates stream in while the search goes on, with what found them', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await page.evaluate(() => {
    window.seen = new Set();
    const look = () => {
      const phase = document.querySelector('#phase').dataset.phase;
      if (phase !== 'looking') return;
      window.seen.add(document.querySelector('#candidates')?.textContent);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await page.fill('#sequence', '1 1 3 1 3 5 7 1 3 5 7 9 11 13 15 1 3 5');
  await settled(page);
  const looks = await page.evaluate(() => window.seen.size);
  assert.ok(looks > 2, `lists while it was looking: ${looks}`);
  await page.click('#more');
  const found = (await page.locator('#candidates .finders').allTextContents()).join(', ');
  assert.match(found, /network/);
  assert.match(found, /enumeration/);
  assert.match(await textOf(page, '#candidates'), /laws? that miss(es)? some terms/);
  await close();
});

const NO_LAW = '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9';

test('Stop ends a search, and the next one works', async () => {
  const { page, problems, close } = await all.open();
  await joined(page);
  await unfold(page, 'options', 'advanced');
  // Nothing to find, with a wide beam: long enough to be stopped.
  await page.selectOption('#effort', 'thorough');
  await page.fill('#beam', '256');
  await page.fill('#sequence', NO_LAW);
  await page.waitForSelector('#phase[data-phase="looking"]', { state: 'attached' });
  await page.click('#stop');
  assert.match(await textOf(page, '#phase'), /^Search stopped|^$/);
  assert.equal(await page.locator('#stop').count(), 0);
  await page.selectOption('#effort', 'normal');
  await page.fill('#beam', '5');
  await type(page, '1 4 9 16 25 36 49');
  assert.match(await textOf(page, '#next'), /^64, 81/);
  assert.deepEqual(problems, []);
  await close();
});

test('Stop keeps the best law so far as the answer, and says that it is no more', async () => {
  const { page, close } = await all.open({ hash: '#s=1,2,4,7,11,16,22&effort=thorough&beam=256' });
  // The quick look has its answer; the long search goes on.
  await page.waitForSelector('#answer #stop');
  await page.click('#stop');
  assert.equal(await textOf(page, '#answer-title'), 'Search stopped; best so far');
  assert.match(await textOf(page, '#answer .badge'), /Not checked to the end/);
  assert.match(await textOf(page, '#next'), /^29, 37/);
  assert.equal(await page.locator('#nothing').count(), 0);
  assert.match(await textOf(page, '#phase'), /^Search stopped; best so far: u\(n\) =/);
  await page.click('#go-on');
  await settled(page);
  assert.doesNotMatch(await textOf(page, '#answer .badge'), /Not checked/);
  await close();
});

test('a search that is replaced costs no start of an engine', async () => {
  const watch = (page) =>
    page.addInitScript(() => {
      window.workers = [];
      window.asked = [];
      const Original = window.Worker;
      window.Worker = class extends Original {
        constructor(...given) {
          super(...given);
          const index = window.workers.push({ isReady: false }) - 1;
          this.addEventListener('message', ({ data }) => {
            if (data.type === 'ready') window.workers[index].isReady = true;
          });
          const post = this.postMessage.bind(this);
          this.postMessage = (message, ...rest) => {
            if (message.type === 'predict') window.asked.push({ text: message.text, index });
            post(message, ...rest);
          };
        }
      };
    });
  const { page, close } = await all.open({
    hash: `#s=${NO_LAW.replaceAll(' ', ',')}&effort=thorough&beam=256`,
    prepare: watch,
  });
  await page.waitForFunction(
    () => window.workers.filter(({ isReady }) => isReady).length >= 2 && window.asked.length >= 2,
  );
  const before = await page.evaluate(() => window.workers.length);
  await page.fill('#sequence', '1 4 9 16 25 36 49');
  await page.waitForFunction(() => window.asked.some(({ text }) => text.startsWith('1 4 9')));
  const { index } = await page.evaluate(() =>
    window.asked.find(({ text }) => text.startsWith('1 4 9')),
  );
  assert.ok(index > 0 && index < before, `asked was worker ${index}, there were ${before}`);
  await page.waitForFunction(() => document.querySelector('#next')?.textContent.startsWith('64'));
  await close();
});

test('an answer to other numbers is dimmed at once and claims nothing', async () => {
  const { page, close } = await all.open();
  await joined(page);
  assert.match(await textOf(page, '#answer .badge'), /Verified/);
  // In the same task as the key: nothing is drawn in between.
  const looks = await page.evaluate(async () => {
    const field = document.querySelector('#sequence');
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
    set.call(field, '2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
    const result = document.querySelector('#result');
    return {
      stale: result.dataset.stale,
      mark: document.querySelector('#stale')?.textContent,
      opacity: Number(getComputedStyle(document.querySelector('#answer')).opacity),
      badge: document.querySelector('#answer .badge').textContent,
      title: document.title,
      law: document.querySelector('.law').getAttribute('aria-label'),
    };
  });
  assert.equal(looks.law, 'u(n) = 2*u(n-1) % 100', 'the old law is still there');
  assert.equal(looks.stale, 'true');
  assert.match(looks.mark, /numbers before/);
  assert.ok(looks.opacity < 0.6);
  assert.match(looks.badge, /Checking/);
  assert.doesNotMatch(looks.title, /100/);
  await page.waitForFunction(() => document.querySelector('#next')?.textContent.startsWith('37'));
  assert.equal(await page.getAttribute('#result', 'data-stale'), 'false');
  await close();
});

test('a verdict is said when it is final: no law goes from weak to verified', async () => {
  const watch = (page) =>
    page.addInitScript(() => {
      window.verdicts = [];
      new MutationObserver(() => {
        const badge = document.querySelector('#answer .badge');
        const law = document.querySelector('.law')?.getAttribute('aria-label');
        const last = window.verdicts.at(-1);
        const verdict = badge?.dataset.standing;
        if (law && (last?.law !== law || last.verdict !== verdict)) {
          window.verdicts.push({ law, verdict });
        }
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
  const { page, close } = await all.open({ hash: '#s=1,2,4,7,11,16,22,29,37', prepare: watch });
  await joined(page);
  await page.waitForSelector('#answer .badge:not([data-standing="checking"])');
  const verdicts = await page.evaluate(() => window.verdicts);
  const said = verdicts.filter(({ verdict }) => verdict !== 'checking');
  assert.equal(said.length, 1, JSON.stringify(verdicts));
  assert.equal(
    verdicts.at(-1),
    verdicts.find(({ verdict }) => verdict !== 'checking'),
  );
  await close();
});

test('where there is no law it says so and suggests what to try', async () => {
  const { page, close } = await all.open();
  // Digits that were drawn: no law of ours has them.
  await type(page, '6 1 3 8 4 3 3 2 0 3 5 7 8 1 9 7 4 7 3 7 9 9 6 8 8 0 6 9 8 1 4 9 7 3 4 0 6 8 6');
  await page.waitForSelector('#nothing');
  assert.equal(await page.locator('#answer').count(), 0);
  const said = await textOf(page, '#nothing');
  assert.match(
    said,
    /Tried were .*recurrences.*primes.*Outside are/,
    'what was tried, and what not',
  );
  assert.match(
    await page.getAttribute('#nothing .oeis', 'href'),
    /^https:\/\/oeis\.org\/search\?q=6,1,3,8,4,3/,
  );
  await page.click('#nothing button:has-text("Read them as decimals")');
  await page.waitForFunction(() =>
    document.querySelector('#understood').textContent.includes('decimal'),
  );
  assert.equal(await page.inputValue('#domain'), 'float');
  await close();
});

test('errors mark what is wrong, and do not break the page', async () => {
  const { page, problems, close } = await all.open();
  await type(page, '1, 2, tree, 4');
  assert.match(await textOf(page, '#error'), /^“tree” is not a number/);
  assert.equal(await textOf(page, '#error mark'), 'tree');
  assert.equal(await page.getAttribute('#sequence', 'aria-invalid'), 'true');
  assert.equal(await page.locator('#answer').count(), 0);
  await type(page, '9'.repeat(5000));
  assert.ok(await page.isVisible('#error'));
  await type(page, '1, 2');
  assert.match(await textOf(page, '#error'), /^2 terms are too few/);
  await type(page, '1');
  assert.match(await textOf(page, '#error'), /^1 term is too few/);
  await type(page, 'A000045');
  assert.match(await textOf(page, '#error'), /^A000045 has no terms here.*paste/);
  await type(page, 'J F M A M J J A');
  assert.match(await textOf(page, '#error'), /letters/);
  await type(page, '');
  assert.equal(await page.locator('#answer').count(), 0);
  await type(page, '1 2 4 8 16 32 64 128');
  assert.equal(await page.locator('#error').count(), 0);
  assert.match(await textOf(page, '#next'), /^256, 512/);
  assert.deepEqual(problems, []);
  await close();
});

test('hidden terms check the answer, and other options are heeded', async () => {
  const { page, close } = await all.open();
  await type(page, '1 4 9 16 25 36 49 64 81 100');
  await joined(page);
  await unfold(page, 'options');
  await page.fill('#hold-out', '3');
  // The law has seen them: to be tested it must be found without them.
  await page.click('#test');
  await page.waitForSelector('#test', { state: 'detached' });
  await settled(page);
  await page.waitForFunction(() =>
    document.querySelector('#evidence').textContent.includes('hidden'),
  );
  assert.match(
    await textOf(page, '#evidence'),
    /computes all 7 terms.*It predicted all 3 hidden terms correctly/,
  );
  assert.equal(await textOf(page, '#hidden-count'), 'the last 3 terms are hidden');
  assert.equal(await page.getAttribute('#hold-out', 'aria-label'), 'Test on hidden terms');
  await page.selectOption('#domain', 'float');
  await settled(page);
  await page.waitForFunction(() =>
    document.querySelector('#understood').textContent.includes('decimal'),
  );
  // Fewer terms than are hidden: all are shown again.
  await type(page, '1 2 3 4');
  await page.waitForSelector('#answer');
  assert.equal(await textOf(page, '#hidden-count'), 'none hidden');
  await close();
});

test('other terms are hidden without a search, and what a law was found with is said', async () => {
  const { page, problems, close } = await all.open({ hash: '#s=1,1,2,3,5,8,13,21,34,55,89,144' });
  await joined(page);
  const watch = () =>
    page.evaluate(() => {
      window.phases = new Set();
      const phase = document.querySelector('#phase');
      window.watch?.disconnect();
      window.watch = new MutationObserver(() => window.phases.add(phase.dataset.phase));
      window.watch.observe(phase, { attributes: true });
    });
  const hide = async (many, said) => {
    await watch();
    await page.fill('#hold-out', String(many));
    await page.waitForFunction(
      (said) => new RegExp(said).test(document.querySelector('#evidence').textContent),
      said.source,
    );
    assert.deepEqual(await page.evaluate(() => [...window.phases]), [], 'nothing is searched');
    assert.equal(await page.locator('.stale').count(), 0);
  };
  await unfold(page, 'options');
  await hide(
    3,
    /the other 7, all correctly\. It gives all 3 hidden terms, .* in sight: that is no test/,
  );
  assert.match(page.url(), /hide=3/);
  // More terms of a law that is run so.
  await page.fill('#next-count', '2');
  await page.waitForFunction(() => document.querySelector('#next').textContent === '233, 377');
  await hide(1, /the other 9, all correctly\. It gives the hidden term, .* with it in sight/);
  await hide(0, /^From the first two terms it computes the other 10, all correctly\.\s*$/);
  assert.equal(await textOf(page, '#next'), '233, 377');
  await hide(4, /all 4 hidden terms/);
  // Found without them it is tested, by fewer hidden terms too.
  await page.click('#test');
  await page.waitForSelector('#test', { state: 'detached' });
  await page.waitForFunction(() =>
    /It predicted all 4 hidden/.test(document.querySelector('#evidence').textContent),
  );
  await joined(page);
  await hide(2, /the other 8, all correctly\. It predicted both hidden terms correctly/);
  assert.equal(await page.locator('#test').count(), 0);
  await hide(5, /all 5 hidden terms, but was found with them in sight/);
  // With all terms shown a law may be found that was not.
  await page.fill('#hold-out', '0');
  await page.waitForFunction(() =>
    /the other 10, all correctly/.test(document.querySelector('#evidence').textContent),
  );
  // A law that misses a hidden term misses it here too.
  await type(page, '1 2 4 8 16 31 57 99');
  await page.fill('#hold-out', '2');
  await page.waitForFunction(() =>
    /hidden/.test(document.querySelector('#evidence, #nothing').textContent),
  );
  assert.deepEqual(problems, []);
  await close();
});

test('everything can be copied', async () => {
  const { page, context, close } = await all.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await joined(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.click('.next button');
  assert.match(await clipboard(), /^68, 36, 72/);
  await page.click('#copy-as summary');
  const seen = new Map();
  for (const format of await page
    .locator('#copy-as input')
    .evaluateAll((inputs) => inputs.map(({ value }) => value))) {
    await page.check(`#copy-as input[value="${format}"]`, { force: true });
    await page.click('#copy-as .code button');
    await page.waitForSelector('#copy-as .code button:has-text("Copied")');
    seen.set(format, await clipboard());
  }
  assert.deepEqual(
    [...seen.keys()],
    ['text', 'latex', 'python', 'sympy', 'mathematica', 'pari', 'javascript', 'rust', 'json'],
  );
  assert.equal(new Set(seen.values()).size, 9);
  assert.match(seen.get('latex'), /\\bmod 100/);
  assert.equal(JSON.parse(seen.get('json')).next[0], '68');
  await close();
});

test('keys: / and Enter and Esc, and arrows among candidates', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await page.locator('#next').click();
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'sequence');
  // Few enough terms that classical methods alone find several laws.
  await page.keyboard.type('1 2 4 7 11 16');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#next')?.textContent.startsWith('22'));
  await settled(page);
  const title = await textOf(page, '#answer-title');
  const rows = page.locator('#candidates button.row');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  const second = await rows.nth(1).locator('.hidden').textContent();
  assert.equal(
    await page.evaluate(() => document.activeElement.querySelector('.hidden').textContent),
    second,
  );
  assert.ok(
    (await textOf(page, '.key.curve')).length > 0,
    'the curve of what has the focus is drawn',
  );
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('.law', 'aria-label'), second);
  assert.equal(await textOf(page, '#answer-title'), 'Another law that was found');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  assert.equal(await textOf(page, '#answer-title'), title);
  await unfold(page, 'options', 'advanced');
  await page.selectOption('#effort', 'thorough');
  await page.fill('#beam', '256');
  await page.fill('#sequence', NO_LAW);
  await page.waitForSelector('#phase[data-phase="looking"]', { state: 'attached' });
  await page.keyboard.press('Escape');
  await page.waitForSelector('#phase[data-phase="stopped"]', { state: 'attached' });
  await close();
});

test('the key / can be switched off, and stays so', async () => {
  const { page, close } = await all.open();
  await joined(page);
  await unfold(page, 'options', 'advanced');
  await page.uncheck('#slash');
  await page.reload();
  await joined(page);
  await page.locator('#next').click();
  await page.keyboard.press('/');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'sequence');
  await close();
});
