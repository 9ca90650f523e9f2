import type { ImportFact } from '../model/facts.ts';
import type { StateFile } from '../model/state.ts';

/** What is to be imported: a name of the file's top level. */
export interface Wanted {
  from: StateFile;
  to: StateFile;
  /** Own name of the function, class or constant. */
  name: string;
  /** Index of the symbol that is exported, -1 for constants. */
  symbol: number;
  /** Qualified name of what goes when the import comes: its name is free then. */
  replaces?: string;
}

/** How one file comes to a name of another. */
export interface ImportAdvice {
  /** The line to write; null when none is needed or none is known. */
  line: string | null;
  /** How the file calls it already; null when it does not import it. */
  importedAs: string | null;
  /** How it is written where it is used. */
  local: string;
  /** The other file lets it be imported. */
  exported: boolean;
  /** An import can reach it. */
  reachable: boolean;
}

/** Imports of one language family. */
export interface ImportStyle {
  advise(wanted: Wanted): ImportAdvice;
  /** File of the workspace that an import of a file means, or null. */
  fileOf(from: StateFile, fact: ImportFact): string | null;
}

/** True when the importing file's top level has the name already. */
export function isTaken({ from, replaces }: Wanted, name: string): boolean {
  const [module] = from.detail().scopes;
  if (name === replaces) return false;
  return module?.bindings.some((binding) => binding.name === name) ?? false;
}
