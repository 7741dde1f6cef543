// How far an answer can be trusted: a sign, a word and a border of its own.
import { STANDINGS, type Standing } from '../words';

export function Badge({ standing }: { standing: Standing }) {
  const { sign, name, meaning } = STANDINGS[standing];
  return (
    <span class="badge" data-standing={standing} title={meaning}>
      <span aria-hidden="true">{sign}</span> {name}
    </span>
  );
}
