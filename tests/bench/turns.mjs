// Measures engines in one page by turns, so that a busy moment of the machine hits all of them.

/**
 * The page has the engines in `window.engines`, as of page/measure.js. Gives
 * `{ part: { name: { wall: [ms, …], cpu: [ms, …] } } }`, `count` of each after `warmup` calls.
 *
 * `cpu` is the processor time of the page's thread, which other programs do not take part in:
 * on a shared machine it says more than the clock. It counts preparations too, which are small.
 */
export async function byTurns(page, names, { warmup, count, repeat = 1 }) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Performance.enable');
  const threadTime = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ThreadTime').value;
  };
  const run = (name, part, times) =>
    page.evaluate(
      ([name, part, times]) => window.engines.run(name, part, times),
      [name, part, times],
    );
  const found = {};
  for (const part of await page.evaluate(() => window.engines.parts)) {
    found[part] = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }]));
    for (const name of names) await run(name, part, warmup);
    for (let k = 0; k < count; k++) {
      for (const name of names) {
        const before = await threadTime();
        found[part][name].wall.push(...(await run(name, part, repeat)));
        found[part][name].cpu.push(((await threadTime()) - before) / repeat);
      }
    }
  }
  return found;
}
