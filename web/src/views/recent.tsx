// What was asked before, on this machine.
import { fromHash } from '../settings';
import { RECENT } from '../words';

interface Props {
  recent: readonly string[];
  onForget: () => void;
}

export function Recent({ recent, onForget }: Props) {
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-title" id="recent">
      <h2 id="recent-title">{RECENT.title}</h2>
      <ul class="links">
        {recent.map((hash) => (
          <li key={hash}>
            <a href={hash}>{fromHash(hash)?.text ?? hash}</a>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="small" id="forget" onClick={onForget}>
          {RECENT.clear}
        </button>{' '}
        <span class="quiet">{RECENT.where}</span>
      </p>
    </section>
  );
}
