// A look inside: the law as a tree, and what the network did on the way to it.
import type { Candidate, Inside as Seen } from 'ansatz';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session';
import type { State } from '../state';
import { INSIDE } from '../words';
import { Attention } from './attention';
import { Growth } from './growth';
import { Numbers } from './numbers';
import { Tree } from './tree';

interface Props {
  state: State;
  candidate: Candidate | undefined;
  session: Session | undefined;
}

type Look =
  | { readonly kind: 'looking' }
  | { readonly kind: 'seen'; readonly seen: Seen }
  | { readonly kind: 'none' };

export function Inside({ state, candidate, session }: Props) {
  const [isOpen, setOpen] = useState(false);
  const look = useLook(state, session, isOpen);
  return (
    <details class="shelf" id="inside" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{INSIDE.title}</h2>
      </summary>
      {isOpen && candidate && (
        <section aria-labelledby="tree-title">
          <h3 id="tree-title">{INSIDE.tree}</h3>
          <Tree words={candidate.formulaPrefix} />
        </section>
      )}
      {isOpen && (
        <p class="quiet" id="inside-state">
          {look.kind === 'looking' && INSIDE.waiting}
          {look.kind === 'none' && INSIDE.none}
        </p>
      )}
      {isOpen && look.kind === 'seen' && (
        <>
          <Growth growth={look.seen.growth} />
          <Attention seen={look.seen} />
          <Numbers numbers={look.seen.numbers} />
        </>
      )}
    </details>
  );
}

/** Asks the network, once a search is over, and only if somebody looks. */
function useLook(state: State, session: Session | undefined, isOpen: boolean): Look {
  const [look, setLook] = useState<Look>({ kind: 'looking' });
  const { text, domain, commas, column, beam } = state.settings;
  const isQuiet = state.phase === 'done' || state.phase === 'stopped';
  useEffect(() => {
    if (!isOpen || !isQuiet || !session) return;
    const given = new AbortController();
    const { signal } = given;
    const ask = async (): Promise<void> => {
      try {
        const ansatz = await session.ansatz;
        const reading = {
          ...(domain && { domain }),
          ...(commas && { commas }),
          ...(column !== undefined && { column }),
        };
        const seen = await ansatz.inspect(text, { beam, signal, ...reading });
        if (!signal.aborted) setLook({ kind: 'seen', seen });
      } catch {
        if (!signal.aborted) setLook({ kind: 'none' });
      }
    };
    setLook({ kind: 'looking' });
    void ask();
    return () => given.abort();
  }, [
    isOpen,
    isQuiet,
    session,
    text,
    domain,
    commas,
    column,
    beam,
    state.deviceChoice,
    state.network.kind,
  ]);
  return look;
}
