// What numbers are to the network: their vectors in the plane, and how alike they are.
import type { Inside } from 'ansatz';
import { INSIDE } from '../words';
import { Heatmap } from './heatmap';

const SIZE = 400;
const MARGIN = 28;

export function Numbers({ numbers }: { numbers: Inside['numbers'] }) {
  const { labels, points, similarity } = numbers;
  if (labels.length === 0) return null;
  const cell = Math.max(2, Math.min(14, Math.floor(SIZE / labels.length)));
  return (
    <section aria-labelledby="numbers-title" id="numbers">
      <h3 id="numbers-title">{INSIDE.numbers}</h3>
      <p class="quiet">{INSIDE.numbersWords}</p>
      <div class="maps-row">
        <Scatter labels={labels} points={points} />
        <Heatmap
          matrix={similarity}
          range={[-0.2, 1]}
          label={INSIDE.similarity}
          rows={labels}
          columns={labels}
          cell={cell}
        />
      </div>
    </section>
  );
}

function Scatter({ labels, points }: Pick<Inside['numbers'], 'labels' | 'points'>) {
  const spread = (axis: 0 | 1): ((value: number) => number) => {
    const values = points.map((point) => point[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return (value) => MARGIN + ((value - low) / (high - low || 1)) * (SIZE - 2 * MARGIN);
  };
  const [x, y] = [spread(0), spread(1)];
  return (
    <svg
      class="scatter"
      role="img"
      aria-label={INSIDE.inPlane(labels.length)}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
    >
      {points.map((point, index) => (
        <text key={labels[index]} x={x(point[0])} y={y(point[1])}>
          {labels[index]}
        </text>
      ))}
    </svg>
  );
}
