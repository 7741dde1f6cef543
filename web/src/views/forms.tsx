// The law in other forms of mathematics, where it has any.
import type { Candidate } from 'ansatz';
import { characteristicOf, latexOfText } from '../law/forms';
import { Formula } from '../math';
import { ANSWER } from '../words';

export function Forms({ candidate: { form, formulaPrefix } }: { candidate: Candidate }) {
  const generating = form?.startsWith('g.f. ') ? form.slice('g.f. '.length) : undefined;
  // A triangle's rows have a recurrence of their own: that is no closed form.
  const recurrence = form && /^T\(/.test(form) ? form : undefined;
  const closed = form && !generating && !recurrence ? form : undefined;
  const polynomial = characteristicOf(formulaPrefix);
  if (!form && !polynomial) return null;
  return (
    <details class="panel" id="forms">
      <summary>{ANSWER.forms}</summary>
      <dl class="forms">
        {generating && <Form name={ANSWER.generating} text={generating} />}
        {recurrence && <Form name={ANSWER.recurrence} text={recurrence} />}
        {closed && <Form name={ANSWER.closed} text={closed} />}
        {polynomial && <Form name={ANSWER.characteristic} latex={polynomial} text={polynomial} />}
      </dl>
    </details>
  );
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
