// How far probabilities can be believed: what was promised against what came true.
import type { ReportPlot } from '../figures';
import { ABOUT } from '../words';

const [WIDTH, HEIGHT, EDGE] = [360, 320, 40];
const TICKS = [0, 25, 50, 75, 100];

const x = (percent: number): number => EDGE + (percent / 100) * (WIDTH - EDGE - 12);
const y = (percent: number): number => HEIGHT - EDGE - (percent / 100) * (HEIGHT - EDGE - 12);

export function Reliability({ plot }: { plot: ReportPlot }) {
  return (
    <figure class="reliability" id="reliability">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={plot.title}>
        <line class="even" x1={x(0)} y1={y(0)} x2={x(100)} y2={y(100)} />
        {TICKS.map((tick) => (
          <g key={tick}>
            <text class="right" x={x(0) - 6} y={y(tick)}>
              {tick}
            </text>
            <text class="below" x={x(tick)} y={y(0) + 14}>
              {tick}
            </text>
          </g>
        ))}
        <text class="below" x={x(50)} y={HEIGHT - 8}>
          {plot.x.label}
        </text>
        {plot.series.map(({ label, points }, at) => (
          <g key={label} class={`curve-${at % 4}`}>
            <polyline points={points.map(([px, py]) => `${x(px)},${y(py)}`).join(' ')} />
            {points.map(([px, py]) => (
              <circle key={px} cx={x(px)} cy={y(py)} r={3} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        {ABOUT.reliability}
        <ul>
          {plot.series.map(({ label }, at) => (
            <li key={label} class={`curve-${at % 4}`}>
              <span aria-hidden="true">●</span> {label}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
