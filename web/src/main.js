// The page: reads the form, asks the wasm module, shows what it says.
import init, { explain, understand } from './wasm/ansatz_wasm.js';

const element = (id) => document.getElementById(id);
const form = element('law');

function show() {
  const error = element('error');
  const answer = element('answer');
  const initial = element('initial').value;
  element('understood').textContent = '';
  try {
    if (initial.trim() !== '') element('understood').textContent = understand(initial).summary;
    const count = Number(element('count').value) || 1;
    const explanation = explain(element('formula').value, initial, count);
    element('simplified').textContent = `u(n) = ${explanation.simplified}`;
    element('facts').textContent =
      `${explanation.domain} sequence, degree ${explanation.degree}, ` +
      `${explanation.operators} operators`;
    element('terms').textContent = explanation.terms.join(', ');
    element('stopped').textContent = explanation.stopped ?? '';
    element('renderings').replaceChildren(...explanation.renderings.map(rendering));
    error.hidden = true;
    answer.hidden = false;
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
    answer.hidden = true;
  }
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

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', show);

await init();
show();
