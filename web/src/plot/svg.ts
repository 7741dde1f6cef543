// The plot as a drawing that can be scaled: a file of its own, with its own colours.
import { colour, type Scale, short } from './chart';
import { type Drawing, isPositive } from './series';

const [WIDTH, HEIGHT] = [800, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [72, 16, 16, 32];

type Points = Drawing['given'];

/** Where a value stands between 0 and 1: by itself, by its logarithm, or by its like through zero. */
function placing(values: readonly number[], scale: Scale, positive: boolean) {
  const bend = (value: number): number =>
    scale === 'linear' ? value : positive ? Math.log10(value) : Math.asinh(value);
  const bent = values.map(bend);
  const [low, high] = [Math.min(...bent), Math.max(...bent)];
  return (value: number): number => (high === low ? 0.5 : (bend(value) - low) / (high - low));
}

export function svgOf(drawing: Drawing, scale: Scale, element: HTMLElement): string {
  const { x, given, heldOut, predicted, curve, low: lower, high: upper } = drawing;
  const all = [given, heldOut, predicted, curve, lower, upper]
    .flat()
    .filter((value) => value !== null);
  const place = placing(all, scale, isPositive(drawing));
  const [first, last] = [x[0] ?? 1, x.at(-1) ?? 1];
  const right = (n: number): number =>
    LEFT + ((n - first) / Math.max(last - first, 1)) * (WIDTH - LEFT - RIGHT);
  const up = (value: number): number => HEIGHT - BOTTOM - place(value) * (HEIGHT - TOP - BOTTOM);
  const at = (points: Points): [number, number][] =>
    points.flatMap((value, index): [number, number][] =>
      value === null ? [] : [[round(right(x[index] ?? 0)), round(up(value))]],
    );
  const line = (points: Points, style: string): string =>
    `<polyline fill="none" ${style} points="${at(points)
      .map(([left, top]) => `${left},${top}`)
      .join(' ')}"/>`;
  const marks = (points: Points, mark: (left: number, top: number) => string): string =>
    at(points)
      .map(([left, top]) => mark(left, top))
      .join('');
  const [ink, quiet, rule, accent, paper, tint] = [
    '--ink',
    '--quiet',
    '--rule',
    '--accent',
    '--paper',
    '--tint',
  ].map((name) => colour(element, name));
  // Between what a measured term is likely to be.
  const band = [...at(lower), ...at(upper).reverse()];
  const shade =
    band.length === 0
      ? ''
      : `<polygon class="band" fill="${tint}" points="${band.map((at) => at.join(',')).join(' ')}"/>`;
  const low = all.length > 0 ? Math.min(...all) : 0;
  const high = all.length > 0 ? Math.max(...all) : 1;
  const heights = [...new Set([low, high])].map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(up(value))}" y2="${round(up(value))}" ` +
      `stroke="${rule}"/><text x="${LEFT - 8}" y="${round(up(value)) + 4}" ` +
      `text-anchor="end">${short(value)}</text>`,
  );
  const widths = [...new Set([first, Math.round((first + last) / 2), last])].map(
    (n) => `<text x="${round(right(n))}" y="${HEIGHT - 8}" text-anchor="middle">${n}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `font-family="sans-serif" font-size="12" fill="${quiet}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>` +
    heights.join('') +
    widths.join('') +
    shade +
    line(given, `stroke="${ink}"`) +
    line(predicted, `stroke="${accent}" stroke-dasharray="3 4"`) +
    line(curve, `stroke="${accent}" stroke-width="1.5" stroke-dasharray="8 4"`) +
    marks(given, (left, top) => `<circle cx="${left}" cy="${top}" r="3.5" fill="${ink}"/>`) +
    marks(
      heldOut,
      (left, top) =>
        `<rect x="${left - 4}" y="${top - 4}" width="8" height="8" fill="${paper}" stroke="${ink}"/>`,
    ) +
    marks(
      predicted,
      (left, top) =>
        `<circle cx="${left}" cy="${top}" r="4" fill="${paper}" stroke="${accent}" stroke-width="2"/>`,
    ) +
    '</svg>'
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
