// The page.
import { useEffect, useState } from 'preact/hooks';
import { Inside } from './inside/panel';
import type { Session } from './session';
import { lawOf, type State, type Store, shownCandidate } from './state';
import { THEMES, type Theme } from './theme';
import { About } from './views/about';
import { Answer } from './views/answer';
import { Candidates } from './views/candidates';
import { Gallery } from './views/gallery';
import { Input } from './views/input';
import { Nothing } from './views/nothing';
import { Plot } from './views/plot';
import { Recent } from './views/recent';
import { Status } from './views/status';

interface Props {
  store: Store<State>;
  /** Undefined in the first paint, where nothing happens yet. */
  session?: Session;
}

export function App({ store, session }: Props) {
  const [state, setState] = useState(store.value);
  useEffect(() => {
    setState(store.value);
    return store.subscribe(() => setState(store.value));
  }, [store]);
  const [pointedLaw, setPointed] = useState<string>();
  const { found, settings, phase } = state;
  const shown = shownCandidate(state);
  const pointed =
    found?.candidates.find((candidate) => lawOf(candidate) === pointedLaw) ??
    (shown === found?.best ? undefined : shown);
  // Nothing is denied while it is still being looked for.
  const isEmptyHanded = found && !shown && phase !== 'looking';
  return (
    <>
      <header>
        <h1>
          <a href="./">Ansatz</a>
        </h1>
        <p>The law behind a sequence. Nothing you type leaves this page.</p>
        <ThemeSwitch theme={state.theme} onChange={(theme) => session?.setTheme(theme)} />
      </header>
      <main aria-busy={phase === 'looking'}>
        <Input
          state={state}
          onChange={(change) => session?.change(change)}
          onSubmit={() => session?.submit()}
        />
        <Status
          state={state}
          onStop={() => session?.stop()}
          onDevice={(device) => void session?.switchTo(device)}
        />
        {state.engineFailure !== undefined && (
          <p role="alert" class="failure">
            The engine could not be started: {state.engineFailure}{' '}
            <button type="button" onClick={() => session?.submit()}>
              Try again
            </button>
          </p>
        )}
        <div id="result" aria-live="polite">
          {found && shown && <Answer candidate={shown} found={found} session={session} />}
          {isEmptyHanded && (
            <Nothing
              found={found}
              settings={settings}
              onChange={(change) => session?.change(change)}
            />
          )}
        </div>
        {found && <Plot found={found} pointed={pointed} theme={state.theme} />}
        {found && (
          <Candidates
            found={found}
            shown={shown}
            onChoose={(law) => session?.choose(law)}
            onPoint={setPointed}
          />
        )}
        {found && <Inside state={state} candidate={shown} session={session} />}
        <Gallery />
        <Recent recent={state.recent} onForget={() => session?.forget()} />
        <About />
      </main>
      <footer>
        <p>
          <kbd>/</kbd> field <kbd>Enter</kbd> ask <kbd>Esc</kbd> stop <kbd>↑</kbd>
          <kbd>↓</kbd> candidates
        </p>
      </footer>
    </>
  );
}

function ThemeSwitch({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
  const names = { auto: 'Auto', light: 'Light', dark: 'Dark' };
  return (
    <button type="button" class="small" id="theme" onClick={() => onChange(next)}>
      <span aria-hidden="true">◐ </span>
      <span class="hidden">Colours: </span>
      {names[theme]}
    </button>
  );
}
