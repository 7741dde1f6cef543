// Files that somebody drops or chooses, as the text that the reader takes.
import type { FILES } from './words';

const LONGEST = 1_000_000;

/** A file that has no text for the page. */
export class Unreadable extends Error {
  constructor(readonly is: keyof typeof FILES) {
    super(is);
  }
}

/** The text of a file; rejects with an `Unreadable` where it has none. */
export async function textOf(file: File): Promise<string> {
  if (file.size > LONGEST) throw new Unreadable('long');
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Unreadable('unread');
  });
  // Spreadsheets write UTF-16 too, and say so in the first two bytes.
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new Unreadable('binary');
  const isJson = /\.json$/i.test(file.name) || file.type === 'application/json';
  return (isJson ? fromJson(text) : undefined) ?? text.trim();
}

/** What a number was written as: a double would round a long one. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** A list of numbers, or a table of records, as text; undefined if it is neither. */
function fromJson(text: string): string | undefined {
  const exact: Reviver = (_, value, context) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  try {
    return written(JSON.parse(text, exact as (key: string, value: unknown) => unknown));
  } catch {
    return undefined;
  }
}

const isTerm = (value: unknown): value is string => typeof value === 'string';

function written(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    if (value.every(isTerm)) return value.join(', ');
    if (value.every(Array.isArray)) return value.map((row) => row.join('\t')).join('\n');
    if (!value.every((row) => typeof row === 'object' && row !== null)) return undefined;
    const names = [...new Set(value.flatMap((row) => Object.keys(row)))];
    const line = (row: Record<string, unknown>): string =>
      names.map((name) => String(row[name] ?? '')).join('\t');
    return [names.join('\t'), ...value.map(line)].join('\n');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // The first list in it, such as `{ "terms": [1, 2, 3] }`.
  for (const inner of Object.values(value)) {
    const found = Array.isArray(inner) || typeof inner === 'object' ? written(inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Takes a file that is dropped anywhere on the page. */
export function listenToDrops(
  onFile: (file: File) => void,
  onOver: (isOver: boolean) => void,
): void {
  const hasFile = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    onOver(true);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) onOver(false);
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    onOver(false);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
}
