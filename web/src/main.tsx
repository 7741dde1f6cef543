// Takes over the page that was painted when it was built.
import { hydrate, render } from 'preact';
import { App } from './app';
import { listenToDrops } from './files';
import { listenToKeys } from './keys';
import { rememberTypeset } from './math';
import { keepOffline } from './offline';
import { readRecent } from './recent';
import { readDevice, readSlash, Session } from './session';
import { fromHash } from './settings';
import { type FirstPaint, initialState } from './start';
import { Store } from './state';
import './style/page.css';
import { applyTheme, readTheme } from './theme';

const page = document.getElementById('page') ?? document.body;
const painted = JSON.parse(
  document.getElementById('first-paint')?.textContent ?? 'null',
) as FirstPaint | null;
if (painted) rememberTypeset(painted.typeset);
// The answer is the first of the candidates, also after it was written down as text.
const example = painted ? { ...painted.example, best: painted.example.candidates[0] } : undefined;

const asked = fromHash(location.hash);
const store = new Store(initialState(asked));
const session = new Session(store);
const app = <App store={store} session={session} example={example} />;
if (asked?.text || !painted) {
  page.replaceChildren();
  render(app, page);
} else {
  hydrate(app, page);
}
delete document.documentElement.dataset.asked;

// What is kept on this machine cannot be in the first paint.
const theme = readTheme();
applyTheme(theme);
store.set({
  theme,
  recent: readRecent(),
  deviceChoice: readDevice(),
  slash: readSlash(),
});
listenToKeys(session, () => store.value.slash);
listenToDrops(
  (file) => void session.readFile(file),
  (isOver) => {
    document.documentElement.toggleAttribute('data-drop', isOver);
  },
);
session.start();
if (import.meta.env.PROD) keepOffline(session);
