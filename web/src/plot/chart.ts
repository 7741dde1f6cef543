// The chart: uPlot with our marks and colours. It is made once and given new numbers; only another
// scale or another colour makes it anew.
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Drawing, isPositive } from './series';

export type Scale = 'linear' | 'log';

export interface Chart {
  /** Draws other numbers in the same place. */
  update(drawing: Drawing, scale: Scale): void;
  /** Shows a part: half as much or twice as much; or all of it. */
  zoom(how: 'in' | 'out' | 'all'): void;
  /** The picture as it is, on paper. */
  toPng(): Promise<Blob | undefined>;
  destroy(): void;
}

const HEIGHT = 260;
const NARROWEST = 200;

/** A colour of the style sheet as it comes out, dark or light. */
export function colour(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const seenThrough = (solid: string): string => solid.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.12)');

const DIRECT = 1e6;

export const short = (value: number): string =>
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

const dataOf = ({ x, given, heldOut, predicted, curve, low, high }: Drawing): UPlot.AlignedData =>
  [x, given, heldOut, predicted, curve, low, high].map((points) => [
    ...points,
  ]) as UPlot.AlignedData;

/** A logarithm where there is one; else its like that goes through zero. */
const distributionOf = (drawing: Drawing, scale: Scale): 1 | 3 | 4 =>
  scale === 'linear' ? 1 : isPositive(drawing) ? 3 : 4;

export function draw(
  element: HTMLElement,
  drawing: Drawing,
  scale: Scale,
  onPoint: (index: number | undefined) => void,
  onZoom: (isZoomed: boolean) => void,
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
  /** What is looked at; undefined: everything. */
  let window: [number, number] | undefined;
  let distribution = distributionOf(drawing, scale);
  let length = drawing.x.length;
  const look = (part: [number, number] | undefined): void => {
    window = part;
    onZoom(part !== undefined);
    plot.setData(plot.data, true);
  };
  const options = (): UPlot.Options => ({
    width: Math.max(element.clientWidth, NARROWEST),
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false, setScale: false }, points: { size: 10 } },
    scales: {
      x: {
        time: false,
        range: (_, low, high) => window ?? [low - 0.5, high + 0.5],
      },
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
      { width: 0, points: { show: false } },
      { width: 0, points: { show: false } },
    ],
    // The range in which a measured term is likely to be.
    // It is drawn last, over the terms: they are seen through it.
    bands: [{ series: [6, 5], fill: seenThrough(accent) }],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)],
      setSelect: [
        (self) => {
          const { left, width } = self.select;
          if (width < 8) return;
          look([self.posToVal(left, 'x'), self.posToVal(left + width, 'x')]);
          self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  });
  let plot = new UPlot(options(), dataOf(drawing), element);
  const showAll = (): void => look(undefined);
  plot.over.addEventListener('dblclick', showAll);
  const watch = new ResizeObserver(() => {
    const width = Math.max(element.clientWidth, NARROWEST);
    if (width !== plot.width) plot.setSize({ width, height: HEIGHT });
  });
  watch.observe(element);
  return {
    update: (other, scale) => {
      const next = distributionOf(other, scale);
      if (other.x.length !== length && window) {
        window = undefined;
        onZoom(false);
      }
      length = other.x.length;
      if (next === distribution) return plot.setData(dataOf(other), true);
      distribution = next;
      plot.destroy();
      plot = new UPlot(options(), dataOf(other), element);
      plot.over.addEventListener('dblclick', showAll);
    },
    zoom: (how) => {
      if (how === 'all') return showAll();
      const [from, to] = [plot.data[0][0] ?? 0, plot.data[0].at(-1) ?? 1];
      const [low, high] = window ?? [from - 0.5, to + 0.5];
      const middle = (low + high) / 2;
      const half = ((high - low) / 2) * (how === 'in' ? 0.5 : 2);
      if (half * 2 >= to - from + 1) return showAll();
      look([Math.max(from - 0.5, middle - half), Math.min(to + 0.5, middle + half)]);
    },
    toPng: () => {
      const { canvas } = plot.ctx;
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext('2d');
      if (!context) return Promise.resolve(undefined);
      context.fillStyle = paper;
      context.fillRect(0, 0, copy.width, copy.height);
      context.drawImage(canvas, 0, 0);
      return new Promise((resolve) => copy.toBlob((blob) => resolve(blob ?? undefined)));
    },
    destroy: () => {
      watch.disconnect();
      plot.destroy();
    },
  };
}
