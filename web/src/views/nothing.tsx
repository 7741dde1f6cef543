// Where there is no answer: that there is none, and what might help.
import type { Settings } from '../settings';
import type { Found } from '../state';
import { Guessed, OeisLink } from './answer';

interface Props {
  found: Found;
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

export function Nothing({ found, settings, onChange }: Props) {
  const other = found.domain === 'integer' ? 'float' : 'integer';
  return (
    <section class="nothing" aria-labelledby="nothing-title" id="nothing">
      <h2 id="nothing-title">No law found that says more than the terms do</h2>
      <p>
        {found.candidates.length > 0
          ? 'The candidates below fit only by being as long as the terms themselves, or miss some.'
          : 'Not every sequence has a short recurrence in n and its earlier terms.'}
      </p>
      <ul>
        {found.understood.count < 15 && <li>Give more terms: fifteen or more tell much better.</li>}
        <li>Leave out irregular first terms, and check for a mistyped one.</li>
        {settings.effort !== 'thorough' && (
          <li>
            <button type="button" onClick={() => onChange({ effort: 'thorough' })}>
              Search thoroughly
            </button>{' '}
            It takes some seconds.
          </li>
        )}
        {settings.holdOut > 0 && (
          <li>
            <button type="button" onClick={() => onChange({ holdOut: 0 })}>
              Show all terms
            </button>{' '}
            {found.heldOut} are hidden now.
          </li>
        )}
        {settings.domain && (
          <li>
            <button type="button" onClick={() => onChange({ domain: undefined })}>
              Read the terms as they are written
            </button>{' '}
            rather than as {settings.domain}s.
          </li>
        )}
        {!settings.domain && other === 'float' && (
          <li>
            <button type="button" onClick={() => onChange({ domain: other })}>
              Read them as floats
            </button>{' '}
            Then roots, logarithms and approximations are allowed.
          </li>
        )}
      </ul>
      <Guessed found={found} />
      <OeisLink found={found} />
    </section>
  );
}
