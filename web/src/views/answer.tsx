// The law, how strong the evidence is, and the terms that follow.
import type { Candidate } from 'ansatz';
import { Formula, partsOf } from '../math';
import type { Session } from '../session';
import type { Found } from '../state';
import {
  evidenceInWords,
  heldOutInWords,
  likelihoodInWords,
  oeisEntry,
  oeisSearch,
  sentence,
  standingOf,
} from '../words';
import { Badge } from './badge';
import { Copy } from './copy';
import { Renderings } from './renderings';

interface Props {
  candidate: Candidate;
  found: Found;
  session: Session | undefined;
}

export function Answer({ candidate, found, session }: Props) {
  const { law, rest } = partsOf(candidate.latex);
  const isBest = candidate === found.best;
  const standing = standingOf(candidate);
  const foretold = heldOutInWords(candidate.heldOutRight, found);
  const likelihood = likelihoodInWords(candidate);
  return (
    <section class="answer" aria-labelledby="answer-title" id="answer">
      <h2 id="answer-title" class="eyebrow">
        {isBest
          ? { verified: 'The law', weak: 'A law that fits', approximate: 'A law that comes near' }[
              standing
            ]
          : `Candidate ${found.candidates.indexOf(candidate) + 1}`}
      </h2>
      <div class="law" tabIndex={0} role="group" aria-label={`u(n) = ${candidate.formula}`}>
        <Formula latex={law} text={`u(n) = ${candidate.formula}`} />
      </div>
      {rest.length > 0 && (
        <p class="starting">
          {rest.map((part, index) => (
            <span key={part}>
              <Formula latex={part} text={candidate.initial[index] ?? ''} />
            </span>
          ))}
        </p>
      )}
      {candidate.form && <p class="form">{candidate.form}</p>}
      {candidate.entry && (
        <p class="name" id="name">
          {sentence(candidate.entry.name)},{' '}
          <a href={oeisEntry(candidate.entry.number)} target="_blank" rel="noopener noreferrer">
            {candidate.entry.number}
          </a>
        </p>
      )}
      <p class="evidence" id="evidence">
        <Badge standing={standing} />
        <span>{evidenceInWords(candidate, found.shown)}</span>
        {likelihood && <span id="likelihood">{likelihood}</span>}
        {foretold && <span class="foretold">{foretold}</span>}
      </p>
      <NextTerms terms={candidate.next} />
      <div class="take">
        <Renderings candidate={candidate} session={session} />
        <OeisLink found={found} />
      </div>
    </section>
  );
}

/** Terms that a network wrote down without a law. */
export function Guessed({ found }: { found: Found }) {
  const { guess } = found;
  if (!guess) return null;
  const foretold = heldOutInWords(guess.heldOutRight, found);
  return (
    <div id="guess">
      <p class="evidence">
        <Badge standing="guessed" />
        <span>By the {guess.foundBy}: nothing proves these.</span>
        {foretold && <span class="foretold">{foretold}</span>}
      </p>
      <NextTerms terms={guess.next} />
    </div>
  );
}

function NextTerms({ terms }: { terms: readonly string[] }) {
  if (terms.length === 0) return <p class="quiet">It has no further terms.</p>;
  return (
    <div class="next">
      <h3>Next</h3>
      <p class="numbers" id="next">
        {terms.join(', ')}
      </p>
      <Copy text={terms.join(', ')} what="next terms" />
    </div>
  );
}

export function OeisLink({ found }: { found: Found }) {
  if (found.domain !== 'integer') return null;
  return (
    <a
      class="oeis"
      href={oeisSearch(found.understood.terms)}
      target="_blank"
      rel="noopener noreferrer"
    >
      Look it up in the OEIS
    </a>
  );
}
