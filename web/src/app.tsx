// The page.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Inside } from './inside/panel';
import type { Counted, Session } from './session';
import {
  countingOf,
  type Found,
  firstOf,
  isPending,
  isStale,
  lawOf,
  type State,
  type Store,
  shownCandidate,
} from './state';
import { THEMES, type Theme } from './theme';
import { About } from './views/about';
import { Answer } from './views/answer';
import { Beginning } from './views/beginning';
import { Candidates } from './views/candidates';
import { useCounted } from './views/counted';
import { Footer } from './views/footer';
import { Gallery } from './views/gallery';
import { Input } from './views/input';
import { Nothing } from './views/nothing';
import { Plot } from './views/plot';
import { Recent } from './views/recent';
import { Announcement, Notes, Stale, Waiting } from './views/status';
import { Why } from './views/why';
import { failureInWords, PAGE, STATUS, titleOf } from './words';

interface Props {
  store: Store<State>;
  /** Undefined in the first paint, where nothing happens yet. */
  session?: Session;
  /** The answer to the example, from when the page was built. */
  example?: Found | undefined;
}

export function App({ store, session, example }: Props) {
  const [state, setState] = useState(store.value);
  useEffect(() => {
    setState(store.value);
    return store.subscribe(() => setState(store.value));
  }, [store]);
  const { phase } = state;
  const shown = shownCandidate(state);
  const law = useCounted(countingOf(state), shown, session);
  useTitle(state, law);
  return (
    <>
      <header>
        <h1>
          <a href="./">Ansatz</a>
        </h1>
        <p>{PAGE.tagline}</p>
        <nav>
          <Jump to="gallery">{PAGE.examples}</Jump>
          <ThemeSwitch theme={state.theme} onChange={(theme) => session?.setTheme(theme)} />
        </nav>
      </header>
      <main aria-busy={phase === 'looking'}>
        {state.hasUpdate && <Update session={session} />}
        <Input state={state} session={session} />
        <Announcement state={state} law={law} />
        {state.engineFailure !== undefined && (
          <p role="alert" class="failure">
            {PAGE.engineFailed} {failureInWords(state.engineFailure)}{' '}
            <button type="button" onClick={() => session?.submit()}>
              {PAGE.tryAgain}
            </button>
          </p>
        )}
        {!session && (
          <p class="early">
            <progress aria-label={STATUS.starting} /> {STATUS.starting}
          </p>
        )}
        {phase === 'empty' && <Beginning session={session} example={example} />}
        <Result state={state} law={law} session={session} />
        <div id="shelves">
          <Gallery />
          <Recent recent={state.recent} onForget={() => session?.forget()} />
          <About />
        </div>
      </main>
      <Footer />
    </>
  );
}

/** All that is said about the terms; dimmed as soon as the field has others. */
function Result({
  state,
  law,
  session,
}: {
  state: State;
  law: Counted | undefined;
  session: Session | undefined;
}) {
  const [pointedLaw, setPointed] = useState<string>();
  const { found, settings, phase } = state;
  const shown = shownCandidate(state);
  const pointed =
    found?.candidates.find((candidate) => lawOf(candidate) === pointedLaw) ??
    (shown === found?.best ? undefined : shown);
  const isOver = phase === 'done' && !isPending(state);
  const isEmptyHanded = found && !shown && (isOver || (phase === 'stopped' && found));
  if (phase === 'empty' || phase === 'failed') return null;
  return (
    <div id="result" class={isStale(state) ? 'stale' : ''} data-stale={isStale(state)}>
      <Stale state={state} />
      {found && shown && law && (
        <Answer state={state} candidate={shown} law={law} found={found} session={session} />
      )}
      {isEmptyHanded && <Nothing found={found} settings={settings} session={session} />}
      {!shown && !isEmptyHanded && <Waiting state={state} session={session} />}
      {found && shown && law && (
        <Why state={state} candidate={shown} words={law.words} found={found} session={session} />
      )}
      <Notes state={state} />
      {found && (
        <Plot
          found={found}
          pointed={pointed}
          theme={state.theme}
          first={firstOf(state)}
          counting={countingOf(state)}
          session={session}
        />
      )}
      {found && (
        <Candidates
          found={found}
          shown={shown}
          isPending={isPending(state)}
          counting={countingOf(state)}
          session={session}
          onChoose={(formula) => session?.choose(formula)}
          onPoint={setPointed}
        />
      )}
      {found && <Inside state={state} candidate={shown} session={session} />}
    </div>
  );
}

/** The tab and whatever is shared by its name carry the law. */
function useTitle(state: State, law: Counted | undefined): void {
  const { found } = state;
  const shown = shownCandidate(state);
  const title =
    found && shown && law && !isStale(state) && state.phase !== 'empty' && state.phase !== 'failed'
      ? titleOf(law.text, found.understood.terms)
      : PAGE.title;
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}

/** Goes to a part of the page. The address has other uses here. */
function Jump({ to, children }: { to: string; children: string }) {
  const jump = (): void => {
    const place = document.getElementById(to);
    place?.scrollIntoView();
    place?.querySelector('summary')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" class="small" id={`to-${to}`} onClick={jump}>
      {children}
    </button>
  );
}

function Update({ session }: { session: Session | undefined }) {
  return (
    <p class="update" id="update">
      {PAGE.update}{' '}
      <button type="button" class="small" onClick={() => session?.update()}>
        {PAGE.reload}
      </button>
    </p>
  );
}

function ThemeSwitch({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
  return (
    <button type="button" class="small" id="theme" onClick={() => onChange(next)}>
      <span aria-hidden="true">◐ </span>
      <span class="hidden">{PAGE.colours}: </span>
      {PAGE.themes[theme]}
    </button>
  );
}
