// What a law costs and what it misses: each candidate as a point. Who clicks on one chooses it; the
// rows below it are the same for everybody else.
import type { Candidate } from 'ansatz';
import { equationOf } from '../law/shown';
import { errorOf, type Found, lawOf } from '../state';
import { CANDIDATES } from '../words';

interface Props {
  found: Found;
  shown: Candidate | undefined;
  onChoose: (formula: string) => void;
}

const [WIDTH, HEIGHT] = [480, 220];
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 24, 24, 40];
/** Below it an error is rounding. */
const LEAST = 1e-12;
/** With fewer there is nothing to weigh. */
const FEW = 3;

const logOf = (error: number): number => Math.log10(Math.max(error, LEAST));

export function Tradeoff({ found, shown, onChoose }: Props) {
  const { candidates } = found;
  const points = candidates.map((candidate) => {
    return { candidate, size: candidate.complexity, error: logOf(errorOf(candidate)) };
  });
  const errors = points.map(({ error }) => error);
  const [low, high] = [Math.min(...errors), Math.max(...errors)];
  // Where all laws meet all terms, only their lengths differ: the rows say that better.
  if (points.length < FEW || high === low) return null;
  const sizes = points.map(({ size }) => size);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const x = (size: number): number =>
    LEFT + ((size - least) / (most - least || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (error: number): number =>
    HEIGHT - BOTTOM - ((error - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  return (
    <figure class="tradeoff" id="tradeoff">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={CANDIDATES.tradeoff}>
        <line x1={LEFT - 16} x2={WIDTH} y1={HEIGHT - BOTTOM + 12} y2={HEIGHT - BOTTOM + 12} />
        <line x1={LEFT - 16} x2={LEFT - 16} y1={0} y2={HEIGHT - BOTTOM + 12} />
        <text x={WIDTH} y={HEIGHT - 8} class="right">
          {CANDIDATES.complexity} →
        </text>
        <text x={LEFT - 8} y={12}>
          ↑ {CANDIDATES.error}
        </text>
        {points.map(({ candidate, size, error }) => (
          <g
            key={lawOf(candidate)}
            class={candidate === shown ? 'shown' : ''}
            data-law={candidate.formula}
            role="button"
            tabIndex={-1}
            aria-label={equationOf(candidate)}
            onClick={() => onChoose(candidate.formula)}
            onKeyDown={({ key }) => key === 'Enter' && onChoose(candidate.formula)}
          >
            <circle class="reach" cx={x(size)} cy={y(error)} r={22} />
            <circle cx={x(size)} cy={y(error)} r={candidate === shown ? 6 : 4} />
          </g>
        ))}
      </svg>
      <figcaption class="quiet">{CANDIDATES.tradeoffWords}</figcaption>
    </figure>
  );
}
