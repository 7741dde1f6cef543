// The built page in a Chromium of its own.
import { fileURLToPath } from 'node:url';
import { launch, problemsOf } from '../../package/support/chromium.mjs';
import { serve } from '../../package/support/server.mjs';

export const site = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Longer than anything takes, also on a machine that does much else. */
export const PATIENCE = 120_000;

export const EXAMPLE = '1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48, 96, 92, 84';

/** A link to the example. Without one the page begins with an empty field. */
export const LINK = `#s=${EXAMPLE.replaceAll(' ', '')}`;

/** A server of the page and a browser, with whatever `serve` and `launch` take. */
export async function begin({ mounts = { '': site }, args = [], ...options } = {}) {
  const server = await serve(mounts, options);
  const browser = await launch(args);
  return {
    server,
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
    open: (given) => open(browser, server.address, given),
  };
}

/** The same for one test, ended with it, whatever becomes of it: a browser left would keep Node. */
export async function beginFor(test, options) {
  const own = await begin(options);
  test.after(own.close);
  return own;
}

/** Opens the page with a storage of its own. */
export async function open(
  browser,
  address,
  { hash = LINK, path = '/', prepare, until, ...options } = {},
) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const requests = [];
  // The service worker's too.
  context.on('request', (request) => requests.push(request.url()));
  const page = await context.newPage();
  const problems = problemsOf(page);
  await prepare?.(page, context);
  await page.goto(`${address}${path}${hash}`, { waitUntil: until });
  return { page, context, problems, requests, close: () => context.close() };
}

/** Until the search is over. */
export const settled = (page) =>
  page.waitForSelector(
    '#phase:is([data-phase="done"], [data-phase="failed"], [data-phase="empty"])',
    {
      state: 'attached',
    },
  );

/** Until the network has joined and the search that it takes part in is over. */
export async function joined(page) {
  await page.waitForSelector('#network[data-kind="ready"]', { state: 'attached' });
  await settled(page);
}

export async function type(page, text) {
  await page.fill('#sequence', text);
  await settled(page);
}

/** Opens what is folded away, so that it can be clicked on. */
export const unfold = (page, ...ids) =>
  page.evaluate((ids) => {
    for (const id of ids) document.getElementById(id).open = true;
  }, ids);

export const textOf = async (page, selector) => (await page.textContent(selector)).trim();
