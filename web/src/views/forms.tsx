// The law in other forms of mathematics, where it has any.
import type { Candidate } from 'ansatz';
import { useEffect, useState } from 'preact/hooks';
import { latexOfText } from '../law/forms';
import type { Forms as Linear } from '../law/linear';
import { treeOf } from '../law/tree';
import { Formula } from '../math';
import { type Found, isFitting } from '../state';
import { ANSWER } from '../words';

/** So many terms tell whether a form is right. */
const ENOUGH = 200;

interface Props {
  candidate: Candidate;
  found: Found;
  /** The number of the first term. */
  first: number;
}

export function Forms({ candidate, found, first }: Props) {
  const { form } = candidate;
  const linear = useLinear(candidate, found, first);
  const generating = form?.startsWith('g.f. ') ? form.slice('g.f. '.length) : undefined;
  // A triangle's rows have a recurrence of their own: that is no closed form.
  const recurrence = form && /^T\(/.test(form) ? form : undefined;
  const closed = form && !generating && !recurrence ? form : undefined;
  if (!form && !linear) return null;
  return (
    <details class="panel" id="forms">
      <summary>{ANSWER.forms}</summary>
      <dl class="forms">
        {recurrence && <Form name={ANSWER.recurrence} text={recurrence} />}
        {linear?.closed ? (
          <Form name={ANSWER.closed} {...linear.closed} />
        ) : (
          closed && <Form name={ANSWER.closed} text={closed} />
        )}
        {linear?.generating ? (
          <Form name={ANSWER.generating} {...linear.generating} />
        ) : (
          generating && <Form name={ANSWER.generating} text={generating} />
        )}
        {linear && <Form name={ANSWER.characteristic} {...linear.characteristic} />}
      </dl>
    </details>
  );
}

/** What follows from a linear recurrence, when there is time for it; undefined where the law is
 * none, or is only near the terms. */
function useLinear(candidate: Candidate, found: Found, first: number): Linear | undefined {
  const { initial, zeros, next, formulaPrefix } = candidate;
  const isExact = isFitting(candidate) && candidate.noise === null;
  const known = found.understood.terms;
  const terms = known.length < ENOUGH ? [...known, ...next] : known.slice(0, ENOUGH);
  const asked = JSON.stringify([isExact, first, zeros, formulaPrefix, initial, terms]);
  const [made, setMade] = useState<{ readonly of: string; readonly forms: Linear | undefined }>();
  useEffect(() => {
    const tree = treeOf(formulaPrefix);
    if (!isExact || !tree) return;
    let isGone = false;
    void import('../law/linear').then(({ formsOf }) => {
      if (!isGone) setMade({ of: asked, forms: formsOf(tree, { initial, zeros, terms, first }) });
    });
    return () => {
      isGone = true;
    };
  }, [asked]);
  return made?.of === asked ? made.forms : undefined;
}

function Form({ name, text, latex }: { name: string; text: string; latex?: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <div class="scroll" tabIndex={0} role="group" aria-label={`${name}: ${text}`}>
          <Formula latex={latex ?? latexOfText(text)} text={text} />
        </div>
      </dd>
    </>
  );
}
