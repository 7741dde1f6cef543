// The law in every language, to take along.
import type { Candidate } from 'ansatz';
import { useState } from 'preact/hooks';
import { Copy } from './copy';

const NAMES: Record<string, string> = {
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

export function Renderings({ candidate }: { candidate: Candidate }) {
  const [format, setFormat] = useState('python');
  const all = [
    ...candidate.renderings,
    { format: 'json', text: JSON.stringify(candidate, null, 2) },
  ];
  const text = all.find((rendering) => rendering.format === format)?.text ?? '';
  const name = NAMES[format] ?? format;
  return (
    <details class="panel" id="copy-as">
      <summary>Copy as Python, LaTeX, Rust…</summary>
      <fieldset class="chips">
        <legend class="hidden">Language</legend>
        {all.map((rendering) => (
          <label key={rendering.format}>
            <input
              type="radio"
              name="format"
              value={rendering.format}
              checked={rendering.format === format}
              onChange={() => setFormat(rendering.format)}
            />
            <span>{NAMES[rendering.format] ?? rendering.format}</span>
          </label>
        ))}
      </fieldset>
      <div class="code">
        <pre tabIndex={0} role="region" aria-label={name}>
          {text}
        </pre>
        <Copy text={text} what={name} />
      </div>
    </details>
  );
}
