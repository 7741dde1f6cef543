// The law, how far it can be trusted, and the terms that follow.
import type { Candidate } from 'ansatz';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { famousOf } from '../famous';
import { rounded } from '../law/shown';
import { Formula, partsOf } from '../math';
import type { Counted, Session } from '../session';
import { type Found, firstOf, isPending, type State } from '../state';
import {
  ANSWER,
  decimalsOf,
  guessInWords,
  heldOutInWords,
  NOTHING,
  oeisEntry,
  oeisSearch,
  rangeInWords,
  roundedLike,
  type Standing,
  sentence,
  shortened,
  standing,
  standingOf,
  TAKE,
} from '../words';
import { Badge } from './badge';
import { Copy } from './copy';
import { Renderings } from './renderings';
import { Share } from './share';
import { Progress } from './status';

/** How the candidate that is shown stands: nothing is claimed before the search is over. */
export const standingIn = (state: State, candidate: Candidate): Standing =>
  isPending(state) ? 'checking' : state.phase === 'stopped' ? 'stopped' : standingOf(candidate);

interface Props {
  state: State;
  candidate: Candidate;
  /** The candidate's law, with n as somebody counts it. */
  law: Counted;
  found: Found;
  session: Session | undefined;
}

export function Answer({ state, candidate, law, found, session }: Props) {
  const is = standingIn(state, candidate);
  const isBest = candidate === found.best;
  // What was measured to tenths is foretold to tenths.
  const decimals = candidate.noise ? decimalsOf(found.understood.terms) : undefined;
  const range = rangeInWords(candidate, decimals ?? 0);
  const { latex, text } = law;
  const parts = partsOf(latex);
  const { rest } = parts;
  return (
    <section class="answer" aria-labelledby="answer-title" id="answer">
      <div class="verdict">
        <h2 id="answer-title" class="eyebrow">
          {isBest ? standing(is).title : ANSWER.candidate}
        </h2>
        <Badge is={is} />
        <Progress state={state} session={session} />
      </div>
      <Wide label={text}>
        <Formula latex={parts.law} text={text} />
      </Wide>
      {rest.length > 0 && (
        <p class="starting">
          {rest.map((part, index) => (
            <span key={part}>
              <Formula latex={part} text={candidate.initial[index] ?? ''} />
            </span>
          ))}
        </p>
      )}
      {law.from !== undefined && (
        <p class="quiet hint" id="counts-from">
          {ANSWER.countsFrom(law.from)}
        </p>
      )}
      {rounded(latex) !== latex && <p class="quiet hint">{ANSWER.rounded}</p>}
      {candidate.entry && (
        <p class="name" id="name">
          {sentence(candidate.entry.name)},{' '}
          <a href={oeisEntry(candidate.entry.number)} target="_blank" rel="noopener noreferrer">
            {candidate.entry.number}
          </a>
        </p>
      )}
      {!candidate.entry && <Famous found={found} then={NOTHING.famousParts} />}
      <NextTerms terms={candidate.next} decimals={decimals} />
      {range && <p id="range">{range}</p>}
      {!isBest && (
        <p>
          <button type="button" id="back" onClick={() => session?.change({ law: undefined })}>
            {ANSWER.back}
          </button>
        </p>
      )}
      <div class="take">
        <Share session={session} />
        <OeisLink found={found} />
      </div>
      <Renderings candidate={candidate} law={law} first={firstOf(state)} session={session} />
    </section>
  );
}

/** A law that is wider than its place says so. */
function Wide({ label, children }: { label: string; children: preact.ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const look = (): void => setWide(element.scrollWidth > element.clientWidth + 1);
    const watch = new ResizeObserver(look);
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    look();
    return () => watch.disconnect();
  }, [label]);
  return (
    <>
      <div
        class={label.length > 60 ? 'law long' : 'law'}
        ref={place}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        {children}
      </div>
      {isWide && (
        <p class="quiet hint" id="scrolls">
          {ANSWER.scrolls}
        </p>
      )}
    </>
  );
}

/** The famous sequence that begins so and that no law of ours can be. */
export function Famous({ found, then }: { found: Found; then: string }) {
  const famous = found.domain === 'integer' ? famousOf(found.understood.terms) : undefined;
  if (!famous) return null;
  return (
    <p class="name" id="famous">
      {NOTHING.famous(famous.name)}{' '}
      <a href={oeisEntry(famous.number)} target="_blank" rel="noopener noreferrer">
        {famous.number}
      </a>
      {then}
    </p>
  );
}

/** Terms that a network, or simple rules, give without a law. */
export function Guessed({ found }: { found: Found }) {
  const { guess } = found;
  if (!guess) return null;
  const foretold = heldOutInWords(guess.heldOutRight, found);
  const likelihood = guessInWords(guess);
  return (
    <div id="guess">
      <p class="evidence">
        <Badge is="guessed" />
        <span>{guess.foundBy === 'simple rules' ? ANSWER.byRules : ANSWER.byNetwork}</span>
        {likelihood && <span>{likelihood}</span>}
        {foretold && <span class="foretold">{foretold}</span>}
      </p>
      <NextTerms terms={guess.next} />
    </div>
  );
}

function NextTerms({
  terms,
  decimals,
}: {
  terms: readonly string[];
  decimals?: number | undefined;
}) {
  if (terms.length === 0) return <p class="quiet">{ANSWER.noNext}</p>;
  return (
    <div class="next">
      <h3>{ANSWER.next}</h3>
      <p class="numbers" id="next">
        {terms
          .map((term) => (decimals === undefined ? shortened(term) : roundedLike(term, decimals)))
          .join(', ')}
      </p>
      <Copy text={terms.join(', ')} what={TAKE.nextTerms} />
    </div>
  );
}

export function OeisLink({ found }: { found: Found }) {
  // With gaps that nothing fills there is no list of terms to look up.
  const hasGaps = found.understood.missing.length > found.filled.length;
  if (found.domain !== 'integer' || hasGaps) return null;
  return (
    <a
      class="oeis"
      href={oeisSearch(found.understood.terms)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {TAKE.lookUp}
    </a>
  );
}
