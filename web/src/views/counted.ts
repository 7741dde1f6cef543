// The law that is shown, with n counted as somebody likes: made by the engine, which simplifies.
import type { Candidate } from 'ansatz';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Counted, Session } from '../session';

export function useCounted(
  first: number,
  candidate: Candidate | undefined,
  session: Session | undefined,
): Counted | undefined {
  const asked = `${first} ${candidate?.formula}`;
  const [made, setMade] = useState<Counted & { of: string }>();
  useLayoutEffect(() => {
    if (first === 1 || !session || !candidate) return;
    let isGone = false;
    void session.shifted(candidate, first).then((law) => {
      if (!isGone && law) setMade({ of: asked, ...law });
    });
    return () => {
      isGone = true;
    };
  }, [asked, session]);
  if (!candidate) return undefined;
  if (first !== 1 && made?.of === asked) return made;
  const { latex, formula, formulaPrefix } = candidate;
  return { latex, text: `u(n) = ${formula}`, words: formulaPrefix };
}
