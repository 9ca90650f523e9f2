import { ListId, base, compile, rows } from './base.ts';

const Proto = Object.assign(Object.create(base), { [ListId]: rows });
const WORD = compile('word');

export function make(values: string[], size: number): unknown {
  const made = Object.create(Proto);
  made.values = values;
  made.size = Math.max(size, values.length);
  return made;
}

export function words(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(WORD)) found.push(match[0].toLowerCase());
  return found;
}

export const state = (keys: string[], hits: number, misses: number, map: Map<string, number>) => ({
  keys,
  hits,
  misses,
  map,
});
