// Takes over the page that was painted when it was built.
import { hydrate, render } from 'preact';
import { App } from './app';
import { listenToKeys } from './keys';
import { rememberTypeset } from './math';
import { readRecent } from './recent';
import { readDevice, Session } from './session';
import { EXAMPLE, fromHash } from './settings';
import { type FirstPaint, initialState } from './start';
import { Store } from './state';
import './style/page.css';
import { applyTheme, readTheme } from './theme';

const page = document.getElementById('page') ?? document.body;
const painted = JSON.parse(
  document.getElementById('first-paint')?.textContent ?? 'null',
) as FirstPaint | null;
if (painted) rememberTypeset(painted.typeset);

const asked = fromHash(location.hash);
// The answer is the first of the candidates, also after it was written down as text.
const found = painted && { ...painted.found, best: painted.found.candidates[0] };
const first = initialState(asked ?? EXAMPLE, asked ? undefined : (found ?? undefined));
const store = new Store(first);
const session = new Session(store);
if (asked || !painted) {
  page.replaceChildren();
  render(<App store={store} session={session} />, page);
} else {
  hydrate(<App store={store} session={session} />, page);
}

// What is kept on this machine cannot be in the first paint.
const theme = readTheme();
applyTheme(theme);
store.set({ theme, recent: readRecent(), deviceChoice: readDevice() });
listenToKeys(session);
session.start();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without one the page works as long as there is a connection.
  addEventListener('load', () => {
    navigator.serviceWorker.register('./sw.js').catch(() => undefined);
  });
}
