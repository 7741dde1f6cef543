// Where the nodes of an expression go: a tree from prefix words, leaves side by side.
import { arityOf } from '../law/tree';

export interface Place {
  readonly word: string;
  readonly x: number;
  readonly y: number;
  /** The index of the parent; undefined at the root. */
  readonly parent: number | undefined;
}

/** A place that is still being moved. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export function layOut(words: readonly string[]): Place[] {
  const places: Mutable<Place>[] = [];
  const open: { node: number; place: Mutable<Place>; left: number }[] = [];
  let leaves = 0;
  for (const word of words) {
    const above = open.at(-1);
    const node = places.length;
    const place = { word, x: 0, y: open.length, parent: above?.node };
    places.push(place);
    const left = arityOf(word);
    if (left > 0) {
      open.push({ node, place, left });
      continue;
    }
    place.x = leaves++;
    // Whoever has all its operands stands above their middle.
    for (let top = open.at(-1); top && --top.left === 0; top = open.at(-1)) {
      open.pop();
      const { node: parent } = top;
      const children = places.filter((child) => child.parent === parent);
      top.place.x = children.reduce((sum, { x }) => sum + x, 0) / children.length;
    }
  }
  return places;
}
