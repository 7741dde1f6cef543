// The law that is shown, with n counted as somebody likes, or in what n counts: made by the engine,
// which simplifies.
import type { Candidate } from 'ansatz';
import { useLayoutEffect, useState } from 'preact/hooks';
import { equationOf } from '../law/shown';
import { type Counted, isPlain, type Session } from '../session';
import type { Counting } from '../state';

export function useCounted(
  counting: Counting,
  candidate: Candidate | undefined,
  session: Session | undefined,
): Counted | undefined {
  const asked = `${JSON.stringify(counting)} ${candidate?.formula}`;
  const isAsIs = isPlain(counting) && !counting.steps;
  const [made, setMade] = useState<Counted & { of: string }>();
  useLayoutEffect(() => {
    if (isAsIs || !session || !candidate) return;
    let isGone = false;
    void session.counted(candidate, counting).then((law) => {
      // One that computes indices goes on counting as it does.
      const kept = isPlain(counting) ? plain(candidate) : { ...plain(candidate), from: 1 };
      if (!isGone) setMade({ of: asked, ...(law ?? kept) });
    });
    return () => {
      isGone = true;
    };
  }, [asked, session]);
  if (!candidate) return undefined;
  if (!isAsIs && made?.of === asked) return made;
  return plain(candidate);
}

const plain = (candidate: Candidate): Counted => ({
  latex: candidate.latex,
  text: equationOf(candidate),
  words: candidate.formulaPrefix,
});
