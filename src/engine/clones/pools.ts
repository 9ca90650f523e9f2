import type { LanguageId } from '../model/facts.ts';

/** Languages whose code can call each other share a pool; all others are compared with themselves only. */
const POOLS: Partial<Record<LanguageId, string>> = {
  typescript: 'ecmascript',
  tsx: 'ecmascript',
  javascript: 'ecmascript',
};

/** Name of the pool of languages in which copies are looked for: a function of another one could not be called instead. */
export function poolOf(language: LanguageId): string {
  return POOLS[language] ?? language;
}
