// How far an answer can be trusted: a sign, a word and a border of its own.
import { type Standing, standing } from '../words';

export function Badge({ is }: { is: Standing }) {
  const { sign, name } = standing(is);
  return (
    <span class="badge" data-standing={is}>
      <span aria-hidden="true">{sign}</span> {name}
    </span>
  );
}
