// The law in every language, to take along. Made by the engine when somebody looks.
import type { Candidate, Format } from 'ansatz';
import { useEffect, useState } from 'preact/hooks';
import { equationOf } from '../law/shown';
import type { Counted, Session } from '../session';
import { TAKE } from '../words';
import { Copy } from './copy';

type Choice = Format | 'json';

const NAMES: Record<Choice, string> = {
  text: 'Plain',
  latex: 'LaTeX',
  python: 'Python',
  sympy: 'SymPy',
  mathematica: 'Mathematica',
  pari: 'PARI/GP',
  javascript: 'JavaScript',
  rust: 'Rust',
  json: 'JSON',
};
const CHOICES = Object.keys(NAMES) as Choice[];

interface Props {
  candidate: Candidate;
  /** The same law as it is shown. */
  law: Counted;
  /** The number that its first term has there. */
  first: number;
  session: Session | undefined;
}

export function Renderings({ candidate, law, first, session }: Props) {
  const [choice, setChoice] = useState<Choice>('python');
  const [isOpen, setOpen] = useState(false);
  const made = useRendering(candidate, choice, isOpen ? session : undefined);
  // Programs begin with their first term; what is read begins as it is shown.
  const isMoved = law.from === undefined && law.text !== equationOf(candidate);
  const moved = { text: law.text, latex: law.latex }[choice as string];
  const { text, problem } = isMoved && moved ? { text: moved, problem: undefined } : made;
  const name = NAMES[choice];
  return (
    <details class="panel" id="copy-as" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TAKE.copyAs}</summary>
      <fieldset class="chips">
        <legend class="hidden">{TAKE.language}</legend>
        {CHOICES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="format"
              value={each}
              checked={each === choice}
              onChange={() => setChoice(each)}
            />
            <span>{NAMES[each]}</span>
          </label>
        ))}
      </fieldset>
      {(first !== 1 || law.steps) && !(isMoved && moved) && (
        <p class="quiet hint" id="copies-from">
          {law.steps ? TAKE.copiesSteps(law.steps.variable) : TAKE.copiesFrom}
        </p>
      )}
      <div class="code">
        <pre tabIndex={0} role="region" aria-label={name}>
          {text ?? problem}
        </pre>
        <Copy text={text} what={name} />
      </div>
    </details>
  );
}

/** The law in words of a language, or why it cannot be had; neither while it is being made. */
interface Rendering {
  readonly text?: string;
  readonly problem?: string;
}

/** Asks the engine for the law in a language; without a session, nobody. */
function useRendering(
  candidate: Candidate,
  choice: Choice,
  session: Session | undefined,
): Rendering {
  const law = JSON.stringify(candidate.law);
  const asked = `${choice} ${law}`;
  const [made, setMade] = useState<Rendering & { readonly of: string }>();
  useEffect(() => {
    if (choice === 'json' || !session) return;
    const given = new AbortController();
    const { signal } = given;
    const ask = async (): Promise<void> => {
      try {
        // Not the law's own engine: that may have been ended, or painted when the page was built.
        const ansatz = await session.ansatz;
        const { formula, ...start } = candidate.law;
        const text = await ansatz.law(formula, start).render(choice, { signal });
        if (!signal.aborted) setMade({ of: asked, text });
      } catch {
        if (!signal.aborted) setMade({ of: asked, problem: TAKE.notWritten });
      }
    };
    void ask();
    return () => given.abort();
  }, [asked, session]);
  if (choice === 'json') return { text: JSON.stringify(candidate, null, 2) };
  return made?.of === asked ? made : {};
}
