// The page: asks the package for the law of what is typed, and shows it.
import { load } from './ansatz/index.js';

const element = (id) => document.getElementById(id);
const field = element('sequence');
const loading = load({ models: [] });
let asked = new AbortController();

/** Asks twice: a quick look at once, a longer one behind it. */
async function ask() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  element('result').setAttribute('aria-busy', 'true');
  try {
    const ansatz = await loading;
    for (const effort of ['quick', 'normal']) {
      show(await ansatz.predict(field.value, { effort, signal }));
    }
  } catch (error) {
    if (signal.aborted) return;
    show({ error: error.message });
  }
  element('result').setAttribute('aria-busy', 'false');
}

function show({ error, understood, best, candidates = [], shown }) {
  element('error').hidden = !error;
  element('error').textContent = error ?? '';
  element('understood').textContent = understood
    ? [understood.summary, ...understood.notes].join('. ')
    : '';
  element('nothing').hidden = Boolean(error || best);
  element('answer').hidden = !best;
  element('others').hidden = candidates.length === 0;
  element('candidates').replaceChildren(...candidates.map(row));
  if (!best) return;
  element('formula').textContent = `u(n) = ${best.formula}`;
  element('evidence').textContent = evidence(best, shown);
  element('evidence').dataset.verdict = best.evidence.verdict;
  element('form').textContent = best.form ?? '';
  element('next').textContent = best.next.join(', ');
  element('renderings').replaceChildren(...best.renderings.map(rendering));
}

/** The evidence in words, with a sign so that it does not rest on colour. */
function evidence({ evidence, initial }, shown) {
  const sign = { verified: '✓', weak: '?', approximate: '≈' }[evidence.verdict];
  const from = initial.length > 0 ? `, from ${initial.join(', ')}` : '';
  return (
    `${sign} ${evidence.words}: reproduces all ${shown} terms, ` +
    `${evidence.spare} of them spare${from}`
  );
}

function row(candidate) {
  const { evidence } = candidate;
  const line = document.createElement('tr');
  const cells = [
    candidate.formula,
    `${evidence.reproduced}/${evidence.reproduced + evidence.wrong}`,
    evidence.spare,
    candidate.complexity,
    evidence.verdict,
    candidate.foundBy.join(', '),
  ];
  line.append(
    ...cells.map((text, index) => {
      const cell = document.createElement('td');
      const inner = index === 0 ? document.createElement('code') : cell;
      inner.textContent = text;
      if (inner !== cell) cell.append(inner);
      return cell;
    }),
  );
  return line;
}

function rendering({ format, text }) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = format;
  const code = document.createElement('pre');
  code.textContent = text;
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = 'Copy';
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = 'Copied';
  });
  details.append(summary, code, copy);
  return details;
}

element('ask').addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', ask);
ask();
