// Where nothing was asked yet: sequences to try, one's own file, and what an answer looks like.
import { useRef } from 'preact/hooks';
import { equationOf } from '../law/shown';
import { treeOf } from '../law/tree';
import { Formula, partsOf } from '../math';
import type { Session } from '../session';
import { DEFAULTS, EXAMPLE, toHash } from '../settings';
import type { Found } from '../state';
import { FIELD, lawInWords, STARTERS } from '../words';

interface Props {
  session: Session | undefined;
  /** The answer to the example, from when the page was built. */
  example: Found | undefined;
}

export function Beginning({ session, example }: Props) {
  return (
    <section id="beginning" aria-label={FIELD.try}>
      <p class="buttons starters">
        <span>{FIELD.try}</span>
        {STARTERS.map(({ name, terms }) => (
          <a key={name} class="chip" href={toHash({ ...DEFAULTS, text: terms })}>
            {name}
          </a>
        ))}
        <OwnFile session={session} />
      </p>
      {example && <Example found={example} />}
    </section>
  );
}

export function OwnFile({ session }: { session: Session | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="chip" id="own-file" onClick={() => input.current?.click()}>
        {FIELD.file}
      </button>
      <input
        ref={input}
        id="file"
        class="hidden"
        type="file"
        tabIndex={-1}
        aria-label={FIELD.fileLabel}
        accept=".csv,.tsv,.txt,.json,text/*,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void session?.readFile(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function Example({ found }: { found: Found }) {
  const { best } = found;
  if (!best) return null;
  return (
    <a class="example" id="example" href={toHash(EXAMPLE)}>
      <span class="eyebrow">{FIELD.example}</span>
      <span class="example-terms">{EXAMPLE.text}, …</span>
      <span class="example-law">
        <Formula latex={partsOf(best.latex).law} text={equationOf(best)} />
      </span>
      <span>{lawInWords(treeOf(best.formulaPrefix))}</span>
      <span class="quiet">
        {FIELD.exampleNext} {best.next.slice(0, 5).join(', ')}, …
      </span>
    </a>
  );
}
