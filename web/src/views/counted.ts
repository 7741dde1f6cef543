// The law that is shown, with n counted as somebody likes: made by the engine, which simplifies.
import type { Candidate } from 'ansatz';
import { useLayoutEffect, useState } from 'preact/hooks';
import { equationOf } from '../law/shown';
import type { Counted, Session } from '../session';

export function useCounted(
  first: number,
  candidate: Candidate | undefined,
  session: Session | undefined,
  ahead = false,
): Counted | undefined {
  const asked = `${first} ${ahead} ${candidate?.formula}`;
  const isPlain = first === 1 && !ahead;
  const [made, setMade] = useState<Counted & { of: string }>();
  useLayoutEffect(() => {
    if (isPlain || !session || !candidate) return;
    let isGone = false;
    void session.shifted(candidate, first, ahead).then((law) => {
      // One that computes indices goes on counting as it does.
      if (!isGone) setMade({ of: asked, ...(law ?? { ...plain(candidate), from: 1 }) });
    });
    return () => {
      isGone = true;
    };
  }, [asked, session]);
  if (!candidate) return undefined;
  if (!isPlain && made?.of === asked) return made;
  return plain(candidate);
}

const plain = (candidate: Candidate): Counted => ({
  latex: candidate.latex,
  text: equationOf(candidate),
  words: candidate.formulaPrefix,
});
