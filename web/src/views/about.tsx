// What this is and how good it is. All figures come from the files shipped with the networks.
import { useEffect, useState } from 'preact/hooks';
import type { Figures, ModelFigures, Report, Section, Table } from '../figures';
import { megabytes } from '../words';

/** Shown first; the others are behind a disclosure. */
const FIRST = ['operators', 'indomain', 'oeis'];

export function About() {
  const [isOpen, setOpen] = useState(false);
  const [figures, setFigures] = useState<Figures>();
  useEffect(() => {
    if (isOpen) void import('virtual:figures').then((module) => setFigures(module.default));
  }, [isOpen]);
  return (
    <details class="shelf" id="about" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>About</h2>
      </summary>
      <p>
        Ansatz guesses the recurrence behind a sequence, after “Deep Symbolic Regression for
        Recurrent Sequences” (d’Ascoli, Kamienny, Lample, Charton, 2022). Three kinds of proposers
        look for laws: classical methods (polynomials, linear recurrences, hypergeometric terms and
        their kin), an enumerator of small expressions, and two small neural networks, Transformers.
        Each law is run over all the terms, exactly. What is left is ranked by the length of the law
        against the information in the terms that it explains.
      </p>
      <p>
        “Verified” is a judgement from finitely many terms, not a proof. Everything is computed on
        this machine; nothing that you type leaves it.
      </p>
      <h3>What it cannot express</h3>
      <p>
        Laws are made of sums, products, quotients and remainders, constants, n and earlier terms;
        of integers also powers, divisors, primes, digits, sums over k, “the least number such
        that”, rows and columns of triangles, digits of constants, and terms that point at terms; of
        floats also roots, logarithms, exponentials and angles. Beyond it are words, sieves, and
        what must be computed for an unknown number of steps (look and say, Collatz). Integers are
        exact up to 10<sup>100</sup>.
      </p>
      {figures && <Networks models={figures.models} />}
      {figures?.report && <Accuracy report={figures.report} />}
      <h3>Keyboard</h3>
      <p>
        <kbd>/</kbd> goes to the field, <kbd>Enter</kbd> asks, <kbd>Esc</kbd> stops a search,{' '}
        <kbd>↑</kbd> <kbd>↓</kbd> move among candidates.
      </p>
    </details>
  );
}

function Networks({ models }: { models: readonly ModelFigures[] }) {
  if (models.length === 0) return null;
  return (
    <div id="networks">
      <h3>The networks</h3>
      <ul>
        {models.map((figures) => (
          <li key={figures.task}>
            <strong>{figures.task}</strong>: {describe(figures)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What there is to say, and nothing of what is not known. */
function describe({ bytes, parameters, model, generator, trained }: ModelFigures): string {
  const number = (value: number): string => value.toLocaleString('en');
  const parts = [
    parameters !== undefined && `${number(parameters)} parameters`,
    `${megabytes(bytes)} MB`,
    model &&
      `${model.encoder_layers} + ${model.decoder_layers} layers of width ${model.width} ` +
        `with ${model.heads} heads`,
    trained &&
      `trained on ${number(trained.examples)} random recurrences in ` +
        `${trained.hours.toFixed(1)} hours`,
    generator &&
      `of up to ${generator.max_ops} operators, looking back at most ${generator.max_degree} ` +
        `terms, with constants up to ${generator.max_constant}`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function Accuracy({ report }: { report: Report }) {
  const sections = report.sections.filter(({ tables }) => tables.length > 0);
  const first = FIRST.flatMap((name) => sections.filter((section) => section.name === name));
  const others = sections.filter((section) => !first.includes(section));
  return (
    <div id="accuracy">
      <h3>How accurate it is</h3>
      <p class="quiet">
        Measured with version {report.version}, effort {report.effort}, at most{' '}
        {report.limit.toLocaleString('en')} sequences of each kind. Figures in percent.
      </p>
      {first.map((section) => (
        <SectionTables key={section.name} section={section} />
      ))}
      {others.length > 0 && (
        <details>
          <summary>More figures</summary>
          {others.map((section) => (
            <SectionTables key={section.name} section={section} />
          ))}
        </details>
      )}
    </div>
  );
}

function SectionTables({ section }: { section: Section }) {
  return (
    <div>
      <h4>{section.title}</h4>
      {section.notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
      {section.tables.map((table, index) => (
        <FigureTable key={index} table={table} title={section.title} />
      ))}
    </div>
  );
}

function FigureTable({ table, title }: { table: Table; title: string }) {
  return (
    <div class="scroll" role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{table.corner}</th>
            {table.columns.map((column) => (
              <th key={column} scope="col" class="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.lines.map(({ label, by, cells }) => (
            <tr key={label} data-by={by}>
              <th scope="row">{label}</th>
              {cells.map((cell, index) => (
                <td key={index} class={typeof cell === 'string' ? '' : 'number'}>
                  {shown(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Words are Markdown there, with no more than code in it. */
const shown = (cell: number | string | null): string =>
  cell === null
    ? ''
    : typeof cell === 'string'
      ? cell.replaceAll('`', '')
      : String(Math.round(cell * 10) / 10);
