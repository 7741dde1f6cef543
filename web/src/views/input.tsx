// The field, what was understood of it, and what else can be chosen.
import { useEffect, useRef } from 'preact/hooks';
import { DOMAINS, EFFORTS, MOST_BEAM, MOST_NEXT, type Settings } from '../settings';
import type { Found, Problem, State } from '../state';
import { count } from '../words';

interface Props {
  state: State;
  onChange: (change: Partial<Settings>) => void;
  onSubmit: () => void;
}

export function Input({ state, onChange, onSubmit }: Props) {
  const { settings, problem, found } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fitToText(field.current), [settings.text]);
  return (
    <form
      id="ask"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label for="sequence" class="eyebrow">
        Your sequence
      </label>
      <textarea
        ref={field}
        id="sequence"
        rows={1}
        value={settings.text}
        placeholder="1, 1, 2, 3, 5, 8, …"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby="understood"
        aria-invalid={problem !== undefined}
        onInput={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          onSubmit();
        }}
      />
      <div id="understood" role="status">
        {problem ? (
          <Explained problem={problem} text={settings.text} />
        ) : (
          <Understood found={found} text={settings.text} />
        )}
      </div>
      <Options settings={settings} found={found} onChange={onChange} />
    </form>
  );
}

/** Grows with what is in it, where CSS cannot do it alone. */
function fitToText(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}

function Understood({ found, text }: { found: Found | undefined; text: string }) {
  if (text.trim() === '') return <p>Paste or type numbers: a list, a table, an OEIS line.</p>;
  if (!found) return <p> </p>;
  const { summary, notes } = found.understood;
  return <p>{[summary, ...notes].join('. ')}</p>;
}

/** The message, and the text with the place that it is about marked. */
function Explained({ problem, text }: { problem: Problem; text: string }) {
  const characters = [...text];
  const [from, to] = problem.span ?? [0, 0];
  const around = 40;
  const part = (start: number, end: number): string => characters.slice(start, end).join('');
  return (
    <div id="error">
      <p>{problem.message}</p>
      {to > from && (
        <p class="echo">
          {from > around && '…'}
          {part(Math.max(0, from - around), from)}
          <mark>{part(from, to)}</mark>
          {part(to, to + around)}
          {to + around < characters.length && '…'}
        </p>
      )}
    </div>
  );
}

interface OptionsProps {
  settings: Settings;
  found: Found | undefined;
  onChange: (change: Partial<Settings>) => void;
}

/** The package asks for three terms to look at. */
const LEAST_TERMS = 3;

function Options({ settings, found, onChange }: OptionsProps) {
  const most = Math.max(0, (found?.understood.count ?? 0) - LEAST_TERMS);
  return (
    <div class="options">
      <label>
        <span>Predict</span>
        <WholeNumber
          id="next-count"
          most={MOST_NEXT}
          value={settings.next}
          onChange={(next) => onChange({ next })}
        />
      </label>
      <label class="slider">
        <span>
          Hide the last <output id="hidden-count">{count(settings.holdOut, 'term')}</output> and
          check
        </span>
        <input
          id="hold-out"
          type="range"
          min={0}
          max={Math.max(most, settings.holdOut)}
          value={settings.holdOut}
          onInput={(event) => onChange({ holdOut: Number(event.currentTarget.value) })}
        />
      </label>
      <label>
        <span>Read as</span>
        <select
          id="domain"
          onChange={({ currentTarget }) =>
            onChange({ domain: DOMAINS.find((domain) => domain === currentTarget.value) })
          }
        >
          <option value="" selected={!settings.domain}>
            written{found && !settings.domain ? ` (${found.domain}s)` : ''}
          </option>
          {DOMAINS.map((domain) => (
            <option key={domain} value={domain} selected={settings.domain === domain}>
              {domain}s
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Effort</span>
        <select
          id="effort"
          onChange={({ currentTarget }) => {
            const effort = EFFORTS.find((name) => name === currentTarget.value);
            if (effort) onChange({ effort });
          }}
        >
          {EFFORTS.map((effort) => (
            <option key={effort} value={effort} selected={settings.effort === effort}>
              {effort}
            </option>
          ))}
        </select>
      </label>
      <label title="How many hypotheses the network follows at once">
        <span>Beam</span>
        <WholeNumber
          id="beam"
          most={MOST_BEAM}
          value={settings.beam}
          onChange={(beam) => onChange({ beam })}
        />
      </label>
    </div>
  );
}

interface WholeNumberProps {
  id: string;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

/** A field for a number from 1; what is no such number is not passed on. */
function WholeNumber({ id, most, value, onChange }: WholeNumberProps) {
  const hear = (typed: number): void => {
    if (Number.isInteger(typed) && typed >= 1 && typed <= most) onChange(typed);
  };
  return (
    <input
      id={id}
      type="number"
      min={1}
      max={most}
      value={value}
      onInput={({ currentTarget }) => hear(Number(currentTarget.value))}
    />
  );
}
