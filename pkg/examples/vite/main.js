// Answers while somebody types: a new key stops the search for the old sequence.
import { load } from 'ansatz';

const form = document.querySelector('form');
const output = document.querySelector('output');
const candidates = document.querySelector('ol');
const bar = document.querySelector('progress');

const ansatz = await load({
  onProgress: (progress) => {
    if (progress.type === 'download') bar.value = progress.loaded / progress.total;
  },
});

let last = new AbortController();

async function answer() {
  last.abort();
  last = new AbortController();
  const { signal } = last;
  candidates.replaceChildren();
  try {
    const result = await ansatz.predict(form.sequence.value, {
      signal,
      next: 5,
      onCandidate: ({ formula }) => {
        const item = document.createElement('li');
        item.textContent = formula;
        candidates.append(item);
      },
    });
    output.textContent = result.best
      ? `u(n) = ${result.best.formula}, next ${result.next.join(', ')}`
      : 'no law';
    output.dataset.network = result.network;
  } catch (error) {
    if (!signal.aborted) output.textContent = error.message;
  }
}

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', answer);
answer();
