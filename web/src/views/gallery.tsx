// Sequences to try. Each is a link like any other; none has its answer here.
import gallery from '../gallery.json';
import { DEFAULTS, type Settings, toHash } from '../settings';
import { GALLERY } from '../words';

interface Entry {
  readonly name: string;
  readonly id?: string;
  readonly terms: string;
  readonly effort?: Settings['effort'];
  readonly near?: boolean;
}

const groups: readonly { readonly title: string; readonly entries: readonly Entry[] }[] =
  gallery as { title: string; entries: Entry[] }[];

const address = ({ terms, effort }: Entry): string =>
  toHash({ ...DEFAULTS, text: terms, ...(effort && { effort }) });

export function Gallery() {
  return (
    <section aria-labelledby="gallery-title" id="gallery">
      <h2 id="gallery-title">{GALLERY.title}</h2>
      {groups.map(({ title, entries }) => (
        <details key={title} class="shelf" open={title === groups[0]?.title}>
          <summary>{title}</summary>
          <ul class="cards">
            {entries.map((entry) => (
              <li key={entry.name}>
                <a href={address(entry)}>
                  <span class="name">{entry.name}</span>
                  {entry.near && <span class="quiet"> {GALLERY.near}</span>}
                  <span class="terms">{entry.terms.split(', ').slice(0, 8).join(', ')}, …</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
