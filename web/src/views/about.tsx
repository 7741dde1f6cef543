// What this is and how good it is. All figures come from the files shipped with the networks.
import { useEffect, useState } from 'preact/hooks';
import type { Figures, ModelFigures, Report, Section, Table } from '../figures';
import { ABOUT, networkInWords, PAGE } from '../words';
import { Reliability } from './reliability';

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
        <h2>{ABOUT.title}</h2>
      </summary>
      <p>{ABOUT.what}</p>
      <p>{ABOUT.judgement}</p>
      <h3>{ABOUT.limits}</h3>
      <p>{ABOUT.limitsWords}</p>
      {figures && <Networks models={figures.models} />}
      {figures?.report && <Accuracy report={figures.report} />}
      <h3>{ABOUT.keyboard}</h3>
      <p>
        <kbd>/</kbd> {PAGE.keys.slash}, <kbd>Enter</kbd> {PAGE.keys.enter}, <kbd>Esc</kbd>{' '}
        {PAGE.keys.escape}, <kbd>↑</kbd> <kbd>↓</kbd> {PAGE.keys.arrows}.
      </p>
    </details>
  );
}

function Networks({ models }: { models: readonly ModelFigures[] }) {
  if (models.length === 0) return null;
  return (
    <div id="networks">
      <h3>{ABOUT.networks}</h3>
      <ul>
        {models.map((figures) => (
          <li key={figures.task}>
            <strong>{figures.task}</strong>: {networkInWords(figures)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Accuracy({ report }: { report: Report }) {
  const sections = report.sections.filter(({ tables }) => tables.length > 0);
  const first = FIRST.flatMap((name) => sections.filter((section) => section.name === name));
  const reliability = report.sections
    .flatMap(({ plots = [] }) => plots)
    .find(({ file }) => file === 'reliability.svg');
  const others = sections.filter((section) => !first.includes(section));
  return (
    <div id="accuracy">
      <h3>{ABOUT.accuracy}</h3>
      <p class="quiet">{ABOUT.measured(report.version, report.effort, report.limit)}</p>
      {first.map((section) => (
        <SectionTables key={section.name} section={section} />
      ))}
      {reliability && <Reliability plot={reliability} />}
      {others.length > 0 && (
        <details>
          <summary>{ABOUT.more}</summary>
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
