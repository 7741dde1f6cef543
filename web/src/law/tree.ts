// The tree of a law, from its prefix words.
import arities from 'virtual:operators';

export interface Tree {
  readonly word: string;
  readonly operands: readonly Tree[];
}

/** How many operands follow a word: none after numbers, n, terms, constants and bound variables. */
export const arityOf = (word: string): number => arities[word] ?? 0;

/** Undefined if the words are no whole expression. */
export function treeOf(words: readonly string[]): Tree | undefined {
  // From the end: whoever takes operands finds them made.
  const made: Tree[] = [];
  for (const word of [...words].reverse()) {
    const operands: Tree[] = [];
    for (let missing = arityOf(word); missing > 0; missing--) {
      const operand = made.pop();
      if (!operand) return undefined;
      operands.push(operand);
    }
    made.push({ word, operands });
  }
  return made.length === 1 ? made[0] : undefined;
}

export const sizeOf = ({ operands }: Tree): number =>
  operands.reduce((sum, operand) => sum + sizeOf(operand), 1);

export const someOf = (tree: Tree, test: (word: string) => boolean): boolean =>
  test(tree.word) || tree.operands.some((operand) => someOf(operand, test));

/** How far back a word looks: 2 for `u2`. */
export function lagOf(word: string): number | undefined {
  const found = /^u(\d+)$/.exec(word);
  return found ? Number(found[1]) : undefined;
}

export const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(word);

/** A summand with its sign. */
export interface Summand {
  readonly isNegative: boolean;
  readonly tree: Tree;
}

/** What is added up, with signs. */
export function summandsOf(tree: Tree, isNegative = false): Summand[] {
  const [first, second] = tree.operands;
  if ((tree.word === 'add' || tree.word === 'sub') && first && second) {
    const flips = tree.word === 'sub' ? !isNegative : isNegative;
    return [...summandsOf(first, isNegative), ...summandsOf(second, flips)];
  }
  if (tree.word.startsWith('-') && isNumber(tree.word)) {
    return [{ isNegative: !isNegative, tree: { word: tree.word.slice(1), operands: [] } }];
  }
  // A negative number times something is subtracted.
  if (tree.word === 'mul' && first && second && /^-\d/.test(first.word)) {
    const positive = { word: first.word.slice(1), operands: [] };
    const rest = positive.word === '1' ? second : { word: 'mul', operands: [positive, second] };
    return [{ isNegative: !isNegative, tree: rest }];
  }
  return [{ isNegative, tree }];
}
