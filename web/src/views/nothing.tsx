// Where there is no answer: that there is none, what was tried, and what might help.
import type { Session } from '../session';
import type { Found, State } from '../state';
import { NOTHING } from '../words';
import { Famous, Guessed, OeisLink } from './answer';

interface Props {
  found: Found;
  settings: State['settings'];
  session: Session | undefined;
}

/** With fewer, more terms are the best help. */
const ENOUGH = 15;

export function Nothing({ found, settings, session }: Props) {
  return (
    <section class="nothing" aria-labelledby="nothing-title" id="nothing">
      <h2 id="nothing-title">{NOTHING.title}</h2>
      <Famous found={found} then={NOTHING.famousBeyond} />
      <p>{NOTHING.tried[found.domain]}</p>
      {found.candidates.length > 0 && <p>{NOTHING.close}</p>}
      <p>{NOTHING.tips}</p>
      <ul>
        {found.understood.count < ENOUGH && <li>{NOTHING.more}</li>}
        <li>{NOTHING.typo}</li>
        {settings.effort !== 'thorough' && (
          <li>
            <button type="button" onClick={() => session?.change({ effort: 'thorough' })}>
              {NOTHING.thorough}
            </button>{' '}
            {NOTHING.thoroughWords}
          </li>
        )}
        {settings.holdOut > 0 && (
          <li>
            <button type="button" onClick={() => session?.change({ holdOut: 0 })}>
              {NOTHING.showAll}
            </button>{' '}
            {NOTHING.hidden(found.heldOut)}
          </li>
        )}
        {settings.domain && (
          <li>
            <button type="button" onClick={() => session?.change({ domain: undefined })}>
              {NOTHING.asWritten}
            </button>
          </li>
        )}
        {!settings.domain && found.domain === 'integer' && (
          <li>
            <button type="button" onClick={() => session?.change({ domain: 'float' })}>
              {NOTHING.asFloats}
            </button>{' '}
            {NOTHING.asFloatsWords}
          </li>
        )}
      </ul>
      <Guessed found={found} />
      <OeisLink found={found} />
    </section>
  );
}
