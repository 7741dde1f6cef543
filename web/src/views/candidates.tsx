// All laws that were found, best first, while they come in. Arrows move, Enter shows one large.
import type { Candidate } from 'ansatz';
import { Formula, partsOf } from '../math';
import { type Found, lawOf } from '../state';
import { standingOf } from '../words';
import { Badge } from './badge';

interface Props {
  found: Found;
  shown: Candidate | undefined;
  onChoose: (law: string) => void;
  onPoint: (law: string | undefined) => void;
}

export function Candidates({ found, shown, onChoose, onPoint }: Props) {
  const { candidates, heldOut } = found;
  if (candidates.length === 0) return null;
  const focusable = shown && candidates.includes(shown) ? shown : candidates[0];
  return (
    <section aria-labelledby="candidates-title" id="candidates">
      <h2 id="candidates-title">Candidates</h2>
      <div class="scroll" role="region" aria-label="Table of candidates" tabIndex={0}>
        <table onKeyDown={moveBetweenRows} onMouseLeave={() => onPoint(undefined)}>
          <thead>
            <tr>
              <th scope="col">Law</th>
              <th scope="col">Evidence</th>
              <th scope="col" class="number">
                Terms
              </th>
              {heldOut > 0 && (
                <th scope="col" class="number">
                  Hidden
                </th>
              )}
              <th scope="col" class="number">
                Length
              </th>
              <th scope="col">Found by</th>
              <th scope="col" class="number">
                <abbr title="The network's log-likelihood">log p</abbr>
              </th>
            </tr>
          </thead>
          <tbody>
            {candidates.map((candidate) => (
              <Row
                key={lawOf(candidate)}
                candidate={candidate}
                heldOut={heldOut}
                isShown={candidate === shown}
                isFocusable={candidate === focusable}
                onChoose={onChoose}
                onPoint={onPoint}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  candidate: Candidate;
  heldOut: number;
  isShown: boolean;
  isFocusable: boolean;
  onChoose: Props['onChoose'];
  onPoint: Props['onPoint'];
}

function Row({ candidate, heldOut, isShown, isFocusable, onChoose, onPoint }: RowProps) {
  const { evidence, heldOutRight, logLikelihood } = candidate;
  const law = lawOf(candidate);
  return (
    <tr aria-current={isShown || undefined} onMouseEnter={() => onPoint(law)}>
      <td>
        <button
          type="button"
          class="row"
          tabIndex={isFocusable ? 0 : -1}
          aria-pressed={isShown}
          onClick={() => onChoose(law)}
          onFocus={() => onPoint(law)}
          onBlur={() => onPoint(undefined)}
        >
          <span class="hidden">{`u(n) = ${candidate.formula}`}</span>
          <span aria-hidden="true">
            <Formula latex={partsOf(candidate.latex).law} text={`u(n) = ${candidate.formula}`} />
          </span>
        </button>
      </td>
      <td>
        <Badge standing={standingOf(candidate)} />
      </td>
      <td class="number">
        {evidence.reproduced}/{evidence.reproduced + evidence.wrong}
      </td>
      {heldOut > 0 && (
        <td class="number">
          {heldOutRight ?? 0}/{heldOut}
        </td>
      )}
      <td class="number">{candidate.complexity}</td>
      <td class="finders">{candidate.foundBy.join(', ')}</td>
      <td class="number">{logLikelihood === null ? '' : logLikelihood.toFixed(1)}</td>
    </tr>
  );
}

function moveBetweenRows(event: KeyboardEvent): void {
  const table = event.currentTarget as HTMLTableElement;
  const rows = [...table.querySelectorAll<HTMLButtonElement>('button.row')];
  const at = rows.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus();
}
