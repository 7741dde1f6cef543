// The terms to look at: given, hidden and predicted, and what a candidate makes of them.
import type { Candidate } from 'ansatz';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Scale } from '../plot/chart';
import { type Drawing, drawingOf, errorsOf, isOff, MODES, type Mode } from '../plot/series';
import type { Found } from '../state';
import type { Theme } from '../theme';

interface Props {
  found: Found;
  /** Hovered, focused or chosen: its curve is drawn. */
  pointed: Candidate | undefined;
  theme: Theme;
}

const MODE_NAMES: Record<Mode, string> = {
  values: 'Values',
  differences: 'Differences',
  ratios: 'Ratios',
  errors: 'Error by term',
};

export function Plot({ found, pointed, theme }: Props) {
  const [wanted, setMode] = useState<Mode>('values');
  const [scale, setScale] = useState<Scale>('linear');
  const [at, setAt] = useState<number>();
  const place = useRef<HTMLDivElement>(null);
  const law = pointed ?? found.best;
  const hasErrors = law !== undefined && isOff(law);
  const mode = wanted === 'errors' && !hasErrors ? 'values' : wanted;
  const drawing = mode === 'errors' && law ? errorsOf(found, law) : drawingOf(found, pointed, mode);
  const isDark = useDark(theme);

  useEffect(() => {
    let chart: { destroy(): void } | undefined;
    let isGone = false;
    void import('../plot/chart').then(({ draw }) => {
      if (!isGone && place.current) chart = draw(place.current, drawing, scale, setAt);
    });
    return () => {
      isGone = true;
      chart?.destroy();
    };
  }, [found, pointed, mode, scale, isDark]);

  return (
    <figure class="plot" id="plot">
      <div class="plot-choices">
        <Choice
          name="mode"
          label="Show"
          values={MODES.filter((name) => name !== 'errors' || hasErrors)}
          names={MODE_NAMES}
          value={mode}
          onChange={setMode}
        />
        <Choice
          name="scale"
          label="Scale"
          values={['linear', 'log'] as const}
          names={{ linear: 'Linear', log: 'Log' }}
          value={scale}
          onChange={setScale}
        />
      </div>
      <div class="chart" ref={place} role="img" aria-label={described(drawing, mode)} />
      <figcaption>
        <span class="key given">given</span>
        {found.heldOut > 0 && <span class="key held-out">hidden</span>}
        {mode !== 'errors' && <span class="key predicted">predicted</span>}
        {pointed && mode !== 'errors' && <span class="key curve">u(n) = {pointed.formula}</span>}
        <span class="reading">{reading(drawing, at)}</span>
      </figcaption>
    </figure>
  );
}

const count = (points: Drawing['given']): number => points.filter((value) => value !== null).length;

const described = (drawing: Drawing, mode: Mode): string =>
  `${MODE_NAMES[mode]} by n: ${count(drawing.given)} given, ${count(drawing.heldOut)} hidden, ` +
  `${count(drawing.predicted)} predicted`;

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
