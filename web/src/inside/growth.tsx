// The beam as it grew: a column a step, the likeliest hypothesis on top, a line to what each
// continues.
import type { Inside } from 'ansatz';
import { useEffect, useState } from 'preact/hooks';
import { INSIDE, percent } from '../words';
import { sign } from './tree';

const WIDTH = 128;
const HEIGHT = 34;
const TOP = 24;

/** The way back from the best hypothesis of the last step, as one rank a step. */
function pathOf(growth: Inside['growth']): number[] {
  const path: number[] = [];
  let rank = 0;
  for (let step = growth.length - 1; step >= 0; step--) {
    path[step] = rank;
    rank = growth[step]?.[rank]?.parent ?? 0;
  }
  return path;
}

export function Growth({ growth }: { growth: Inside['growth'] }) {
  const [picked, setPicked] = useState<readonly [number, number]>();
  useEffect(() => setPicked(undefined), [growth]);
  if (growth.length === 0) return null;
  const path = pathOf(growth);
  const [step, rank] = picked ?? [growth.length - 1, path.at(-1) ?? 0];
  const whole = growth[step]?.[rank];
  const width = growth.length * WIDTH;
  const height = TOP + Math.max(...growth.map((step) => step.length)) * HEIGHT;
  const middle = (rank: number): number => TOP + rank * HEIGHT + HEIGHT / 2 - 3;
  return (
    <section aria-labelledby="growth-title" id="growth">
      <h3 id="growth-title">{INSIDE.growth}</h3>
      <p class="quiet">{INSIDE.growthWords}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={INSIDE.growthLabel}>
        <svg
          class="growth"
          role="img"
          aria-label={INSIDE.growthSteps(growth.length)}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          {growth.map((_, at) => (
            <text key={at} class="step" x={at * WIDTH + 4} y={14}>
              {at + 1}
            </text>
          ))}
          {growth.flatMap((step, at) =>
            step.map(({ parent }, rank) => {
              if (at === 0) return null;
              const [x1, y1] = [at * WIDTH - 16, middle(parent)];
              const [x2, y2] = [at * WIDTH, middle(rank)];
              const isBest = path[at] === rank && path[at - 1] === parent;
              return (
                <path
                  key={`${at}-${rank}`}
                  class={isBest ? 'best' : ''}
                  d={`M${x1},${y1} C${x1 + 8},${y1} ${x2 - 8},${y2} ${x2},${y2}`}
                />
              );
            }),
          )}
          {growth.flatMap((step, at) =>
            step.map(({ token, logProb }, rank) => (
              <g
                key={`${at}-${rank}`}
                class={path[at] === rank ? 'best' : ''}
                onPointerEnter={() => setPicked([at, rank])}
                onPointerDown={() => setPicked([at, rank])}
              >
                <rect x={at * WIDTH} y={middle(rank) - 13} width={WIDTH - 16} height={26} rx={4} />
                <text class="token" x={at * WIDTH + 8} y={middle(rank)}>
                  {sign(token)}
                </text>
                <text class="chance" x={at * WIDTH + WIDTH - 24} y={middle(rank)}>
                  {percent(Math.exp(logProb))}
                </text>
              </g>
            )),
          )}
        </svg>
      </div>
      {whole && (
        <p class="quiet" id="growth-reading">
          {INSIDE.growthReading(step, rank, sign(whole.token), Math.exp(whole.logLikelihood))}
        </p>
      )}
    </section>
  );
}
