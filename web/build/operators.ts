// How many operands each operator takes, read from the one table of operators, so that the page
// has none of its own.
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const MODULE = 'virtual:operators';
const rows = new URL('../../crates/expr/src/op/rows/', import.meta.url);
const ARITIES: Record<string, number> = { unary: 1, binary: 2, ternary: 3 };

function read(): Record<string, number> {
  const table: Record<string, number> = {};
  for (const name of readdirSync(rows)) {
    const text = readFileSync(new URL(name, rows), 'utf8');
    for (const [, word, arity] of text.matchAll(/^\w+ = "(\w+)", (unary|binary|ternary),/gm)) {
      if (word && arity) table[word] = ARITIES[arity] ?? 1;
    }
  }
  if (!table.add || !table.if) throw new Error('the table of operators was not found');
  return table;
}

export const operators = (): Plugin => ({
  name: 'ansatz-operators',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(read())}` : undefined),
});
