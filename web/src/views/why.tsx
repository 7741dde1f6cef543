// Why the law is believed: in words, and term by term.
import type { Candidate } from 'ansatz';
import { useState } from 'preact/hooks';
import { save } from '../download';
import { isTest } from '../hidden';
import { csvOf, type Row, rowsOf } from '../law/check';
import { treeOf } from '../law/tree';
import type { Session } from '../session';
import { type Found, firstOf, type State } from '../state';
import {
  evidenceInWords,
  filledInWords,
  heldOutInWords,
  lawInWords,
  likelihoodInWords,
  shortened,
  standing,
  WHY,
} from '../words';
import { standingIn } from './answer';
import { Forms } from './forms';

/** Enough to see how it goes on. */
const FEW = 6;

interface Props {
  state: State;
  candidate: Candidate;
  /** The law as prefix words, with n as somebody counts it. */
  words: readonly string[];
  found: Found;
  session: Session | undefined;
}

export function Why({ state, candidate, words, found, session }: Props) {
  const is = standingIn(state, candidate);
  const filled = filledInWords(found.filled, firstOf(state));
  const isTested = isTest(found);
  const foretold = heldOutInWords(candidate.heldOutRight, found, isTested);
  const likelihood = is === 'checking' ? undefined : likelihoodInWords(candidate);
  return (
    <section aria-labelledby="why-title" id="why">
      <h2 id="why-title">{WHY.title}</h2>
      <p class="plainly" id="plainly">
        {lawInWords(treeOf(words))}
      </p>
      <p id="evidence">
        {evidenceInWords(candidate, found.shown)}{' '}
        {foretold && <strong class={isTested ? 'foretold' : ''}>{foretold}</strong>}
      </p>
      {!isTested && (
        <p>
          <button type="button" class="small" id="test" onClick={() => session?.submit()}>
            {WHY.test}
          </button>
        </p>
      )}
      {filled && <p id="filled">{filled}</p>}
      <p class="chance" id="likelihood">
        {standing(is).meaning} {likelihood}
      </p>
      <Check state={state} candidate={candidate} words={words} found={found} />
      <Forms candidate={candidate} found={found} first={firstOf(state)} />
    </section>
  );
}

function Check({ state, candidate, words, found }: Omit<Props, 'session'>) {
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(found, candidate, firstOf(state), words);
  // The start of a law, and the first terms that follow from it.
  const starting = found.shown - candidate.errors.length;
  const skipped = isWhole ? 0 : Math.max(0, starting - (FEW - 3));
  const shown = isWhole ? rows : rows.slice(skipped, skipped + FEW);
  return (
    <>
      <h3 id="check-title">{WHY.table}</h3>
      <div class="scroll" role="region" aria-labelledby="check-title" tabIndex={0}>
        <table class="check" id="check">
          <thead>
            <tr>
              <th scope="col" class="number">
                {WHY.n}
              </th>
              <th scope="col" class="number">
                {WHY.given}
              </th>
              <th scope="col">{WHY.computed}</th>
              <th scope="col">
                <span class="hidden">{WHY.right}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Line key={row.n} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="buttons">
        {rows.length > FEW && (
          <button type="button" class="small" id="all-rows" onClick={() => setWhole(!isWhole)}>
            {isWhole ? WHY.fewer : WHY.all(rows.length)}
          </button>
        )}
        <button
          type="button"
          class="small"
          id="save-csv"
          onClick={() => save('sequence.csv', 'text/csv', csvOf(found, candidate, firstOf(state)))}
        >
          {WHY.save}
        </button>
      </p>
    </>
  );
}

function Line({ row: { n, given, computed, arithmetic, is, off } }: { row: Row }) {
  return (
    <tr>
      <th scope="row" class="number">
        {n}
      </th>
      <td class="number">
        {is === 'filled' ? <span class="quiet">{WHY.missing}</span> : shortened(given)}
      </td>
      <td>
        {is === 'start' ? (
          <span class="quiet">{WHY.start}</span>
        ) : computed === undefined ? (
          <span class="quiet">{WHY.none}</span>
        ) : (
          <>
            {arithmetic && <span class="sum">{arithmetic} = </span>}
            {shortened(computed, off === undefined ? undefined : 6)}
          </>
        )}
      </td>
      <td class="mark" data-is={is}>
        {is === 'near' && off !== undefined && <span class="quiet">{WHY.off(off)}</span>}
        {is === 'filled' && <span class="quiet">{WHY.filled}</span>}
        {is === 'right' && <Mark sign="✓" name={WHY.yes} />}
        {is === 'wrong' && <Mark sign="✗" name={WHY.no} />}
      </td>
    </tr>
  );
}

const Mark = ({ sign, name }: { sign: string; name: string }) => (
  <>
    <span aria-hidden="true">{sign}</span>
    <span class="hidden">{name}</span>
  </>
);
