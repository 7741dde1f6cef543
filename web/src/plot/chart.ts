// The chart: uPlot with our marks and colours.
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Drawing, isPositive } from './series';

export type Scale = 'linear' | 'log';

export interface Chart {
  destroy(): void;
}

const HEIGHT = 260;

/** A colour of the style sheet as it comes out, dark or light. */
function colour(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const DIRECT = 1e6;

const short = (value: number): string =>
  Math.abs(value) >= DIRECT || (value !== 0 && Math.abs(value) < 1e-3)
    ? value.toExponential(0).replace('e+', 'e')
    : String(Number(value.toPrecision(6)));

/** Squares tell hidden terms from given ones without colour. */
const squares: UPlot.Series.Points.PathBuilder = (plot, series, from, to) => {
  const path = new Path2D();
  const size = 8 * devicePixelRatio;
  const [xs, ys] = [plot.data[0], plot.data[series]];
  for (let index = from; index <= to; index++) {
    const y = ys?.[index];
    if (y == null) continue;
    const left = plot.valToPos(xs[index] ?? 0, 'x', true) - size / 2;
    path.rect(left, plot.valToPos(y, 'y', true) - size / 2, size, size);
  }
  return { stroke: path, fill: path, flags: 3 };
};

export function draw(
  element: HTMLElement,
  drawing: Drawing,
  scale: Scale,
  onPoint: (index: number | undefined) => void,
): Chart {
  const [ink, quiet, rule, accent, paper] = [
    '--ink',
    '--quiet',
    '--rule',
    '--accent',
    '--paper',
  ].map((name) => colour(element, name)) as [string, string, string, string, string];
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  const axis = { stroke: quiet, font, grid: { stroke: rule, width: 1 }, ticks: { show: false } };
  // A logarithm where there is one; else its like that goes through zero.
  const distribution = scale === 'linear' ? 1 : isPositive(drawing) ? 3 : 4;
  const options: UPlot.Options = {
    width: Math.max(element.clientWidth, 200),
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 10 } },
    scales: {
      x: { time: false, range: (_, low, high) => [low - 0.5, high + 0.5] },
      y: { distr: distribution, asinh: 1 },
    },
    axes: [
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] },
      { ...axis, size: 64, values: (_, splits) => splits.map((v) => (v == null ? '' : short(v))) },
    ],
    series: [
      {},
      { stroke: ink, width: 1, points: { show: true, size: 7, fill: ink, stroke: ink } },
      {
        stroke: ink,
        width: 0,
        points: { show: true, size: 8, fill: paper, stroke: ink, width: 1.5, paths: squares },
      },
      {
        stroke: accent,
        width: 1,
        dash: [3, 4],
        points: { show: true, size: 8, fill: paper, stroke: accent, width: 2 },
      },
      { stroke: accent, width: 1.5, dash: [8, 4], points: { show: false } },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
  const { x, given, heldOut, predicted, curve } = drawing;
  const data = [x, given, heldOut, predicted, curve].map((points) => [...points]);
  const plot = new UPlot(options, data as UPlot.AlignedData, element);
  const watch = new ResizeObserver(() => {
    const width = Math.max(element.clientWidth, 200);
    if (width !== plot.width) plot.setSize({ width, height: HEIGHT });
  });
  watch.observe(element);
  return {
    destroy: () => {
      watch.disconnect();
      plot.destroy();
    },
  };
}
