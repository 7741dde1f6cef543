// The field, what was understood of it, and how else it could be read.
import type { OtherReading } from 'ansatz';
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../session';
import { type Found, isStale, type Problem, type State } from '../state';
import {
  alternativeInWords,
  FIELD,
  noteInWords,
  problemInWords,
  understoodInWords,
} from '../words';
import { Options } from './options';

interface Props {
  state: State;
  session: Session | undefined;
}

export function Input({ state, session }: Props) {
  const { settings, problem, found } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fitToText(field.current), [settings.text]);
  const clear = (): void => {
    session?.enter('');
    field.current?.focus();
  };
  return (
    <form
      id="ask"
      onSubmit={(event) => {
        event.preventDefault();
        session?.submit();
      }}
    >
      <label for="sequence" class="eyebrow">
        {FIELD.label}
      </label>
      <div class="field">
        <textarea
          ref={field}
          id="sequence"
          rows={1}
          value={settings.text}
          placeholder={FIELD.placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          inputMode="text"
          aria-describedby="understood"
          aria-invalid={problem !== undefined}
          onInput={(event) => session?.enter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            session?.submit();
          }}
        />
        {settings.text !== '' && (
          <button type="button" class="small" id="clear" onClick={clear}>
            {FIELD.clear}
          </button>
        )}
      </div>
      <div class="under-field">
        <div id="understood">
          {problem ? (
            <Explained problem={problem} text={settings.text} />
          ) : settings.text.trim() === '' ? (
            <p>{FIELD.hint}</p>
          ) : (
            <Understood found={isStale(state) ? undefined : found} session={session} />
          )}
        </div>
        <Options state={state} session={session} />
      </div>
    </form>
  );
}

/** Grows with what is in it, where CSS cannot do it alone. */
function fitToText(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}

function Understood({ found, session }: { found: Found | undefined; session: Props['session'] }) {
  if (!found) return <p> </p>;
  const { notes, alternatives } = found.understood;
  const take = ({ commas, column }: OtherReading): void =>
    session?.change(commas ? { commas } : { column });
  return (
    <>
      <p>{[`${understoodInWords(found.understood)}.`, ...notes.map(noteInWords)].join(' ')}</p>
      {alternatives.length > 0 && (
        <p class="buttons" id="alternatives">
          <span>{FIELD.readInstead}</span>
          {alternatives.map((other) => (
            <button key={other.words} type="button" class="small" onClick={() => take(other)}>
              {alternativeInWords(other)}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

/** The message, and the text with the place that it is about marked. */
function Explained({ problem, text }: { problem: Problem; text: string }) {
  const characters = [...text];
  const [from, to] = problem.span ?? [0, 0];
  const around = 40;
  const part = (start: number, end: number): string => characters.slice(start, end).join('');
  return (
    <div id="error">
      <p>{problemInWords(problem)}</p>
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
