// The sequences that were asked for last, newest first.
import { keep, recall } from './storage';

const KEY = 'recent';
const MOST = 20;

export function readRecent(): readonly string[] {
  try {
    const list: unknown = JSON.parse(recall(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

/** The list with this address first. Who types on does not fill it with beginnings. */
export function withRecent(list: readonly string[], hash: string): readonly string[] {
  const isBeginning = (entry: string): boolean => hash.startsWith(entry) || entry === hash;
  const next = [hash, ...list.filter((entry) => !isBeginning(entry))].slice(0, MOST);
  keep(KEY, JSON.stringify(next));
  return next;
}

export function clearRecent(): readonly string[] {
  keep(KEY, undefined);
  return [];
}
