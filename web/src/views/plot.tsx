// The terms to look at: given, hidden and predicted, and what a candidate makes of them.
import type { Candidate } from 'ansatz';
import { useEffect, useRef, useState } from 'preact/hooks';
import { save } from '../download';
import type { Chart, Scale } from '../plot/chart';
import { type Drawing, drawingOf, errorsOf, isOff, MODES, type Mode } from '../plot/series';
import type { Session } from '../session';
import type { Counting, Found } from '../state';
import type { Theme } from '../theme';
import { PLOT } from '../words';
import { useCounted } from './counted';

interface Props {
  found: Found;
  /** Hovered, focused or chosen: its curve is drawn. */
  pointed: Candidate | undefined;
  theme: Theme;
  /** The index of the first term. */
  first: number;
  counting: Counting;
  session: Session | undefined;
}

export function Plot({ found, pointed, theme, first, counting, session }: Props) {
  const counted = useCounted(counting, pointed, session);
  const [wanted, setMode] = useState<Mode>('values');
  const [scale, setScale] = useState<Scale>('linear');
  const [at, setAt] = useState<number>();
  const [isZoomed, setZoomed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | undefined>(undefined);
  const law = pointed ?? found.best;
  const hasErrors = law !== undefined && isOff(law);
  const mode = wanted === 'errors' && !hasErrors ? 'values' : wanted;
  const drawing =
    mode === 'errors' && law ? errorsOf(found, law, first) : drawingOf(found, pointed, mode, first);
  const isDark = useDark(theme);
  const latest = useRef({ drawing, scale });
  latest.current = { drawing, scale };

  // Made once, and again where colours change; the numbers come and go in it.
  useEffect(() => {
    let isGone = false;
    void import('../plot/chart').then(({ draw }) => {
      if (isGone || !place.current) return;
      const { drawing, scale } = latest.current;
      chart.current = draw(place.current, drawing, scale, setAt, setZoomed);
    });
    return () => {
      isGone = true;
      chart.current?.destroy();
      chart.current = undefined;
    };
  }, [isDark]);
  useEffect(() => chart.current?.update(drawing, scale), [found, pointed, mode, scale, first]);

  return (
    <figure class="plot" id="plot">
      <div class="plot-choices">
        <Choice
          name="mode"
          label={PLOT.show}
          values={MODES.filter((name) => name !== 'errors' || hasErrors)}
          names={PLOT.modes}
          value={mode}
          onChange={setMode}
        />
        <Choice
          name="scale"
          label={PLOT.scale}
          values={['linear', 'log'] as const}
          names={PLOT.scales}
          value={scale}
          onChange={setScale}
        />
      </div>
      <div class="chart" ref={place} role="img" aria-label={described(drawing, mode)} />
      <figcaption>
        <span class="key given">{PLOT.keys.given}</span>
        {found.heldOut > 0 && <span class="key held-out">{PLOT.keys.heldOut}</span>}
        {mode !== 'errors' && <span class="key predicted">{PLOT.keys.predicted}</span>}
        {counted && mode !== 'errors' && <span class="key curve">{counted.text}</span>}
        {drawing.low.some((value) => value !== null) && (
          <span class="key band">{PLOT.keys.band}</span>
        )}
        <span class="reading">{reading(drawing, at)}</span>
      </figcaption>
      <p class="buttons plot-buttons">
        <button
          type="button"
          class="small"
          id="zoom-in"
          aria-label={PLOT.zoomIn}
          onClick={() => chart.current?.zoom('in')}
        >
          +
        </button>
        <button
          type="button"
          class="small"
          id="zoom-out"
          aria-label={PLOT.zoomOut}
          disabled={!isZoomed}
          onClick={() => chart.current?.zoom('out')}
        >
          −
        </button>
        {isZoomed && (
          <button
            type="button"
            class="small"
            id="zoom-all"
            onClick={() => chart.current?.zoom('all')}
          >
            {PLOT.whole}
          </button>
        )}
        <span class="quiet zoom-hint">{PLOT.zoomHint}</span>
        <span class="save">
          {PLOT.save}{' '}
          <button
            type="button"
            class="small"
            id="save-png"
            onClick={() => void saveAs('png', chart.current, drawing, scale, place.current)}
          >
            PNG
          </button>{' '}
          <button
            type="button"
            class="small"
            id="save-svg"
            onClick={() => void saveAs('svg', chart.current, drawing, scale, place.current)}
          >
            SVG
          </button>
        </span>
      </p>
    </figure>
  );
}

async function saveAs(
  format: 'png' | 'svg',
  chart: Chart | undefined,
  drawing: Drawing,
  scale: Scale,
  place: HTMLElement | null,
): Promise<void> {
  if (!place) return;
  if (format === 'svg') {
    const { svgOf } = await import('../plot/svg');
    return save('sequence.svg', 'image/svg+xml', svgOf(drawing, scale, place));
  }
  const picture = await chart?.toPng();
  if (picture) save('sequence.png', 'image/png', picture);
}

const count = (points: Drawing['given']): number => points.filter((value) => value !== null).length;

const described = (drawing: Drawing, mode: Mode): string =>
  PLOT.described(
    PLOT.modes[mode],
    count(drawing.given),
    count(drawing.heldOut),
    count(drawing.predicted),
  );

/** What is under the pointer. */
function reading({ x, given, heldOut, predicted }: Drawing, at: number | undefined): string {
  if (at === undefined || x[at] === undefined) return '';
  const value = given[at] ?? heldOut[at] ?? predicted[at];
  return value == null ? '' : `n = ${x[at]}: ${Number(value.toPrecision(8))}`;
}

/** Colours are drawn, not styled: drawn again when the system turns dark. */
function useDark(theme: Theme): boolean {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const look = (): void => setDark(theme === 'auto' ? system.matches : theme === 'dark');
    look();
    system.addEventListener('change', look);
    return () => system.removeEventListener('change', look);
  }, [theme]);
  return isDark;
}

interface ChoiceProps<T extends string> {
  name: string;
  label: string;
  values: readonly T[];
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ name, label, values, names, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset class="chips">
      <legend class="hidden">{label}</legend>
      {values.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <span>{names[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
