// What is going on: the search, the download of a network, and what went wrong on the way.
import { equationOf } from '../law/shown';
import type { Counted, Session } from '../session';
import { isPending, isStale, type Network, type State, shownCandidate } from '../state';
import { announced, NOTHING, problemInWords, STATUS, standing } from '../words';
import { standingIn } from './answer';

/** The one place that says aloud what happens. It is not seen: what is seen says the same. */
export function Announcement({ state, law }: { state: State; law: Counted | undefined }) {
  return (
    <p role="status" class="hidden" id="phase" data-phase={state.phase}>
      {spoken(state, law)}
    </p>
  );
}

function spoken(state: State, law: Counted | undefined): string {
  const { phase, found, device, problem } = state;
  if (phase === 'failed') return problem ? problemInWords(problem) : '';
  if (phase === 'looking') return device ? STATUS.looking : STATUS.starting;
  const shown = shownCandidate(state);
  if (phase === 'empty' || !found) return '';
  if (!shown) return phase === 'stopped' ? STATUS.stoppedEmpty : NOTHING.title;
  const is = standingIn(state, shown);
  const name = phase === 'stopped' ? STATUS.stopped : standing(is).name;
  return announced(name, law?.text ?? equationOf(shown), shown.next);
}

/** What an answer is waiting for, and how to wait no longer. */
export function Progress({ state, session }: { state: State; session: Session | undefined }) {
  const { phase, network, device } = state;
  if (phase === 'stopped') {
    return (
      <button type="button" class="small" id="go-on" onClick={() => session?.submit()}>
        {STATUS.goOn}
      </button>
    );
  }
  if (!isPending(state)) return null;
  const isWaiting = phase === 'done';
  return (
    <span class="progress">
      {isWaiting && network.kind === 'loading' ? (
        <progress aria-label={STATUS.download} max={network.total} value={network.loaded} />
      ) : (
        <progress aria-label={STATUS.looking} />
      )}{' '}
      <span class="progress-words">
        {isWaiting ? STATUS.waitingForNetwork : device ? STATUS.looking : STATUS.starting}
      </span>
      {phase === 'looking' && (
        <button type="button" class="small" id="stop" onClick={() => session?.stop()}>
          {STATUS.stop}
        </button>
      )}
    </span>
  );
}

/** While there is nothing to show yet: a place as high as an answer. */
export function Waiting({ state, session }: { state: State; session: Session | undefined }) {
  return (
    <section class="answer waiting" id="waiting">
      <div class="verdict">
        <Progress state={state} session={session} />
        {state.phase === 'stopped' && <p>{STATUS.stoppedEmpty}</p>}
      </div>
    </section>
  );
}

/** That what is shown is about other numbers. */
export function Stale({ state }: { state: State }) {
  return isStale(state) ? (
    <p class="stale-mark" id="stale">
      {STATUS.stale}
    </p>
  ) : null;
}

/** What did not go as it should have. */
export function Notes({ state: { found, network } }: { state: State }) {
  const notes = new Set([
    ...(network.kind === 'failed' ? [STATUS.networkFailed] : []),
    ...(found?.notes ?? []),
  ]);
  if (notes.size === 0) return null;
  return (
    <ul class="notes">
      {[...notes].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

export function NetworkState({ network }: { network: Network }) {
  const words = {
    waiting: () => STATUS.networkWaiting,
    loading: () =>
      network.kind === 'loading' ? STATUS.networkLoading(network.loaded, network.total) : '',
    ready: () =>
      network.kind === 'ready' ? STATUS.networkReady(network.bytes, network.cached) : '',
    failed: () => STATUS.networkFailed,
  }[network.kind]();
  return (
    <p class="quiet" id="network" data-kind={network.kind}>
      {words}
    </p>
  );
}
